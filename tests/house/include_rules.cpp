// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/house/include_rules.h"

#include <QList>
#include <QRegularExpression>
#include <QStringList>

namespace IncludeRules {

namespace {

// From the ground up. Folders on one floor do not know each other.
const QList<QStringList>& floors()
{
    static const QList<QStringList> kFloors{
        {"engine/base"},
        {"engine/graph"},
        {"engine/ops"},
        {"engine/runtime"},
        {"engine/formats"},
        {"engine/nn", "engine/data"},
        {"engine/checkpoint", "engine/summary"},
        {"engine/session"},
        {"engine/hooks"},
        {"engine/training"},
        {"engine/jobs"},
        {"engine/cli"},
        {"gui/settings"},
        {"gui/bridge"},
        {"gui/models"},
        {"gui/charts"},
        {"gui/dialogs"},
        {"gui/panels"},
        {"gui/pages"},
        {"gui/mainwindow"},
        {"gui/app"},
    };
    return kFloors;
}

// 0 is the ground; -1 for a folder that is not in the house.
int floorOf(const QString& folder)
{
    for (int floor = 0; floor < floors().size(); ++floor) {
        if (floors().at(floor).contains(folder)) {
            return floor;
        }
    }
    return -1;
}

bool isQtHeader(const QString& header)
{
    static const QRegularExpression kQt(QStringLiteral("^(Q[A-Z]|Qt|qt|qcustomplot)"));
    return kQt.match(header).hasMatch();
}

QString complaintAboutSystemHeader(const QString& folder, const QString& header)
{
    if (folder.startsWith(QStringLiteral("engine/")) && isQtHeader(header)) {
        return QStringLiteral("the engine knows no Qt");
    }
    if (header == QStringLiteral("qcustomplot.h") && folder != QStringLiteral("gui/charts")) {
        return QStringLiteral("only gui/charts includes QCustomPlot");
    }
    return {};
}

QString complaintAboutOwnHeader(const QString& folder, const QString& header)
{
    const QString target = folderOf(header);
    if (!isKnownFolder(target)) {
        return QStringLiteral("own headers are included from the root of the repository");
    }
    const bool intoEngine = target.startsWith(QStringLiteral("engine/"));
    if (intoEngine && folder.startsWith(QStringLiteral("gui/"))
        && folder != QStringLiteral("gui/bridge")) {
        return QStringLiteral("the window reaches the engine through gui/bridge");
    }
    if (target == QStringLiteral("engine/cli") && folder != target) {
        return QStringLiteral("engine/cli is a program, not a library");
    }
    if (floorOf(target) > floorOf(folder)) {
        return QStringLiteral("upward include");
    }
    if (floorOf(target) == floorOf(folder) && target != folder) {
        return QStringLiteral("sideways include");
    }
    return {};
}

} // namespace

QString folderOf(const QString& path)
{
    return path.section(QLatin1Char('/'), 0, 1);
}

bool isKnownFolder(const QString& folder)
{
    return floorOf(folder) >= 0;
}

QString complaintAbout(const QString& path, const QString& line)
{
    static const QRegularExpression kInclude(
        QStringLiteral("^\\s*#\\s*include\\s*([<\"])([^>\"]+)[>\"]"));
    const QRegularExpressionMatch match = kInclude.match(line);
    if (!match.hasMatch()) {
        return {};
    }
    const QString folder = folderOf(path);
    const QString header = match.captured(2);
    const bool quoted = match.captured(1) == QStringLiteral("\"");
    if (!isKnownFolder(folder)) {
        return QStringLiteral("%1: %2 stands on no floor").arg(path, folder);
    }
    const bool own = quoted || header.startsWith(QStringLiteral("engine/"))
        || header.startsWith(QStringLiteral("gui/"));
    QString complaint = complaintAboutSystemHeader(folder, header);
    if (complaint.isEmpty() && own && header != QStringLiteral("qcustomplot.h")
        && !header.endsWith(QStringLiteral(".moc"))) {
        complaint = complaintAboutOwnHeader(folder, header);
    }
    return complaint.isEmpty() ? complaint
                               : QStringLiteral("%1: %2: %3").arg(path, complaint, header);
}

} // namespace IncludeRules
