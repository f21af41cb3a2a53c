// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QList>
#include <QPointF>

namespace gui {

// What the Start page draws of the samples in resources/samples.

// A point of a scatter plot and the class it belongs to, counted from 0.
struct LabelledPoint
{
    QPointF at;
    int label = 0;
};

constexpr int kSheetColumns = 5;
constexpr int kSheetRows = 3;
constexpr int kSheetPicture = 28; // pixels a side

QImage clothingSheet(); // kSheetColumns x kSheetRows pictures without gaps
QList<LabelledPoint> irisPetals(); // x: petal length, y: petal width, both in cm
// Two arms in the square −1 … 1; the job's generator without noise.
QList<LabelledPoint> spiralPoints(int pointsPerArm);
// On which side of the ideal decision boundary a place lies.
int spiralClassAt(const QPointF& place);

} // namespace gui
