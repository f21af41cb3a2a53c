// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/models/hyper_parameters_model.h"

#include "gui/settings/number_format.h"

namespace gui {

namespace {

// Whole numbers are grouped on screen; everything else is the engine's text.
QString displayText(const QString& value)
{
    bool isInteger = false;
    const qint64 number = value.toLongLong(&isInteger);
    return isInteger ? formatInteger(number, QLocale()) : value;
}

} // namespace

void HyperParametersModel::setParameters(const QList<QPair<QString, QString>>& parameters)
{
    beginResetModel();
    m_parameters = parameters;
    endResetModel();
}

QString HyperParametersModel::text() const
{
    QString text;
    for (const auto& [name, value] : m_parameters) {
        text += name + u'\t' + value + u'\n';
    }
    return text;
}

int HyperParametersModel::rowCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : int(m_parameters.size());
}

int HyperParametersModel::columnCount(const QModelIndex& parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant HyperParametersModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid)) {
        return {};
    }
    const auto& [name, value] = m_parameters.at(index.row());
    const bool isName = index.column() == NameColumn;
    switch (role) {
    case Qt::DisplayRole:
        return isName ? name : displayText(value);
    case Qt::ToolTipRole:
        return value; // a long value is elided in the view
    case Qt::TextAlignmentRole:
        return int((isName ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    default:
        return {};
    }
}

} // namespace gui
