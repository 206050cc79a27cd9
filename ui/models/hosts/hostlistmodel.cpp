// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/hosts/hostlistmodel.h"

#include "base/formatting.h"
#include "models/hosts/hostentrytext.h"

#include <QFont>

#include <algorithm>
#include <iterator>

namespace sonde::models {

namespace {

QString countCell(const HostRow &row, int column)
{
    switch (column) {
    case HostListModel::NameColumn:
        return row.text;
    case HostListModel::ProblemsColumn:
        return row.errors + row.warnings == 0
            ? QString()
            : countText(row.errors > 0 ? row.errors : row.warnings);
    default:
        return !row.host || row.isFound ? countText(row.servers) : QString();
    }
}

} // namespace

void HostListModel::setFiles(const CheckedFiles &files)
{
    m_found.clear();
    m_missing.clear();
    m_servers = 0;
    for (const hosts::Host &host : hosts::hostTable()) {
        HostRow row{&host, host.name, {}, 0, 0, 0, false, {}};
        for (const CheckedFile &file : files) {
            if (file.found.host->id != host.id)
                continue;
            if (!row.isFound)
                row.path = file.found.path;
            row.isFound = true;
            row.servers += int(file.entries().size());
            for (const hosts::HostEntry &entry : file.entries())
                row.names += entry.name;
            row.errors += file.count(Sign::FindingError);
            row.warnings += file.count(Sign::Finding);
        }
        m_servers += row.servers;
        (row.isFound ? m_found : m_missing).push_back(row);
    }
    showRows();
}

void HostListModel::setFolded(bool folded)
{
    m_folded = folded;
    showRows();
}

void HostListModel::setFilter(const QString &text)
{
    m_filter = text.trimmed();
    showRows();
}

std::vector<HostRow> HostListModel::matching(const std::vector<HostRow> &rows) const
{
    std::vector<HostRow> matching;
    std::copy_if(
        rows.begin(), rows.end(), std::back_inserter(matching), [this](const HostRow &row) {
            const auto contains = [this](const QString &text) {
                return text.contains(m_filter, Qt::CaseInsensitive);
            };
            return contains(row.text) || contains(row.path)
                || std::any_of(row.names.begin(), row.names.end(), contains);
        });
    return matching;
}

void HostListModel::showRows()
{
    const std::vector<HostRow> found = matching(m_found);
    const std::vector<HostRow> missing = matching(m_missing);
    std::vector<HostRow> shown{
        {nullptr, tr("Found on this machine"), {}, int(found.size()), 0, 0, true, {}}};
    shown.insert(shown.end(), found.begin(), found.end());
    shown.push_back(
        {nullptr, tr("Looked for, not found"), {}, int(missing.size()), 0, 0, false, {}});
    if (!m_folded)
        shown.insert(shown.end(), missing.begin(), missing.end());
    setRows(std::move(shown));
}

int HostListModel::foldingRow() const
{
    const auto group = std::find_if(
        rows().begin(), rows().end(), [](const HostRow &row) { return !row.host && !row.isFound; });
    return group == rows().end() ? -1 : int(group - rows().begin());
}

const hosts::Host *HostListModel::host(int row) const
{
    return row < 0 || row >= rowCount() ? nullptr : this->row(row).host;
}

int HostListModel::rowOf(const hosts::Host *host) const
{
    const auto found = std::find_if(rows().begin(), rows().end(),
        [host](const HostRow &row) { return host && row.host == host; });
    return found == rows().end() ? -1 : int(found - rows().begin());
}

QVariant HostListModel::cell(const HostRow &row, const QModelIndex &index, int role) const
{
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return countCell(row, column);
    case Qt::ToolTipRole:
        return column == NameColumn && row.host ? QVariant(shortPath(row.path)) : QVariant();
    case Qt::AccessibleTextRole:
        if (column == ProblemsColumn)
            return problemsText(row.errors, row.warnings);
        return column == ServersColumn && row.host && row.isFound ? serversText(row.servers)
                                                                  : countCell(row, column);
    case Qt::FontRole: {
        QFont font;
        font.setBold(!row.host);
        return font;
    }
    case SignRole:
        return static_cast<int>(column != ProblemsColumn ? Sign::None
                : row.errors > 0                         ? Sign::FindingError
                : row.warnings > 0                       ? Sign::Finding
                                                         : Sign::None);
    case TextColorRole:
        return static_cast<int>(column == ProblemsColumn && row.errors > 0 ? ColorRole::Error
                : column == ProblemsColumn                                 ? ColorRole::Warn
                : row.isFound && column == NameColumn                      ? ColorRole::Normal
                                                                           : ColorRole::Muted);
    case IsGroupRole:
        return row.host == nullptr;
    case IdRole:
        return row.host ? QString(row.host->id) : QString();
    default:
        return {};
    }
}

QString HostListModel::title(int column) const
{
    switch (column) {
    case NameColumn:
        return tr("Host");
    case ProblemsColumn:
        return tr("Problems");
    default:
        return tr("Servers");
    }
}

} // namespace sonde::models
