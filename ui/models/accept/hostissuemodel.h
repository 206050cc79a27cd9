// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "accept/hostview.h"
#include "models/signs/rowtable.h"

namespace sonde::models {

// What happens to one tool in a host, or to all of them, and where in the schema.
class HostIssueModel : public RowTable<accept::Issue> {
    Q_OBJECT
public:
    enum Columns { LevelColumn, WhatColumn, PlaceColumn, SourceColumn, ColumnCount };

    explicit HostIssueModel(QObject *parent = nullptr);

    void setIssues(std::vector<accept::Issue> issues);
    const accept::Issue &at(int row) const { return this->row(row); }
    // What happens, in sentences, with the source.
    static QString detail(const accept::Issue &issue);

protected:
    QVariant cell(const accept::Issue &issue, const QModelIndex &index, int role) const override;
    QString title(int column) const override;

private:
    static QString text(const accept::Issue &issue, int column);
};

} // namespace sonde::models
