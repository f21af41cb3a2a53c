// SPDX-FileCopyrightText: 2026 The Trainspotter developers
// SPDX-License-Identifier: GPL-3.0-or-later
#include "gui/panels/banner_stack.h"

#include <QAbstractSpinBox>
#include <QAccessible>
#include <QApplication>
#include <QLabel>
#include <QLineEdit>
#include <QPropertyAnimation>
#include <QPushButton>
#include <QVBoxLayout>

namespace gui {

namespace {

constexpr int kShown = 2;

bool somebodyTypes()
{
    const QWidget* focus = QApplication::focusWidget();
    return qobject_cast<const QLineEdit*>(focus) || qobject_cast<const QAbstractSpinBox*>(focus);
}

} // namespace

BannerStack::BannerStack(const ThemeSource& source, QWidget* parent)
    : QWidget(parent), m_source(source), m_column(new QVBoxLayout(this)), m_more(new QLabel(this))
{
    m_column->setContentsMargins(0, 0, 0, 0);
    m_column->setSpacing(0);
    m_more->setObjectName(QStringLiteral("banner.more"));
    m_more->setMargin(source.theme().space.xs);
    m_column->addWidget(m_more);
    arrange();
}

Banner* BannerStack::add(BannerKind kind, const QString& sentence, const QString& cause)
{
    auto* banner = new Banner(kind, sentence, cause, m_source, this);
    connect(banner, &Banner::closed, this, [this, banner] { remove(banner); });
    m_banners.prepend(banner);
    m_column->insertWidget(0, banner);
    arrange();
    return banner;
}

void BannerStack::announce(Banner* banner)
{
    slideIn(banner);
    QAccessibleEvent event(banner, QAccessible::Alert);
    QAccessible::updateAccessibility(&event);
}

void BannerStack::present(Banner* banner)
{
    announce(banner);
    if (banner->defaultButton() && !somebodyTypes()) {
        banner->defaultButton()->setFocus(Qt::TabFocusReason);
    }
}

void BannerStack::slideIn(Banner* banner)
{
    const int duration = m_source.theme().motion.bannerSlide;
    if (duration <= 0 || !isVisible()) {
        return;
    }
    auto* slide = new QPropertyAnimation(banner, "maximumHeight", banner);
    slide->setDuration(duration);
    slide->setEasingCurve(QEasingCurve::OutCubic);
    slide->setStartValue(0);
    slide->setEndValue(banner->sizeHint().height());
    connect(slide, &QPropertyAnimation::finished, banner,
            [banner] { banner->setMaximumHeight(QWIDGETSIZE_MAX); });
    slide->start(QAbstractAnimation::DeleteWhenStopped);
}

void BannerStack::remove(Banner* banner)
{
    if (!m_banners.removeOne(banner)) {
        return;
    }
    banner->hide();
    banner->deleteLater();
    arrange();
}

void BannerStack::clear()
{
    const QList<Banner*> banners = m_banners;
    for (Banner* banner : banners) {
        remove(banner);
    }
}

void BannerStack::arrange()
{
    for (int i = 0; i < int(m_banners.size()); ++i) {
        m_banners.at(i)->setVisible(i < kShown);
    }
    const int more = std::max(0, int(m_banners.size()) - kShown);
    m_more->setText(more == 1 ? tr("1 more alert") : tr("%n more alerts", nullptr, more));
    m_more->setVisible(more > 0);
    setVisible(!m_banners.isEmpty());
}

} // namespace gui
