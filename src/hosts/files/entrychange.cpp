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

// Whether none of the entries that change was there before.
bool isAddition(const EntryChange &change, const HostDocument &before)
{
    return std::none_of(change.entries.begin(), change.entries.end(),
        [&](const HostEntry &entry) { return sameEntry(before, entry); });
}

bool hasAllOf(const HostDocument &now, const HostDocument &before)
{
    return std::all_of(before.entries().begin(), before.entries().end(),
        [&](const HostEntry &entry) { return sameEntry(now, entry); });
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
    if (now->isEmpty()) // a host that writes its file at this moment, or has removed it
        return std::nullopt;
    const HostDocument before = HostDocument::parse(*change.file.host, change.file.before);
    const HostDocument document = HostDocument::parse(*change.file.host, *now);
    if (!std::all_of(change.entries.begin(), change.entries.end(),
            [&](const HostEntry &entry) { return isUnchanged(entry, before, document); })
        || (isAddition(change, before) && !hasAllOf(document, before)))
        return std::nullopt;
    const Result<Bytes> after = change.again(document);
    if (!after)
        return std::nullopt;
    return FileChange{change.file.host, change.file.path, *now, *after};
}

} // namespace sonde::hosts
