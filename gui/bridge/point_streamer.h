// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/series_detail.h"

#include <atomic>

namespace gui {

// Hands all points of a stream to its sink, in constant memory; ends early when `stop` becomes
// true. False if the sink has not got all of them.
bool streamPoints(const QString& storePath, const PointStream& stream,
                  const std::atomic<bool>& stop);

} // namespace gui
