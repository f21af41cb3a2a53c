// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/friendly_date.h"

#include "gui/settings/number_format.h"

#include <QCoreApplication>

namespace gui {

QString friendlyDate(const QDateTime& moment, const QDateTime& now, const QLocale& locale)
{
    if (!moment.isValid()) {
        return kUnknown;
    }
    const QDate day = moment.date();
    const QString time = moment.time().toString(QStringLiteral("HH:mm"));
    if (day == now.date()) {
        return QCoreApplication::translate("FriendlyDate", "today %1").arg(time);
    }
    if (day.addDays(1) == now.date()) {
        return QCoreApplication::translate("FriendlyDate", "yesterday %1").arg(time);
    }
    return locale.toString(day,
                           day.year() == now.date().year() ? QStringLiteral("d MMMM")
                                                           : QStringLiteral("d MMMM yyyy"));
}

} // namespace gui
