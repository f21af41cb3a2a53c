// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: Apache-2.0
#include "tests/house/source_tree.h"

#include <QTest>

// What the documentation shows is what a tested program does.
class DocumentationTest : public QObject
{
    Q_OBJECT

private slots:
    void programsAreThoseThatRun();
};

namespace {

// The lines of every ```cpp block, without indentation.
QStringList codeIn(const QString& path)
{
    QStringList code;
    bool isCode = false;
    for (const QString& line : SourceTree::linesOf(path)) {
        if (line.startsWith("```")) {
            isCode = line == "```cpp";
        } else if (isCode) {
            code.append(line.trimmed());
        }
    }
    return code;
}

} // namespace

// Line by line, in this order; the program may do more in between.
void DocumentationTest::programsAreThoseThatRun()
{
    const QStringList shown = codeIn("ARCHITECTURE.md");
    QVERIFY(shown.size() > 5);
    qsizetype next = 0;
    for (const QString& line : SourceTree::linesOf("tests/package/program/program.cpp")) {
        if (next < shown.size() && line.trimmed() == shown[next]) {
            ++next;
        }
    }
    QVERIFY2(next == shown.size(), qPrintable("not in the program: " + shown.value(next)));
}

QTEST_GUILESS_MAIN(DocumentationTest)
#include "tst_documentation.moc"
