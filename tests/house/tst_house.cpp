// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/house/source_tree.h"

#include <QFileInfo>
#include <QHash>
#include <QRegularExpression>
#include <QTest>

namespace {

constexpr int kMaxLines = 450;

// Files over kMaxLines, and why splitting them would make them harder to read.
const QHash<QString, QString>& longFiles()
{
    static const QHash<QString, QString> kLongFiles;
    return kLongFiles;
}

QStringList sourceFiles()
{
    const QStringList wildcards{"*.h", "*.cpp", "*.py", "*.cmake", "CMakeLists.txt"};
    QStringList files{"CMakeLists.txt", "dev", ".ci/run"};
    for (const QString folder : {"engine", "gui", "tests", "installer", "resources"}) {
        files += SourceTree::filesUnder(folder, wildcards);
    }
    return files + SourceTree::filesUnder("resources/jobs", {"*.toml"});
}

QString licenceOf(const QString& path)
{
    return path.startsWith("gui/") || path.startsWith("tests/gui/") ? "GPL-3.0-or-later"
                                                                    : "Apache-2.0";
}

// True if the CMakeLists.txt beside `path` names it.
bool isNamedInItsFolder(const QString& path)
{
    const QFileInfo file(path);
    const QStringList build = SourceTree::linesOf(file.path() + "/CMakeLists.txt");
    return !build.filter(file.fileName()).isEmpty();
}

} // namespace

class HouseTest : public QObject
{
    Q_OBJECT

private slots:
    void everySourceFileNamesItsLicence();
    void everySourceFileIsBuilt();
    void everyTestIsRegistered();
    void filesStayShort();
    void whatTheReadmeLinksToIsInstalled();
};

void HouseTest::everySourceFileNamesItsLicence()
{
    QStringList missing;
    for (const QString& file : sourceFiles()) {
        const QStringList top = SourceTree::linesOf(file).mid(0, 3);
        const bool owner =
            !top.filter("SPDX-FileCopyrightText: 2026 The Trainspotter developers").isEmpty();
        const bool licence = !top.filter("SPDX-License-Identifier: " + licenceOf(file)).isEmpty();
        if (!owner || !licence) {
            missing.append(file + ": " + licenceOf(file));
        }
    }
    QVERIFY2(missing.isEmpty(), qPrintable("no SPDX lines:\n" + missing.join("\n")));
}

void HouseTest::everySourceFileIsBuilt()
{
    QStringList missing;
    for (const QString folder : {"engine", "gui"}) {
        for (const QString& file : SourceTree::filesUnder(folder, {"*.cpp"})) {
            if (!isNamedInItsFolder(file)) {
                missing.append(file);
            }
        }
    }
    QVERIFY2(missing.isEmpty(), qPrintable("in no CMakeLists.txt:\n" + missing.join("\n")));
}

void HouseTest::everyTestIsRegistered()
{
    const QStringList tests = SourceTree::filesUnder("tests", {"tst_*.cpp"});
    QVERIFY(tests.contains("tests/house/tst_house.cpp"));
    QStringList missing;
    for (const QString& file : tests) {
        if (!isNamedInItsFolder(file)) {
            missing.append(file);
        }
    }
    QVERIFY2(missing.isEmpty(), qPrintable("in no CMakeLists.txt:\n" + missing.join("\n")));
}

void HouseTest::filesStayShort()
{
    QStringList complaints;
    for (const QString& file : sourceFiles()) {
        const qsizetype lines = SourceTree::linesOf(file).size();
        if (lines > kMaxLines && !longFiles().contains(file)) {
            complaints.append(QString("%1 has %2 lines").arg(file).arg(lines));
        } else if (lines <= kMaxLines && longFiles().contains(file)) {
            complaints.append(QString("%1 is short again, no reason is needed").arg(file));
        }
    }
    QVERIFY2(complaints.isEmpty(), qPrintable("\n" + complaints.join("\n")));
}

void HouseTest::whatTheReadmeLinksToIsInstalled()
{
    static const QRegularExpression kLink(R"(\]\(([^):]+)\))");
    const QString readme = SourceTree::linesOf("README.md").join('\n');
    const QString installer = SourceTree::linesOf("installer/CMakeLists.txt").join('\n');
    QStringList missing;
    int links = 0;
    for (const QRegularExpressionMatch& match : kLink.globalMatch(readme)) {
        ++links;
        if (!installer.contains("${PROJECT_SOURCE_DIR}/" + match.captured(1))) {
            missing.append(match.captured(1));
        }
    }
    QVERIFY(links > 3);
    QVERIFY2(missing.isEmpty(), qPrintable("not installed: " + missing.join(", ")));
}

QTEST_GUILESS_MAIN(HouseTest)
#include "tst_house.moc"
