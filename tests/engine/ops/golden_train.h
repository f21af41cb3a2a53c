// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/ops/type_dispatch.h"
#include "tests/engine/ops/op_testing.h"
#include "tests/support/golden.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonObject>

#include <limits>
#include <map>

// Reading of the golden folder "train"; its README describes the files.

// An element of "data": a number, or the name of one that is not finite.
inline double goldenNumber(const QJsonValue& value)
{
    if (!value.isString()) {
        return value.toDouble();
    }
    const double infinity = std::numeric_limits<double>::infinity();
    const QString text = value.toString();
    return text == "NaN" ? std::nan("") : text == "Infinity" ? infinity : -infinity;
}

inline engine::Shape goldenShape(const QJsonValue& dims)
{
    engine::Shape shape;
    for (const QJsonValue& size : dims.toArray()) {
        shape.append(size.toInteger());
    }
    return shape;
}

inline std::vector<std::int64_t> goldenNumbers(const QJsonValue& values)
{
    std::vector<std::int64_t> numbers;
    for (const QJsonValue& value : values.toArray()) {
        numbers.push_back(value.toInteger());
    }
    return numbers;
}

inline std::vector<double> goldenData(const QJsonObject& array)
{
    std::vector<double> values;
    for (const QJsonValue& value : array["data"].toArray()) {
        values.push_back(goldenNumber(value));
    }
    return values;
}

// Invalid for a type that the engine does not have.
inline engine::DataType goldenType(const QString& name)
{
    for (const engine::DataType type :
         {engine::DataType::Float, engine::DataType::Double, engine::DataType::Int32,
          engine::DataType::Int64, engine::DataType::UInt8, engine::DataType::Bool}) {
        if (name == QString::fromUtf8(engine::dataTypeName(type).data())) {
            return type;
        }
    }
    return engine::DataType::Invalid;
}

// Values rounded to a type.
inline engine::Tensor tensorOf(engine::DataType type, const engine::Shape& shape,
                               const std::vector<double>& values)
{
    engine::Tensor tensor(type, shape);
    engine::dispatchElementType(type, "golden", [&](auto element) {
        using T = decltype(element);
        std::ranges::transform(values, tensor.values<T>().begin(),
                               [](double value) { return static_cast<T>(value); });
    });
    return tensor;
}

inline engine::Tensor goldenTensor(const QJsonObject& array)
{
    return tensorOf(goldenType(array["dtype"].toString()), goldenShape(array["shape"]),
                    goldenData(array));
}

// The cases of all JSON files in a folder of "train".
inline std::vector<QJsonObject> goldenCases(const QString& folder)
{
    std::vector<QJsonObject> cases;
    const QDir directory(goldenFolder("train/" + folder));
    for (const QString& name : directory.entryList({"*.json"}, QDir::Files, QDir::Name)) {
        for (const QJsonValue& value : jsonObject(directory.filePath(name))["cases"].toArray()) {
            cases.push_back(value.toObject());
        }
    }
    return cases;
}

// How many cases there are in the copy in tests/golden; other folders may have others.
#define VERIFY_GOLDEN_COUNT(count, expected)                                                       \
    do {                                                                                           \
        if (!qEnvironmentVariableIsSet("TRAINSPOTTER_GOLDEN")) {                                   \
            QCOMPARE(static_cast<std::size_t>(count), std::size_t{expected});                      \
        }                                                                                          \
    } while (false)

// Counts the cases that are left out, by reason.
class SkippedCases
{
public:
    void add(const QString& reason) { ++m_counts[reason]; }
    void print() const
    {
        for (const auto& [reason, count] : m_counts) {
            qInfo("skipped: %s (%d cases)", qPrintable(reason), count);
        }
    }

private:
    std::map<QString, int> m_counts;
};
