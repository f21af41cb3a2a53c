// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/adam_optimizer.h"
#include "engine/nn/gradient_descent_optimizer.h"
#include "engine/nn/momentum_optimizer.h"

#include <QJsonObject>

#include <map>
#include <memory>

// The optimizer that golden files call `kind`; null if the engine does not have it.
inline std::unique_ptr<engine::Optimizer>
goldenOptimizer(const QString& kind, const QJsonObject& parameters, engine::Output learningRate)
{
    if (kind == "sgd") {
        return std::make_unique<engine::GradientDescentOptimizer>(learningRate);
    }
    if (kind == "momentum") {
        return std::make_unique<engine::MomentumOptimizer>(
            learningRate,
            engine::MomentumParameters{parameters["momentum"].toDouble(),
                                       parameters["nesterov"].toBool()});
    }
    if (kind == "adam") {
        return std::make_unique<engine::AdamOptimizer>(
            learningRate,
            engine::AdamParameters{parameters["beta1"].toDouble(), parameters["beta2"].toDouble(),
                                   parameters["epsilon"].toDouble()});
    }
    return nullptr;
}

// The engine's name of a variable or slot: "w/m" is "w/Adam".
inline std::string goldenVariableName(const QString& name)
{
    static const std::map<QString, QString> kSlots{
        {"momentum", "Momentum"}, {"m", "Adam"}, {"v", "Adam_1"}};
    const qsizetype slash = name.lastIndexOf('/');
    const auto slot = kSlots.find(name.mid(slash + 1));
    const bool isSlot = slash >= 0 && slot != kSlots.end();
    return (isSlot ? name.left(slash + 1) + slot->second : name).toStdString();
}
