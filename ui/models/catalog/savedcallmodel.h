// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/savedcalls.h"
#include "models/signs/rowtable.h"

#include <vector>

namespace sonde::models {

// The saved calls of a server: the name, which can be edited, and the tool.
class SavedCallModel : public RowTable<config::SavedCall> {
    Q_OBJECT
public:
    enum Columns { NameColumn, ToolColumn, ColumnCount };

    explicit SavedCallModel(QObject *parent = nullptr)
        : RowTable(ColumnCount, parent)
    {
    }

    // Takes over what is different, so that what is chosen stays chosen.
    // Those in `unconfirmed` do not run by themselves until the user confirms it.
    void setCalls(const std::vector<config::SavedCall> &calls, const QStringList &unconfirmed = {});
    const config::SavedCall &call(int row) const { return RowTable::row(row); }
    int rowOf(const QString &name) const; // -1: not there

    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    // A person edited the name; nothing has changed yet.
    void renameRequested(const QString &name, const QString &newName);

protected:
    QVariant cell(
        const config::SavedCall &saved, const QModelIndex &index, int role) const override;
    QString title(int) const override { return {}; } // shown without a header

private:
    QString toolText(const config::SavedCall &saved) const;

    QStringList m_unconfirmed; // names
};

} // namespace sonde::models
