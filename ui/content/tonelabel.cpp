// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/tonelabel.h"

#include "content/metrics.h"
#include "content/sign.h"
#include "content/theme.h"

#include <QEvent>
#include <QPainter>

namespace sonde::content {

namespace {

constexpr int kAfterSign = 4;

} // namespace

ToneLabel::ToneLabel(models::Tone tone, QWidget *parent)
    : ToneLabel({}, tone, parent)
{
}

ToneLabel::ToneLabel(const QString &text, models::Tone tone, QWidget *parent)
    : QLabel(parent)
    , m_tone(tone)
{
    setTextFormat(Qt::PlainText);
    setText(text);
    applyTone();
    connect(&CurrentTheme::instance(), &CurrentTheme::changed, this, &ToneLabel::applyTone);
}

void ToneLabel::setTone(models::Tone tone)
{
    m_tone = tone;
    applyTone();
}

void ToneLabel::setSign(models::Sign sign)
{
    m_sign = sign;
    const int room = sign == models::Sign::None ? 0 : metrics().sign + kAfterSign;
    setContentsMargins(room, 0, 0, 0);
    update();
}

void ToneLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::EnabledChange)
        applyTone();
}

void ToneLabel::paintEvent(QPaintEvent *event)
{
    QLabel::paintEvent(event);
    if (m_sign == models::Sign::None)
        return;
    QPainter painter(this);
    const int side = metrics().sign;
    paintSign(&painter, QRectF(0, (height() - side) / 2.0, side, side), m_sign,
        isEnabled() ? theme().color(models::signTone(m_sign)) : theme().off, pendingPhase());
}

void ToneLabel::applyTone()
{
    QPalette own;
    own.setColor(QPalette::WindowText, isEnabled() ? theme().color(m_tone) : theme().off);
    setPalette(own);
}

} // namespace sonde::content
