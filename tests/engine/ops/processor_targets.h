// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QTest>
#include <hwy/targets.h>

#include <cstdint>

// The kinds of processors that loops are compiled for and that this one can be.
inline QList<std::int64_t> processorTargets()
{
    QList<std::int64_t> found;
    for (std::int64_t rest = hwy::SupportedTargets() & HWY_TARGETS; rest != 0; rest &= rest - 1) {
        found.append(rest & -rest);
    }
    return found;
}

// A row "target" for each of them.
inline void addTargetRows()
{
    QTest::addColumn<qint64>("target");
    for (const std::int64_t target : processorTargets()) {
        QTest::newRow(hwy::TargetName(target)) << qint64(target);
    }
}

// From now on loops run as on this kind of processor; 0: as on what it is.
inline void useTarget(std::int64_t target)
{
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}
