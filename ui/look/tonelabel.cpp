// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/tonelabel.h"

#include "look/metrics.h"
#include "look/plaintooltip.h"
#include "look/sign.h"
#include "look/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>

namespace sonde::content {

namespace {

constexpr int kAfterSign = 4;
constexpr int kMinChars = 6; // of a text that may be cut

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
    setForegroundRole(QPalette::WindowText); // in a tool bar it would be the buttons' colour
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

QSize ToneLabel::minimumSizeHint() const
{
    QSize size = QLabel::minimumSizeHint();
    if (!wordWrap())
        size.setWidth(qMin(
            size.width(), fontMetrics().averageCharWidth() * kMinChars + contentsMargins().left()));
    return size;
}

bool ToneLabel::isCut() const
{
    return !wordWrap() && !textInteractionFlags().testFlag(Qt::TextSelectableByMouse)
        && fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

bool ToneLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && isCut()) {
        showPlainToolTip(static_cast<QHelpEvent *>(event), text(), this);
        return true;
    }
    return QLabel::event(event);
}

void ToneLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::EnabledChange)
        applyTone();
}

void ToneLabel::paintEvent(QPaintEvent *event)
{
    if (!isCut()) {
        QLabel::paintEvent(event);
    } else {
        QPainter painter(this);
        const QString cut = fontMetrics().elidedText(text(), m_elideMode, contentsRect().width());
        style()->drawItemText(&painter, contentsRect(), int(alignment() | Qt::TextSingleLine),
            palette(), isEnabled(), cut, foregroundRole());
    }
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
