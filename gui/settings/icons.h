// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/settings/theme_source.h"

#include <QIcon>

namespace gui {

enum class IconRole
{
    Normal,
    Secondary,
    Accent,
    Good,
    Warning,
    Danger
};

// An icon of resources/icons by its name ("start", "zoom-fit", design/README.md §10), tinted by the
// theme in force: normal in the colour of `role`, disabled in text.disabled, on in accent.text.
// It follows theme changes by itself and is sharp at every scale. `source` outlives the icon.
// An unknown name gives a null icon and a warning.
QIcon icon(const QString& name, const ThemeSource& source, IconRole role = IconRole::Normal);

// The marker of a run as a 16 px icon; hollow and grey when the run is not shown.
QIcon markerIcon(int slot, bool shown, const ThemeSource& source);

// The program's own icon in all its sizes.
QIcon applicationIcon();

// One frame of the ring that says "requested": an arc of a third of a circle in accent.line,
// `turn` in 0 … 1 of a revolution, over a faint full circle. `size` in logical pixels.
QPixmap requestRing(const Theme& theme, int size, qreal turn, qreal devicePixelRatio);

} // namespace gui
