// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/excerptview.h"

#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QPainter>
#include <QTextEdit>
#include <QWheelEvent>

namespace sonde::widgets {

using findings::Level;

namespace {

// How a value is marked that breaks a rule of the level.
struct Frame {
    QColor back;
    QColor front;
    Qt::PenStyle line;
};

Frame frameOf(Level level)
{
    const look::Theme &theme = look::theme();
    switch (level) {
    case Level::Info:
        return {theme.infoBg, theme.muted, Qt::DotLine};
    case Level::Warning:
        return {theme.warnBg, theme.warn, Qt::DashLine};
    case Level::Error:
        break;
    }
    return {theme.errorBg, theme.error, Qt::SolidLine};
}

} // namespace

ExcerptView::ExcerptView(
    const models::FindingExcerpt &excerpt, Mark mark, findings::Level level, QWidget *parent)
    : QPlainTextEdit(parent)
    , m_begin(excerpt.markBegin)
    , m_end(excerpt.markEnd)
    , m_mark(mark)
    , m_level(level)
{
    setReadOnly(true);
    setTabChangesFocus(true);
    setFont(look::fixedFont());
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setWordWrapMode(QTextOption::WrapAnywhere);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setPlainText(excerpt.text);
    showMark();
}

void ExcerptView::showMark()
{
    QList<QTextEdit::ExtraSelection> marks;
    if (m_begin != m_end) {
        QTextEdit::ExtraSelection mark;
        mark.cursor = QTextCursor(document());
        mark.cursor.setPosition(m_begin);
        mark.cursor.setPosition(m_end, QTextCursor::KeepAnchor);
        const Frame frame = frameOf(m_level);
        mark.format.setBackground(m_mark == Mark::Wrong ? frame.back : look::theme().byteHi);
        if (m_mark == Mark::Wrong)
            mark.format.setForeground(frame.front);
        marks << mark;
    }
    setExtraSelections(marks);
}

// The frame says without colour that this is the value.
void ExcerptView::paintEvent(QPaintEvent *event)
{
    QPlainTextEdit::paintEvent(event);
    if (m_begin == m_end || m_mark != Mark::Wrong)
        return;
    QTextCursor begin(document());
    begin.setPosition(m_begin);
    QTextCursor end(document());
    end.setPosition(m_end);
    const QRect from = cursorRect(begin);
    const QRect to = cursorRect(end);
    const bool isOneLine = from.top() == to.top();
    const QRect frame = isOneLine
        ? QRect(from.topLeft(), to.bottomLeft())
        : QRect(QPoint(0, from.top()), QPoint(viewport()->width() - 2, to.bottom()));
    QPainter painter(viewport());
    const Frame mark = frameOf(m_level);
    painter.setPen(QPen(mark.front, 1, mark.line));
    painter.drawRect(frame.adjusted(-1, 0, 0, 0));
}

void ExcerptView::resizeEvent(QResizeEvent *event)
{
    QPlainTextEdit::resizeEvent(event);
    fitHeight();
}

// The document's height is in lines.
void ExcerptView::fitHeight()
{
    const double lines = document()->size().height();
    const int height = int(lines * fontMetrics().lineSpacing() + 2 * document()->documentMargin())
        + 2 * frameWidth() + 2;
    if (height != minimumHeight() || height != maximumHeight())
        setFixedHeight(height);
}

void ExcerptView::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::StyleChange)
        showMark();
}

// All of it is shown: what is around it scrolls.
void ExcerptView::wheelEvent(QWheelEvent *event)
{
    event->ignore();
}

} // namespace sonde::widgets
