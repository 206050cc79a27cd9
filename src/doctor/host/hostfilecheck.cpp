// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/host/hostfilecheck.h"

#include "base/formatting.h"
#include "base/utf8.h"
#include "doctor/host/hostapproval.h"
#include "doctor/host/hostoffercheck.h"
#include "doctor/host/hostsystemcheck.h"
#include "doctor/host/hosttoolfilter.h"
#include "doctor/host/hostvariablecheck.h"
#include "doctor/host/serverinhosts.h"

#include <QFileInfo>
#include <QLocale>

namespace sonde::doctor {

namespace {

using Findings = std::vector<DoctorFinding>;
using Place = ServerInHosts::Place;

// Hosts that read their file only when they start, and the name of their process. Crush, Cline and
// Roo Code read a changed file; Cursor has a switch that restarts a server; of other hosts it is
// not known for certain.
struct SlowHost {
    const char *id;
    const char *process;
};
constexpr SlowHost kSlowHosts[]{{"claude-desktop", "claude-desktop"}, {"codex", "codex"}};

QString timeText(const QDateTime &time)
{
    return QLocale().toString(time, QLocale::ShortFormat);
}

void checkRestart(const Place &place, const Machine &machine, Findings &findings)
{
    if (place.file->scope != hosts::Scope::User) // it may run in another project
        return;
    for (const SlowHost &slow : kSlowHosts) {
        if (place.file->host->id != QLatin1String(slow.id))
            continue;
        const auto since = machine.runningSince(QLatin1String(slow.process));
        const QDateTime changed = QFileInfo(place.file->path).lastModified();
        if (since && changed > *since)
            findings.push_back({Kind::HostNotRestarted,
                {place.file->host->name, place.file->path, timeText(changed), timeText(*since)}});
    }
}

void checkPlace(const ServerInHosts &server, const Place &place, const Machine &machine,
    const Offered &offered, Findings &findings)
{
    const hosts::Host &host = *place.file->host;
    const hosts::HostEntry &entry = *place.entry;
    if (const Place *other = server.hiding(place))
        findings.push_back(
            {Kind::HostEntryHidden, {host.name, entry.name, other->file->path, place.file->path}});
    // Of other hosts it is not known.
    if (host.id == QLatin1String("claude-desktop")
        && place.file->document.bytes().view().starts_with(kByteOrderMark))
        findings.push_back({Kind::HostFileMarked, {host.name, place.file->path}});
    if (entry.isDisabled)
        findings.push_back({Kind::HostEntryDisabled, {host.name, entry.name, place.file->path}});
    checkRestart(place, machine, findings);
    for (const Findings &found :
        {judgeApproval(server, place), judgeVariables(*place.file, entry, machine),
            judgeSystem(*place.file, entry, server.surroundings().system),
            judgeOffer(*place.file, entry, offered), judgeToolFilter(*place.file, entry, offered)})
        findings.insert(findings.end(), found.begin(), found.end());
}

// The host starts another program there, of another machine to it: only what the file says counts.
// How long the start takes was measured here.
void checkPlaceOfWindows(const Place &place, const Offered &offered, Findings &findings)
{
    const hosts::HostEntry &entry = *place.entry;
    Offered there = offered;
    there.firstResponse.reset();
    if (entry.isDisabled)
        findings.push_back(
            {Kind::HostEntryDisabled, {place.file->host->name, entry.name, place.file->path}});
    for (const Findings &found : {judgeSystem(*place.file, entry, hosts::System::Windows),
             judgeOffer(*place.file, entry, there), judgeToolFilter(*place.file, entry, there)})
        findings.insert(findings.end(), found.begin(), found.end());
}

} // namespace

CheckResult checkHostFiles(
    const config::Profile &profile, const Machine &machine, const Offered &offered)
{
    const ServerInHosts server(profile, machine);
    Findings findings;
    QStringList names;
    for (const Place &place : server.places()) {
        checkPlace(server, place, machine, offered, findings);
        if (const QString name = place.file->host->name; !names.contains(name))
            names << name;
    }
    for (const Place &place : server.placesOfWindows()) {
        checkPlaceOfWindows(place, offered, findings);
        if (const QString name = place.file->host->name; !names.contains(name))
            names << name;
    }
    for (const hosts::FoundFile *file : server.broken()) {
        const hosts::FileProblem &problem =
            file->document.problems().back(); // the first may be a mark
        findings.push_back({Kind::HostFileBroken,
            {file->host->name, file->path, QString::number(problem.line),
                QString::number(problem.column), problem.sentence}});
    }
    for (const ServerInHosts::Misplaced &each : server.misplaced()) {
        if (each.read.isEmpty())
            findings.push_back(
                {Kind::HostKeyWrong, {each.host->name, each.path, each.host->containers.front()}});
        else
            findings.push_back({Kind::HostFileWrong, {each.host->name, each.path, each.read}});
    }
    if (findings.empty())
        findings.push_back(names.isEmpty() ? DoctorFinding{Kind::NoHostFile}
                                           : DoctorFinding{Kind::HostFilesFine, {listText(names)}});
    return resultOf(Check::HostFiles, std::move(findings));
}

DoctorStep hostFileStep(const config::Profile &profile,
    const std::shared_ptr<const Machine> &machine, const std::shared_ptr<const Offered> &offered)
{
    return {{Check::HostFiles},
        [profile, machine, offered] { return checkHostFiles(profile, *machine, *offered); }};
}

} // namespace sonde::doctor
