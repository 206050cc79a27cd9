// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QAbstractTableModel>

#include <utility>
#include <vector>

namespace sonde::models {

// A table whose rows are values of one type. It counts rows and columns, checks indexes, names the
// columns and aligns numbers right; a model derives from it and says what a cell holds.
template <typename Row>
class RowTable : public QAbstractTableModel {
public:
    int rowCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
    }

    int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : m_columns;
    }

    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override
    {
        if (!checkIndex(index, CheckIndexOption::IndexIsValid))
            return {};
        if (role == Qt::TextAlignmentRole)
            return alignment(index.column());
        return cell(row(index.row()), index, role);
    }

    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override
    {
        if (orientation != Qt::Horizontal || section < 0 || section >= m_columns)
            return {};
        if (role == Qt::TextAlignmentRole)
            return alignment(section);
        return role == Qt::DisplayRole ? QVariant(title(section)) : QVariant();
    }

protected:
    explicit RowTable(int columns, QObject *parent = nullptr)
        : QAbstractTableModel(parent)
        , m_columns(columns)
    {
    }

    // What the cell at the index holds in the role; alignment is not asked for.
    virtual QVariant cell(const Row &row, const QModelIndex &index, int role) const = 0;
    virtual QString title(int column) const = 0;
    virtual bool isNumeric(int) const { return false; } // a column of numbers, aligned right

    const std::vector<Row> &rows() const { return m_rows; }
    const Row &row(int row) const { return m_rows[static_cast<std::size_t>(row)]; }

    void resetRows(std::vector<Row> rows)
    {
        beginResetModel();
        m_rows = std::move(rows);
        endResetModel();
    }

    // Keeps the selection while the number of rows is the same.
    void setRows(std::vector<Row> rows)
    {
        if (rows.size() != m_rows.size()) {
            resetRows(std::move(rows));
            return;
        }
        m_rows = std::move(rows);
        reportChange(0, rowCount() - 1);
    }

    // For rows in ascending order of a key: rows come and go where they belong, those that stay
    // keep their indexes, and with them the selection.
    template <typename KeyOf>
    void mergeRows(std::vector<Row> rows, KeyOf keyOf)
    {
        int at = 0;
        for (Row &fresh : rows) {
            int end = at;
            while (end < rowCount() && keyOf(row(end)) < keyOf(fresh))
                ++end;
            if (end > at)
                removeRowsBetween(at, end - 1);
            if (at < rowCount() && keyOf(row(at)) == keyOf(fresh))
                setRow(at, std::move(fresh));
            else
                addRow(at, std::move(fresh));
            ++at;
        }
        if (at < rowCount())
            removeRowsBetween(at, rowCount() - 1);
    }

    void setRow(int row, Row value)
    {
        m_rows[static_cast<std::size_t>(row)] = std::move(value);
        reportChange(row, row);
    }

    void addRow(int row, Row value)
    {
        beginInsertRows({}, row, row);
        m_rows.insert(m_rows.begin() + row, std::move(value));
        endInsertRows();
    }

    void removeRowsBetween(int first, int last) // both included
    {
        beginRemoveRows({}, first, last);
        m_rows.erase(m_rows.begin() + first, m_rows.begin() + last + 1);
        endRemoveRows();
    }

    void swapWithNext(int row)
    {
        beginMoveRows({}, row, row, {}, row + 2);
        std::swap(m_rows[static_cast<std::size_t>(row)], m_rows[static_cast<std::size_t>(row) + 1]);
        endMoveRows();
    }

    void reportChange(int first, int last)
    {
        if (first <= last)
            Q_EMIT dataChanged(index(first, 0), index(last, m_columns - 1));
    }

private:
    QVariant alignment(int column) const
    {
        return static_cast<int>(
            (isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    }

    const int m_columns;
    std::vector<Row> m_rows;
};

} // namespace sonde::models
