// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/findings/coverage.h"

#include <QAbstractItemModel>

#include <optional>
#include <vector>

namespace sonde::models {

// Requirements that are violated, in a group of their own, and those that nothing has exercised
// yet, below the step that would do it.
class NotSeenModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Columns { ActionColumn, RuleColumn, ColumnCount };

    explicit NotSeenModel(QObject *parent = nullptr);

    // In the order of notSeenOf(). Nothing happens when they are the same.
    void setNotSeen(std::vector<NotSeen> notSeen, const std::vector<Violated> &violated = {});
    int count() const { return m_count; } // of the requirements that were not seen
    bool isViolated(const QModelIndex &index) const; // or the group of such ones
    QModelIndex violatedGroup() const; // invalid if there is none
    // Of a group or of a requirement in it; nothing without an index, and for what is violated.
    std::optional<ExerciseStep> stepAt(const QModelIndex &index) const;
    const findings::Requirement *requirementAt(const QModelIndex &index) const; // null for a group
    QModelIndex indexOf(ExerciseStep step) const; // of the group; invalid if there is none
    QModelIndex indexOf(const findings::Requirement &requirement) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    using QObject::parent;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Group {
        std::optional<ExerciseStep> step; // nothing: they are violated
        std::vector<NotSeen> rows;
        std::vector<findings::Level> levels; // of rows that are violated
        bool operator==(const Group &) const = default;
    };
    const Group &groupAt(const QModelIndex &index) const;
    const NotSeen *rowAt(const QModelIndex &index) const; // null for a group
    static QVariant groupData(const Group &group, int column, int role);
    static QVariant rowData(const NotSeen &one, int column, int role);
    static QVariant violatedData(const Group &group, int row, int column, int role);

    std::vector<Group> m_groups; // what is violated, then in the order of the steps
    int m_count = 0;
};

} // namespace sonde::models
