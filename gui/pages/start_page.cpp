// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/start_page.h"

#include "gui/pages/demo_card.h"
#include "gui/pages/recent_runs.h"
#include "gui/pages/row_button.h"
#include "gui/panels/icon_label.h"
#include "gui/panels/secondary_label.h"
#include "gui/settings/icons.h"
#include "gui/settings/number_format.h"
#include "gui/settings/style.h"

#include <QAction>
#include <QApplication>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

namespace gui {

namespace {

constexpr int kContentWidth = 1020; // at a text height of kTextHeight
constexpr int kTextHeight = 18;
constexpr int kHeadIcon = 48;
constexpr int kColumns = 3;

struct Demonstration
{
    const char* preset;
    DemoPicture::Kind picture;
    const char* title;
    const char* sentence;
    const char* size;
    int count; // %1 in `size`; 0: none
};

constexpr Demonstration kDemonstrations[] = {
    {"fashion-mlp", DemoPicture::Kind::Clothing,
     QT_TRANSLATE_NOOP("gui::StartPage", "Clothing pictures"),
     QT_TRANSLATE_NOOP("gui::StartPage",
                       "A multilayer perceptron sorts 28 × 28 pictures into ten kinds of "
                       "clothing."),
     QT_TRANSLATE_NOOP("gui::StartPage", "%1 pictures"), 5000},
    {"iris", DemoPicture::Kind::Iris, QT_TRANSLATE_NOOP("gui::StartPage", "Iris flowers"),
     QT_TRANSLATE_NOOP("gui::StartPage",
                       "Three species told apart by four measurements in a small table."),
     QT_TRANSLATE_NOOP("gui::StartPage", "%1 rows"), 150},
    {"spirals", DemoPicture::Kind::Spirals, QT_TRANSLATE_NOOP("gui::StartPage", "Two spirals"),
     QT_TRANSLATE_NOOP("gui::StartPage",
                       "A small network learns to tell two arms apart that wind around each "
                       "other."),
     QT_TRANSLATE_NOOP("gui::StartPage", "generated"), 0},
};

} // namespace

StartPage::StartPage(const QList<PresetInfo>& presets, QAction* openFile, const ThemeSource& source,
                     QWidget* parent)
    : QScrollArea(parent), m_source(source), m_recent(new RecentRuns(source, this))
{
    setObjectName(QStringLiteral("page.start"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setFocusPolicy(Qt::NoFocus);

    auto* content = new QWidget;
    const auto limitWidth = [this, content] {
        content->setMaximumWidth(kContentWidth * fontMetrics().height() / kTextHeight);
    };
    limitWidth();
    connect(&source, &ThemeSource::changed, this, limitWidth);
    const Space space = source.theme().space;
    auto* grid = new QGridLayout(content);
    grid->setContentsMargins(0, space.xl, 0, space.xl);
    grid->setHorizontalSpacing(space.m);
    grid->setVerticalSpacing(space.s);
    grid->addWidget(makeHead(), 0, 0, 1, kColumns);
    grid->addWidget(makeSectionTitle(tr("Demonstrations")), 1, 0, 1, kColumns);
    addDemonstrations(presets, *grid);
    grid->addWidget(makeSectionTitle(tr("Recent runs")), 3, 0, 1, 2);
    grid->addWidget(makeSectionTitle(tr("Your own data")), 3, 2);
    grid->addWidget(m_recent, 4, 0, 1, 2);
    grid->addWidget(makeOwnData(openFile), 4, 2, Qt::AlignTop);
    for (int column = 0; column < kColumns; ++column) {
        grid->setColumnStretch(column, 1);
        grid->setColumnMinimumWidth(column, 1); // equal shares, whatever the texts
    }

    auto* page = new QWidget;
    auto* centre = new QHBoxLayout(page);
    centre->setContentsMargins(space.xl, 0, space.xl, 0);
    centre->addStretch(1);
    centre->addWidget(content, 1000);
    centre->addStretch(1);
    page->setAutoFillBackground(true);
    followColor(*page, source, QPalette::Window, [](const Theme& t) { return t.surface.page; });
    setWidget(page);
    connect(m_recent, &RecentRuns::runAsked, this, &StartPage::runAsked);
    connect(m_recent, &RecentRuns::continueAsked, this, &StartPage::continueAsked);
}

QWidget* StartPage::makeHead()
{
    auto* head = new QWidget;
    auto* heading = new QLabel(tr("Train a network and watch it learn"), head);
    followFont(*heading, m_source, FontRole::Display);
    auto* sentence = new SecondaryLabel(
        tr("Pick a demonstration, or start with your own data. Nothing leaves this computer."),
        FontRole::Body, m_source, head);
    sentence->setWordWrap(true);
    auto* grid = new QGridLayout(head);
    grid->setContentsMargins(0, 0, 0, m_source.theme().space.s);
    grid->setHorizontalSpacing(m_source.theme().space.l);
    grid->setVerticalSpacing(0);
    grid->addWidget(new IconLabel(applicationIcon(), kHeadIcon, head), 0, 0, 2, 1);
    grid->addWidget(heading, 0, 1);
    grid->addWidget(sentence, 1, 1);
    grid->setColumnStretch(1, 1);
    return head;
}

QWidget* StartPage::makeSectionTitle(const QString& text)
{
    auto* title = new QLabel(text);
    title->setMinimumHeight(m_source.theme().space.xxl);
    title->setAlignment(Qt::AlignLeft | Qt::AlignBottom);
    followFont(*title, m_source, FontRole::Title);
    return title;
}

void StartPage::addDemonstrations(const QList<PresetInfo>& presets, QGridLayout& grid)
{
    int column = 0;
    for (const Demonstration& demonstration : kDemonstrations) {
        const QString name = QLatin1String(demonstration.preset);
        const auto preset =
            std::find_if(presets.cbegin(), presets.cend(),
                         [&name](const PresetInfo& info) { return info.name == name; });
        if (preset == presets.cend()) {
            continue;
        }
        const QString examples = demonstration.count == 0
            ? tr(demonstration.size)
            : tr(demonstration.size).arg(formatInteger(demonstration.count, locale()));
        const QString size =
            tr("%1 · %2 steps").arg(examples, formatInteger(preset->steps, locale()));
        auto* card = new DemoCard({name, demonstration.picture, tr(demonstration.title),
                                   tr(demonstration.sentence), size},
                                  m_source);
        card->startButton()->setDefault(column == 0); // the only accent button of the page
        connect(card, &DemoCard::startAsked, this, [this, name] { emit demonstrationAsked(name); });
        grid.addWidget(card, 2, column++);
    }
}

QWidget* StartPage::makeOwnData(QAction* openFile)
{
    auto* card = new QFrame;
    makeCard(*card);
    auto* open = new RowButton(openFile, m_source, card);
    open->setObjectName(QStringLiteral("start.openFile"));
    auto* hint = new SecondaryLabel(tr("or drop a job file (.toml) anywhere here"), FontRole::Body,
                                    m_source, card);
    hint->setWordWrap(true);
    hint->setMargin(m_source.theme().space.m);
    auto* column = new QVBoxLayout(card);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    column->addWidget(open);
    column->addWidget(hint);
    return card;
}

void StartPage::setBusy(bool busy)
{
    if (busy && isAncestorOf(QApplication::focusWidget())) {
        m_focusBefore = QApplication::focusWidget();
    }
    setEnabled(!busy);
    if (!busy && m_focusBefore && isVisible()) {
        m_focusBefore->setFocus();
    }
    if (!busy) {
        m_focusBefore.clear();
    }
}

void StartPage::setRuns(const QList<RunSummary>& runs)
{
    m_recent->setRuns(runs);
}

} // namespace gui
