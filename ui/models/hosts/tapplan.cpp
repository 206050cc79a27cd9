// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/hosts/tapplan.h"

#include "base/formatting.h"
#include "config/commandline.h"
#include "hosts/entries/bridgeentry.h"
#include "hosts/entries/remotebridge.h"
#include "hosts/files/hostfile.h"
#include "models/hosts/entrysecrets.h"
#include "models/signs/modeltext.h"

#include <QFileInfo>

#include <cstdlib>

namespace sonde::models {

namespace {

void addApproval(TapPlan &plan, const hosts::FoundFile &file)
{
    const hosts::Host &host = *file.host;
    const bool isAsked = !host.onlyProjectsApproved || file.scope == hosts::Scope::Project;
    if (!host.approval || !isAsked)
        return;
    plan.approval = hosts::approvalText(host);
    if (!host.approve.isEmpty())
        plan.approve = QString(host.approve)
                           .replace(QLatin1String("%1"), config::joinCommandLine({plan.entry}));
}

void addBridge(TapPlan &plan, const hosts::HostEntry &entry)
{
    const QString remote = hosts::remoteBridgeText(entry);
    if (!plan.removes && !remote.isEmpty())
        plan.notes += remote;
    if (plan.removes || entry.url.isEmpty())
        return;
    plan.notes += Text::tr("Sonde becomes the client of the URL, and logs in where the server "
                           "requires it.");
    if (hosts::hasSecretUrl(entry))
        plan.notes += Text::tr("The URL may contain a secret. Other users of this computer can "
                               "read it in the list of processes while the tap runs.");
    if (const QStringList unused = hosts::unusedByBridge(entry); !unused.isEmpty())
        plan.notes +=
            Text::tr("While the tap is there, %1 of the entry is not used.").arg(listText(unused));
}

QString decodedText(const Bytes &bytes)
{
    return QString::fromUtf8(bytes.data(), qsizetype(bytes.size()));
}

std::vector<TapPlan::ShownPlace> shownPlaces(const std::vector<hosts::Splice> &splices,
    const hosts::HostDocument &before, const hosts::HostDocument &after)
{
    std::vector<TapPlan::ShownPlace> shown;
    std::size_t moved = 0; // by how much what follows has moved; wraps around when it shrinks
    for (const hosts::Splice &splice : splices) {
        const std::size_t begin = splice.begin + moved;
        const std::size_t end = begin + splice.text.size();
        shown.push_back({decodedText(withoutSecrets(before, {splice.begin, splice.end})),
            decodedText(withoutSecrets(after, {begin, end}))});
        moved = end - splice.end;
    }
    return shown;
}

Result<hosts::SplicedFile> spliced(const hosts::Host &host, const hosts::HostDocument &document,
    const hosts::HostEntry &entry, const TapPlaces &places)
{
    if (entry.tap)
        return hosts::planUntap(host, document, entry);
    if (!QFileInfo(places.program).isExecutable()) // none was found, or an upgrade has moved it
        return Error{.domain = Domain::Config,
            .sentence =
                Text::tr("sonde-cli, which is the tap, was found neither beside Sonde nor in PATH. "
                         "Install it and start Sonde again.")};
    return hosts::planTap(host, document, entry,
        {places.program, hosts::recordedName(entry), places.recordings + u'/'});
}

} // namespace

TapPlan planTapChange(
    const hosts::FoundFile &file, const hosts::HostEntry &entry, const TapPlaces &places)
{
    TapPlan plan;
    plan.host = file.host;
    plan.path = file.path;
    plan.entry = entry.name;
    plan.project = entry.project;
    plan.removes = entry.tap.has_value();
    plan.before = file.document.bytes();
    plan.shownBefore = withoutSecrets(file.document);
    plan.backup = hosts::Backups(places.backups).pathFor(file.path);
    const Result<hosts::SplicedFile> made = spliced(*file.host, file.document, entry, places);
    if (!made) {
        plan.refusal = made.error().sentence;
        return plan;
    }
    plan.after = made->content;
    plan.splices = made->splices;
    const auto after = hosts::HostDocument::parse(*file.host, plan.after);
    plan.shownAfter = withoutSecrets(after);
    plan.shownPlaces = shownPlaces(plan.splices, file.document, after);
    addApproval(plan, file);
    if (!plan.removes && file.scope == hosts::Scope::Project)
        plan.notes += Text::tr("The file belongs to the project. Do not share it with the tap, "
                               "whose paths are those of this machine.");
    addBridge(plan, entry);
    return plan;
}

hosts::EntryChange changeOf(const TapPlan &plan, const TapPlaces &places)
{
    hosts::HostEntry entry;
    entry.name = plan.entry;
    entry.project = plan.project;
    const auto again = [host = plan.host, entry, places](
                           const hosts::HostDocument &now) -> Result<Bytes> {
        const Result<hosts::SplicedFile> made =
            spliced(*host, now, *hosts::sameEntry(now, entry), places);
        return made ? Result<Bytes>(made->content) : made.error();
    };
    return {{plan.host, plan.path, plan.before, plan.after}, {entry}, again};
}

void noteOtherReaders(TapPlan &plan, const hosts::Surroundings &surroundings)
{
    if (!plan.isPossible() || plan.removes)
        return;
    QStringList names;
    for (const hosts::Host *const other : hosts::otherReaders(*plan.host, plan.path, surroundings))
        names += other->name;
    if (!names.isEmpty())
        plan.notes += Text::tr("The file is also read by %1.").arg(listText(names));
}

QString TapPlan::summary() const
{
    std::size_t replaced = 0;
    std::ptrdiff_t grown = 0;
    for (const hosts::Splice &splice : splices) {
        replaced += splice.end - splice.begin;
        grown += std::ptrdiff_t(splice.text.size()) - std::ptrdiff_t(splice.end - splice.begin);
    }
    const QString sign = grown < 0 ? QStringLiteral("−") : QStringLiteral("+");
    const int places = int(splices.size());
    return Text::tr("%1, %2 bytes replaced, %3%4 bytes", "places, a count, a sign and a count")
        .arg(places == 1 ? Text::tr("1 place") : Text::tr("%n places", nullptr, places),
            countText(replaced), sign, countText(std::size_t(std::abs(grown))));
}

} // namespace sonde::models
