// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/number_spin_box.h"

#include "gui/settings/number_format.h"

#include <QKeyEvent>
#include <QLineEdit>
#include <QWheelEvent>

#include <cmath>

namespace gui {

namespace {

constexpr int kStoredDecimals = 12; // enough for a learning rate of 1e-9 with three digits

} // namespace

NumberSpinBox::NumberSpinBox(QWidget* parent) : QDoubleSpinBox(parent)
{
    setDecimals(kStoredDecimals);
    setKeyboardTracking(false);
    setAlignment(Qt::AlignRight);
    setFocusPolicy(Qt::StrongFocus);
}

QString NumberSpinBox::textFromValue(double value) const
{
    return formatSettingField(value, locale());
}

double NumberSpinBox::valueFromText(const QString& text) const
{
    return parseNumber(text, locale()).value_or(value());
}

QValidator::State NumberSpinBox::validate(QString& text, int&) const
{
    const std::optional<double> number = parseNumber(text, locale());
    const bool inRange = number && *number >= minimum() && *number <= maximum();
    return inRange ? QValidator::Acceptable : QValidator::Intermediate;
}

void NumberSpinBox::stepBy(int steps)
{
    // 0.05 steps by 0.01 and 0.1 by 0.1, but down from 0.1 by 0.01, so that it never jumps to 0.
    const double magnitude = std::abs(value()) * (steps < 0 ? 1 - 1e-9 : 1 + 1e-9);
    const double place = std::pow(10., std::floor(std::log10(std::max(magnitude, 1e-9))));
    setValue(value() + steps * place);
}

void NumberSpinBox::wheelEvent(QWheelEvent* event)
{
    if (hasFocus()) {
        QDoubleSpinBox::wheelEvent(event);
    } else {
        event->ignore();
    }
}

bool NumberSpinBox::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        auto* key = static_cast<QKeyEvent*>(event);
        const bool isUndo = key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo);
        if (isUndo && lineEdit()->text() == textFromValue(value())) {
            event->ignore(); // the line edit would claim the keys although it has nothing to undo
            return true;
        }
    }
    return QDoubleSpinBox::event(event);
}

} // namespace gui
