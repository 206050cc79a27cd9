// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/traceview.h"

#include "look/controls/clipboard.h"
#include "look/controls/signdelegate.h"
#include "look/theme/metrics.h"
#include "widgets/trace/tracecolumns.h"

#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

using Model = models::TraceModel;

namespace {

constexpr std::uint64_t kMaxCopied = 16 << 20; // bytes on the clipboard
constexpr std::uint64_t kMaxInline = 16 << 10; // more is read in the background
} // namespace

TraceView::TraceView(models::TraceFilterProxy &proxy, QWidget *parent)
    : QTableView(parent)
    , m_proxy(proxy)
    , m_delegate(new look::SignDelegate(this))
    , m_copying(this, BackgroundJob::Ending::Join)
{
    setModel(&proxy);
    setItemDelegate(m_delegate);
    setSelectionBehavior(SelectRows);
    setSelectionMode(ExtendedSelection);
    setAlternatingRowColors(true);
    setShowGrid(false);
    setWordWrap(false);
    setTabKeyNavigation(false);
    setCornerButtonEnabled(false);
    setVerticalScrollMode(ScrollPerItem);
    setHorizontalScrollMode(ScrollPerPixel);
    setAccessibleName(tr("Messages"));
    verticalHeader()->hide();
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_columns = new TraceColumns(proxy, *this);
    sizeRows();

    connect(m_columns, &TraceColumns::changed, this, &TraceView::markEdge);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &TraceView::scrolled);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
        if (m_following)
            setFollowing(true);
        if (m_returning)
            keepInSight();
    });
    connect(this, &QAbstractItemView::clicked, this, &TraceView::opened);
    connect(this, &QAbstractItemView::activated, this, &TraceView::opened);
    connect(&proxy, &QAbstractItemModel::modelAboutToBeReset, this, &TraceView::aboutToReset);
    connect(&proxy, &QAbstractItemModel::modelReset, this, &TraceView::rowsReset);
    connect(&proxy, &models::TraceFilterProxy::completed, this, &TraceView::lookedAtAll);
    connect(&proxy, &QAbstractItemModel::rowsInserted, this, &TraceView::restoreSelection);
    connect(&proxy, &QAbstractItemModel::dataChanged, this, &TraceView::updatePair);
    markEdge();
}

void TraceView::sizeRows()
{
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(look::metrics().row);
}

// The marks of a row are at its left, whichever column is there.
void TraceView::markEdge()
{
    const std::vector<int> columns = m_columns->shown();
    m_delegate->setEdgeColumn(columns.empty() ? 0 : columns.front());
    viewport()->update();
}

void TraceView::resizeEvent(QResizeEvent *event)
{
    const int row = m_proxy.rowOf(m_number);
    const bool wasInSight = row >= 0 && isInSight(row, event->oldSize().height());
    QTableView::resizeEvent(event);
    m_columns->fit();
    if (wasInSight)
        keepInSight(); // also when the detail opens below
}

// In a hidden column the table neither scrolls nor moves: it is that of the current row only as
// long as it is shown.
int TraceView::shownColumn() const
{
    const int column = currentIndex().column();
    if (column >= 0 && !isColumnHidden(column))
        return column;
    const std::vector<int> columns = m_columns->shown();
    return columns.empty() ? 0 : columns.front();
}

void TraceView::leaveHiddenColumn()
{
    const QModelIndex current = currentIndex();
    const int column = shownColumn();
    if (current.isValid() && column != current.column())
        selectionModel()->setCurrentIndex(
            current.siblingAtColumn(column), QItemSelectionModel::NoUpdate);
}

bool TraceView::select(trace::Number number)
{
    const int row = m_proxy.rowOf(number);
    if (row < 0)
        return false;
    const QModelIndex index = m_proxy.index(row, shownColumn());
    // It alone, also while Ctrl of a shortcut is held down.
    selectionModel()->setCurrentIndex(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
    return true;
}

void TraceView::selectFirst()
{
    m_wantsFirst = m_proxy.rowCount() == 0;
    if (!m_wantsFirst)
        select(m_proxy.number(0));
}

bool TraceView::selectPair()
{
    const int row = m_proxy.rowOf(m_number);
    return row >= 0 && m_proxy.record(row).pair != 0 && select(m_proxy.record(row).pair);
}

trace::Number TraceView::otherOfExchange() const
{
    const models::TraceModel &trace = m_proxy.trace();
    const int row = trace.rowOf(m_number);
    if (row < 0)
        return 0;
    const trace::Number carrier = trace::carrierOf(trace.record(row));
    return carrier != 0 ? carrier : trace.firstCarried(m_number);
}

void TraceView::setFollowing(bool following)
{
    if (following) {
        const QScopedValueRollback quiet(m_quiet, true);
        scrollToBottom();
    }
    if (m_following == following)
        return;
    m_following = following;
    Q_EMIT followingChanged(following);
}

// Only a person scrolls by value: rows that come change the range.
void TraceView::scrolled(int value)
{
    if (m_quiet)
        return;
    const bool atEnd = value == verticalScrollBar()->maximum();
    if (m_following == atEnd)
        return;
    m_following = atEnd;
    Q_EMIT followingChanged(atEnd);
}

bool TraceView::isAtEnd() const
{
    return verticalScrollBar()->value() == verticalScrollBar()->maximum();
}

bool TraceView::isInSight(int row, int height) const
{
    const int top = rowViewportPosition(row);
    return top >= 0 && top + rowHeight(row) <= height;
}

// A row that the filter before has hidden was in sight when it was seen last, or was not.
void TraceView::aboutToReset()
{
    m_quiet = true;
    if (const int row = m_proxy.rowOf(m_number); row >= 0)
        m_inSight = isInSight(row, viewport()->height());
}

void TraceView::rowsReset()
{
    m_quiet = false;
    m_wantsFirst = false;
    m_returning = m_inSight && m_number != 0;
}

void TraceView::lookedAtAll()
{
    if (std::exchange(m_returning, false))
        keepInSight();
}

// The end of the list is followed no more where the row that is looked at is elsewhere.
void TraceView::keepInSight()
{
    const int row = m_proxy.rowOf(m_number);
    if (row < 0)
        return;
    {
        const QScopedValueRollback quiet(m_quiet, true);
        executeDelayedItemsLayout(); // until then the list cannot be scrolled as far
        if (!isInSight(row, viewport()->height()))
            scrollTo(m_proxy.index(row, shownColumn()), PositionAtCenter);
    }
    if (m_following && !isAtEnd()) {
        m_following = false;
        Q_EMIT followingChanged(false);
    }
}

void TraceView::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    if (m_quiet)
        return;
    QTableView::currentChanged(current, previous);
    if (!current.isValid())
        return; // rows went away; the message is still shown beside the list
    const trace::Number number = m_proxy.number(current.row());
    if (number == m_number)
        return;
    m_number = number;
    m_wantsFirst = false;
    updatePair();
    Q_EMIT numberSelected(number);
}

// Otherwise the view would choose the row's neighbour, and the message shown would change.
void TraceView::rowsAboutToBeRemoved(const QModelIndex &parent, int start, int end)
{
    const QScopedValueRollback quiet(m_quiet, true);
    if (currentIndex().row() >= start && currentIndex().row() <= end)
        selectionModel()->clear();
    QTableView::rowsAboutToBeRemoved(parent, start, end);
}

// A filter lets the selected row go and come back: it is found again by its number.
void TraceView::restoreSelection()
{
    if (m_number != 0 && !currentIndex().isValid()) {
        const int row = m_proxy.rowOf(m_number);
        if (row >= 0) {
            const QScopedValueRollback quiet(m_quiet, true);
            selectionModel()->setCurrentIndex(m_proxy.index(row, shownColumn()),
                QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        }
    }
    if (m_wantsFirst)
        selectFirst();
    else if (m_returning)
        keepInSight();
    updatePair();
}

void TraceView::updatePair()
{
    const int row = m_proxy.rowOf(m_number);
    const int pair = row < 0 ? -1 : m_proxy.rowOf(m_proxy.record(row).pair);
    const auto group = row < 0 ? 0 : m_proxy.index(row, 0).data(models::GroupRole).toUInt();
    if (m_delegate->pairRow() == pair && m_delegate->group() == group)
        return;
    m_delegate->setPairRow(pair);
    m_delegate->setGroup(group);
    viewport()->update();
}

void TraceView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Space && event->modifiers() == Qt::NoModifier) {
        Q_EMIT spacePressed();
        return;
    }
    if (event->matches(QKeySequence::Copy)) {
        copyMessages();
        return;
    }
    if (event->key() == Qt::Key_Escape) {
        Q_EMIT closeRequested();
        return;
    }
    QTableView::keyPressEvent(event);
}

// The view would make the first row the current one, which nobody selected.
void TraceView::focusInEvent(QFocusEvent *event)
{
    const QScopedValueRollback quiet(m_quiet, true);
    QTableView::focusInEvent(event);
    const QModelIndex current = currentIndex();
    if (current.isValid() && m_proxy.number(current.row()) != m_number)
        selectionModel()->clearCurrentIndex();
}

// A list has no cells to move in: the table would go to the first or last column.
QModelIndex TraceView::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    leaveHiddenColumn();
    if (action != MoveHome && action != MoveEnd)
        return QTableView::moveCursor(action, modifiers);
    const int row = action == MoveHome ? 0 : m_proxy.rowCount() - 1;
    return m_proxy.index(row, shownColumn());
}

// The current row is the one that the detail shows, and the selected ones are those that commands
// act on: a key that moves one of them, moves both.
QItemSelectionModel::SelectionFlags TraceView::selectionCommand(
    const QModelIndex &index, const QEvent *event) const
{
    const auto flags = QTableView::selectionCommand(index, event);
    const bool onlyMoves = flags == QItemSelectionModel::NoUpdate && event
        && event->type() == QEvent::KeyPress && index != currentIndex();
    return onlyMoves ? QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows : flags;
}

void TraceView::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange) {
        sizeRows();
        m_columns->size();
        m_columns->fit();
    }
}

void TraceView::contextMenuEvent(QContextMenuEvent *event)
{
    Q_EMIT menuRequested(event->globalPos());
}

std::vector<trace::Number> TraceView::selectedNumbers() const
{
    std::vector<trace::Number> numbers;
    // By ranges: all rows of a million are one.
    for (const QItemSelectionRange &range : selectionModel()->selection()) {
        for (int row = range.top(); row <= range.bottom(); ++row)
            numbers.push_back(m_proxy.number(row));
    }
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

QByteArray TraceView::textOf(const trace::Store &store, const std::vector<trace::Record> &records,
    const std::stop_token &stop)
{
    QByteArray text;
    for (const trace::Record &record : records) {
        if (stop.stop_requested())
            break;
        if (!text.isEmpty())
            text += '\n';
        if (const auto bytes = store.read(record))
            text.append(bytes->data(), static_cast<qsizetype>(bytes->size()));
    }
    return text;
}

// What is soon read is on the clipboard at once.
void TraceView::copyMessages()
{
    std::vector<trace::Record> records;
    std::uint64_t size = 0;
    for (const trace::Number number : selectedNumbers()) {
        const int row = m_proxy.trace().rowOf(number);
        if (row < 0)
            continue;
        const trace::Record &record = m_proxy.trace().record(row);
        size += record.length + 1U;
        if (size > kMaxCopied)
            break;
        records.push_back(record);
    }
    const trace::Store &store = m_proxy.trace().store();
    m_copying.stop();
    if (size <= kMaxInline) {
        putOnClipboard(textOf(store, records, {}));
        return;
    }
    m_copying.start<QByteArray>(
        [&store, records = std::move(records)](
            const std::stop_token &stop) { return textOf(store, records, stop); },
        [this](const QByteArray &text) { putOnClipboard(text); });
}

void TraceView::putOnClipboard(const QByteArray &text)
{
    if (text.isEmpty())
        return;
    look::copyToClipboard(text);
}

} // namespace sonde::widgets
