// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/session/rulemodel.h"

#include "models/signs/sign.h"

namespace sonde::models {

using review::RuleDraft;
using How = review::ResponseRule::How;

namespace {

constexpr std::size_t kMaxShown = 200; // bytes of a response

QString oneLineOf(const std::string &json)
{
    return QString::fromUtf8(json.data(), qsizetype(std::min(json.size(), kMaxShown))).simplified();
}

} // namespace

QString ruleHowText(How how)
{
    switch (how) {
    case How::Response:
        return RuleModel::tr("answer");
    case How::Decline:
        return RuleModel::tr("decline");
    case How::Cancel:
        return RuleModel::tr("cancel");
    case How::Error:
        return RuleModel::tr("error");
    case How::Program:
        return RuleModel::tr("program");
    case How::Ask:
        return RuleModel::tr("ask me");
    }
    return {};
}

RuleModel::RuleModel(QObject *parent)
    : RowTable(ColumnCount, parent)
{
}

void RuleModel::setRule(int row, RuleDraft rule)
{
    const RuleDraft &present = this->rule(row);
    rule.raw = present.raw;
    if (rule == present)
        return;
    rule.raw.clear();
    setRow(row, std::move(rule));
}

int RuleModel::add(RuleDraft rule, int row)
{
    if (rules().size() >= review::ResponseRule::kMaxRules || row < 0 || row > rowCount())
        return -1;
    addRow(row, std::move(rule));
    renumber(row + 1);
    return row;
}

int RuleModel::duplicate(int row)
{
    return row < 0 || row >= rowCount() ? -1 : add(rule(row), row + 1);
}

int RuleModel::remove(int row)
{
    if (row < 0 || row >= rowCount())
        return -1;
    removeRowsBetween(row, row);
    renumber(row);
    return std::min(row, rowCount() - 1);
}

int RuleModel::move(int row, int by)
{
    const int to = row + by;
    if (row < 0 || row >= rowCount() || to < 0 || to >= rowCount() || std::abs(by) != 1)
        return -1;
    swapWithNext(std::min(row, to));
    renumber(std::min(row, to));
    return to;
}

// Those from that row on have other numbers now.
void RuleModel::renumber(int first)
{
    if (first < rowCount())
        Q_EMIT dataChanged(index(first, NumberColumn), index(rowCount() - 1, NumberColumn));
}

Qt::ItemFlags RuleModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == OnColumn)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

QString RuleModel::whenText(const RuleDraft &rule)
{
    const QString method = rule.method.isEmpty() ? tr("any request") : rule.method;
    return rule.when.trimmed().isEmpty() ? method : method % QStringLiteral(" · ") % rule.when;
}

QString RuleModel::thenText(const RuleDraft &rule)
{
    QString text = ruleHowText(rule.how);
    if (rule.how == How::Response)
        text += u' ' + oneLineOf(rule.response);
    else if (rule.how == How::Error)
        text += QStringLiteral(" %1 %2").arg(rule.code).arg(rule.message);
    else if (rule.how == How::Program)
        text += u' ' + rule.program.join(u' ');
    return rule.delayMs > 0 ? tr("after %1 ms: %2").arg(rule.delayMs).arg(text) : text;
}

QString RuleModel::text(const RuleDraft &rule, int row, int column)
{
    switch (column) {
    case OnColumn:
        return rule.enabled ? tr("on") : tr("off");
    case NumberColumn:
        return QString::number(row + 1);
    case WhenColumn:
        return whenText(rule);
    case ThenColumn:
        return thenText(rule);
    default:
        return {};
    }
}

QVariant RuleModel::cell(const RuleDraft &rule, const QModelIndex &index, int role) const
{
    const int column = index.column();
    const bool isWrong = column == WhenColumn && !review::problemOf(rule).isEmpty();
    switch (role) {
    case Qt::DisplayRole:
        return text(rule, index.row(), column);
    case Qt::CheckStateRole:
        if (column == OnColumn)
            return static_cast<int>(rule.enabled ? Qt::Checked : Qt::Unchecked);
        return {};
    case Qt::ToolTipRole:
        return isWrong             ? review::problemOf(rule)
            : column == WhenColumn ? whenText(rule)
                                   : QVariant();
    case Qt::AccessibleDescriptionRole:
        return isWrong ? tr("invalid: %1").arg(review::problemOf(rule)) : QString();
    case SignRole:
        return static_cast<int>(isWrong ? Sign::ProtocolError : Sign::None);
    case TextColorRole:
        return static_cast<int>(isWrong ? ColorRole::Error
                : rule.enabled          ? ColorRole::Normal
                                        : ColorRole::Muted);
    default:
        return {};
    }
}

bool RuleModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid) || role != Qt::CheckStateRole
        || index.column() != OnColumn)
        return false;
    RuleDraft rule = this->rule(index.row());
    rule.enabled = value.toInt() == Qt::Checked;
    setRule(index.row(), std::move(rule));
    return true;
}

QString RuleModel::title(int column) const
{
    switch (column) {
    case OnColumn:
        return tr("On");
    case NumberColumn:
        return tr("#");
    case WhenColumn:
        return tr("When");
    case ThenColumn:
        return tr("Then");
    default:
        return {};
    }
}

} // namespace sonde::models
