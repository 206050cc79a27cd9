// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/table/contenttablemodel.h"

#include "look/controls/plaintooltip.h"
#include "look/theme/theme.h"

namespace sonde::content {
namespace {

constexpr int kKeptRows = 300;

} // namespace

ContentTableModel::ContentTableModel(QObject *parent)
    : QAbstractTableModel(parent)
    , m_rows(kKeptRows)
{
}

void ContentTableModel::setTable(std::shared_ptr<const TableData> table)
{
    beginResetModel();
    m_table = std::move(table);
    m_rows.clear();
    endResetModel();
}

int ContentTableModel::rowCount(const QModelIndex &parent) const
{
    return m_table && !parent.isValid() ? int(m_table->rowCount()) : 0;
}

int ContentTableModel::columnCount(const QModelIndex &parent) const
{
    return m_table && !parent.isValid() ? int(m_table->columns().size()) : 0;
}

const ContentTableModel::Row &ContentTableModel::row(int number) const
{
    if (const Row *known = m_rows.object(number))
        return *known;
    m_rows.insert(number, new Row(m_table->row(std::size_t(number))));
    return *m_rows.object(number);
}

QVariant ContentTableModel::data(const QModelIndex &index, int role) const
{
    if (!m_table || !checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const TableData::Cell &cell = row(index.row())[std::size_t(index.column())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::EditRole:
        return cell.text;
    case Qt::ToolTipRole:
        return look::plainToolTip(cell.text);
    case Qt::AccessibleTextRole:
        return cell.isMissing ? tr("missing") : cell.text;
    case Qt::TextAlignmentRole:
        return int((cell.isNumber ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case Qt::BackgroundRole:
        return cell.isMissing ? QVariant(look::theme().altBase) : QVariant();
    case MissingRole:
        return cell.isMissing;
    default:
        return {};
    }
}

QVariant ContentTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (!m_table || section < 0)
        return {};
    if (orientation == Qt::Vertical)
        return role == Qt::DisplayRole ? QVariant(section + 1) : QVariant();
    if (section >= columnCount())
        return {};
    const QString &name = m_table->columns()[std::size_t(section)];
    if (role == Qt::DisplayRole)
        return name;
    if (role == Qt::ToolTipRole)
        return look::plainToolTip(name);
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignLeft | Qt::AlignVCenter);
    return {};
}

} // namespace sonde::content
