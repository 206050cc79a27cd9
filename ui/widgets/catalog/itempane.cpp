// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/catalog/itempane.h"

#include "look/painting/iconengine.h"
#include "look/theme/metrics.h"
#include "widgets/kit/frame/pagescroll.h"

#include <QEvent>
#include <QTabBar>
#include <QTabWidget>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

ItemPane::ItemPane(const QString &resultTitle, QWidget *parent)
    : QWidget(parent)
    , m_resultTitle(resultTitle)
    , m_tabs(new QTabWidget(this))
    , m_layout(new QVBoxLayout(this))
{
    auto *page = new QWidget(this);
    m_content = new QVBoxLayout(page);
    m_layout->addWidget(new PageScroll(page, PageScroll::Height::Shared), 1);
    for (QVBoxLayout *layout : {m_content, m_layout}) {
        layout->setContentsMargins(0, 0, 0, 0);
        layout->setSpacing(look::metrics().unit);
    }
    m_tabs->installEventFilter(this);
    m_tabs->tabBar()->setAccessibleName(tr("Views of the item"));
    connect(m_tabs, &QTabWidget::currentChanged, this, [this] {
        if (!showsResult())
            m_before = m_tabs->currentWidget();
    });
}

void ItemPane::addBelow(QWidget *part)
{
    m_layout->addWidget(part);
}

void ItemPane::addBelow(QLayout *row)
{
    m_layout->addLayout(row);
}

bool ItemPane::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_tabs && event->type() == QEvent::Resize)
        Q_EMIT tabsResized();
    return QWidget::eventFilter(watched, event);
}

void ItemPane::adoptResult(QWidget *result)
{
    m_result = result;
    m_tabs->addTab(result, look::icon("import"), m_resultTitle);
}

void ItemPane::returnResult()
{
    // Without the result, the page from which it was called is in front, not its neighbour.
    if (showsResult() && m_before)
        m_tabs->setCurrentWidget(m_before);
    const int page = m_tabs->indexOf(m_result);
    m_result = nullptr;
    m_tabs->removeTab(page);
}

void ItemPane::bringResult()
{
    if (m_result)
        m_tabs->setCurrentWidget(m_result);
}

bool ItemPane::showsResult() const
{
    return m_result && m_tabs->currentWidget() == m_result;
}

} // namespace sonde::widgets
