// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/linediff.h"

#include <QAbstractListModel>

#include <vector>

namespace sonde::models {

// A LineDiff as rows. Long runs of lines that are the same are one row that says how many, until
// it is opened.
class DiffModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Roles {
        KindRole = Qt::UserRole + 1, // int of LineDiff::Kind
        OldNumberRole, // from 1; 0: none
        NewNumberRole,
        HiddenRole, // int: how many lines stand behind this row; 0 for a line
        TextRole, // the line without its end; DisplayRole has the sign before it
        // QPoint: the characters [x, y) of TextRole that differ from the line beside it; invalid
        // where the whole line differs, or where no single line is beside it.
        ChangedRole,
    };
    static constexpr int kContext = 3; // lines that stay around a difference
    static constexpr int kMaxShown = 4000; // characters of a line

    using QAbstractListModel::QAbstractListModel;

    void setDiff(LineDiff diff);
    const LineDiff &diff() const { return m_diff; }
    // Shows the lines behind a row; nothing happens for a line.
    void open(int row);
    // Characters of the longest line, as far as lines are shown.
    int widestLine() const { return m_widest; }

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    struct Row {
        int line = 0; // of the diff: the first one
        int hidden = 0; // lines from there on that are not shown; 0: the line is
    };
    QString text(const LineDiff::Line &line) const;
    int beside(int line) const; // the line that has replaced it, or was there before; -1: none
    QVariant changed(int line) const;

    LineDiff m_diff;
    std::vector<Row> m_rows;
    int m_widest = 0;
    bool m_endsDiffer = false; // one of the texts ends in the middle of a line
};

} // namespace sonde::models
