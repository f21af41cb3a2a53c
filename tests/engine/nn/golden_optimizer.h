// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/nn/adagrad_optimizer.h"
#include "engine/nn/adam_optimizer.h"
#include "engine/nn/adamw_optimizer.h"
#include "engine/nn/gradient_descent_optimizer.h"
#include "engine/nn/lion_optimizer.h"
#include "engine/nn/momentum_optimizer.h"
#include "engine/nn/rmsprop_optimizer.h"

#include <QJsonObject>

#include <map>
#include <memory>

// The optimizer that golden files call `kind`; null if the engine does not have it.
inline std::unique_ptr<engine::Optimizer>
goldenOptimizer(const QString& kind, const QJsonObject& parameters, engine::Output learningRate)
{
    using namespace engine;
    const auto number = [&](const char* name) { return parameters[name].toDouble(); };
    if (kind == "sgd") {
        return std::make_unique<GradientDescentOptimizer>(learningRate);
    }
    if (kind == "momentum") {
        return std::make_unique<MomentumOptimizer>(
            learningRate, MomentumParameters{number("momentum"), parameters["nesterov"].toBool()});
    }
    if (kind == "adam") {
        return std::make_unique<AdamOptimizer>(
            learningRate, AdamParameters{number("beta1"), number("beta2"), number("epsilon")});
    }
    if (kind == "adamw") {
        return std::make_unique<AdamWOptimizer>(learningRate,
                                                AdamWParameters{number("weight_decay"),
                                                                number("beta1"), number("beta2"),
                                                                number("epsilon")});
    }
    if (kind == "adagrad") {
        return std::make_unique<AdagradOptimizer>(learningRate, number("initial_accumulator"));
    }
    if (kind == "rmsprop") {
        return std::make_unique<RmsPropOptimizer>(
            learningRate,
            RmsPropParameters{number("decay"), number("momentum"), number("epsilon"),
                              parameters["centered"].toBool()});
    }
    if (kind == "lion") {
        return std::make_unique<LionOptimizer>(
            learningRate, LionParameters{number("beta1"), number("beta2"), number("weight_decay")});
    }
    return nullptr;
}

// The engine's name of a variable or slot: "w/m" of "adam" is "w/Adam".
inline std::string goldenVariableName(const QString& kind, const QString& name, bool isCentered)
{
    static const std::map<QString, QString> kSlots{{"momentum/momentum", "Momentum"},
                                                   {"adam/m", "Adam"},
                                                   {"adam/v", "Adam_1"},
                                                   {"adamw/m", "AdamW"},
                                                   {"adamw/v", "AdamW_1"},
                                                   {"adagrad/accumulator", "Adagrad"},
                                                   {"rmsprop/rms", "RMSProp"},
                                                   {"rmsprop/mg", "RMSProp_1"},
                                                   {"lion/m", "Lion"}};
    const qsizetype slash = name.lastIndexOf('/');
    if (slash < 0) {
        return name.toStdString();
    }
    const QString key = kind + name.mid(slash);
    const QString slot =
        key == "rmsprop/momentum" ? (isCentered ? "RMSProp_2" : "RMSProp_1") : kSlots.at(key);
    return (name.left(slash + 1) + slot).toStdString();
}
