// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/bridge/series_detail.h"

namespace engine {
class RunStoreReader;
}

namespace gui {

// Answers a request from the store's pyramid, in order of the steps. In each part of the range (the
// window, what lies left and right of it, the abandoned tail) the first smallest, the first largest
// and the first non-finite value, and the last one of all, come as single points: whoever names one
// of them can say at which step it was. Errors of RunStoreReader.
QList<MetricSpan> readMixture(engine::RunStoreReader& reader, const DetailRequest& request);

} // namespace gui
