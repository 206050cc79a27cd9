// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/auth/heldrequests.h"

#include "look/theme/metrics.h"
#include "widgets/auth/authrowdelegate.h"

#include <QLabel>
#include <QListView>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {

namespace {

constexpr int kMostRows = 4; // without scrolling

} // namespace

HeldRequests::HeldRequests(QWidget *parent)
    : QWidget(parent)
    , m_heading(new QLabel(this))
    , m_list(new QListView(this))
    , m_inTrace(new QToolButton(this))
{
    m_heading->setFont(look::boldFont());
    m_heading->setTextFormat(Qt::PlainText);
    m_list->setModel(&m_model);
    m_list->setItemDelegate(new AuthRowDelegate(m_list));
    m_list->setAccessibleName(tr("Requests waiting for authorization"));
    m_list->setMouseTracking(true);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setMinimumHeight(look::metrics().twoLineRow + 2 * m_list->frameWidth());
    m_inTrace->setText(tr("Show in trace"));
    m_inTrace->setAutoRaise(true);
    m_inTrace->setFocusPolicy(Qt::StrongFocus);
    m_inTrace->setToolTip(tr("Show the message of the selected request (Enter)"));
    auto *row = new QHBoxLayout;
    row->setContentsMargins(8, 0, 0, 0);
    row->addWidget(m_heading, 1);
    row->addWidget(m_inTrace);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().gap);
    layout->addLayout(row);
    layout->addWidget(m_list);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    connect(m_inTrace, &QToolButton::clicked, this, &HeldRequests::showInTrace);
    connect(m_list, &QListView::activated, this, &HeldRequests::showInTrace);
    hide();
}

void HeldRequests::setRequests(const std::vector<wire::HeldRequest> &requests)
{
    const int before = m_list->currentIndex().row();
    m_model.setRequests(requests);
    const int rows = m_model.rowCount();
    const int waiting = m_model.waitingCount();
    m_heading->setText(waiting == 1 ? tr("1 request waits")
            : waiting > 1           ? tr("%n requests wait", nullptr, waiting)
            : rows == 1             ? tr("1 request waited")
                                    : tr("%n requests waited", nullptr, rows));
    if (rows > 0 && !m_list->currentIndex().isValid())
        m_list->setCurrentIndex(m_model.index(std::clamp(before, 0, rows - 1)));
    m_list->setMaximumHeight(
        std::clamp(rows, 1, kMostRows) * look::metrics().twoLineRow + 2 * m_list->frameWidth());
    setVisible(rows > 0);
}

QString HeldRequests::heading() const
{
    return m_heading->text();
}

void HeldRequests::showInTrace()
{
    if (const wire::HeldRequest *one = m_model.request(m_list->currentIndex().row()))
        Q_EMIT messageRequested(one->sentAt.steady, one->channel);
}

} // namespace sonde::widgets
