// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/bytes/bytesview.h"

#include "content/base/utf8unit.h"
#include "content/bytes/bytewords.h"
#include "look/controls/clipboard.h"
#include "look/controls/plaintooltip.h"
#include "look/theme/metrics.h"
#include "look/theme/theme.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QFontMetrics>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QSet>
#include <QStringList>

#include <algorithm>

namespace sonde::content {

namespace {

constexpr int kMargin = 8;
constexpr int kBar = 2; // of a border, in pixels
constexpr int kFlag = 4;
constexpr int kHalf = BytesView::kPerRow / 2;

QString hexOf(unsigned char byte)
{
    return QString::number(uint(byte), 16).rightJustified(2, u'0');
}

bool isPlain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x7F;
}

} // namespace

std::vector<bool> utf8Validity(std::string_view bytes, std::size_t begin, std::size_t end)
{
    std::vector<bool> valid(end - begin, false);
    // A character is at most four bytes, so none that reaches into the range starts earlier.
    constexpr std::size_t kLongestTail = 3;
    std::size_t at = begin - std::min(begin, kLongestTail);
    while (at > 0 && at < begin && (static_cast<unsigned char>(bytes[at]) & 0xC0) == 0x80)
        ++at;
    while (at < end) {
        const Utf8Unit unit = utf8At(bytes, at);
        for (std::size_t i = at; i < at + unit.length; ++i) {
            if (i >= begin && i < end)
                valid[i - begin] = unit.valid;
        }
        at += unit.length;
    }
    return valid;
}

BytesView::BytesView(QWidget *parent)
    : QAbstractScrollArea(parent)
    , m_copyHex(new QAction(tr("Copy as hexadecimal"), this))
    , m_copyText(new QAction(tr("Copy as text"), this))
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Bytes"));
    viewport()->setCursor(Qt::IBeamCursor);
    m_copyHex->setShortcut(QKeySequence::Copy);
    m_copyHex->setShortcutContext(Qt::WidgetShortcut);
    addActions({m_copyHex, m_copyText});
    connect(m_copyHex, &QAction::triggered, this, [this] { copy(true); });
    connect(m_copyText, &QAction::triggered, this, [this] { copy(false); });
}

void BytesView::setBytes(const Bytes &bytes)
{
    m_bytes = bytes;
    m_frame = {};
    m_highBegin = m_highEnd = 0;
    m_cursor = m_anchor = 0;
    verticalScrollBar()->setValue(0);
    updateScrollBars();
    describeCursor();
    viewport()->update();
}

void BytesView::setFrame(ByteFrame frame)
{
    const int top = verticalScrollBar()->value();
    const qint64 before = firstRow();
    m_frame = std::move(frame);
    updateScrollBars();
    // Keeps the visible bytes in place; at the beginning the first bytes of the frame are visible.
    if (top > 0)
        verticalScrollBar()->setValue(top + int(before - firstRow()));
    if (m_highBegin < m_highEnd)
        showRowOf(qint64(m_highBegin));
    describeCursor();
    viewport()->update();
}

// For those who see neither the bytes nor the bars.
void BytesView::describeCursor()
{
    QStringList words;
    const auto [begin, end] = spoken();
    if (begin < end)
        words << byteWords(
            begin, bytesOf(begin, std::min(end, begin + kMaxSpokenBytes)), end - begin);
    if (m_cursor != 0 && !isOwn(m_cursor) && m_cursor < endPlace())
        words << tr("Part of the frame, not of the message");
    const QString piece = m_frame.wordsAt(m_cursor);
    if (!piece.isEmpty())
        words << (m_frame.isBorder(m_cursor) ? tr("Start of %1").arg(piece) : piece);
    setAccessibleDescription(words.join(QStringLiteral(" · ")));
}

void BytesView::setHighlight(std::size_t begin, std::size_t end)
{
    m_highEnd = std::min(end, m_bytes.size());
    m_highBegin = std::min(begin, m_highEnd);
    if (m_highBegin < m_highEnd) {
        m_cursor = m_anchor = qint64(m_highBegin);
        showRowOf(m_cursor);
        describeCursor();
    }
    viewport()->update();
}

void BytesView::setCursor(qint64 place, bool extend)
{
    if (firstPlace() == endPlace())
        return;
    m_cursor = std::clamp(place, firstPlace(), endPlace() - 1);
    if (!extend)
        m_anchor = m_cursor;
    showRowOf(m_cursor);
    describeCursor();
    viewport()->update();
}

std::pair<qint64, qint64> BytesView::selection() const
{
    if (m_cursor != m_anchor)
        return {std::min(m_cursor, m_anchor), std::max(m_cursor, m_anchor) + 1};
    return {qint64(m_highBegin), qint64(m_highEnd)};
}

// A highlight counts while the cursor is where it begins.
std::pair<qint64, qint64> BytesView::spoken() const
{
    const bool isHighlight = m_highBegin < m_highEnd && m_cursor == qint64(m_highBegin);
    if (m_cursor != m_anchor || isHighlight)
        return selection();
    return {m_cursor, std::min(m_cursor + 1, endPlace())};
}

QSize BytesView::sizeHint() const
{
    const Layout layout = layoutNow();
    constexpr int kRows = 8;
    return {layout.width + 2 * frameWidth() + verticalScrollBar()->sizeHint().width(),
        kRows * layout.row};
}

BytesView::Layout BytesView::layoutNow() const
{
    Layout layout;
    const QFontMetrics font(look::fixedFont());
    layout.cell = font.horizontalAdvance(u'0');
    layout.row = qMax(look::metrics().bytesRow, font.height() + 1);
    layout.digits = m_bytes.size() > 0xFFFFFF ? 8 : 6;
    layout.hex = kMargin + (layout.digits + 2) * layout.cell;
    // Three places for each byte, one more in the middle, three before the text.
    layout.text = layout.hex + (3 * kPerRow + 3) * layout.cell;
    layout.width = layout.text + kPerRow * layout.cell + kMargin;
    return layout;
}

int BytesView::hexX(const Layout &layout, int column) const
{
    return layout.hex + (3 * column + (column >= kHalf ? 1 : 0)) * layout.cell;
}

qint64 BytesView::rowCount() const
{
    return (endPlace() + kPerRow - 1) / kPerRow - firstRow();
}

qint64 BytesView::rowOf(qint64 place)
{
    return place >= 0 ? place / kPerRow : -((kPerRow - 1 - place) / kPerRow);
}

unsigned char BytesView::byteAt(qint64 place) const
{
    const auto size = qint64(m_bytes.size());
    const char *byte = place < 0 ? m_frame.before.data() + (place - firstPlace())
        : place < size           ? m_bytes.data() + place
                                 : m_frame.after.data() + (place - size);
    return static_cast<unsigned char>(*byte);
}

// A character at an edge counts as a whole, so the bytes beside the row are decoded, too.
std::vector<bool> BytesView::validity(qint64 begin, qint64 end) const
{
    constexpr qint64 kLongestTail = 3;
    const qint64 from = qMax(firstPlace(), begin - kLongestTail);
    const qint64 to = qMin(endPlace(), end + kLongestTail);
    std::string text;
    for (qint64 place = from; place < to; ++place)
        text += static_cast<char>(byteAt(place));
    return utf8Validity(text, std::size_t(begin - from), std::size_t(end - from));
}

void BytesView::updateScrollBars()
{
    const Layout layout = layoutNow();
    const int visible = qMax(1, viewport()->height() / layout.row);
    // At most 4 GiB of JSON: the rows fit an int.
    verticalScrollBar()->setRange(0, int(qMax<qint64>(0, rowCount() - visible)));
    verticalScrollBar()->setPageStep(visible);
    horizontalScrollBar()->setRange(0, qMax(0, layout.width - viewport()->width()));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(layout.cell);
}

void BytesView::showRowOf(qint64 place)
{
    const int row = int(rowOf(place) - firstRow());
    const int first = verticalScrollBar()->value();
    const int visible = verticalScrollBar()->pageStep();
    if (row < first || row >= first + visible)
        verticalScrollBar()->setValue(row < first ? row : row - visible + 1);
}

std::optional<qint64> BytesView::placeAt(const QPoint &point) const
{
    const Layout layout = layoutNow();
    const qint64 row = firstRow() + verticalScrollBar()->value() + point.y() / layout.row;
    const int x = point.x() + horizontalScrollBar()->value();
    int column = -1;
    if (x >= layout.text) {
        column = (x - layout.text) / layout.cell;
    } else if (x >= layout.hex - layout.cell) {
        const int place = (x - layout.hex + layout.cell / 2) / layout.cell;
        column = place <= 3 * kHalf ? place / 3 : (place - 1) / 3;
    }
    if (column < 0 || column >= kPerRow)
        return {};
    const qint64 place = row * kPerRow + column;
    return place >= firstPlace() && place < endPlace() ? std::optional(place) : std::nullopt;
}

bool BytesView::viewportEvent(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QAbstractScrollArea::viewportEvent(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const auto place = placeAt(help->pos());
    look::showPlainToolTip(help, place ? m_frame.wordsAt(*place) : QString(), viewport());
    return true;
}

void BytesView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), look::theme().base);
    painter.setFont(look::fixedFont());
    painter.translate(-horizontalScrollBar()->value(), 0);
    const Layout layout = layoutNow();
    const qint64 first = firstRow() + verticalScrollBar()->value();
    for (qint64 row = first; row < firstRow() + rowCount(); ++row) {
        const int y = int(row - first) * layout.row;
        if (y >= viewport()->height())
            break;
        paintGround(painter, layout, row, y);
        paintRow(painter, layout, row, y);
    }
}

// What lies under the bytes: the frame's own ground, the highlight, the selection and the cursor.
void BytesView::paintGround(QPainter &painter, const Layout &layout, qint64 row, int y) const
{
    const qint64 begin = row * kPerRow;
    const qint64 end = qMin(begin + kPerRow, endPlace());
    const auto fill = [&](qint64 from, qint64 to, const QColor &color) {
        from = std::max(from, begin);
        to = std::min(to, end);
        if (from >= to)
            return;
        const int a = int(from - begin);
        const int b = int(to - begin);
        const int left = hexX(layout, a);
        const int right = hexX(layout, b - 1) + 2 * layout.cell;
        painter.fillRect(QRect(left, y, right - left, layout.row), color);
        painter.fillRect(
            QRect(layout.text + a * layout.cell, y, (b - a) * layout.cell, layout.row), color);
    };
    fill(firstPlace(), 0, look::theme().altBase);
    fill(qint64(m_bytes.size()), endPlace(), look::theme().altBase);
    fill(qint64(m_highBegin), qint64(m_highEnd), look::theme().byteHi);
    if (m_cursor != m_anchor) {
        const auto [from, to] = selection();
        fill(from, to, hasFocus() ? look::theme().sel : look::theme().selOff);
    }
    if (hasFocus() && m_cursor >= begin && m_cursor < end) {
        const int column = int(m_cursor - begin);
        painter.setPen(QPen(look::theme().accent, 1));
        painter.drawRect(hexX(layout, column) - 1, y, 2 * layout.cell + 1, layout.row - 1);
        painter.drawRect(
            layout.text + column * layout.cell - 1, y, layout.cell + 1, layout.row - 1);
    }
}

void BytesView::paintRow(QPainter &painter, const Layout &layout, qint64 row, int y) const
{
    const qint64 begin = qMax(row * kPerRow, firstPlace());
    const qint64 end = qMin((row + 1) * kPerRow, endPlace());
    const std::vector<bool> valid = validity(begin, end);
    const auto place = [&](int x, int cells) {
        return QRect(x, y, cells * layout.cell, layout.row);
    };
    painter.setPen(look::theme().muted);
    painter.drawText(
        place(kMargin, layout.digits), Qt::AlignLeft | Qt::AlignVCenter, offsetText(row, layout));
    for (qint64 i = begin; i < end; ++i) {
        const unsigned char byte = byteAt(i);
        const bool good = valid[std::size_t(i - begin)];
        const int column = int(i - row * kPerRow);
        const QRect hex = place(hexX(layout, column), 2);
        if (!good) {
            painter.setPen(QPen(look::theme().error, 1, Qt::DotLine));
            painter.drawRect(hex.adjusted(-1, 1, 0, -2));
        }
        painter.setPen(!good ? look::theme().error
                : isOwn(i)   ? look::theme().text
                             : look::theme().muted);
        painter.drawText(hex, Qt::AlignLeft | Qt::AlignVCenter, hexOf(byte));
        const bool marked = i >= qint64(m_highBegin) && i < qint64(m_highEnd);
        if (!isPlain(byte) && good && !marked)
            painter.setPen(look::theme().muted);
        painter.drawText(place(layout.text + column * layout.cell, 1),
            Qt::AlignLeft | Qt::AlignVCenter, isPlain(byte) ? QChar(byte) : QChar(u'·'));
        if (m_frame.isBorder(i))
            paintBorder(painter, layout, column, y);
    }
}

QString BytesView::offsetText(qint64 row, const Layout &layout)
{
    const QString digits = QString::number(qulonglong(qAbs(row) * kPerRow), 16);
    if (row >= 0)
        return digits.rightJustified(layout.digits, u'0');
    return u'−' + digits.rightJustified(layout.digits - 1, u'0');
}

// A bar in the gap before the byte, with a flag towards it.
void BytesView::paintBorder(QPainter &painter, const Layout &layout, int column, int y) const
{
    const QColor color = look::theme().accent;
    const int bar = hexX(layout, column) - (layout.cell + kBar) / 2;
    painter.fillRect(bar, y, kBar, layout.row, color);
    painter.fillRect(layout.text + column * layout.cell - 1, y, 1, layout.row, color);
    for (int i = 0; i < kFlag; ++i)
        painter.fillRect(bar + kBar, y + i, kFlag - i, 1, color);
}

void BytesView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    updateScrollBars();
}

void BytesView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        updateScrollBars();
}

void BytesView::mousePressEvent(QMouseEvent *event)
{
    const auto place = placeAt(event->pos());
    if (event->button() != Qt::LeftButton || !place)
        return;
    setCursor(*place, event->modifiers().testFlag(Qt::ShiftModifier));
    if (m_cursor == m_anchor && isOwn(m_cursor))
        Q_EMIT byteClicked(m_cursor);
}

void BytesView::mouseMoveEvent(QMouseEvent *event)
{
    const auto place = placeAt(event->pos());
    if (event->buttons().testFlag(Qt::LeftButton) && place)
        setCursor(*place, true);
}

// The press was ours, so the release is not the parent's.
void BytesView::mouseReleaseEvent(QMouseEvent *event)
{
    event->accept();
}

qint64 BytesView::placeFor(int key, bool whole) const
{
    const qint64 page = qint64(verticalScrollBar()->pageStep()) * kPerRow;
    const qint64 first = firstPlace();
    const qint64 last = endPlace() - 1;
    const qint64 left = rowOf(m_cursor) * kPerRow;
    switch (key) {
    case Qt::Key_Left:
        return m_cursor - 1;
    case Qt::Key_Right:
        return m_cursor + 1;
    case Qt::Key_Up:
        return m_cursor - kPerRow;
    case Qt::Key_Down:
        return m_cursor + kPerRow;
    case Qt::Key_PageUp:
        return qMax(first + (m_cursor - first) % kPerRow, m_cursor - page);
    case Qt::Key_PageDown:
        return qMin(last, m_cursor + page);
    case Qt::Key_Home:
        return whole ? first : qMax(first, left);
    default:
        return whole ? last : qMin(last, left + kPerRow - 1);
    }
}

void BytesView::keyPressEvent(QKeyEvent *event)
{
    static const QSet<int> kKeys{Qt::Key_Left, Qt::Key_Right, Qt::Key_Up, Qt::Key_Down,
        Qt::Key_PageUp, Qt::Key_PageDown, Qt::Key_Home, Qt::Key_End};
    if (!kKeys.contains(event->key())) {
        QAbstractScrollArea::keyPressEvent(event);
        return;
    }
    const qint64 to = placeFor(event->key(), event->modifiers().testFlag(Qt::ControlModifier));
    if (to < firstPlace() || to >= endPlace())
        return;
    const bool extend = event->modifiers().testFlag(Qt::ShiftModifier);
    setCursor(to, extend);
    if (!extend && isOwn(to))
        Q_EMIT byteClicked(to);
}

void BytesView::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu(this);
    menu.addActions({m_copyHex, m_copyText});
    menu.exec(event->globalPos());
}

QByteArray BytesView::bytesOf(qint64 begin, qint64 end) const
{
    QByteArray bytes;
    const auto add = [&](const Bytes &part, qint64 at) {
        const qint64 from = std::max(begin, at);
        const qint64 to = std::min(end, at + qint64(part.size()));
        if (from < to)
            bytes.append(part.data() + (from - at), to - from);
    };
    add(m_frame.before, firstPlace());
    add(m_bytes, 0);
    add(m_frame.after, qint64(m_bytes.size()));
    return bytes;
}

void BytesView::copy(bool hex)
{
    auto [begin, end] = selection();
    if (begin == end)
        end = qint64(m_bytes.size());
    const QByteArray array = bytesOf(begin, std::min(end, begin + qint64(kMaxCopied)));
    look::copyToClipboard(
        hex ? QString::fromLatin1(array.toHex(' ')) : QString::fromUtf8(array), array.size());
}

} // namespace sonde::content
