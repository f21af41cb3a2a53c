// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLocale>

namespace gui {

// When a run was last used, as one says it: "today 14:02", "yesterday 18:20", "24 November",
// "24 November 2025". `now` gives the day.
QString friendlyDate(const QDateTime& moment, const QDateTime& now, const QLocale& locale);

} // namespace gui
