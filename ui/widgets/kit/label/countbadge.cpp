// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/label/countbadge.h"

#include "look/painting/signpainting.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QPainter>

namespace sonde::widgets {

CountBadge::CountBadge(QWidget *parent)
    : QWidget(parent)
{
    setCount(0);
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
        qOverload<>(&QWidget::update));
}

void CountBadge::setCount(int count)
{
    m_count = count;
    setAccessibleName(QString::number(count));
    // A tab bar lays its buttons out by their size, not by their hint.
    setFixedSize(sizeHint());
    update();
}

QSize CountBadge::sizeHint() const
{
    if (m_count == 0)
        return {0, 0};
    return {look::badgeWidth(m_count), look::metrics().sign + 3};
}

void CountBadge::paintEvent(QPaintEvent *)
{
    if (m_count == 0)
        return;
    QPainter painter(this);
    look::paintBadge(&painter, rect(), m_count, false);
}

} // namespace sonde::widgets
