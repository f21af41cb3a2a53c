// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings/app_settings.h"

#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

namespace gui {

namespace {

constexpr int kMostRecentFiles = 10;
constexpr int kDefaultHalfLife = 50;
constexpr int kLongestHalfLife = 100000;

// Keys of the file. Enumerators are written as words, so that the file can be read and edited.
constexpr QLatin1String kGeometry("window/geometry");
constexpr QLatin1String kState("window/state");
constexpr QLatin1String kStateVersion("window/stateVersion");
constexpr QLatin1String kPage("window/page");
constexpr QLatin1String kStyle("window/style");
constexpr QLatin1String kTextScale("window/textScale");
constexpr QLatin1String kHalfLife("charts/smoothingHalfLife");
constexpr QLatin1String kFollow("charts/follow");
constexpr QLatin1String kLogLoss("charts/logLoss");
constexpr QLatin1String kXAxis("charts/xAxis");
constexpr QLatin1String kRanges("charts/ranges");
constexpr QLatin1String kRecentFiles("recentFiles");

constexpr std::array kStyleWords{"desktop", "light", "dark"};
constexpr std::array kXAxisWords{"step", "epoch", "time"};

template <typename Enum>
Enum readWord(const QSettings& settings, const QString& key, std::span<const char* const> words,
              Enum fallback)
{
    const std::string word = settings.value(key).toString().toStdString();
    const auto found = std::find(words.begin(), words.end(), word);
    return found == words.end() ? fallback : static_cast<Enum>(found - words.begin());
}

template <typename Enum>
QString word(std::span<const char* const> words, Enum value)
{
    return QLatin1String(words[static_cast<std::size_t>(value)]);
}

// File names hold separators of keys, so each store has a group named after its encoded path.
QString storeKey(const QString& store, const char* name)
{
    return QStringLiteral("stores/%1/%2")
        .arg(QString::fromLatin1(store.toUtf8().toBase64(QByteArray::Base64UrlEncoding
                                                         | QByteArray::OmitTrailingEquals)),
             QLatin1String(name));
}

bool isUsable(const QList<double>& bounds)
{
    return bounds.size() == 4
        && std::all_of(bounds.begin(), bounds.end(),
                       [](double bound) { return std::isfinite(bound); })
        && bounds[0] < bounds[1] && bounds[2] < bounds[3];
}

} // namespace

AppSettings::AppSettings(const QString& iniPath) : m_settings(iniPath, QSettings::IniFormat) { }

QString AppSettings::defaultPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericConfigLocation)
        + QStringLiteral("/trainspotter/trainspotter.ini");
}

QByteArray AppSettings::windowGeometry() const
{
    return m_settings.value(kGeometry).toByteArray();
}

void AppSettings::setWindowGeometry(const QByteArray& geometry)
{
    m_settings.setValue(kGeometry, geometry);
}

QByteArray AppSettings::windowState(int version) const
{
    const bool same = m_settings.value(kStateVersion).toInt() == version;
    return same ? m_settings.value(kState).toByteArray() : QByteArray();
}

void AppSettings::setWindowState(const QByteArray& state, int version)
{
    m_settings.setValue(kState, state);
    m_settings.setValue(kStateVersion, version);
}

QString AppSettings::page() const
{
    return m_settings.value(kPage).toString();
}

void AppSettings::setPage(const QString& name)
{
    m_settings.setValue(kPage, name);
}

StyleChoice AppSettings::styleChoice() const
{
    return readWord(m_settings, kStyle, kStyleWords, StyleChoice::FollowDesktop);
}

void AppSettings::setStyleChoice(StyleChoice choice)
{
    m_settings.setValue(kStyle, word(kStyleWords, choice));
}

double AppSettings::textScale() const
{
    bool isNumber = false;
    const double scale = m_settings.value(kTextScale).toDouble(&isNumber);
    return isNumber && scale >= 0.8 && scale <= 1.8 ? scale : 1;
}

void AppSettings::setTextScale(double scale)
{
    m_settings.setValue(kTextScale, scale);
}

int AppSettings::smoothingHalfLife() const
{
    bool isNumber = false;
    const int steps = m_settings.value(kHalfLife).toInt(&isNumber);
    return isNumber && steps >= 0 && steps <= kLongestHalfLife ? steps : kDefaultHalfLife;
}

void AppSettings::setSmoothingHalfLife(int steps)
{
    m_settings.setValue(kHalfLife, steps);
}

bool AppSettings::followsLiveEdge() const
{
    return m_settings.value(kFollow, true).toBool();
}

void AppSettings::setFollowsLiveEdge(bool follows)
{
    m_settings.setValue(kFollow, follows);
}

bool AppSettings::logLossAxis() const
{
    return m_settings.value(kLogLoss, false).toBool();
}

void AppSettings::setLogLossAxis(bool log)
{
    m_settings.setValue(kLogLoss, log);
}

XAxis AppSettings::xAxis() const
{
    return readWord(m_settings, kXAxis, kXAxisWords, XAxis::Step);
}

void AppSettings::setXAxis(XAxis axis)
{
    m_settings.setValue(kXAxis, word(kXAxisWords, axis));
}

QMap<QString, ChartRange> AppSettings::chartRanges() const
{
    QMap<QString, ChartRange> ranges;
    const QVariantMap stored = m_settings.value(kRanges).toMap();
    for (auto entry = stored.begin(); entry != stored.end(); ++entry) {
        QList<double> bounds;
        for (const QVariant& bound : entry.value().toList()) {
            bounds.append(bound.toDouble());
        }
        if (isUsable(bounds)) {
            ranges.insert(entry.key(), {bounds[0], bounds[1], bounds[2], bounds[3]});
        }
    }
    return ranges;
}

void AppSettings::setChartRanges(const QMap<QString, ChartRange>& ranges)
{
    QVariantMap stored;
    for (auto entry = ranges.begin(); entry != ranges.end(); ++entry) {
        const ChartRange& range = entry.value();
        stored.insert(entry.key(), QVariantList{range.xLow, range.xHigh, range.yLow, range.yHigh});
    }
    m_settings.setValue(kRanges, stored);
}

QList<qint64> AppSettings::shownRuns(const QString& store) const
{
    QList<qint64> runs;
    for (const QString& run : m_settings.value(storeKey(store, "shown")).toStringList()) {
        if (const qint64 id = run.toLongLong(); id > 0) {
            runs.append(id);
        }
    }
    return runs;
}

void AppSettings::setShownRuns(const QString& store, const QList<qint64>& runs)
{
    QStringList ids;
    for (qint64 run : runs) {
        ids.append(QString::number(run));
    }
    m_settings.setValue(storeKey(store, "shown"), ids);
}

QHash<qint64, int> AppSettings::runSlots(const QString& store) const
{
    QHash<qint64, int> runSlots;
    for (const QString& entry : m_settings.value(storeKey(store, "slots")).toStringList()) {
        const qint64 run = entry.section(QLatin1Char(':'), 0, 0).toLongLong();
        const int slot = entry.section(QLatin1Char(':'), 1, 1).toInt();
        if (run > 0 && slot > 0) {
            runSlots.insert(run, slot);
        }
    }
    return runSlots;
}

void AppSettings::setRunSlots(const QString& store, const QHash<qint64, int>& runSlots)
{
    QStringList entries;
    for (auto entry = runSlots.begin(); entry != runSlots.end(); ++entry) {
        entries.append(QStringLiteral("%1:%2").arg(entry.key()).arg(entry.value()));
    }
    entries.sort();
    m_settings.setValue(storeKey(store, "slots"), entries);
}

QStringList AppSettings::recentFiles() const
{
    return m_settings.value(kRecentFiles).toStringList().mid(0, kMostRecentFiles);
}

void AppSettings::addRecentFile(const QString& path)
{
    QStringList files = recentFiles();
    files.removeAll(path);
    files.prepend(path);
    m_settings.setValue(kRecentFiles, files.mid(0, kMostRecentFiles));
}

void AppSettings::flush()
{
    m_settings.sync();
}

} // namespace gui
