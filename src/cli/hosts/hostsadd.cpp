// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/hostsadd.h"

#include "base/formatting.h"
#include "cli/hosts/hostquestion.h"
#include "cli/options/suggestion.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"
#include "config/profilestore.h"
#include "hosts/entries/entrywriter.h"
#include "hosts/files/entrychange.h"
#include "hosts/found/foundfiles.h"

#include <QDir>
#include <QFileInfo>

namespace sonde::cli {

namespace {

Result<config::Profile> ownServer(const QString &name)
{
    config::ProfileStore store;
    if (const auto loaded = store.load(); !loaded)
        return loaded.error();
    if (const config::Profile *const found = store.find(name))
        return *found;
    QStringList names;
    for (const config::Profile &profile : store.profiles())
        names += harmlessLine(profile.name);
    return usageError(joinSentences(
        {Text::tr("There is no server %1 in Sonde's own servers.").arg(quotedWord(name)),
            didYouMean(name, names),
            names.isEmpty() ? Text::tr("There are none.")
                            : Text::tr("The servers are %1.").arg(listText(names))}));
}

hosts::FoundFile fileToChange(const HostsOptions &options)
{
    const QString path = options.file.isEmpty()
        ? QString()
        : QDir::cleanPath(QFileInfo(options.file).absoluteFilePath());
    return hosts::fileForAddition(
        *hosts::findHost(options.host), hosts::Surroundings::ofThisProcess(), path);
}

Result<void> add(const HostsOptions &options, Output &out, Output &err)
{
    const Result<config::Profile> server = ownServer(options.entry);
    if (!server)
        return server.error();
    const hosts::FoundFile file = fileToChange(options);
    if (file.error)
        return *file.error;
    const Result<hosts::AddedEntry> added = hosts::planAddition(*file.host, file.document, *server);
    if (!added)
        return usageError(file.path + QStringLiteral(": ") + added.error().sentence);
    QString text =
        Text::tr("%1, “%2” in %3", "a host, a server and a file")
            .arg(QString(file.host->name), harmlessLine(server->name), harmlessLine(file.path))
        + u'\n';
    const QString entry = QString::fromStdString(added->file.splices.front().text);
    for (const QString &line : harmless(entry).remove(u'\r').split(u'\n', Qt::SkipEmptyParts))
        text += QStringLiteral("+ ") + line + u'\n';
    out.write(QStringView(text));
    for (const QString &note : added->notes)
        err.note(harmlessLine(note));
    noteApproval(*file.host, file.scope, server->name, err);
    const Result<bool> confirmed = mayChange(file.path, options, err);
    if (!confirmed)
        return confirmed.error();
    if (!*confirmed)
        return {};
    Result<void> written =
        writeShown(hosts::additionOf(
                       {file.host, file.path, file.document.bytes(), added->file.content}, *server),
            hosts::Backups(hosts::Backups::userFolder()));
    if (!written)
        return written;
    err.note(Text::tr("Added “%1” to %2. Restart it, or load its servers again.")
                 .arg(harmlessLine(server->name), QString(file.host->name)));
    return {};
}

} // namespace

int exportServer(const HostsOptions &options, Output &out, Output &err)
{
    const hosts::Host &host = *hosts::findHost(options.host);
    const Result<config::Profile> server = ownServer(options.entry);
    const Result<hosts::AddedEntry> file =
        server ? hosts::planAddition(host, {}, *server) : Result<hosts::AddedEntry>(server.error());
    if (!file) {
        err.complain(harmlessLine(file.error().sentence));
        return kUsage;
    }
    out.write(file->file.content.view());
    for (const QString &note : file->notes)
        err.note(harmlessLine(note));
    return kFine;
}

int addServer(const HostsOptions &options, Output &out, Output &err)
{
    const Result<void> done = add(options, out, err);
    if (done)
        return kFine;
    err.complain(harmlessLine(done.error().sentence));
    return kUsage;
}

} // namespace sonde::cli
