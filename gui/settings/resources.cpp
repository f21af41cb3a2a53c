// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings/resources.h"

#include <QDir>

// Q_INIT_RESOURCE declares a function and must stand outside every namespace.
static void initTrainspotterResources()
{
    Q_INIT_RESOURCE(trainspotter);
}

namespace gui {

void initResources()
{
    initTrainspotterResources();
}

} // namespace gui
