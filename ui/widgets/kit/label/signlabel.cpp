// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/label/signlabel.h"

#include "look/painting/signpainting.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QPainter>
#include <QTimerEvent>

namespace sonde::widgets {

namespace {
constexpr int kTurnMs = 250;
constexpr int kGap = 5;
} // namespace

SignLabel::SignLabel(QWidget *parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(&look::CurrentTheme::instance(), &look::CurrentTheme::changed, this,
        qOverload<>(&QWidget::update));
}

void SignLabel::setSign(models::Sign sign, const QString &word)
{
    m_sign = sign;
    m_word = word.isEmpty() ? models::signWord(sign) : word;
    setAccessibleName(m_word);
    if (sign == models::Sign::Pending)
        m_turn.start(kTurnMs, this);
    else
        m_turn.stop();
    updateGeometry();
    update();
}

QSize SignLabel::sizeHint() const
{
    const int side = m_sign == models::Sign::None ? 0 : look::metrics().sign + kGap;
    const QSize whole(side + fontMetrics().horizontalAdvance(m_word) + 2, look::metrics().sign + 4);
    return whole.boundedTo(maximumSize()); // what asks for no limits takes this for the width
}

QSize SignLabel::minimumSizeHint() const
{
    return {qMin(sizeHint().width(), look::metrics().sign * 4), sizeHint().height()};
}

void SignLabel::paintEvent(QPaintEvent *)
{
    if (m_sign == models::Sign::None)
        return;
    QPainter painter(this);
    const int side = look::metrics().sign;
    const QColor color = look::theme().color(models::signColorRole(m_sign));
    const QRect square(0, (height() - side) / 2, side, side);
    look::paintSign(&painter, square, m_sign, color, look::pendingPhase());
    const QRect words = rect().adjusted(side + kGap, 0, 0, 0);
    const bool quiet = m_sign == models::Sign::Ok;
    painter.setPen(quiet ? look::theme().text : color);
    painter.drawText(words, Qt::AlignVCenter | Qt::TextSingleLine,
        fontMetrics().elidedText(m_word, Qt::ElideRight, words.width()));
}

void SignLabel::timerEvent(QTimerEvent *event)
{
    if (event->timerId() == m_turn.timerId())
        update();
    else
        QWidget::timerEvent(event);
}

} // namespace sonde::widgets
