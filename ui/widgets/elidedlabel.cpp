// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/elidedlabel.h"

#include "content/theme.h"

#include <QHelpEvent>
#include <QPainter>
#include <QStyle>
#include <QTextDocument>
#include <QToolTip>

namespace sonde::widgets {

ElidedLabel::ElidedLabel(models::Tone tone, QWidget *parent)
    : QLabel(parent)
    , m_tone(tone)
{
    setTextFormat(Qt::PlainText);
    setForegroundRole(QPalette::WindowText); // in a tool bar it would be the buttons' colour
    applyTheme();
    connect(&content::CurrentTheme::instance(), &content::CurrentTheme::changed, this,
        &ElidedLabel::applyTheme);
}

ElidedLabel::ElidedLabel(const QString &text, models::Tone tone, QWidget *parent)
    : ElidedLabel(tone, parent)
{
    setText(text);
}

void ElidedLabel::setTone(models::Tone tone)
{
    m_tone = tone;
    applyTheme();
}

void ElidedLabel::applyTheme()
{
    QPalette colors = palette();
    colors.setColor(QPalette::WindowText, content::theme().color(m_tone));
    setPalette(colors);
}

QSize ElidedLabel::minimumSizeHint() const
{
    QSize size = QLabel::minimumSizeHint();
    if (!wordWrap())
        size.setWidth(qMin(size.width(), fontMetrics().averageCharWidth() * 6));
    return size;
}

bool ElidedLabel::isCut() const
{
    return !wordWrap() && textInteractionFlags() == Qt::NoTextInteraction
        && fontMetrics().horizontalAdvance(text()) > contentsRect().width();
}

bool ElidedLabel::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && isCut()) {
        const auto *help = static_cast<QHelpEvent *>(event);
        // Server text: as HTML of the plain text, or the tool tip would guess that it is HTML.
        QToolTip::showText(help->globalPos(), Qt::convertFromPlainText(text()), this);
        return true;
    }
    return QLabel::event(event);
}

void ElidedLabel::paintEvent(QPaintEvent *event)
{
    if (!isCut() || !pixmap(Qt::ReturnByValue).isNull()) {
        QLabel::paintEvent(event);
        return;
    }
    QPainter painter(this);
    const QString cut = fontMetrics().elidedText(text(), m_elideMode, contentsRect().width());
    style()->drawItemText(&painter, contentsRect(), int(alignment() | Qt::TextSingleLine),
        palette(), isEnabled(), cut, foregroundRole());
}

} // namespace sonde::widgets
