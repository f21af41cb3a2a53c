// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace gui {

// Makes tokens, icons and the application icon available under ":/". A static library's resources
// are dropped by the linker unless somebody calls this; ThemeSource and Theme::builtIn do. Any
// number of calls is fine.
void initResources();

} // namespace gui
