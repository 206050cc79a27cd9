// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/frame/splittershape.h"

#include "look/controls/splitter.h"

#include <QResizeEvent>

#include <utility>

namespace sonde::widgets {

namespace {

constexpr double kWide = 2.4; // widths of a height

bool isMuchWiderThanHigh(const QSize &size)
{
    return size.width() > kWide * size.height();
}

} // namespace

SplitterShape::SplitterShape(
    look::Splitter &splitter, QList<int> above, QList<int> beside, IsWide isWide)
    : QObject(&splitter)
    , m_splitter(splitter)
    , m_above(std::move(above))
    , m_beside(std::move(beside))
    , m_isWide(isWide ? std::move(isWide) : IsWide(isMuchWiderThanHigh))
{
    splitter.setOrientation(Qt::Vertical);
    splitter.setDefaultSizes(m_above);
    splitter.setChildrenCollapsible(false);
    splitter.installEventFilter(this);
}

bool SplitterShape::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Resize) {
        const QSize size = static_cast<QResizeEvent *>(event)->size();
        const auto orientation = m_isWide(size) ? Qt::Horizontal : Qt::Vertical;
        if (m_splitter.orientation() != orientation) {
            m_splitter.setOrientation(orientation);
            m_splitter.setDefaultSizes(orientation == Qt::Vertical ? m_above : m_beside);
        }
    }
    return QObject::eventFilter(watched, event);
}

} // namespace sonde::widgets
