// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/traceview.h"

#include "content/metrics.h"
#include "content/signdelegate.h"
#include "models/tracetext.h"

#include <QAction>
#include <QClipboard>
#include <QContextMenuEvent>
#include <QDataStream>
#include <QGuiApplication>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

namespace {

using Model = models::TraceModel;

constexpr std::uint64_t kMaxCopied = 16 << 20; // bytes on the clipboard
constexpr int kPadding = 6; // as the delegate has it

// The widest that is usual in a column; wider things are cut and shown whole in the tool tip.
QString usualText(int column)
{
    switch (column) {
    case Model::NumberColumn:
        return models::groupedText(99'999);
    case Model::TimeColumn:
        return QStringLiteral("00:00:00.000000");
    case Model::DeltaColumn:
        return models::deltaText(999'999'000);
    case Model::DirectionColumn:
        return models::signWord(models::Sign::ReceivedRequest);
    case Model::KindColumn: {
        trace::Record record;
        record.kind = rpc::Kind::Notification;
        return models::kindText(record) + QStringLiteral("xx");
    }
    case Model::MethodColumn:
        return QStringLiteral("notifications/prompts/list_chan");
    case Model::IdColumn:
        return QStringLiteral("\"s-12\"");
    case Model::StatusColumn:
        return models::errorCodeText(rpc::kInvalidParams).left(15);
    case Model::DurationColumn:
        return models::durationText(999'999'000);
    case Model::SizeColumn:
        return models::groupedText(9'999'999);
    case Model::FindingsColumn:
        return QStringLiteral("1 · ") + models::problemText(rpc::Problem::RepeatedCursor);
    default:
        return QStringLiteral("server-everything");
    }
}

// What a narrow list does without, the first one first.
constexpr int kDispensable[] = {Model::NoteColumn, Model::FindingsColumn, Model::DeltaColumn,
    Model::SizeColumn, Model::IdColumn};
constexpr int kMinTargetChars = 14;
constexpr int kMinMethodChars = 12; // once there is nothing left to hide

bool hasSign(int column)
{
    return column == Model::NumberColumn || column == Model::DirectionColumn
        || column == Model::StatusColumn || column == Model::FindingsColumn;
}

} // namespace

TraceView::TraceView(models::TraceFilterProxy &proxy, QWidget *parent)
    : QTableView(parent)
    , m_proxy(proxy)
    , m_delegate(new content::SignDelegate(this))
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
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setContextMenuPolicy(Qt::CustomContextMenu);
    horizontalHeader()->setSectionResizeMode(QHeaderView::Interactive);
    horizontalHeader()->setSectionResizeMode(Model::TargetColumn, QHeaderView::Stretch);
    setColumnHidden(Model::ServerColumn, true);
    setColumnHidden(Model::NoteColumn, true);
    sizeRowsAndColumns();

    connect(
        horizontalHeader(), &QWidget::customContextMenuRequested, this, &TraceView::showColumnMenu);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &TraceView::scrolled);
    connect(verticalScrollBar(), &QScrollBar::rangeChanged, this, [this] {
        if (m_following)
            setFollowing(true);
    });
    connect(&proxy, &QAbstractItemModel::modelAboutToBeReset, this, [this] { m_quiet = true; });
    connect(&proxy, &QAbstractItemModel::modelReset, this, [this] { m_quiet = false; });
    connect(&proxy, &QAbstractItemModel::rowsInserted, this, &TraceView::restoreSelection);
    connect(&proxy, &QAbstractItemModel::dataChanged, this, &TraceView::updatePair);
    connect(&proxy.trace(), &Model::notesChanged, this, &TraceView::showNotes);
    showNotes();
}

void TraceView::sizeRowsAndColumns()
{
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setDefaultSectionSize(content::metrics().row);
    horizontalHeader()->setMinimumSectionSize(fontMetrics().height());
    for (int column = 0; column < Model::ColumnCount; ++column) {
        if (column != Model::TargetColumn)
            setColumnWidth(column, usualWidth(column));
    }
}

int TraceView::usualWidth(int column) const
{
    const QString title = m_proxy.headerData(column, Qt::Horizontal).toString();
    const QFontMetrics &font = fontMetrics();
    int sign = hasSign(column) ? content::metrics().sign + 2 * kPadding / 3 : 0;
    if (column == Model::DirectionColumn)
        sign += content::SignDelegate::indent();
    const int words =
        std::max(font.horizontalAdvance(usualText(column)) + sign, font.horizontalAdvance(title));
    return words + 2 * kPadding + 2;
}

// Hides columns until Target has room, and shows them again when there is some. What a person
// chose in the menu stays as chosen.
void TraceView::fitColumns()
{
    int room = viewport()->width() - fontMetrics().averageCharWidth() * kMinTargetChars;
    for (int column = 0; column < Model::ColumnCount; ++column) {
        if (column == Model::TargetColumn)
            continue;
        if (!isColumnHidden(column))
            room -= columnWidth(column);
        else if (m_hiddenForRoom.contains(column))
            room -= usualWidth(column);
    }
    room -= m_methodTaken;
    for (const int column : kDispensable) {
        const bool hidden = isColumnHidden(column);
        if (m_chosen.contains(column) || (hidden && !m_hiddenForRoom.contains(column)))
            continue;
        const bool hide = room < 0;
        if (hide)
            room += hidden ? usualWidth(column) : columnWidth(column);
        setColumnHidden(column, hide);
        if (hide)
            m_hiddenForRoom.insert(column);
        else
            m_hiddenForRoom.remove(column);
    }
    fitMethod(room);
}

// Their column appears with the first one.
void TraceView::showNotes()
{
    const bool wanted = !m_proxy.trace().store().notes().isEmpty();
    if (!wanted || m_chosen.contains(Model::NoteColumn) || !isColumnHidden(Model::NoteColumn)
        || m_hiddenForRoom.contains(Model::NoteColumn))
        return;
    setColumnHidden(Model::NoteColumn, false);
    fitColumns();
}

void TraceView::fitMethod(int room)
{
    const int whole = columnWidth(Model::MethodColumn) + m_methodTaken;
    const int least = std::min(whole, fontMetrics().averageCharWidth() * kMinMethodChars);
    m_methodTaken = std::clamp(-room, 0, whole - least);
    if (columnWidth(Model::MethodColumn) != whole - m_methodTaken)
        setColumnWidth(Model::MethodColumn, whole - m_methodTaken);
}

void TraceView::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    fitColumns();
}

QByteArray TraceView::saveColumns()
{
    for (const int column : std::as_const(m_hiddenForRoom))
        setColumnHidden(column, false);
    fitMethod(0);
    QByteArray state;
    QDataStream out(&state, QIODevice::WriteOnly);
    out << horizontalHeader()->saveState() << m_chosen;
    for (const int column : std::as_const(m_hiddenForRoom))
        setColumnHidden(column, true);
    fitColumns();
    return state;
}

void TraceView::restoreColumns(const QByteArray &state)
{
    QByteArray header;
    QDataStream in(state);
    in >> header >> m_chosen;
    if (in.status() != QDataStream::Ok)
        m_chosen.clear();
    m_hiddenForRoom.clear();
    m_methodTaken = 0;
    // One of an earlier version of Sonde has other columns.
    const QByteArray before = horizontalHeader()->saveState();
    horizontalHeader()->restoreState(header);
    if (horizontalHeader()->count() != Model::ColumnCount)
        horizontalHeader()->restoreState(before);
    horizontalHeader()->setSectionResizeMode(Model::TargetColumn, QHeaderView::Stretch);
    showNotes();
    fitColumns();
}

bool TraceView::select(trace::Number number)
{
    const int row = m_proxy.rowOf(number);
    if (row < 0)
        return false;
    const QModelIndex index = m_proxy.index(row, std::max(0, currentIndex().column()));
    // It alone, also while Ctrl of a shortcut is held down.
    selectionModel()->setCurrentIndex(
        index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    scrollTo(index);
    return true;
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
            selectionModel()->setCurrentIndex(m_proxy.index(row, 0),
                QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        }
    }
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
    QTableView::keyPressEvent(event);
}

void TraceView::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        sizeRowsAndColumns();
}

void TraceView::contextMenuEvent(QContextMenuEvent *event)
{
    Q_EMIT menuRequested(event->globalPos());
}

void TraceView::addColumnActions(QMenu *menu)
{
    for (int column = 0; column < Model::ColumnCount; ++column) {
        QAction *action = menu->addAction(m_proxy.headerData(column, Qt::Horizontal).toString());
        action->setCheckable(true);
        action->setChecked(!isColumnHidden(column));
        // Without its widest column the list would have an empty side; without any it is lost.
        action->setEnabled(column != Model::TargetColumn);
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_chosen.insert(column);
            m_hiddenForRoom.remove(column);
            setColumnHidden(column, !shown);
        });
    }
}

void TraceView::showColumnMenu(const QPoint &position)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    addColumnActions(menu);
    menu->popup(horizontalHeader()->mapToGlobal(position));
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

void TraceView::copyMessages()
{
    QByteArray text;
    std::uint64_t size = 0;
    for (const trace::Number number : selectedNumbers()) {
        const int row = m_proxy.trace().rowOf(number);
        if (row < 0)
            continue;
        const trace::Record &record = m_proxy.trace().record(row);
        size += record.length + 1U;
        if (size > kMaxCopied)
            break;
        if (!text.isEmpty())
            text += '\n';
        if (const auto bytes = m_proxy.trace().store().read(record))
            text.append(bytes->data(), static_cast<qsizetype>(bytes->size()));
    }
    if (text.isEmpty())
        return;
    QGuiApplication::clipboard()->setText(QString::fromUtf8(text));
    Q_EMIT copied(text.size());
}

} // namespace sonde::widgets
