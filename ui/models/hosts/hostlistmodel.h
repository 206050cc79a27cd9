// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/hosts/checkedfile.h"
#include "models/signs/rowtable.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace sonde::models {

// A row of HostListModel: a host, or the name of a group with its count.
struct HostRow {
    const hosts::Host *host = nullptr; // null: a group
    QString text;
    QString path; // of its first file
    int servers = 0; // of a group: hosts
    int errors = 0;
    int warnings = 0;
    bool isFound = false;
    QStringList names{}; // of the servers
};

// The hosts with a configuration file on this machine, then those without one, folded at first.
class HostListModel : public RowTable<HostRow> {
    Q_OBJECT
public:
    enum Columns { NameColumn, ProblemsColumn, ServersColumn, ColumnCount };
    enum Roles { IsGroupRole = Qt::UserRole + 1, IdRole /* of the host; empty: a group */ };

    explicit HostListModel(QObject *parent = nullptr)
        : RowTable(ColumnCount, parent)
    {
    }

    void setFiles(const CheckedFiles &files);
    // Shows or folds the hosts that were not found.
    void setFolded(bool folded);
    bool isFolded() const { return m_folded; }
    // Shows only the hosts with this text in their name, their path or the name of a server.
    void setFilter(const QString &text);

    const hosts::Host *host(int row) const; // nullptr: a group, or no such row
    int rowOf(const hosts::Host *host) const; // -1: not shown
    int servers() const { return m_servers; }
    int found() const { return int(m_found.size()); } // with any filter
    int foldingRow() const; // of the group of those that were not found

protected:
    QVariant cell(const HostRow &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;
    bool isNumeric(int column) const override { return column == ServersColumn; }

private:
    void showRows();
    std::vector<HostRow> matching(const std::vector<HostRow> &rows) const;

    QString m_filter;
    std::vector<HostRow> m_found;
    std::vector<HostRow> m_missing;
    int m_servers = 0;
    bool m_folded = true;
};

} // namespace sonde::models
