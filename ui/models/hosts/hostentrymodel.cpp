// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/hosts/hostentrymodel.h"

#include "base/formatting.h"
#include "models/hosts/hostentrytext.h"

#include <QFont>

#include <algorithm>

namespace sonde::models {

using Kind = HostEntryRow::Kind;

namespace {

Sign stateSign(const HostProblems &problems)
{
    return problems.empty() ? Sign::None : problems.front().sign;
}

ColorRole stateColor(const HostProblems &problems, const hosts::HostEntry &entry)
{
    if (!problems.empty())
        return signColorRole(problems.front().sign);
    if (entry.isDisabled)
        return ColorRole::Muted;
    return entry.tap ? ColorRole::Ok : ColorRole::Normal;
}

} // namespace

void HostEntryModel::setFiles(SharedFiles files, const hosts::Host *host, const QString &filter)
{
    m_files = std::move(files);
    m_host = host;
    m_filter =
        host && QString(host->name).contains(filter, Qt::CaseInsensitive) ? QString() : filter;
    std::vector<HostEntryRow> shown;
    for (int i = 0; host && i < int(m_files->size()); ++i) {
        if ((*m_files)[std::size_t(i)].found.host->id == host->id)
            addFile(i, shown);
    }
    resetRows(std::move(shown));
}

void HostEntryModel::addFile(int index, std::vector<HostEntryRow> &shown) const
{
    const CheckedFile &file = (*m_files)[std::size_t(index)];
    const auto addGroup = [&](const QString &scope) {
        shown.push_back({Kind::Group, index, -1, 0,
            tr("%1 · %2", "a scope and a path").arg(scope, shortPath(file.found.path)),
            Sign::None});
        return shown.size() - 1;
    };
    std::size_t group = addGroup(hosts::scopeName(file.found.scope));
    for (const HostProblem &problem : file.problems)
        shown.push_back({Kind::Problem, index, -1, 0, problem.sentence, problem.sign});
    QString project;
    for (int i = 0; i < int(file.entries().size()); ++i) {
        const hosts::HostEntry &entry = file.entries()[std::size_t(i)];
        if (!matches(entry))
            continue;
        if (entry.project != project) {
            project = entry.project;
            group = addGroup(tr("Project %1").arg(shortPath(project)));
        }
        ++shown[group].count;
        shown.push_back({Kind::Entry, index, i, 0, {}, Sign::None});
    }
}

bool HostEntryModel::matches(const hosts::HostEntry &entry) const
{
    return entry.name.contains(m_filter, Qt::CaseInsensitive)
        || startedBy(entry).contains(m_filter, Qt::CaseInsensitive);
}

ChosenEntry HostEntryModel::at(int row) const
{
    if (row < 0 || row >= rowCount())
        return {};
    return {&file(this->row(row)), this->row(row).entry};
}

int HostEntryModel::rowOf(const QString &path, const QString &project, const QString &name) const
{
    for (int i = 0; i < rowCount(); ++i) {
        const ChosenEntry chosen = at(i);
        if (chosen && chosen.file->found.path == path && chosen.entry().project == project
            && chosen.entry().name == name)
            return i;
    }
    return -1;
}

int HostEntryModel::firstEntry() const
{
    const auto found = std::find_if(rows().begin(), rows().end(),
        [](const HostEntryRow &row) { return row.kind == Kind::Entry; });
    if (found != rows().end())
        return int(found - rows().begin());
    return rowCount() > 0 ? 0 : -1;
}

int HostEntryModel::servers() const
{
    return int(std::count_if(rows().begin(), rows().end(),
        [](const HostEntryRow &row) { return row.kind == Kind::Entry; }));
}

QVariant HostEntryModel::cell(const HostEntryRow &row, const QModelIndex &index, int role) const
{
    const int column = index.column();
    if (role == WholeRowRole)
        return row.kind != Kind::Entry;
    if (row.kind != Kind::Entry) {
        const bool isGroup = row.kind == Kind::Group;
        if (column != ServerColumn)
            return {};
        switch (role) {
        case Qt::DisplayRole:
            return isGroup ? tr("%1 · %2", "a file and the number of its servers")
                                 .arg(row.text, countText(row.count))
                           : row.text;
        case Qt::ToolTipRole:
            return row.text;
        case SignRole:
            return static_cast<int>(row.sign);
        case TextColorRole:
            return static_cast<int>(isGroup ? ColorRole::Muted : signColorRole(row.sign));
        case DepthRole:
            return isGroup ? 0 : 1;
        default:
            return {};
        }
    }
    const CheckedFile &file = this->file(row);
    const hosts::HostEntry &entry = file.entries()[std::size_t(row.entry)];
    const HostProblems &problems = file.entryProblems[std::size_t(row.entry)];
    switch (role) {
    case Qt::DisplayRole:
        return column == ServerColumn ? entry.name
            : column == StartsColumn  ? startedBy(entry)
                                      : stateText(entry, problems);
    case SignRole:
        return static_cast<int>(column == StateColumn ? stateSign(problems) : Sign::None);
    case TextColorRole:
        return static_cast<int>(
            column == StateColumn ? stateColor(problems, entry) : ColorRole::Normal);
    case DepthRole:
        return column == ServerColumn ? 1 : 0;
    default:
        return {};
    }
}

QString HostEntryModel::title(int column) const
{
    switch (column) {
    case ServerColumn:
        return tr("Server");
    case StartsColumn:
        return tr("Starts", "column: the command line of a server");
    default:
        return tr("State");
    }
}

} // namespace sonde::models
