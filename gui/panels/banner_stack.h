// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/panels/banner.h"

#include <QList>
#include <QWidget>

class QLabel;
class QVBoxLayout;

namespace gui {

// The alerts above the status bar, newest on top: at most two in full, then how many more wait.
// A new alert takes the focus to its default button unless somebody is typing.
class BannerStack : public QWidget
{
    Q_OBJECT

public:
    BannerStack(const ThemeSource& source, QWidget* parent = nullptr);

    // Adds an alert; the stack owns it. Give it its buttons, then call one of the two below.
    Banner* add(BannerKind kind, const QString& sentence, const QString& cause);
    void present(Banner* banner);
    void announce(Banner* banner); // without the focus: nothing has to be answered
    void remove(Banner* banner);
    void clear();
    int count() const { return int(m_banners.size()); }
    Banner* top() const { return m_banners.isEmpty() ? nullptr : m_banners.first(); }

private:
    void arrange();
    void slideIn(Banner* banner);

    const ThemeSource& m_source;
    QList<Banner*> m_banners; // newest first
    QVBoxLayout* m_column;
    QLabel* m_more;
};

} // namespace gui
