// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "gui/settings/app_settings.h"

#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <span>

namespace gui {

namespace {

constexpr int kMostRecentFiles = 10;

// Keys of the file. Enumerators are written as words, so that the file can be read and edited.
constexpr QLatin1String kGeometry("window/geometry");
constexpr QLatin1String kState("window/state");
constexpr QLatin1String kStateVersion("window/stateVersion");
constexpr QLatin1String kPage("window/page");
constexpr QLatin1String kStyle("window/style");
constexpr QLatin1String kTextScale("window/textScale");
constexpr QLatin1String kCharts("charts/state");
constexpr QLatin1String kRecentFiles("recentFiles");

constexpr std::array kStyleWords{"desktop", "light", "dark"};

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

QByteArray AppSettings::chartsState() const
{
    return m_settings.value(kCharts).toByteArray();
}

void AppSettings::setChartsState(const QByteArray& state)
{
    m_settings.setValue(kCharts, state);
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
