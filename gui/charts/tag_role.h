// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "gui/charts/chart_series.h"

#include <QString>

namespace gui {

// Which part of the data a tag was measured on; Plain tags have no part ("learning_rate").
enum class TagSplit
{
    Plain,
    Training,
    Validation,
    Test
};

// What a tag of the store ("train/loss") means for the charts. Tags of one card share its name.
struct TagRole
{
    QString card; // "loss"
    TagSplit split = TagSplit::Plain;

    static TagRole of(const QString& tag);

    bool isStepped() const; // holds its value until the next point: settings
    bool isSmoothed() const; // noisy, drawn as mean over raw values
    bool isDashed() const { return split == TagSplit::Validation || split == TagSplit::Test; }
    BetterValues better() const;
};

// Place of a card on the page; cards of equal rank keep the order in which they appeared.
int cardRank(const QString& card);
// The card's axis starts at zero whatever its values are.
bool cardShowsZero(const QString& card);
// Its values are rates, written without decimals from 100 on.
bool cardShowsRate(const QString& card);

} // namespace gui
