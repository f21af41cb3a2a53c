// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/sample_data.h"

#include <QFile>
#include <QStringList>

#include <cmath>
#include <numbers>

// Resources of a static library are dropped by the linker unless somebody asks for them; the macro
// must stand outside every namespace.
static void initSamples()
{
    Q_INIT_RESOURCE(start_page);
}

namespace gui {

namespace {

constexpr double kTurns = 1.75; // as in resources/jobs/spirals.toml
constexpr int kPetalLength = 2; // columns of iris.csv
constexpr int kPetalWidth = 3;
constexpr int kSpecies = 4;

double armAngle(double radius)
{
    return radius * kTurns * 2 * std::numbers::pi;
}

} // namespace

QImage clothingSheet()
{
    initSamples();
    return QImage(QStringLiteral(":/samples/fashion-sheet.png"));
}

QList<LabelledPoint> irisPetals()
{
    initSamples();
    QFile file(QStringLiteral(":/samples/iris.csv"));
    if (!file.open(QIODevice::ReadOnly)) {
        return {};
    }
    QList<LabelledPoint> points;
    QStringList species;
    file.readLine(); // names of the columns
    while (!file.atEnd()) {
        const QStringList fields = QString::fromUtf8(file.readLine()).trimmed().split(u',');
        if (fields.size() <= kSpecies) {
            continue;
        }
        if (!species.contains(fields.at(kSpecies))) {
            species.append(fields.at(kSpecies));
        }
        points.append({{fields.at(kPetalLength).toDouble(), fields.at(kPetalWidth).toDouble()},
                       int(species.indexOf(fields.at(kSpecies)))});
    }
    return points;
}

QList<LabelledPoint> spiralPoints(int pointsPerArm)
{
    QList<LabelledPoint> points;
    for (int i = 0; i < pointsPerArm; ++i) {
        const double radius = 0.1 + 0.9 * i / pointsPerArm;
        for (int label = 0; label < 2; ++label) {
            const double angle = armAngle(radius) + label * std::numbers::pi;
            points.append({{radius * std::cos(angle), radius * std::sin(angle)}, label});
        }
    }
    return points;
}

int spiralClassAt(const QPointF& place)
{
    const double radius = std::hypot(place.x(), place.y());
    return std::cos(std::atan2(place.y(), place.x()) - armAngle(radius)) > 0 ? 0 : 1;
}

} // namespace gui
