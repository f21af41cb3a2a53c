// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/pages/distributions_page.h"

#include "gui/charts/distribution_card.h"
#include "gui/pages/empty_state.h"
#include "gui/panels/secondary_label.h"
#include "gui/settings/icons.h"
#include "gui/settings/number_format.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace gui {

namespace {

constexpr int kColumnWidth = 360; // least, where there are several
constexpr int kMostColumns = 3;
constexpr int kLeastCardHeight = 220;
constexpr int kFilterWidth = 160;

} // namespace

DistributionsPage::DistributionsPage(const ThemeSource& source, QWidget* parent)
    : QWidget(parent), m_source(source), m_head(makeHead()), m_stack(new QStackedWidget(this)),
      m_scroll(new QScrollArea(m_stack)), m_content(new QWidget)
{
    setObjectName(QStringLiteral("page.distributions"));
    setAutoFillBackground(true);
    const auto page = [](const Theme& theme) { return theme.surface.page; };
    followColor(*this, source, QPalette::Window, page);
    m_scroll->setObjectName(QStringLiteral("distributions.view"));
    m_scroll->setAccessibleName(tr("Distributions"));
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setFocusPolicy(Qt::NoFocus);
    followColor(*m_scroll, source, QPalette::Window, page);
    m_scroll->setWidget(m_content);
    m_scroll->viewport()->installEventFilter(this);
    m_stack->addWidget(m_scroll);
    makeEmptyStates();

    auto* column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_head);
    column->addWidget(m_stack, 1);

    m_askTimer.setSingleShot(true);
    connect(&m_askTimer, &QTimer::timeout, this, &DistributionsPage::askIfUnread);
    connect(m_scroll->verticalScrollBar(), &QScrollBar::valueChanged, &m_askTimer,
            qOverload<>(&QTimer::start));
    updateState();
}

QWidget* DistributionsPage::makeHead()
{
    auto* head = new QWidget(this);
    m_name = new QLabel(head);
    m_name->setTextFormat(Qt::PlainText);
    followFont(*m_name, m_source, FontRole::Strong);
    m_filter = new QLineEdit(head);
    m_filter->setObjectName(QStringLiteral("distributions.filter"));
    m_filter->setAccessibleName(tr("Filter layers"));
    m_filter->setPlaceholderText(tr("Layers"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedWidth(kFilterWidth);
    m_filter->addAction(icon(QStringLiteral("filter"), m_source, IconRole::Secondary),
                        QLineEdit::LeadingPosition);
    connect(m_filter, &QLineEdit::textChanged, this, [this] {
        placeCards();
        updateState();
    });
    m_period = new SecondaryLabel({}, FontRole::Caption, m_source, head);
    m_period->setObjectName(QStringLiteral("distributions.period"));

    const Theme& theme = m_source.theme();
    auto* row = new QHBoxLayout(head);
    row->setContentsMargins(theme.size.card.pageMargin, theme.space.s, theme.size.card.pageMargin,
                            0);
    row->setSpacing(theme.space.m);
    row->addWidget(m_name);
    row->addWidget(m_filter);
    row->addStretch(1);
    row->addWidget(m_period);
    return head;
}

void DistributionsPage::makeEmptyStates()
{
    const auto make = [this](const QString& title, const QString& sentence) {
        auto* state =
            new EmptyState(QStringLiteral("distributions"), title, sentence, m_source, m_stack);
        m_stack->addWidget(state);
        return state;
    };
    m_noRun = make(tr("No run selected"),
                   tr("How the weights of the selected run are distributed is shown here."));
    m_offered =
        make(tr("Nothing recorded yet"),
             tr("Histograms are off for this run. At most fifty until its end cost little; the "
                "status bar shows how much."));
    QPushButton* record =
        m_offered->addButton(QStringLiteral("distributions.record"), tr("Record from Now On"));
    connect(record, &QPushButton::clicked, this, &DistributionsPage::recordAsked);
    m_off = make(tr("Nothing was recorded"),
                 tr("Histograms are off for this run. They can be turned on here while it trains, "
                    "or by hooks.histograms.every_n_steps in a job file."));
    m_waiting = make(tr("Recording"), QString());
    m_noMatch = make(tr("No such layer"), QString());
    QPushButton* clear =
        m_noMatch->addButton(QStringLiteral("distributions.clearFilter"), tr("Clear Filter"));
    connect(clear, &QPushButton::clicked, m_filter, &QLineEdit::clear);
}

void DistributionsPage::showRun(RunId run, const QString& name, int colourSlot)
{
    m_name->setText(name);
    m_slot = colourSlot;
    for (DistributionCard* card : std::as_const(m_cards)) {
        card->setColourSlot(colourSlot);
    }
    if (run != m_run) {
        m_run = run;
        m_isAnswered = false;
        m_recording = Recording::Off;
        makeCards({});
        updateState();
    }
}

void DistributionsPage::setRecording(Recording recording, qint64 everySteps)
{
    m_recording = recording;
    m_everySteps = everySteps;
    updateState();
}

void DistributionsPage::showDistributions(const RunDistributions& distributions)
{
    if (distributions.run != m_run) {
        return;
    }
    m_isAnswered = true;
    QStringList tags;
    for (const DistributionCard* card : std::as_const(m_cards)) {
        tags.append(card->tag());
    }
    if (tags != distributions.tags) {
        makeCards(distributions.tags);
    }
    for (const TagDistributions& read : distributions.read) {
        for (DistributionCard* card : std::as_const(m_cards)) {
            if (card->tag() == read.tag) {
                card->showDistributions(read);
            }
        }
    }
    updateState();
}

void DistributionsPage::makeCards(const QStringList& tags)
{
    m_maximised = nullptr;
    for (DistributionCard* card : std::exchange(m_cards, {})) {
        card->hide();
        card->deleteLater();
    }
    for (const QString& tag : tags) {
        auto* card = new DistributionCard(tag, m_source, m_content);
        card->setColourSlot(m_slot);
        connect(card, &DistributionCard::maximiseToggled, this,
                [this, card](bool maximised) { maximise(card, maximised); });
        m_cards.append(card);
    }
    placeCards();
}

void DistributionsPage::maximise(DistributionCard* card, bool maximised)
{
    m_maximised = maximised ? card : nullptr;
    for (DistributionCard* other : std::as_const(m_cards)) {
        other->setMaximised(other == m_maximised);
    }
    placeCards();
}

bool DistributionsPage::matches(const DistributionCard& card) const
{
    return m_maximised ? &card == m_maximised
                       : card.tag().contains(m_filter->text().trimmed(), Qt::CaseInsensitive);
}

void DistributionsPage::placeCards()
{
    const CardSize& size = m_source.theme().size.card;
    QList<DistributionCard*> shown;
    for (DistributionCard* card : std::as_const(m_cards)) {
        if (matches(*card)) {
            shown.append(card);
        } else {
            card->hide();
        }
    }
    const QSize view = m_scroll->viewport()->size();
    const int count = std::max(1, int(shown.size()));
    const int width = view.width() - 2 * size.pageMargin;
    const int columns = std::clamp(width / kColumnWidth, 1, std::min(kMostColumns, count));
    const int rows = (count + columns - 1) / columns;
    const int cardWidth = (width - (columns - 1) * size.gap) / columns;
    const int roomHeight = (view.height() - 2 * size.pageMargin - (rows - 1) * size.gap) / rows;
    const int cardHeight = std::max(kLeastCardHeight, roomHeight);
    for (int i = 0; i < int(shown.size()); ++i) {
        const int x = size.pageMargin + i % columns * (cardWidth + size.gap);
        const int y = size.pageMargin + i / columns * (cardHeight + size.gap);
        shown[i]->setGeometry(x, y, cardWidth, cardHeight);
        shown[i]->show();
    }
    m_content->resize(view.width(),
                      2 * size.pageMargin + rows * cardHeight + (rows - 1) * size.gap);
    m_askTimer.start();
}

QStringList DistributionsPage::tagsInSight() const
{
    const QRect sight(QPoint(0, m_scroll->verticalScrollBar()->value()),
                      m_scroll->viewport()->size());
    QStringList tags;
    for (const DistributionCard* card : m_cards) {
        if (matches(*card) && card->geometry().intersects(sight)) {
            tags.append(card->tag());
        }
    }
    return tags;
}

void DistributionsPage::askIfUnread()
{
    const QStringList sight = tagsInSight();
    const bool isUnread =
        std::any_of(m_cards.cbegin(), m_cards.cend(), [&sight](const DistributionCard* card) {
            return !card->isRead() && sight.contains(card->tag());
        });
    if (isUnread && isVisible()) {
        emit distributionsWanted();
    }
}

void DistributionsPage::updateState()
{
    const QString every = formatInteger(m_everySteps, locale());
    const bool isOn = m_recording == Recording::On;
    m_period->setText(isOn ? tr("every %1 steps").arg(every) : QString());
    m_waiting->setSentence(
        m_recording == Recording::Requested
            ? tr("The first histograms are made with the next step.")
            : tr("Every %1 steps there is a histogram of each variable. The first ones appear here "
                 "soon after the next step.")
                  .arg(every));
    m_noMatch->setSentence(tr("No layer matches “%1”.").arg(m_filter->text()));
    const bool hasMatch = std::any_of(m_cards.cbegin(), m_cards.cend(),
                                      [this](const auto* card) { return matches(*card); });
    m_head->setVisible(m_run != 0 && !m_cards.isEmpty());
    QWidget* shown = m_scroll;
    if (m_run == 0) {
        shown = m_noRun;
    } else if (!m_cards.isEmpty()) {
        shown = hasMatch ? static_cast<QWidget*>(m_scroll) : m_noMatch;
    } else if (isOn || m_recording == Recording::Requested) {
        shown = m_waiting;
    } else if (m_isAnswered) {
        shown = m_recording == Recording::Offered ? m_offered : m_off;
    }
    m_stack->setCurrentWidget(shown);
}

void DistributionsPage::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    emit distributionsWanted();
}

// A scroll bar that comes or goes takes room, too.
bool DistributionsPage::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == m_scroll->viewport() && event->type() == QEvent::Resize) {
        placeCards();
    }
    return QWidget::eventFilter(watched, event);
}

} // namespace gui
