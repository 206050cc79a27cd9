// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/doctor/checkmodel.h"

#include "base/formatting.h"
#include "doctor/run/doctorreport.h"
#include "models/signs/tint.h"

#include <QFont>

namespace sonde::models {

namespace {

using doctor::CheckResult;
using doctor::Outcome;

bool hasRun(const CheckResult &result)
{
    return result.outcome == Outcome::Passed || result.outcome == Outcome::Warning
        || result.outcome == Outcome::Failed;
}

QString textOf(const CheckResult &result, int row, int column)
{
    switch (column) {
    case CheckModel::NumberColumn:
        return QString::number(row + 1);
    case CheckModel::CheckColumn:
        return doctor::checkTitle(result.check);
    case CheckModel::EvidenceColumn:
        return doctor::evidenceOf(result).simplified();
    case CheckModel::TimeColumn:
        return hasRun(result) && result.took.count() > 0 ? durationText(result.took) : QString();
    default:
        return {};
    }
}

ColorRole textRole(const CheckResult &result, int column)
{
    if (!hasRun(result) || column == CheckModel::NumberColumn || column == CheckModel::TimeColumn)
        return ColorRole::Muted;
    if (column != CheckModel::EvidenceColumn)
        return ColorRole::Normal;
    return result.outcome == Outcome::Failed ? ColorRole::Error
        : result.outcome == Outcome::Warning ? ColorRole::Warn
                                             : ColorRole::Normal;
}

} // namespace

void CheckModel::setResults(
    const std::vector<CheckResult> &results, const std::vector<CheckResult> &before)
{
    m_changes = doctor::outcomeChanges(before, results);
    setRows(results);
}

// "failed", "passed, was: failed".
QString CheckModel::spokenOutcome(const CheckResult &result) const
{
    const QString word = doctor::outcomeWord(result.outcome);
    const QString tag = changeTag(result.check);
    return tag.isEmpty() ? word : tr("%1, %2").arg(word, tag);
}

// "was: failed".
QString CheckModel::changeTag(doctor::Check check) const
{
    for (const doctor::OutcomeChange &change : m_changes) {
        if (change.check == check)
            return tr("was: %1").arg(doctor::outcomeWord(change.before));
    }
    return {};
}

const CheckResult *CheckModel::result(int row) const
{
    return row >= 0 && row < rowCount() ? &rows()[std::size_t(row)] : nullptr;
}

Sign CheckModel::signOf(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Waiting:
    case Outcome::Skipped:
        return Sign::NotReached;
    case Outcome::Running:
        return Sign::Pending;
    case Outcome::Passed:
        return Sign::Ok;
    case Outcome::Warning:
        return Sign::Finding;
    case Outcome::Failed:
        return Sign::ProtocolError;
    }
    return Sign::None;
}

QVariant CheckModel::cell(const CheckResult &result, const QModelIndex &index, int role) const
{
    const bool isCheck = index.column() == CheckColumn;
    const bool isFailed = result.outcome == Outcome::Failed;
    switch (role) {
    case Qt::DisplayRole:
        return textOf(result, index.row(), index.column());
    case Qt::ToolTipRole:
        return index.column() == EvidenceColumn ? doctor::evidenceOf(result) : QString();
    case Qt::AccessibleDescriptionRole:
        return isCheck ? spokenOutcome(result) : QString();
    case TagRole:
        return index.column() == EvidenceColumn ? changeTag(result.check) : QString();
    case Qt::FontRole: {
        QFont font;
        font.setBold(isFailed && isCheck);
        return font;
    }
    case SignRole:
        return static_cast<int>(isCheck ? signOf(result.outcome) : Sign::None);
    case SignColorRole:
        return isCheck && result.outcome == Outcome::Passed
            ? QVariant(static_cast<int>(ColorRole::Ok))
            : QVariant();
    case TextColorRole:
        return static_cast<int>(textRole(result, index.column()));
    case TintRole:
        return isFailed ? QVariant(static_cast<int>(ColorRole::Error)) : QVariant();
    default:
        return {};
    }
}

bool CheckModel::isNumeric(int column) const
{
    return column == NumberColumn || column == TimeColumn;
}

QString CheckModel::title(int column) const
{
    switch (column) {
    case NumberColumn:
        return tr("#");
    case CheckColumn:
        return tr("Check");
    case EvidenceColumn:
        return tr("What was found");
    case TimeColumn:
        return tr("Time");
    default:
        return {};
    }
}

} // namespace sonde::models
