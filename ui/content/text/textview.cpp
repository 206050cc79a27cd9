// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/textview.h"

#include "content/text/rowtext.h"
#include "look/controls/clipboard.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>

#include <algorithm>

namespace sonde::content {
namespace {

constexpr int kMargin = 6;

} // namespace

TextView::TextView(QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_copy(new QAction(tr("Copy"), this))
    , m_selectAll(new QAction(tr("Select all"), this))
    , m_wrap(new QAction(tr("Wrap lines"), this))
    , m_layingOut(this)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Text"));
    viewport()->setCursor(Qt::IBeamCursor);
    m_copy->setShortcut(QKeySequence::Copy);
    m_selectAll->setShortcut(QKeySequence::SelectAll);
    m_wrap->setCheckable(true);
    m_wrap->setChecked(true);
    for (QAction *action : {m_copy, m_selectAll, m_wrap}) {
        action->setShortcutContext(Qt::WidgetShortcut);
        addAction(action);
    }
    connect(m_copy, &QAction::triggered, this, &TextView::copy);
    connect(m_selectAll, &QAction::triggered, this, [this] {
        m_anchor = 0;
        m_cursor = m_text.size();
        viewport()->update();
    });
    connect(m_wrap, &QAction::toggled, this, &TextView::layOut);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, [this](int value) {
        const auto rows = m_rows.rows(value, 1);
        if (m_laidOut && !rows.empty())
            m_top = rows.front().begin;
        viewport()->update();
    });
}

void TextView::setText(const Bytes &utf8)
{
    m_text = utf8;
    m_rows = {};
    m_measured = {};
    m_hits = {};
    m_top = m_cursor = m_anchor = 0;
    layOut();
}

void TextView::setWrapped(bool wrapped)
{
    m_wrap->setChecked(wrapped);
}

int TextView::rowHeight() const
{
    return std::max(look::metrics().bytesRow, QFontMetrics(look::fixedFont()).height() + 1);
}

int TextView::cellWidth() const
{
    return std::max(1, QFontMetrics(look::fixedFont()).horizontalAdvance(u'0'));
}

int TextView::columnsFor(int width) const
{
    if (!m_wrap->isChecked())
        return kMaxColumns;
    constexpr int kLeast = 20;
    return std::clamp((width - 2 * kMargin) / cellWidth(), kLeast, kMaxColumns);
}

// Whether the scroll bar is there must not depend on itself: with it, a text has more rows, and a
// place for all of them without it would be too low for ever.
int TextView::columnsThatFit() const
{
    const int room = width() - 2 * frameWidth();
    const int high = height() - 2 * frameWidth();
    if (m_text.size() <= kMaxAtOnce && measuredRows(room) * rowHeight() <= high)
        return columnsFor(room);
    return columnsFor(room - verticalScrollBar()->sizeHint().width());
}

void TextView::layOut()
{
    const int columns = columnsThatFit();
    if (m_text.size() <= kMaxAtOnce) {
        m_layingOut.stop();
        take(TextRows::build(m_text, columns));
        return;
    }
    m_laidOut = false;
    // The beginning is there at once.
    if (m_rows.count() == 0) {
        m_rows = TextRows::build(m_text.slice(0, kMaxAtOnce / 4), columns);
        updateScrollBars();
    }
    m_layingOut.start<TextRows>(
        [text = m_text, columns](
            const std::stop_token &stop) { return TextRows::build(text, columns, stop); },
        [this](TextRows rows) { take(std::move(rows)); });
}

void TextView::take(TextRows rows)
{
    const std::size_t top = m_top;
    m_rows = std::move(rows);
    m_laidOut = true;
    updateScrollBars();
    verticalScrollBar()->setValue(int(m_rows.rowOf(top)));
    m_top = top;
    viewport()->update();
    Q_EMIT laidOut();
}

void TextView::updateScrollBars()
{
    const int visible = std::max(1, viewport()->height() / rowHeight());
    constexpr qint64 kMaxRows = std::numeric_limits<int>::max();
    verticalScrollBar()->setRange(
        0, int(std::clamp<qint64>(m_rows.count() - visible, 0, kMaxRows)));
    verticalScrollBar()->setPageStep(visible);
    const int widest = m_rows.columns() * cellWidth() + 2 * kMargin;
    const bool sideways = !m_wrap->isChecked() && m_rows.count() > 0;
    horizontalScrollBar()->setRange(0, sideways ? std::max(0, widest - viewport()->width()) : 0);
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(cellWidth());
}

int TextView::heightOf(int width, int most) const
{
    if (m_text.size() > kMaxAtOnce)
        return m_laidOut ? heightOfRows(m_rows.count(), most) : most;
    return heightOfRows(measuredRows(width - 2 * frameWidth()), most);
}

// A list asks often, and the text may be broken at another width now.
qint64 TextView::measuredRows(int width) const
{
    const int columns = columnsFor(width);
    if (m_measured.count() == 0 || m_measured.columns() != columns)
        m_measured = TextRows::build(m_text, columns);
    return m_measured.count();
}

int TextView::heightOfRows(qint64 rows, int most) const
{
    const qint64 wanted = std::max<qint64>(rows, 1) * rowHeight() + 2 * frameWidth() + kMargin;
    return int(std::min<qint64>(wanted, most));
}

void TextView::setHits(TextHits hits)
{
    m_hits = std::move(hits);
    viewport()->update();
}

std::pair<std::size_t, std::size_t> TextView::selection() const
{
    return {std::min(m_anchor, m_cursor), std::max(m_anchor, m_cursor)};
}

void TextView::select(std::size_t begin, std::size_t end)
{
    m_anchor = std::min(begin, m_text.size());
    m_cursor = std::min(end, m_text.size());
    showOffset(m_anchor);
    viewport()->update();
}

void TextView::showOffset(std::size_t offset)
{
    const auto row = int(m_rows.rowOf(offset));
    const int first = verticalScrollBar()->value();
    const int visible = verticalScrollBar()->pageStep();
    if (row < first || row >= first + visible)
        verticalScrollBar()->setValue(row < first ? row : row - visible + 1);
}

RowText TextView::rowText(const TextRows::Row &row) const
{
    RowText text = RowText::of(m_text.view(), row);
    const std::size_t from = row.begin < m_hits.length ? 0 : row.begin - m_hits.length;
    for (auto hit = std::lower_bound(m_hits.begins.begin(), m_hits.begins.end(), from);
         hit != m_hits.begins.end() && *hit < row.end; ++hit)
        text.light({std::max(*hit, row.begin), *hit + m_hits.length, look::theme().byteHi});
    const auto [begin, end] = selection();
    if (begin < row.next && end > row.begin)
        text.light({begin, end, hasFocus() ? look::theme().sel : look::theme().selOff});
    return text;
}

void TextView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), look::theme().base);
    const int height = rowHeight();
    const int left = kMargin - horizontalScrollBar()->value();
    const int visible = viewport()->height() / height + 1;
    int y = kMargin / 2;
    for (const TextRows::Row &row : m_rows.rows(verticalScrollBar()->value(), visible)) {
        const RowText text = rowText(row);
        QTextLayout layout(QString(), look::fixedFont());
        text.layOut(layout);
        painter.setPen(look::theme().text);
        layout.draw(&painter, QPointF(left, y));
        if (hasFocus() && m_cursor >= row.begin
            && (m_cursor < row.next || row.next == m_text.size())) {
            painter.setPen(look::theme().accent);
            const int x = left + int(layout.lineAt(0).cursorToX(int(text.indexOf(m_cursor))));
            painter.drawLine(x, y, x, y + height - 2);
        }
        y += height;
    }
}

std::size_t TextView::offsetAt(const QPoint &point) const
{
    const qint64 row =
        verticalScrollBar()->value() + std::max(0, point.y() - kMargin / 2) / rowHeight();
    const auto rows = m_rows.rows(row, 1);
    if (rows.empty())
        return m_text.size();
    const RowText text = RowText::of(m_text.view(), rows.front());
    QTextLayout layout(QString(), look::fixedFont());
    text.layOut(layout);
    const int x = point.x() - kMargin + horizontalScrollBar()->value();
    const int index = layout.lineAt(0).xToCursor(x);
    return text.offsets[std::min(std::size_t(index), text.offsets.size() - 1)];
}

void TextView::moveCursor(std::size_t offset, bool extend)
{
    m_cursor = std::min(offset, m_text.size());
    if (!extend)
        m_anchor = m_cursor;
    showOffset(m_cursor);
    viewport()->update();
}

void TextView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    if (columnsThatFit() != m_rows.columns())
        layOut();
    else
        updateScrollBars();
}

void TextView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        layOut();
}

void TextView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        moveCursor(offsetAt(event->pos()), event->modifiers().testFlag(Qt::ShiftModifier));
}

void TextView::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        moveCursor(offsetAt(event->pos()), true);
}

// The press was ours, so the release is not the parent's.
void TextView::mouseReleaseEvent(QMouseEvent *event)
{
    event->accept();
}

void TextView::mouseDoubleClickEvent(QMouseEvent *event)
{
    const std::string_view text = m_text.view();
    const auto isWord = [&](std::size_t at) {
        const auto c = static_cast<unsigned char>(text[at]);
        return c >= 0x80 || c == '_' || std::isalnum(c) != 0;
    };
    std::size_t begin = offsetAt(event->pos());
    std::size_t end = begin;
    constexpr std::size_t kLongestWord = 4096;
    while (begin > 0 && end - begin < kLongestWord && isWord(begin - 1))
        --begin;
    while (end < text.size() && end - begin < 2 * kLongestWord && isWord(end))
        ++end;
    select(begin, end);
}

std::size_t TextView::inRow(qint64 row, std::size_t like) const
{
    const auto from = m_rows.rows(m_rows.rowOf(like), 1);
    const auto to = m_rows.rows(std::clamp<qint64>(row, 0, m_rows.count() - 1), 1);
    if (from.empty() || to.empty())
        return like;
    const RowText a = RowText::of(m_text.view(), from.front());
    const RowText b = RowText::of(m_text.view(), to.front());
    const auto index = std::size_t(a.indexOf(like));
    return b.offsets[std::min(index, b.offsets.size() - 1)];
}

// The last place of the row above: before its line end, or before its last character.
std::size_t TextView::beforeRow(qint64 row) const
{
    if (row == 0)
        return 0;
    const TextRows::Row above = m_rows.rows(row - 1, 1).front();
    if (above.end < above.next)
        return above.end;
    const RowText text = RowText::of(m_text.view(), above);
    const auto last = std::size_t(text.indexOf(above.end));
    return last == 0 ? above.begin : text.offsets[last - 1];
}

std::size_t TextView::stepped(int key, bool whole) const
{
    const qint64 row = m_rows.rowOf(m_cursor);
    const auto rows = m_rows.rows(row, 1);
    if (rows.empty())
        return 0;
    const TextRows::Row here = rows.front();
    const RowText text = RowText::of(m_text.view(), here);
    const auto index = std::size_t(text.indexOf(m_cursor));
    const int page = verticalScrollBar()->pageStep();
    switch (key) {
    case Qt::Key_Left:
        return m_cursor > here.begin ? text.offsets[index - 1] : beforeRow(row);
    case Qt::Key_Right:
        for (const std::size_t offset : text.offsets)
            if (offset > m_cursor)
                return offset;
        return here.next;
    case Qt::Key_Up:
        return inRow(row - 1, m_cursor);
    case Qt::Key_Down:
        return inRow(row + 1, m_cursor);
    case Qt::Key_PageUp:
        return inRow(row - page, m_cursor);
    case Qt::Key_PageDown:
        return inRow(row + page, m_cursor);
    case Qt::Key_Home:
        return whole ? 0 : here.begin;
    default:
        return whole ? m_text.size() : here.end;
    }
}

void TextView::keyPressEvent(QKeyEvent *event)
{
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_PageUp:
    case Qt::Key_PageDown:
    case Qt::Key_Home:
    case Qt::Key_End:
        moveCursor(stepped(event->key(), event->modifiers().testFlag(Qt::ControlModifier)),
            event->modifiers().testFlag(Qt::ShiftModifier));
        return;
    default:
        QAbstractScrollArea::keyPressEvent(event);
    }
}

void TextView::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu(this);
    menu.addActions({m_copy, m_selectAll});
    menu.addSeparator();
    menu.addAction(m_wrap);
    menu.exec(event->globalPos());
}

// The selection, or the whole text without one.
void TextView::copy()
{
    auto [begin, end] = selection();
    if (begin == end) {
        begin = 0;
        end = m_text.size();
    }
    const QByteArray part = m_text.slice(begin, std::min(end - begin, kMaxCopied)).toByteArray();
    look::copyToClipboard(part);
}

} // namespace sonde::content
