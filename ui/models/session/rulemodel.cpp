// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/session/rulemodel.h"

#include "models/signs/sign.h"

namespace sonde::models {

using review::RuleDraft;
using How = review::AnswerRule::How;

namespace {

constexpr std::size_t kMaxShown = 200; // bytes of an answer

QString oneLineOf(const std::string &json)
{
    return QString::fromUtf8(json.data(), qsizetype(std::min(json.size(), kMaxShown))).simplified();
}

} // namespace

QString ruleHowText(How how)
{
    switch (how) {
    case How::Answer:
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
    : QAbstractTableModel(parent)
{
}

void RuleModel::setRules(std::vector<RuleDraft> rules)
{
    beginResetModel();
    m_rules = std::move(rules);
    endResetModel();
}

void RuleModel::setRule(int row, RuleDraft rule)
{
    RuleDraft &present = m_rules[std::size_t(row)];
    rule.raw = present.raw;
    if (rule == present)
        return;
    rule.raw.clear();
    present = std::move(rule);
    Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
}

int RuleModel::add(RuleDraft rule, int row)
{
    if (m_rules.size() >= review::AnswerRule::kMaxRules || row < 0 || row > rowCount())
        return -1;
    beginInsertRows({}, row, row);
    m_rules.insert(m_rules.begin() + row, std::move(rule));
    endInsertRows();
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
    beginRemoveRows({}, row, row);
    m_rules.erase(m_rules.begin() + row);
    endRemoveRows();
    renumber(row);
    return std::min(row, rowCount() - 1);
}

int RuleModel::move(int row, int by)
{
    const int to = row + by;
    if (row < 0 || row >= rowCount() || to < 0 || to >= rowCount() || std::abs(by) != 1)
        return -1;
    beginMoveRows({}, row, row, {}, by > 0 ? to + 1 : to);
    std::swap(m_rules[std::size_t(row)], m_rules[std::size_t(to)]);
    endMoveRows();
    renumber(std::min(row, to));
    return to;
}

// Those from that row on have other numbers now.
void RuleModel::renumber(int first)
{
    if (first < rowCount())
        Q_EMIT dataChanged(index(first, NumberColumn), index(rowCount() - 1, NumberColumn));
}

int RuleModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_rules.size());
}

int RuleModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
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
    if (rule.how == How::Answer)
        text += u' ' + oneLineOf(rule.answer);
    else if (rule.how == How::Error)
        text += QStringLiteral(" %1 %2").arg(rule.code).arg(rule.message);
    else if (rule.how == How::Program)
        text += u' ' + rule.program.join(u' ');
    return rule.delayMs > 0 ? tr("after %1 ms: %2").arg(rule.delayMs).arg(text) : text;
}

QString RuleModel::text(int row, int column) const
{
    switch (column) {
    case OnColumn:
        return rule(row).enabled ? tr("on") : tr("off");
    case NumberColumn:
        return QString::number(row + 1);
    case WhenColumn:
        return whenText(rule(row));
    case ThenColumn:
        return thenText(rule(row));
    default:
        return {};
    }
}

QVariant RuleModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const RuleDraft &rule = this->rule(index.row());
    const int column = index.column();
    const bool isWrong = column == WhenColumn && !review::problemOf(rule).isEmpty();
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), column);
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

QVariant RuleModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
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
