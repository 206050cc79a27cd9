// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/changes/serverchangemodel.h"

#include "models/changes/restart.h"
#include "models/signs/sign.h"

namespace sonde::models {

using changes::Change;
using changes::ChangeKind;
using changes::Severity;

namespace {

Sign changeSign(const Change &change)
{
    if (change.severity() == Severity::Breaks)
        return Sign::ProtocolError;
    return change.severity() == Severity::MayBreak ? Sign::Finding : Sign::Changed;
}

ColorRole changeColor(ChangeKind kind)
{
    return kind == ChangeKind::Added  ? ColorRole::Ok
        : kind == ChangeKind::Removed ? ColorRole::Error
                                      : ColorRole::Warn;
}

} // namespace

ServerChangeModel::ServerChangeModel(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

void ServerChangeModel::setComparison(const std::shared_ptr<const changes::Comparison> &comparison)
{
    std::vector<Change> rows;
    m_parts.clear();
    if (comparison) {
        for (const changes::PartChanges &part : comparison->parts) {
            for (const Change &change : part.changes) {
                rows.push_back(change);
                m_parts.push_back(part.part);
            }
        }
    }
    resetRows(std::move(rows));
}

int ServerChangeModel::firstBreaking() const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (change(row).severity() == Severity::Breaks)
            return row;
    }
    return -1;
}

QString ServerChangeModel::sentence(int row) const
{
    const Change &its = change(row);
    const QString name = QString::fromStdString(its.key);
    const QString reason = its.reasons.empty() ? QString() : its.reasons.front().sentence;
    return its.kind == ChangeKind::Removed || name.isEmpty() ? reason
                                                             : tr("%1: %2").arg(name, reason);
}

QString ServerChangeModel::title(int column) const
{
    switch (column) {
    case ChangeColumn:
        return tr("Change");
    case PartColumn:
        return tr("Kind");
    case NameColumn:
        return tr("Name");
    default:
        return tr("Effect");
    }
}

QVariant ServerChangeModel::cell(const Change &change, const QModelIndex &index, int role) const
{
    const int column = index.column();
    if (role == TextColorRole && column == ChangeColumn)
        return int(changeColor(change.kind));
    if (column == EffectColumn && !change.reasons.empty()) {
        const bool isBreaking = change.severity() == Severity::Breaks;
        if (role == SignRole)
            return int(changeSign(change));
        if (role == TextColorRole)
            return int(isBreaking ? ColorRole::Error : ColorRole::Warn);
        if (role == Qt::ToolTipRole) {
            QStringList sentences;
            for (const changes::Reason &reason : change.reasons)
                sentences << reason.sentence;
            return sentences.join(u'\n');
        }
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case ChangeColumn:
        return change.kind == ChangeKind::Added  ? tr("+ added")
            : change.kind == ChangeKind::Removed ? tr("%1 removed").arg(QChar(0x2212))
                                                 : tr("≠ changed");
    case PartColumn:
        return partWord(part(index.row()));
    case NameColumn:
        return QString::fromStdString(change.key);
    default:
        break;
    }
    if (change.reasons.empty())
        return QString();
    const QString &first = change.reasons.front().sentence;
    const QString word = change.severity() == Severity::Breaks ? tr("BREAKING") : tr("may break");
    const auto more = static_cast<int>(change.reasons.size()) - 1;
    return more == 0 ? tr("%1 · %2").arg(word, first)
                     : tr("%1 · %2 (and %3 more)").arg(word, first).arg(more);
}

} // namespace sonde::models
