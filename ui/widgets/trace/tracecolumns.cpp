// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/tracecolumns.h"

#include "base/formatting.h"
#include "look/controls/signdelegate.h"
#include "look/theme/metrics.h"
#include "models/trace/tracetext.h"

#include <QAction>
#include <QDataStream>
#include <QHeaderView>
#include <QIODevice>
#include <QMenu>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

using Model = models::TraceModel;

namespace {

constexpr int kPadding = 6; // as the delegate has it

// Which kind is the longest word depends on the language.
QStringList kindTexts()
{
    QStringList texts;
    for (const rpc::Kind kind : {rpc::Kind::Request, rpc::Kind::Response, rpc::Kind::ErrorResponse,
             rpc::Kind::Notification, rpc::Kind::Lifecycle, rpc::Kind::Exchange}) {
        trace::Record record;
        record.kind = kind;
        texts.append(models::kindText(record));
    }
    return texts;
}

// What is usual in a column; wider things are cut and shown whole in the tool tip.
QStringList usualTexts(int column)
{
    switch (column) {
    case Model::NumberColumn:
        return {countText(99'999)};
    case Model::TimeColumn:
        return {QStringLiteral("00:00:00.000000")};
    case Model::DeltaColumn:
        return {signedDurationText(std::chrono::nanoseconds(999'999'000))};
    case Model::DirectionColumn:
        return {models::signWord(models::Sign::SentRequest),
            models::signWord(models::Sign::ReceivedRequest)};
    case Model::KindColumn:
        return kindTexts();
    case Model::MethodColumn:
        return {QStringLiteral("notifications/prompts/list_chan")};
    case Model::IdColumn:
        return {QStringLiteral("\"s-12\"")};
    case Model::StatusColumn:
        return {models::errorCodeText(rpc::kInvalidParams).left(15)};
    case Model::DurationColumn:
        return {durationText(std::chrono::nanoseconds(999'999'000))};
    case Model::SizeColumn:
        return {countText(9'999'999)};
    case Model::FindingsColumn:
        return {countText(99)}; // the id of the rule where there is room
    default:
        return {QStringLiteral("server-everything")};
    }
}

// What a narrow list does without, the first one first. Then the words of Direction go, whose sign
// says the same, then Findings, and then Method and Server give up some of their width.
constexpr int kDispensable[] = {
    Model::DeltaColumn, Model::SizeColumn, Model::IdColumn, Model::KindColumn, Model::NoteColumn};
constexpr int kMinTargetChars = 14;
constexpr int kMinCutChars = 12; // of Method and Server, once there is nothing left to hide
// Target keeps so much before others get what is usual in it no more.
constexpr int kWideTargetChars = 28;
constexpr int kMaxServerChars = 40;

// The longest one that the specification has.
constexpr QLatin1String kLongestMethod("notifications/subscriptions/acknowledged");

bool hasSign(int column)
{
    return column == Model::NumberColumn || column == Model::DirectionColumn
        || column == Model::ServerColumn || column == Model::StatusColumn
        || column == Model::FindingsColumn;
}

} // namespace

TraceColumns::TraceColumns(models::TraceFilterProxy &proxy, QTableView &view)
    : QObject(&view)
    , m_proxy(proxy)
    , m_view(view)
    , m_header(*view.horizontalHeader())
{
    m_header.setHighlightSections(false);
    m_header.setSectionsMovable(true);
    m_header.setContextMenuPolicy(Qt::CustomContextMenu);
    m_header.setSectionResizeMode(QHeaderView::Interactive);
    m_header.setSectionResizeMode(Model::TargetColumn, QHeaderView::Stretch);
    m_header.setToolTip(tr("Drag a title to move its column, or use View ▸ Columns"));
    hideUsual();
    size();
    connect(&m_header, &QWidget::customContextMenuRequested, this, &TraceColumns::showMenu);
    connect(&m_header, &QHeaderView::sectionMoved, this, &TraceColumns::changed);
    connect(&proxy.trace(), &Model::notesChanged, this, &TraceColumns::showNotes);
    connect(&proxy.trace(), &Model::serversChanged, this, &TraceColumns::showServers);
    showNotes();
    showServers();
}

void TraceColumns::hideUsual()
{
    for (int column = 0; column < Model::ColumnCount; ++column)
        m_view.setColumnHidden(
            column, column == Model::ServerColumn || column == Model::NoteColumn);
}

void TraceColumns::size()
{
    m_differences.clear();
    m_header.setMinimumSectionSize(m_view.fontMetrics().height());
    for (int column = 0; column < Model::ColumnCount; ++column) {
        if (column != Model::TargetColumn)
            m_view.setColumnWidth(column, usualWidth(column));
    }
}

QString TraceColumns::title(int column) const
{
    return m_proxy.trace().headerData(column, Qt::Horizontal).toString();
}

int TraceColumns::usualWidth(int column) const
{
    return widthOf(column, usualTexts(column));
}

int TraceColumns::widthOf(int column, const QStringList &texts) const
{
    const QFontMetrics font = m_view.fontMetrics();
    int sign = hasSign(column) ? look::metrics().sign + 2 * kPadding / 3 : 0;
    if (column == Model::DirectionColumn)
        sign += look::SignDelegate::indent();
    int words = font.horizontalAdvance(title(column));
    for (const QString &text : texts)
        words = std::max(words, font.horizontalAdvance(text) + sign);
    return words + 2 * kPadding + 2;
}

void TraceColumns::fit()
{
    const int character = m_view.fontMetrics().averageCharWidth();
    int room = m_view.viewport()->width() - character * kMinTargetChars;
    for (int column = 0; column < Model::ColumnCount; ++column) {
        if (column == Model::TargetColumn)
            continue;
        if (!m_view.isColumnHidden(column))
            room -= wholeWidth(column);
        else if (m_hiddenForRoom.contains(column))
            room -= usualWidth(column);
    }
    for (const int column : kDispensable)
        fitColumn(column, room);
    fitDirection(room);
    fitColumn(Model::FindingsColumn, room);
    narrow(Model::MethodColumn, room);
    narrow(Model::ServerColumn, room);
    room -= character * (kWideTargetChars - kMinTargetChars);
    widen(Model::ServerColumn, room);
    widen(Model::MethodColumn, room);
    Q_EMIT changed();
}

// Without what the width of the view gave or took.
int TraceColumns::wholeWidth(int column) const
{
    const int width = m_view.columnWidth(column);
    const int difference = m_differences.value(column);
    // What was given goes to the usual width only; another one a person has chosen since.
    return difference > 0 && width - difference != usualWidth(column) ? width : width - difference;
}

void TraceColumns::setDifference(int column, int difference)
{
    if (m_view.isColumnHidden(column))
        return;
    const int width = wholeWidth(column) + difference;
    m_differences[column] = difference;
    if (m_view.columnWidth(column) != width)
        m_view.setColumnWidth(column, width);
}

// All columns have the widths that were chosen for them.
void TraceColumns::giveBack()
{
    const QList<int> columns = m_differences.keys();
    for (const int column : columns)
        setDifference(column, 0);
    m_differences.clear();
}

// Hides the column where there is no room, which has its width then.
void TraceColumns::fitColumn(int column, int &room)
{
    const bool hidden = m_view.isColumnHidden(column);
    if (m_chosen.contains(column) || (hidden && !m_hiddenForRoom.contains(column)))
        return;
    const bool hide = room < 0;
    if (hide)
        room += hidden ? usualWidth(column) : m_view.columnWidth(column);
    m_view.setColumnHidden(column, hide);
    if (hide)
        m_hiddenForRoom.insert(column);
    else
        m_hiddenForRoom.remove(column);
}

void TraceColumns::fitDirection(int &room)
{
    if (m_view.isColumnHidden(Model::DirectionColumn))
        return;
    const int sign = look::metrics().sign + look::SignDelegate::indent() + 2 * kPadding;
    const int taken = room < 0 ? std::max(wholeWidth(Model::DirectionColumn) - sign, 0) : 0;
    setDifference(Model::DirectionColumn, -taken);
    room += taken;
    m_proxy.setUntitled(taken > 0 ? int(Model::DirectionColumn) : -1);
}

void TraceColumns::narrow(int column, int &room)
{
    if (m_view.isColumnHidden(column) || (room >= 0 && m_differences.value(column) >= 0))
        return;
    const int whole = wholeWidth(column);
    const int least = std::min(whole, m_view.fontMetrics().averageCharWidth() * kMinCutChars);
    const int taken = std::clamp(-room, 0, whole - least);
    setDifference(column, -taken);
    room += taken;
}

// As wide as its texts, where Target has room to spare. A width that a person has chosen stays.
void TraceColumns::widen(int column, int &room)
{
    if (m_view.isColumnHidden(column) || m_differences.value(column) < 0)
        return;
    const int usual = usualWidth(column);
    const int given = wholeWidth(column) == usual
        ? std::clamp(room, 0, std::max(wantedWidth(column) - usual, 0))
        : 0;
    setDifference(column, given);
    room -= given;
}

int TraceColumns::wantedWidth(int column) const
{
    if (column == Model::MethodColumn)
        return widthOf(column, {kLongestMethod});
    const int most = m_view.fontMetrics().averageCharWidth() * kMaxServerChars;
    return std::min(widthOf(column, m_proxy.trace().servers()), most);
}

// Their column appears with the first one.
void TraceColumns::showNotes()
{
    if (!m_proxy.trace().store().notes().isEmpty())
        showUnlessChosen(Model::NoteColumn);
}

// Their column appears beside the time with the second server.
void TraceColumns::showServers()
{
    if (m_proxy.trace().servers().size() < 2)
        return;
    if (m_header.visualIndex(Model::ServerColumn)
        == Model::ServerColumn) // the user has not moved it
        m_header.moveSection(Model::ServerColumn, m_header.visualIndex(Model::DeltaColumn));
    showUnlessChosen(Model::ServerColumn);
    fit(); // to the name that has come
}

void TraceColumns::showUnlessChosen(int column)
{
    if (m_chosen.contains(column) || !m_view.isColumnHidden(column)
        || m_hiddenForRoom.contains(column))
        return;
    m_view.setColumnHidden(column, false);
    fit();
}

std::vector<int> TraceColumns::shown() const
{
    std::vector<int> columns;
    for (int place = 0; place < m_header.count(); ++place) {
        const int column = m_header.logicalIndex(place);
        if (!m_header.isSectionHidden(column))
            columns.push_back(column);
    }
    return columns;
}

void TraceColumns::move(int column, int place)
{
    const std::vector<int> columns = shown();
    if (columns.empty() || m_header.isSectionHidden(column))
        return;
    const int to = std::clamp(place, 0, int(columns.size()) - 1);
    m_header.moveSection(
        m_header.visualIndex(column), m_header.visualIndex(columns[std::size_t(to)]));
}

void TraceColumns::reset()
{
    m_chosen.clear();
    m_hiddenForRoom.clear();
    for (int column = 0; column < Model::ColumnCount; ++column)
        m_header.moveSection(m_header.visualIndex(column), column);
    hideUsual();
    size();
    showNotes();
    showServers();
    fit();
}

void TraceColumns::addActions(QMenu *menu)
{
    for (int place = 0; place < m_header.count(); ++place) {
        const int column = m_header.logicalIndex(place);
        QAction *action = menu->addAction(title(column));
        action->setObjectName(QStringLiteral("column%1").arg(column));
        action->setCheckable(true);
        action->setChecked(!m_header.isSectionHidden(column));
        // Without its widest column the list would have an empty side; without any it is lost.
        action->setEnabled(column != Model::TargetColumn);
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            m_chosen.insert(column);
            m_hiddenForRoom.remove(column);
            setDifference(column, 0); // a hidden one keeps its width
            m_view.setColumnHidden(column, !shown);
            Q_EMIT changed();
        });
    }
    menu->addSeparator();
    QMenu *places = menu->addMenu(tr("&Move"));
    places->menuAction()->setObjectName(QStringLiteral("moveColumns"));
    for (const int column : shown()) {
        QMenu *const targets = places->addMenu(title(column));
        targets->menuAction()->setObjectName(QStringLiteral("column%1").arg(column));
        addPlaces(targets, column);
    }
    QAction *again = menu->addAction(tr("&Reset the columns"));
    again->setObjectName(QStringLiteral("resetColumns"));
    connect(again, &QAction::triggered, this, &TraceColumns::reset);
}

void TraceColumns::addPlaces(QMenu *menu, int column)
{
    const std::vector<int> columns = shown();
    const int last = int(columns.size()) - 1;
    const int here = int(std::find(columns.begin(), columns.end(), column) - columns.begin());
    const auto add = [&](const char *name, const QString &text, int place) {
        QAction *action = menu->addAction(text);
        action->setObjectName(QLatin1String(name));
        action->setEnabled(place >= 0 && place <= last && place != here);
        connect(action, &QAction::triggered, this, [this, column, place] { move(column, place); });
    };
    add("toTheLeft", tr("To the &left"), here - 1);
    add("toTheRight", tr("To the &right"), here + 1);
    add("toTheBeginning", tr("To the &beginning"), 0);
    add("toTheEnd", tr("To the &end"), last);
}

// For the column under the mouse as well, without a further menu.
void TraceColumns::showMenu(const QPoint &position)
{
    auto *menu = new QMenu(&m_view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const int column = m_header.logicalIndexAt(position);
    if (column >= 0) {
        menu->addSection(title(column));
        addPlaces(menu, column);
        menu->addSeparator();
    }
    addActions(menu);
    menu->popup(m_header.mapToGlobal(position));
}

QByteArray TraceColumns::save()
{
    for (const int column : std::as_const(m_hiddenForRoom))
        m_view.setColumnHidden(column, false);
    giveBack();
    QByteArray state;
    QDataStream out(&state, QIODevice::WriteOnly);
    out << m_header.saveState() << m_chosen;
    for (const int column : std::as_const(m_hiddenForRoom))
        m_view.setColumnHidden(column, true);
    fit();
    return state;
}

void TraceColumns::restore(const QByteArray &state)
{
    QByteArray header;
    QDataStream in(state);
    in >> header >> m_chosen;
    if (in.status() != QDataStream::Ok)
        m_chosen.clear();
    m_hiddenForRoom.clear();
    giveBack();
    // One of an earlier version of Sonde has other columns.
    const QByteArray before = m_header.saveState();
    m_header.restoreState(header);
    if (m_header.count() != Model::ColumnCount)
        m_header.restoreState(before);
    // What the state says as well, and an earlier version said otherwise.
    m_header.setSectionsMovable(true);
    m_header.setSectionResizeMode(Model::TargetColumn, QHeaderView::Stretch);
    showNotes();
    fit();
}

} // namespace sonde::widgets
