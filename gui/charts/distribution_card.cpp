// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/charts/distribution_card.h"

#include "gui/charts/ridge_plot.h"
#include "gui/settings/icons.h"
#include "gui/settings/number_format.h"
#include "gui/settings/theme_source.h"

#include <QPainter>
#include <QToolButton>

#include <algorithm>

namespace gui {

namespace {

constexpr int kEdge = 12;
constexpr int kFrame = 2; // room for the focus ring
constexpr int kIcon = 14;

constexpr double kLeastFixed = 0.001; // smaller deviations are × 10ⁿ

// "mean 0.0010, was 0.0000 · deviation …": how the newest differs from the oldest. A mean is as
// exact as the deviation beside it.
QString changeText(const Distribution& before, const Distribution& now, bool isChange)
{
    const auto number = [&now](double value) {
        return now.deviation < kLeastFixed
            ? formatMetric(value, QLocale())
            : formatFixed(value, metricDecimals(now.deviation), QLocale());
    };
    return isChange ? DistributionCard::tr("mean %1, was %2 · deviation %3, was %4")
                          .arg(number(now.mean), number(before.mean), number(now.deviation),
                               number(before.deviation))
                    : DistributionCard::tr("mean %1 · deviation %2")
                          .arg(number(now.mean), number(now.deviation));
}

} // namespace

DistributionCard::DistributionCard(const QString& tag, const ThemeSource& source, QWidget* parent)
    : QFrame(parent), m_tag(tag), m_source(source), m_plot(new RidgePlot(source, this)),
      m_maximise(new QToolButton(this))
{
    setObjectName(QStringLiteral("distributions.card.%1").arg(tag));
    m_plot->setObjectName(QStringLiteral("distributions.plot.%1").arg(tag));
    m_plot->setAccessibleName(tag);
    connect(m_plot, &RidgePlot::pointed, this, [this](const QString& readout) {
        m_readout = readout;
        update();
    });
    m_maximise->setObjectName(objectName() + QStringLiteral(".maximise"));
    m_maximise->setIcon(icon(QStringLiteral("maximise"), source, IconRole::Secondary));
    m_maximise->setIconSize({kIcon, kIcon});
    m_maximise->setAutoRaise(true);
    m_maximise->setCheckable(true);
    m_maximise->setToolTip(tr("Maximise"));
    m_maximise->setAccessibleName(tr("%1, %2").arg(tr("Maximise"), tag));
    m_maximise->setFocusPolicy(Qt::TabFocus);
    connect(m_maximise, &QToolButton::clicked, this, &DistributionCard::maximiseToggled);
    connect(&source, &ThemeSource::changed, this, [this] {
        resizeEvent(nullptr);
        update();
    });
}

void DistributionCard::showDistributions(const TagDistributions& read)
{
    m_isRead = true;
    m_problem = read.problem;
    m_plot->setDistributions(read.distributions);
    m_summary.clear();
    if (!read.distributions.isEmpty()) {
        m_summary = changeText(read.distributions.constFirst(), read.distributions.constLast(),
                               read.distributions.size() > 1);
    }
    setToolTip(m_problem);
    m_plot->setAccessibleName(QStringLiteral("%1, %2").arg(m_tag, caption()));
    update();
}

void DistributionCard::setColourSlot(int slot)
{
    m_plot->setColourSlot(slot);
}

void DistributionCard::setMaximised(bool maximised)
{
    m_maximise->setChecked(maximised);
}

QString DistributionCard::caption() const
{
    if (!m_problem.isEmpty()) {
        return tr("These histograms are damaged.");
    }
    if (!m_isRead) {
        return tr("being read");
    }
    return m_readout.isEmpty() ? m_summary : m_readout;
}

bool DistributionCard::isWide() const
{
    return width() >= m_source.theme().size.card.wideFrom;
}

int DistributionCard::headerHeight() const
{
    const Theme& theme = m_source.theme();
    const int strong = QFontMetrics(theme.font(FontRole::Strong)).height();
    const int caption = QFontMetrics(theme.font(FontRole::Caption)).height();
    return isWide() ? std::max(theme.size.card.headerWide, strong + 14)
                    : std::max(theme.size.card.headerNarrow, strong + caption + 10);
}

void DistributionCard::resizeEvent(QResizeEvent*)
{
    const int target = m_source.theme().size.target;
    m_maximise->setGeometry(width() - target - 4, 4, target, target);
    m_plot->setGeometry(rect().adjusted(kFrame, headerHeight(), -kFrame, -kFrame));
}

void DistributionCard::paintEvent(QPaintEvent*)
{
    const Theme& theme = m_source.theme();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(theme.outline.subtle, 1));
    painter.setBrush(theme.surface.base);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), theme.radius.card,
                            theme.radius.card);
    const int right = m_maximise->x() - 4;
    painter.setFont(theme.font(FontRole::Strong));
    const QFontMetrics strong = painter.fontMetrics();
    const QString title = strong.elidedText(m_tag, Qt::ElideMiddle, right - kEdge);
    const int line = isWide() ? headerHeight() : strong.height() + 6;
    painter.setPen(theme.text.primary);
    painter.drawText(QRect(kEdge, 0, right - kEdge, line), Qt::AlignVCenter, title);
    painter.setFont(theme.font(FontRole::Caption));
    painter.setPen(m_problem.isEmpty() ? theme.text.secondary : theme.danger.fg);
    const int left = isWide() ? kEdge + strong.horizontalAdvance(title) + kEdge : kEdge;
    const QRect place = isWide() ? QRect(left, 0, right - left, line)
                                 : QRect(left, line, width() - 2 * kEdge, headerHeight() - line);
    painter.drawText(place, Qt::AlignVCenter,
                     painter.fontMetrics().elidedText(caption(), Qt::ElideRight, place.width()));
}

} // namespace gui
