// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/entrywriter.h"

#include "base/domainerror.h"
#include "hosts/entries/entrymembers.h"
#include "hosts/table/hoststr.h"
#include "hosts/text/filesyntaxes.h"
#include "json/document.h"

#include <optional>
#include <utility>

namespace sonde::hosts {

namespace {

// The container of the host that the file has, or the one that a new file gets.
QStringList containerPath(const Host &host, const HostDocument &document)
{
    QStringList fallback;
    for (const QLatin1String container : host.containers) {
        QStringList path = QString(container).split(u'/');
        if (path.contains(QStringLiteral("*")))
            continue;
        json::Value value = document.root();
        for (const QString &name : std::as_const(path))
            value = value[name.toStdString()];
        if (value.exists())
            return path;
        if (fallback.isEmpty() || path.size() < fallback.size())
            fallback = path;
    }
    return fallback;
}

Result<void> checkFree(const HostDocument &document, const QString &name, const QString &host)
{
    for (const HostEntry &entry : document.entries()) {
        if (entry.project.isEmpty() && entry.name == name)
            return configError(
                Text::tr("%1 already has a server “%2” in this file.").arg(host, name));
    }
    return {};
}

// The new file must have the new server, and all others as before.
bool isAdded(const HostDocument &before, const HostDocument &after, const config::Profile &server)
{
    if (!after.isValid() || after.entries().size() != before.entries().size() + 1)
        return false;
    for (const HostEntry &entry : before.entries()) {
        const HostEntry *const same = sameEntry(after, entry);
        if (!same || same->program != entry.program || same->arguments != entry.arguments
            || same->url != entry.url)
            return false;
    }
    HostEntry wanted;
    wanted.name = server.name;
    const HostEntry *const added = sameEntry(after, wanted);
    const bool isCommand = server.hasProcess();
    const QString url = isCommand ? QString() : server.target();
    return added && added->problems.empty() && added->url == url
        && (!isCommand || added->program == server.program)
        && (!isCommand || added->arguments == server.arguments);
}

} // namespace

Result<AddedEntry> planAddition(
    const Host &host, const HostDocument &document, const config::Profile &server)
{
    const bool isEmpty = document.bytes().isEmpty();
    if (!document.isValid() && !isEmpty)
        return configError(
            document.problems().empty() ? QString() : document.problems().front().sentence);
    if (const Result<void> isFree = checkFree(document, server.name, host.name); !isFree)
        return isFree.error();
    Result<EntryMembers> members = entryMembers(host, server);
    if (!members)
        return members.error();
    const json::Document value = json::Document::parse(std::string_view(members->json));
    const NewEntry entry{server.name.toStdString(), value.root(), containerPath(host, document),
        host.layout == Layout::List};
    const std::optional<Splice> splice = fileSyntax(host.syntax).spliceOf(document.text(), entry);
    if (splice) {
        SplicedFile file{splicedBytes(document.bytes(), {*splice}), {*splice}};
        const HostDocument after = HostDocument::parse(host, file.content);
        if (isAdded(document, after, server))
            return AddedEntry{std::move(file), std::move(members.value().notes)};
    }
    return configError(Text::tr("“%1” cannot be added safely to this file, which is written in "
                                "an unusual way. The file stays as it is.")
                           .arg(server.name));
}

} // namespace sonde::hosts
