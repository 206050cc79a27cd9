// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/found/samename.h"

#include "hosts/table/hoststr.h"

#include <algorithm>
#include <array>

namespace sonde::hosts {

namespace {

// Whose documentation says that what is nearer to the project comes first.
constexpr std::array<const char *, 5> kNearerFirst = {
    "claude-code", "roo", "gemini", "qwen", "crush"};
// Their files of the system are the last word of its administrator.
constexpr std::array<const char *, 3> kSystemFirst = {"claude-code", "gemini", "qwen"};

template <std::size_t Count>
bool isAmong(const std::array<const char *, Count> &ids, const Host &host)
{
    return std::any_of(
        ids.begin(), ids.end(), [&host](const char *id) { return host.id == QLatin1String(id); });
}

// The servers of a project in the file of the user come before the file of the project.
int rankOf(const NamePlace &place)
{
    constexpr int kFirst = -1;
    constexpr int kLast = 3;
    if (!place.entry->project.isEmpty())
        return 0;
    switch (place.file->scope) {
    case Scope::Project:
        return 1;
    case Scope::User:
        return 2;
    case Scope::System:
        return isAmong(kSystemFirst, *place.file->host) ? kFirst : kLast;
    case Scope::SystemDefaults:
        break;
    }
    return kLast;
}

// A host has one profile, one agent, or one version of a plugin, at a time.
bool isOneOfSeveral(const FoundFile &file)
{
    return file.path.contains(u"/User/profiles/") || file.path.contains(u"/cli-agents/")
        || file.path.contains(u"/plugins/cache/"); // whose servers have names of their own
}

bool isIn(const HostEntry &entry, const QString &project)
{
    return entry.project.isEmpty() || entry.project == project;
}

} // namespace

Precedence precedence(const NamePlace &first, const NamePlace &second)
{
    const int rank = rankOf(first);
    const int other = rankOf(second);
    if (rank == other || !isAmong(kNearerFirst, *first.file->host))
        return Precedence::Unknown;
    return rank < other ? Precedence::First : Precedence::Second;
}

std::vector<NamePlace> sameNames(
    const std::vector<const FoundFile *> &files, const NamePlace &place, const QString &project)
{
    std::vector<NamePlace> found;
    if (!isIn(*place.entry, project))
        return found;
    for (const FoundFile *const file : files) {
        const bool isOther = file->path != place.file->path
            && (isOneOfSeveral(*file) || isOneOfSeveral(*place.file));
        if (file->host->id != place.file->host->id || isOther)
            continue;
        for (const HostEntry &entry : file->document.entries()) {
            const bool isSamePart =
                file->path == place.file->path && entry.project == place.entry->project;
            if (entry.name == place.entry->name && isIn(entry, project) && !isSamePart)
                found.push_back({file, &entry});
        }
    }
    return found;
}

std::vector<FileProblem> sameNameProblems(
    const std::vector<const FoundFile *> &files, const NamePlace &place, const QString &project)
{
    std::vector<FileProblem> problems;
    if (place.entry->isDisabled)
        return problems;
    const QString host = place.file->host->name;
    for (const NamePlace &other : sameNames(files, place, project)) {
        if (other.entry->isDisabled)
            continue; // it is not started, whichever comes first
        const QString where =
            other.entry->project.isEmpty() ? other.file->path : other.entry->project;
        switch (precedence(place, other)) {
        case Precedence::First:
            break;
        case Precedence::Second:
            problems.push_back({other.entry->project.isEmpty()
                    ? Text::tr("%1 starts the server of the same name in %2 instead.")
                          .arg(host, where)
                    : Text::tr("%1 starts the server of the same name of the project %2 instead.")
                          .arg(host, where)});
            break;
        case Precedence::Unknown:
            problems.push_back({Text::tr("%1 has a server of the same name in %2 as well. Which "
                                         "one it starts is not known.")
                                    .arg(host, where)});
            break;
        }
    }
    return problems;
}

NamePlace startedOf(const std::vector<NamePlace> &places)
{
    const auto isFirst = [&places](const NamePlace &one) {
        return std::all_of(places.begin(), places.end(), [&one](const NamePlace &other) {
            return one.entry == other.entry || precedence(one, other) == Precedence::First;
        });
    };
    const auto found = std::find_if(places.begin(), places.end(), isFirst);
    return found == places.end() ? NamePlace() : *found;
}

std::vector<const FoundFile *> pointersTo(const std::vector<FoundFile> &files)
{
    std::vector<const FoundFile *> pointers;
    pointers.reserve(files.size());
    for (const FoundFile &file : files)
        pointers.push_back(&file);
    return pointers;
}

} // namespace sonde::hosts
