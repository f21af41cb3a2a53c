// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QColor>
#include <QJsonObject>
#include <QList>
#include <QString>

namespace gui {

// Reads tokens by dotted path. Every function throws std::runtime_error with the whole path when
// the token is missing or of another kind, so that a slip in tokens.json is seen at once.
class TokenReader
{
public:
    // `prefix` is put before paths in messages.
    explicit TokenReader(QJsonObject object, QString prefix = {});

    TokenReader at(const char* path) const;
    bool has(const char* path) const;

    QColor color(const char* path) const; // "#rrggbb"
    QList<QColor> colors(const char* path) const;
    qreal number(const char* path) const;
    int length(const char* path) const; // a whole number
    QString text(const char* path) const;
    QList<qreal> numbers(const char* path) const;
    QList<TokenReader> list(const char* path) const; // an array of objects

private:
    QJsonValue value(const char* path) const; // Undefined when missing
    QJsonValue require(const char* path, QJsonValue::Type type, const char* kind) const;
    [[noreturn]] void fail(const char* path, const char* wanted) const;
    QColor toColor(const QJsonValue& value, const char* path) const;

    QJsonObject m_object;
    QString m_prefix;
};

} // namespace gui
