// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/fanout/fantablemodel.h"

#include "base/formatting.h"
#include "fanout/fancells.h"
#include "fanout/fancomparison.h"
#include "models/catalog/shownname.h"
#include "models/replay/differencemodel.h"

#include <algorithm>
#include <array>
#include <utility>

namespace sonde::models {

using changes::ChangeKind;
using changes::Difference;
using fanout::FanPlace;
using fanout::FanResult;
using Outcome = FanResult::Outcome;
using Verdict = FanResult::Verdict;

namespace {

constexpr qsizetype kMaxShown = 200; // characters of what a server says of itself
const QString kNothing = QStringLiteral("–");

Sign outcomeSign(Outcome outcome)
{
    switch (outcome) {
    case Outcome::NotConnected:
        return Sign::NotReached;
    case Outcome::NoResponse:
        return Sign::NoResponse;
    case Outcome::Error:
        return Sign::ProtocolError;
    case Outcome::ToolError:
        return Sign::ToolError;
    case Outcome::Result:
        break;
    }
    return Sign::Ok;
}

QString shortened(const QString &text)
{
    const QString line = text.simplified();
    return line.size() > kMaxShown ? QString(line.left(kMaxShown) + QChar(0x2026)) : line;
}

// Its names are the server's, and of any length.
QString shownPointer(const QString &pointer)
{
    const QString shown = shownName(pointer.left(kMaxShown));
    return pointer.size() > kMaxShown ? QString(shown + QChar(0x2026)) : shown;
}

} // namespace

FanTableModel::FanTableModel(QObject *parent)
    : QAbstractTableModel(parent)
{
}

void FanTableModel::setReport(fanout::FanReport report)
{
    beginResetModel();
    m_report = std::move(report);
    const auto &places = m_report.places.places;
    m_differing = int(std::count_if(
        places.begin(), places.end(), [](const FanPlace &place) { return place.differs(); }));
    m_facts.clear();
    for (const Fact fact : {Fact::Server, Fact::Revision, Fact::Outcome, Fact::Reason,
             Fact::Duration, Fact::Size, Fact::Findings, Fact::Comparison}) {
        const bool isShown = std::any_of(m_report.results.begin(), m_report.results.end(),
            [fact](const FanResult &result) { return isKnown(fact, result); });
        if (isShown)
            m_facts.push_back(fact);
    }
    endResetModel();
}

void FanTableModel::setFindings(std::size_t result, std::vector<findings::ListedFinding> findings)
{
    const auto row = std::find(m_facts.begin(), m_facts.end(), Fact::Findings);
    if (result >= m_report.results.size() || row == m_facts.end())
        return;
    m_report.results[result].findings = std::move(findings);
    const QModelIndex changed = index(int(row - m_facts.begin()), int(result) + 1);
    Q_EMIT dataChanged(changed, changed);
}

void FanTableModel::setOnlyDifferences(bool only)
{
    const int equal = int(m_report.places.places.size()) - m_differing;
    const int begin = int(m_facts.size()) + m_differing;
    if (only == m_onlyDifferences)
        return;
    if (equal == 0) {
        m_onlyDifferences = only;
    } else if (only) {
        beginRemoveRows({}, begin, begin + equal - 1);
        m_onlyDifferences = true;
        endRemoveRows();
    } else {
        beginInsertRows({}, begin, begin + equal - 1);
        m_onlyDifferences = false;
        endInsertRows();
    }
}

int FanTableModel::nextDifference(int row, bool backwards) const
{
    const int step = backwards ? -1 : 1;
    for (int next = row + step; next >= 0 && next < rowCount(); next += step) {
        if (const FanPlace *place = placeOf(next); place && place->differs())
            return next;
    }
    return -1;
}

int FanTableModel::responses() const
{
    return int(std::count_if(m_report.results.begin(), m_report.results.end(),
        [](const FanResult &each) { return each.hasResponse(); }));
}

Sign FanTableModel::summarySign() const
{
    const auto &results = m_report.results;
    if (std::any_of(results.begin(), results.end(),
            [](const FanResult &each) { return each.verdict == Verdict::Different; }))
        return Sign::Changed;
    return responses() == int(results.size()) ? Sign::Ok : Sign::NoResponse;
}

QString FanTableModel::summary() const
{
    const int all = responses();
    if (all == 0)
        return tr("No server sent a response");
    if (all == 1)
        return tr("Only %1 sent a response").arg(first()->title);
    const auto different = std::count_if(m_report.results.begin(), m_report.results.end(),
        [](const FanResult &each) { return each.verdict == Verdict::Different; });
    const int none = int(m_report.results.size()) - all;
    if (different == 0 && none > 0)
        return tr("All %1 responses are equal; servers without a response: %2")
            .arg(countText(std::size_t(all)), countText(std::size_t(none)));
    return different == 0 ? tr("All %1 responses are equal").arg(countText(std::size_t(all)))
                          : tr("Differ from the response of %1: %2 of %3")
                                .arg(first()->title, countText(std::size_t(different)),
                                    countText(std::size_t(all - 1)));
}

int FanTableModel::shownPlaces() const
{
    return m_onlyDifferences ? m_differing : int(m_report.places.places.size());
}

int FanTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_facts.size()) + shownPlaces();
}

int FanTableModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_report.results.size()) + 1;
}

QVariant FanTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    return section == kNameColumn
        ? tr("Place")
        : shortened(m_report.results[std::size_t(resultOf(section))].title);
}

const FanPlace *FanTableModel::placeOf(int row) const
{
    const int place = row - int(m_facts.size());
    return place < 0 ? nullptr : &m_report.places.places[std::size_t(place)];
}

const FanResult *FanTableModel::first() const
{
    const auto found = std::find_if(m_report.results.begin(), m_report.results.end(),
        [](const FanResult &each) { return each.verdict == Verdict::First; });
    return found == m_report.results.end() ? nullptr : &*found;
}

const Difference *FanTableModel::difference(const FanPlace &place, int column) const
{
    const auto result = std::size_t(resultOf(column));
    const int index = place.differences[result];
    return index < 0 ? nullptr : &m_report.results[result].differences[std::size_t(index)];
}

bool FanTableModel::differsElsewhere(const FanPlace &place, int column) const
{
    return place.differences[std::size_t(resultOf(column))] == FanPlace::kElsewhere;
}

bool FanTableModel::isCompared(const FanPlace &place, int column) const
{
    const auto result = std::size_t(resultOf(column));
    return !m_report.results[result].hasMore && place.differences[result] != FanPlace::kNotCompared;
}

QVariant FanTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    const FanPlace *place = placeOf(index.row());
    return place ? this->place(*place, index.column(), role)
                 : fact(m_facts[std::size_t(index.row())], index.column(), role);
}

// The rules check the messages a moment later, and the row is there at once.
bool FanTableModel::isKnown(Fact fact, const FanResult &result)
{
    return fact == Fact::Findings ? result.outcome != Outcome::NotConnected
                                  : !factText(fact, result).isEmpty();
}

QString FanTableModel::factName(Fact fact)
{
    switch (fact) {
    case Fact::Server:
        return tr("Server");
    case Fact::Revision:
        return tr("Revision");
    case Fact::Outcome:
        return tr("Outcome");
    case Fact::Reason:
        return tr("Reason");
    case Fact::Duration:
        return tr("Duration");
    case Fact::Size:
        return tr("Size");
    case Fact::Findings:
        return tr("Findings");
    case Fact::Comparison:
        break;
    }
    return tr("Comparison");
}

QString FanTableModel::factText(Fact fact, const FanResult &result)
{
    switch (fact) {
    case Fact::Server:
        return shortened(fanout::serverText(result));
    case Fact::Revision:
        return shortened(result.revision);
    case Fact::Outcome:
        return fanout::outcomeText(result);
    case Fact::Reason:
        return shortened(result.sentence);
    case Fact::Duration:
        return fanout::tookText(result);
    case Fact::Size:
        return fanout::lengthText(result);
    case Fact::Findings:
        return fanout::findingsText(result);
    case Fact::Comparison:
        break;
    }
    return fanout::comparisonText(result);
}

QVariant FanTableModel::fact(Fact fact, int column, int role) const
{
    if (column == kNameColumn)
        return role == Qt::DisplayRole ? QVariant(factName(fact))
            : role == TextColorRole    ? QVariant(int(ColorRole::Muted))
                                       : QVariant();
    const FanResult &result = m_report.results[std::size_t(resultOf(column))];
    if (role == Qt::DisplayRole || role == ValueRole)
        return factText(fact, result);
    if (role == Qt::ToolTipRole)
        return fact == Fact::Reason ? QVariant(result.sentence) : QVariant();
    const bool isDifferent = fact == Fact::Comparison && result.verdict == Verdict::Different;
    if (role == DiffersRole)
        return isDifferent;
    if (role == TextColorRole && isDifferent)
        return int(ColorRole::Warn);
    if (role != SignRole)
        return {};
    return int(fact == Fact::Outcome ? outcomeSign(result.outcome)
            : isDifferent            ? Sign::Changed
            : fact == Fact::Findings && result.findings && !result.findings->empty() ? Sign::Finding
                                                                                     : Sign::None);
}

// What differs has a sign of its own before the value: colour alone tells nothing to everyone.
QString FanTableModel::mark(const FanPlace &place, int column) const
{
    if (const Difference *differs = difference(place, column))
        return differs->kind == ChangeKind::Added  ? QStringLiteral("+ ")
            : differs->kind == ChangeKind::Removed ? QString(QChar(0x2212))
                                                   : QStringLiteral("≠ ");
    const FanResult &result = m_report.results[std::size_t(resultOf(column))];
    if (!result.hasResponse())
        return kNothing;
    if (differsElsewhere(place, column))
        return QStringLiteral("≠ …");
    if (result.verdict == Verdict::First)
        return place.first.isEmpty() ? kNothing : QString();
    return isCompared(place, column) ? QStringLiteral("=") : QStringLiteral("?");
}

QString FanTableModel::value(const FanPlace &place, int column) const
{
    const Difference *differs = difference(place, column);
    const bool isFirst = m_report.results[std::size_t(resultOf(column))].verdict == Verdict::First;
    const Bytes value = differs ? differs->after : isFirst ? place.first : Bytes();
    return value.isEmpty() ? QString() : DifferenceModel::valueText(value);
}

QString FanTableModel::spokenPlace(const FanPlace &place, int column) const
{
    if (const Difference *differs = difference(place, column)) {
        const QString value = DifferenceModel::valueText(differs->after);
        return differs->kind == ChangeKind::Added  ? tr("added: %1").arg(value)
            : differs->kind == ChangeKind::Removed ? tr("missing")
                                                   : tr("differs: %1").arg(value);
    }
    const FanResult &result = m_report.results[std::size_t(resultOf(column))];
    if (!result.hasResponse())
        return fanout::outcomeText(result);
    if (differsElsewhere(place, column))
        return tr("differs");
    if (result.verdict == Verdict::First)
        return DifferenceModel::valueText(place.first);
    return isCompared(place, column) ? tr("equal to %1").arg(first()->title) : tr("not compared");
}

QVariant FanTableModel::place(const FanPlace &place, int column, int role) const
{
    if (column == kNameColumn)
        return role == PointerRole ? QVariant(place.pointer)
            : role == Qt::DisplayRole || role == Qt::ToolTipRole
            ? QVariant(shownPointer(place.pointer))
            : QVariant();
    const Difference *differs = difference(place, column);
    switch (role) {
    case Qt::DisplayRole:
        return QString(mark(place, column) + value(place, column));
    case MarkRole:
        return mark(place, column);
    case ValueRole:
        return value(place, column);
    case Qt::AccessibleTextRole:
    case Qt::ToolTipRole:
        return spokenPlace(place, column);
    case DiffersRole:
        return differs || differsElsewhere(place, column);
    case TextColorRole: {
        const bool isFirst =
            m_report.results[std::size_t(resultOf(column))].verdict == Verdict::First;
        return int(differs                        ? DifferenceModel::changeColor(differs->kind)
                : differsElsewhere(place, column) ? ColorRole::Warn
                : isFirst                         ? ColorRole::Normal
                                                  : ColorRole::Muted);
    }
    default:
        return {};
    }
}

} // namespace sonde::models
