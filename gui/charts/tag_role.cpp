// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/tag_role.h"

#include <QStringList>

#include <algorithm>
#include <array>
#include <utility>

namespace gui {

namespace {

const QString kLearningRate = QStringLiteral("learning_rate");
const QString kStepRate = QStringLiteral("global_step/sec");

bool contains(const QString& name, std::initializer_list<const char*> words)
{
    return std::any_of(words.begin(), words.end(), [&name](const char* word) {
        return name.contains(QLatin1String(word), Qt::CaseInsensitive);
    });
}

} // namespace

TagRole TagRole::of(const QString& tag)
{
    static const std::array<std::pair<QString, TagSplit>, 3> kParts{{
        {QStringLiteral("train/"), TagSplit::Training},
        {QStringLiteral("validation/"), TagSplit::Validation},
        {QStringLiteral("test/"), TagSplit::Test},
    }};
    for (const auto& [part, split] : kParts) {
        if (tag.startsWith(part) && tag.size() > part.size()) {
            return {tag.mid(part.size()), split};
        }
    }
    return {tag, TagSplit::Plain};
}

bool TagRole::isStepped() const
{
    return card == kLearningRate;
}

bool TagRole::isSmoothed() const
{
    return !isDashed() && !isStepped();
}

BetterValues TagRole::better() const
{
    if (contains(card, {"accuracy", "precision", "recall", "f1", "auc"})) {
        return BetterValues::Higher;
    }
    if (contains(card, {"loss", "error", "perplexity", "mse", "mae"})) {
        return BetterValues::Lower;
    }
    return BetterValues::Unknown;
}

int cardRank(const QString& card)
{
    static const QStringList kOrder{QStringLiteral("loss"), QStringLiteral("accuracy"), kStepRate,
                                    kLearningRate};
    const qsizetype index = kOrder.indexOf(card);
    return int(index < 0 ? kOrder.size() : index);
}

bool cardShowsZero(const QString& card)
{
    return card == kLearningRate;
}

bool cardShowsRate(const QString& card)
{
    return card == kStepRate;
}

} // namespace gui
