// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "review/ruledraft.h"

#include <QAbstractTableModel>

#include <vector>

namespace sonde::models {

// The rules that answer what a server asks, in their order: the first that fits counts.
class RuleModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Columns { OnColumn, NumberColumn, WhenColumn, ThenColumn, ColumnCount };

    explicit RuleModel(QObject *parent = nullptr);

    void setRules(std::vector<review::RuleDraft> rules);
    const std::vector<review::RuleDraft> &rules() const { return m_rules; }
    const review::RuleDraft &rule(int row) const { return m_rules[std::size_t(row)]; }
    // The text is written anew where the rule says something else now.
    void setRule(int row, review::RuleDraft rule);
    // Each gives the row to go to; -1 when it makes no sense, or there are too many.
    int add(review::RuleDraft rule, int row); // at that place
    int duplicate(int row);
    int remove(int row);
    int move(int row, int by);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    void renumber(int first);
    QString text(int row, int column) const;
    static QString whenText(const review::RuleDraft &rule);
    static QString thenText(const review::RuleDraft &rule);

    std::vector<review::RuleDraft> m_rules;
};

// "answer", "decline", …: what a rule does, in a word or two.
QString ruleHowText(review::AnswerRule::How how);

} // namespace sonde::models
