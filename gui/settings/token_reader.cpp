// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings/token_reader.h"

#include <QJsonArray>

#include <stdexcept>

namespace gui {

TokenReader::TokenReader(QJsonObject object, QString prefix)
    : m_object(std::move(object)), m_prefix(std::move(prefix))
{ }

TokenReader TokenReader::at(const char* path) const
{
    return TokenReader(require(path, QJsonValue::Object, "a group").toObject(),
                       m_prefix + QLatin1String(path) + QLatin1Char('.'));
}

bool TokenReader::has(const char* path) const
{
    return !value(path).isUndefined();
}

QColor TokenReader::color(const char* path) const
{
    return toColor(require(path, QJsonValue::String, "a colour"), path);
}

QList<QColor> TokenReader::colors(const char* path) const
{
    QList<QColor> result;
    for (const QJsonValue& item : require(path, QJsonValue::Array, "a list").toArray()) {
        result.append(toColor(item, path));
    }
    return result;
}

qreal TokenReader::number(const char* path) const
{
    return require(path, QJsonValue::Double, "a number").toDouble();
}

int TokenReader::length(const char* path) const
{
    const qreal length = number(path);
    if (length != qRound(length)) {
        fail(path, "a whole number");
    }
    return qRound(length);
}

QString TokenReader::text(const char* path) const
{
    return require(path, QJsonValue::String, "a text").toString();
}

QList<qreal> TokenReader::numbers(const char* path) const
{
    QList<qreal> result;
    for (const QJsonValue& item : require(path, QJsonValue::Array, "a list").toArray()) {
        if (!item.isDouble()) {
            fail(path, "a list of numbers");
        }
        result.append(item.toDouble());
    }
    return result;
}

QList<TokenReader> TokenReader::list(const char* path) const
{
    QList<TokenReader> result;
    for (const QJsonValue& item : require(path, QJsonValue::Array, "a list").toArray()) {
        const QString place =
            QStringLiteral("%1%2[%3].").arg(m_prefix, QLatin1String(path)).arg(result.size());
        result.append(TokenReader(item.toObject(), place));
    }
    return result;
}

QJsonValue TokenReader::value(const char* path) const
{
    QJsonValue value = m_object;
    for (const QString& part : QString::fromLatin1(path).split(QLatin1Char('.'))) {
        value = value.toObject().value(part);
    }
    return value;
}

QJsonValue TokenReader::require(const char* path, QJsonValue::Type type, const char* kind) const
{
    QJsonValue found = value(path);
    if (found.type() != type) {
        fail(path, kind);
    }
    return found;
}

void TokenReader::fail(const char* path, const char* wanted) const
{
    const char* what = has(path) ? "is not" : "is missing; it should be";
    throw std::runtime_error(
        QStringLiteral("design token %1%2 %3 %4")
            .arg(m_prefix, QLatin1String(path), QLatin1String(what), QLatin1String(wanted))
            .toStdString());
}

QColor TokenReader::toColor(const QJsonValue& value, const char* path) const
{
    const QColor color(value.toString());
    if (!color.isValid()) {
        fail(path, "a colour");
    }
    return color;
}

} // namespace gui
