// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/rowtable.h"
#include "review/ruledraft.h"

#include <vector>

namespace sonde::models {

// The rules that respond to what a server asks, in their order: the first that fits counts.
class RuleModel : public RowTable<review::RuleDraft> {
    Q_OBJECT
public:
    enum Columns { OnColumn, NumberColumn, WhenColumn, ThenColumn, ColumnCount };

    explicit RuleModel(QObject *parent = nullptr);

    void setRules(std::vector<review::RuleDraft> rules) { resetRows(std::move(rules)); }
    const std::vector<review::RuleDraft> &rules() const { return rows(); }
    const review::RuleDraft &rule(int number) const { return row(number); }
    // The text is written anew where the rule says something else now.
    void setRule(int row, review::RuleDraft rule);
    // Each gives the row to go to; -1 when it makes no sense, or there are too many.
    int add(review::RuleDraft rule, int row); // at that place
    int duplicate(int row);
    int remove(int row);
    int move(int row, int by);

    Qt::ItemFlags flags(const QModelIndex &index) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role = Qt::EditRole) override;

protected:
    QVariant cell(const review::RuleDraft &rule, const QModelIndex &index, int role) const override;
    QString title(int column) const override;

private:
    void renumber(int first);
    static QString text(const review::RuleDraft &rule, int row, int column);
    static QString whenText(const review::RuleDraft &rule);
    static QString thenText(const review::RuleDraft &rule);
};

// "answer", "decline", …: what a rule does, in a word or two.
QString ruleHowText(review::ResponseRule::How how);

} // namespace sonde::models
