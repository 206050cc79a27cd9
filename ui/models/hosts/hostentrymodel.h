// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/hosts/checkedfile.h"
#include "models/signs/rowtable.h"

#include <optional>

namespace sonde::models {

// A row of HostEntryModel.
struct HostEntryRow {
    enum class Kind : std::uint8_t { Group, Entry, Problem };
    Kind kind = Kind::Entry;
    int file = 0; // in the files of the model
    int entry = -1; // in the file; -1: none
    int count = 0; // of the servers of a group
    QString text; // of a group or a problem
    Sign sign = Sign::None; // of a problem
};

// The entry of a file, and where it is.
struct ChosenEntry {
    const CheckedFile *file = nullptr;
    int index = -1; // of the entry; -1: only the file is chosen

    explicit operator bool() const { return file && index >= 0; }
    const hosts::HostEntry &entry() const { return file->entries()[std::size_t(index)]; }
    const HostProblems &problems() const { return file->entryProblems[std::size_t(index)]; }
};

// The servers in the files of one host: a row for each file and scope, then its entries. What is
// wrong with a file as a whole is a row as well.
class HostEntryModel : public RowTable<HostEntryRow> {
    Q_OBJECT
public:
    enum Columns { ServerColumn, StartsColumn, StateColumn, ColumnCount };
    enum Roles { WholeRowRole = Qt::UserRole + 1 /* bool: the first cell takes the row */ };

    explicit HostEntryModel(QObject *parent = nullptr)
        : RowTable(ColumnCount, parent)
    {
    }

    // Of no host (nullptr), nothing is shown. With a filter, only the servers whose name or command
    // contains it, or all if the host's name does.
    void setFiles(SharedFiles files, const hosts::Host *host, const QString &filter = {});
    const hosts::Host *host() const { return m_host; }
    ChosenEntry at(int row) const;
    int rowOf(const QString &path, const QString &project, const QString &name) const; // -1: none
    int firstEntry() const; // a row; without entries the first row, or -1
    int servers() const;

protected:
    QVariant cell(const HostEntryRow &row, const QModelIndex &index, int role) const override;
    QString title(int column) const override;

private:
    void addFile(int file, std::vector<HostEntryRow> &rows) const;
    bool matches(const hosts::HostEntry &entry) const;
    const CheckedFile &file(const HostEntryRow &row) const
    {
        return (*m_files)[std::size_t(row.file)];
    }

    SharedFiles m_files = std::make_shared<CheckedFiles>();
    const hosts::Host *m_host = nullptr;
    QString m_filter;
};

} // namespace sonde::models
