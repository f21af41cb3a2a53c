// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/bridge/point_streamer.h"

#include "engine/base/clock.h"
#include "engine/summary/run_store_reader.h"
#include "gui/bridge/conversions.h"

namespace gui {

bool streamPoints(const QString& storePath, const PointStream& stream,
                  const std::atomic<bool>& stop)
{
    try {
        const engine::SystemClock clock;
        engine::RunStoreReader store(toPath(storePath), clock);
        const std::string tag = stream.tag.toStdString();
        bool isWanted = true;
        for (qsizetype i = 0; i < stream.ranges.size() && isWanted; ++i) {
            const StepRange& range = stream.ranges.at(i);
            store.visitPoints(stream.run, range.segment, tag, range.first, range.last,
                              [&](const engine::StoredPoint& point) {
                                  isWanted = !stop.load(std::memory_order_relaxed)
                                      && stream.sink->take(
                                          i, {point.step, point.value, point.wallSeconds});
                                  return isWanted;
                              });
        }
        return isWanted;
    } catch (const std::exception& error) { // the library says so when it reads the rest
        qWarning("%s cannot be read: %s", qPrintable(storePath), error.what());
        return false;
    }
}

} // namespace gui
