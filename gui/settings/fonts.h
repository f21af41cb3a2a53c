// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

class QFontMetrics;
class QStyle;

namespace gui {

// True when all ten digits have one advance, so that numbers do not jitter.
bool digitsAreTabular(const QFont& font);

// The font for values that change: `font` itself when its digits are tabular, otherwise the
// desktop's fixed font in the same size (Qt 6.4 cannot switch OpenType figures).
QFont valueFont(const QFont& font);

// Width of the widest of `texts` in pixels, for value cells and buttons of fixed width.
int widestText(const QFontMetrics& metrics, const QStringList& texts);

// Heights that grow with the font: 24 and 28 at 10 pt.
int rowHeight(const QFontMetrics& metrics);
int controlHeight(const QFontMetrics& metrics);

// True when the desktop asks for no animations: GTK's gtk-enable-animations, KDE's
// AnimationDurationFactor=0, or an animation duration of 0 in `style`. `configFolder` is the
// person's ~/.config.
bool reducedMotion(const QStyle& style, const QString& configFolder);

} // namespace gui
