// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/table/wrappedhead.h"

#include "look/theme/metrics.h"

#include <QEvent>
#include <QHBoxLayout>

#include <algorithm>

namespace sonde::widgets {

WrappedHead::WrappedHead(QWidget *parent)
    : QWidget(parent)
{
    auto *whole = new QVBoxLayout(this);
    whole->setContentsMargins(0, 0, 0, 0);
    whole->setSpacing(0);
}

QHBoxLayout *WrappedHead::addPart()
{
    auto *part = new QHBoxLayout;
    part->setSpacing(look::metrics().gap);
    part->setAlignment(Qt::AlignLeft); // what does not grow stays together
    auto *whole = static_cast<QVBoxLayout *>(layout());
    if (m_parts.isEmpty()) {
        whole->addLayout(part);
    } else {
        QLayout *before = m_joints.isEmpty() ? static_cast<QLayout *>(m_parts.constFirst())
                                             : m_joints.constLast();
        whole->removeItem(before);
        auto *joint = new QBoxLayout(QBoxLayout::LeftToRight);
        joint->setSpacing(look::metrics().gap);
        joint->setAlignment(Qt::AlignLeft);
        joint->addLayout(before);
        joint->addLayout(part);
        whole->addLayout(joint);
        m_joints += joint;
    }
    m_parts += part;
    return part;
}

QSize WrappedHead::minimumSizeHint() const
{
    int width = 0;
    for (const QHBoxLayout *part : m_parts)
        width = std::max(width, part->minimumSize().width());
    return {width, QWidget::minimumSizeHint().height()};
}

void WrappedHead::fit()
{
    int needed = m_parts.isEmpty() ? 0 : m_parts.constFirst()->minimumSize().width();
    for (qsizetype at = 0; at < m_joints.size(); ++at) {
        QBoxLayout *joint = m_joints[at];
        needed += joint->spacing() + m_parts[at + 1]->minimumSize().width();
        const auto wanted = needed <= width() ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom;
        if (joint->direction() != wanted)
            joint->setDirection(wanted);
    }
    layout()->activate();
}

// A control has another text, or is shown or hidden.
bool WrappedHead::event(QEvent *event)
{
    if (event->type() == QEvent::LayoutRequest)
        fit();
    return QWidget::event(event);
}

void WrappedHead::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    fit();
}

} // namespace sonde::widgets
