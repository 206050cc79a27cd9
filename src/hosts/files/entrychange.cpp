// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/files/entrychange.h"

#include "hosts/entries/entrywriter.h"
#include "hosts/files/hostfile.h"

#include <algorithm>

namespace sonde::hosts {

namespace {

// Whether the entry has the same bytes in both texts, or is in neither of them.
bool isUnchanged(const HostEntry &entry, const HostDocument &before, const HostDocument &now)
{
    const HostEntry *const was = sameEntry(before, entry);
    const HostEntry *const is = sameEntry(now, entry);
    return was && is ? before.raw(was->value) == now.raw(is->value) : !was && !is;
}

} // namespace

EntryChange additionOf(const FileChange &file, const config::Profile &server)
{
    HostEntry added;
    added.name = server.name;
    return {file, {added}, [host = file.host, server](const HostDocument &now) -> Result<Bytes> {
                const Result<AddedEntry> planned = planAddition(*host, now, server);
                return planned ? Result<Bytes>(planned->file.content) : planned.error();
            }};
}

std::optional<FileChange> changeOfNow(const EntryChange &change)
{
    const Result<Bytes> now = readHostFile(change.file.path);
    if (!now || *now == change.file.before)
        return change.file;
    const HostDocument before = HostDocument::parse(*change.file.host, change.file.before);
    const HostDocument document = HostDocument::parse(*change.file.host, *now);
    if (!std::all_of(change.entries.begin(), change.entries.end(),
            [&](const HostEntry &entry) { return isUnchanged(entry, before, document); }))
        return std::nullopt;
    const Result<Bytes> after = change.again(document);
    if (!after)
        return std::nullopt;
    return FileChange{change.file.host, change.file.path, *now, *after};
}

} // namespace sonde::hosts
