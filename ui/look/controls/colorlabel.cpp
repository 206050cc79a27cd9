// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/colorlabel.h"

#include "look/controls/plaintooltip.h"
#include "look/painting/signpainting.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>

namespace sonde::look {

namespace {

constexpr int kMinChars = 6; // of a text that may be cut

} // namespace

ColorLabel::ColorLabel(models::ColorRole tone, QWidget *parent)
    : ColorLabel({}, tone, parent)
{
}

ColorLabel::ColorLabel(const QString &text, models::ColorRole tone, QWidget *parent)
    : QLabel(parent)
    , m_tone(tone)
{
    setTextFormat(Qt::PlainText);
    setForegroundRole(QPalette::WindowText); // in a tool bar it would be the buttons' colour
    setText(text);
    applyColorRole();
    connect(&CurrentTheme::instance(), &CurrentTheme::changed, this, &ColorLabel::applyColorRole);
}

void ColorLabel::setColorRole(models::ColorRole tone)
{
    m_tone = tone;
    applyColorRole();
}

void ColorLabel::setSign(models::Sign sign)
{
    m_sign = sign;
    const int room = sign == models::Sign::None ? 0 : metrics().sign + kAfterSign;
    setContentsMargins(room, 0, 0, 0);
    update();
}

QSize ColorLabel::minimumSizeHint() const
{
    QSize size = QLabel::minimumSizeHint();
    if (!wordWrap())
        size.setWidth(qMin(
            size.width(), fontMetrics().averageCharWidth() * kMinChars + contentsMargins().left()));
    return size;
}

QString ColorLabel::shownText() const
{
    if (wordWrap() || textInteractionFlags().testFlag(Qt::TextSelectableByMouse))
        return text();
    QStringList lines = text().split(u'\n');
    for (QString &line : lines)
        line = fontMetrics().elidedText(line, m_elideMode, contentsRect().width());
    return lines.join(u'\n');
}

bool ColorLabel::isCut() const
{
    return shownText() != text();
}

bool ColorLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && isCut()) {
        showPlainToolTip(static_cast<QHelpEvent *>(event), text(), this);
        return true;
    }
    return QLabel::event(event);
}

void ColorLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::EnabledChange)
        applyColorRole();
}

void ColorLabel::paintEvent(QPaintEvent *event)
{
    if (const QString shown = shownText(); shown == text()) {
        QLabel::paintEvent(event);
    } else {
        QPainter painter(this);
        style()->drawItemText(&painter, contentsRect(), int(alignment()), palette(), isEnabled(),
            shown, foregroundRole());
    }
    if (m_sign == models::Sign::None)
        return;
    QPainter painter(this);
    const int side = metrics().sign;
    const int line = alignment() & Qt::AlignTop ? fontMetrics().height() : height();
    paintSign(&painter, QRectF(0, (line - side) / 2.0, side, side), m_sign,
        isEnabled() ? theme().color(models::signColorRole(m_sign)) : theme().off, pendingPhase());
}

void ColorLabel::applyColorRole()
{
    QPalette own;
    own.setColor(QPalette::WindowText, isEnabled() ? theme().color(m_tone) : theme().off);
    setPalette(own);
}

} // namespace sonde::look
