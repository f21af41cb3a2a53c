// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings/app_settings.h"

#include <QtTest>

using namespace gui;

class TestAppSettings : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void aNewFileHasDefaults();
    void everyValueComesBack();
    void aLayoutOfAnotherVersionIsIgnored();
    void eachStoreHasItsOwnRuns();
    void damagedValuesReadAsDefaults_data();
    void damagedValuesReadAsDefaults();
    void damagedRunsAreLeftOut();
    void recentFilesAreNewestFirstAndFew();

private:
    QString path() const { return m_folder->filePath(QStringLiteral("window.ini")); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestAppSettings::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestAppSettings::aNewFileHasDefaults()
{
    const AppSettings settings(path());
    QCOMPARE(settings.windowGeometry(), QByteArray());
    QCOMPARE(settings.windowState(1), QByteArray());
    QCOMPARE(settings.page(), QString());
    QCOMPARE(settings.styleChoice(), StyleChoice::FollowDesktop);
    QCOMPARE(settings.textScale(), 1.0);
    QCOMPARE(settings.chartsState(), QByteArray());
    QVERIFY(settings.recentFiles().isEmpty());
}

void TestAppSettings::everyValueComesBack()
{
    const QByteArray charts = QByteArray::fromHex("545343310000ff");
    const QHash<qint64, int> runSlots{{7, 1}, {9, 12}};
    const QString store = QStringLiteral("/home/a b/läufe = neu.sqlite");
    {
        AppSettings settings(path());
        settings.setWindowGeometry("geo\0metry");
        settings.setWindowState("state", 3);
        settings.setPage(QStringLiteral("page.charts"));
        settings.setStyleChoice(StyleChoice::Dark);
        settings.setTextScale(1.25);
        settings.setChartsState(charts);
        settings.setShownRuns(store, {9, 7});
        settings.setRunSlots(store, runSlots);
        settings.addRecentFile(store);
        settings.flush();
    }
    const AppSettings settings(path());
    QCOMPARE(settings.windowGeometry(), QByteArray("geo\0metry"));
    QCOMPARE(settings.windowState(3), QByteArray("state"));
    QCOMPARE(settings.page(), QStringLiteral("page.charts"));
    QCOMPARE(settings.styleChoice(), StyleChoice::Dark);
    QCOMPARE(settings.textScale(), 1.25);
    QCOMPARE(settings.chartsState(), charts);
    QCOMPARE(settings.shownRuns(store), (QList<qint64>{9, 7}));
    QCOMPARE(settings.runSlots(store), runSlots);
    QCOMPARE(settings.recentFiles(), QStringList{store});
}

void TestAppSettings::aLayoutOfAnotherVersionIsIgnored()
{
    AppSettings settings(path());
    settings.setWindowState("state", 3);
    QCOMPARE(settings.windowState(4), QByteArray());
}

void TestAppSettings::eachStoreHasItsOwnRuns()
{
    AppSettings settings(path());
    settings.setShownRuns(QStringLiteral("/a/runs.sqlite"), {1});
    settings.setShownRuns(QStringLiteral("/b/runs.sqlite"), {2, 3});
    QCOMPARE(settings.shownRuns(QStringLiteral("/a/runs.sqlite")), QList<qint64>{1});
    QCOMPARE(settings.shownRuns(QStringLiteral("/b/runs.sqlite")), (QList<qint64>{2, 3}));
    QVERIFY(settings.shownRuns(QStringLiteral("/c/runs.sqlite")).isEmpty());
}

void TestAppSettings::damagedValuesReadAsDefaults_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QVariant>("value");
    QTest::newRow("unknown style") << "window/style" << QVariant(QStringLiteral("sepia"));
    QTest::newRow("text far too large") << "window/textScale" << QVariant(40);
    QTest::newRow("text scale in words") << "window/textScale" << QVariant(QStringLiteral("big"));
}

void TestAppSettings::damagedValuesReadAsDefaults()
{
    QFETCH(QString, key);
    QFETCH(QVariant, value);
    QSettings(path(), QSettings::IniFormat).setValue(key, value);
    const AppSettings settings(path());
    QCOMPARE(settings.styleChoice(), StyleChoice::FollowDesktop);
    QCOMPARE(settings.textScale(), 1.0);
}

void TestAppSettings::damagedRunsAreLeftOut()
{
    AppSettings settings(path());
    settings.setShownRuns(QStringLiteral("s"), {-1, 0, 4});
    QCOMPARE(settings.shownRuns(QStringLiteral("s")), QList<qint64>{4});
    settings.setRunSlots(QStringLiteral("s"), {{4, 0}, {5, 2}});
    QCOMPARE(settings.runSlots(QStringLiteral("s")), (QHash<qint64, int>{{5, 2}}));
}

void TestAppSettings::recentFilesAreNewestFirstAndFew()
{
    AppSettings settings(path());
    for (int i = 1; i <= 12; ++i) {
        settings.addRecentFile(QStringLiteral("/%1").arg(i));
    }
    settings.addRecentFile(QStringLiteral("/5"));
    const QStringList files = settings.recentFiles();
    QCOMPARE(files.size(), 10);
    QCOMPARE(files.first(), QStringLiteral("/5"));
    QCOMPARE(files.at(1), QStringLiteral("/12"));
    QCOMPARE(files.count(QStringLiteral("/5")), 1);
}

QTEST_GUILESS_MAIN(TestAppSettings)
#include "tst_app_settings.moc"
