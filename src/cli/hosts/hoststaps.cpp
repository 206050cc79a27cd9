// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/hoststaps.h"

#include "base/formatting.h"
#include "cli/hosts/hostlisting.h"
#include "cli/hosts/hostquestion.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"
#include "hosts/entries/bridgeentry.h"
#include "hosts/entries/entrywords.h"
#include "hosts/entries/remotebridge.h"
#include "hosts/entries/tapsplice.h"
#include "hosts/files/entrychange.h"
#include "hosts/table/hostplaces.h"
#include "trace/file/sessionplace.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>

namespace sonde::cli {

namespace {

using hosts::FoundFile;
using hosts::HostDocument;
using hosts::HostEntry;

// The URL, and the bridge that takes its place, without what may be secret.
QString bridgeLine(char sign, const HostEntry &entry)
{
    const QString url = startedBy(entry);
    const bool isList = entry.command.isArray();
    const QString program = (isList ? entry.command.first() : entry.command).toString();
    return QLatin1Char(sign) + QStringLiteral(" ")
        + (entry.tap ? program + QStringLiteral(" tap --stdio --url ") + url : url) + u'\n';
}

// The members that a tap changes, without what may be secret, each line with a sign before it.
QString memberLines(char sign, const HostDocument &document, const HostEntry &entry)
{
    if (!entry.url.isEmpty())
        return bridgeLine(sign, entry);
    QString lines;
    for (const json::Value &value : {entry.command, entry.argumentList}) {
        if (!value.exists())
            continue;
        const QString text =
            harmless(hosts::shownMember(document, entry, value).remove(u'\r')); // of a line end
        for (const QString &line : text.split(u'\n'))
            lines += QLatin1Char(sign) + QStringLiteral(" ") + line + u'\n';
    }
    return lines;
}

// Whether the hosts read the same servers in one file.
bool isSameFile(const FoundFile &one, const FoundFile &other)
{
    return QFileInfo(one.path).canonicalFilePath() == QFileInfo(other.path).canonicalFilePath()
        && hosts::shareServers(*one.host, *other.host);
}

// `reader`: the host of the file; null: it is not known.
QString reloadSentence(const hosts::Host *reader)
{
    return reader ? hosts::reloadText(*reader)
                  : Text::tr("Restart the host that reads the file, or the server in it.");
}

// The file with the tap before the server. A tap whose program is gone, as after an upgrade, makes
// room for it.
Result<Bytes> tapped(const hosts::Host &host, const HostDocument &document, const HostEntry &entry,
    const hosts::TapCommand &tap)
{
    if (!hosts::missingTap(entry))
        return hosts::addTap(host, document, entry, tap);
    const Result<Bytes> without = hosts::removeTap(host, document, entry);
    if (!without)
        return without.error();
    const HostDocument untapped = HostDocument::parse(host, *without);
    return hosts::addTap(host, untapped, *hosts::sameEntry(untapped, entry), tap);
}

// The file without the taps of these entries.
Result<Bytes> untapped(
    const FoundFile &file, HostDocument document, const std::vector<HostEntry> &entries)
{
    const hosts::Host &host = *file.host;
    for (const HostEntry &entry : entries) {
        const HostEntry *const same = hosts::sameEntry(document, entry);
        if (!same)
            return hosts::changedMeanwhile(file.path);
        Result<Bytes> content = hosts::removeTap(host, document, *same);
        if (!content)
            return content;
        document = HostDocument::parse(host, *content);
    }
    return document.bytes();
}

// A folder that cannot be made is said now, and not by the tap to the host.
Result<void> makeSessionsFolder(const QString &folder)
{
    if (QDir(folder).exists())
        return {};
    if (QDir().mkpath(folder)
        && QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner))
        return {};
    return usageError(Text::tr("Cannot create the folder %1 for the recordings.").arg(folder));
}

} // namespace

HostsTaps::HostsTaps(const HostsOptions &options, Output &out, Output &err)
    : m_options(options)
    , m_out(out)
    , m_err(err)
    , m_backups(hosts::Backups::userFolder())
{
}

std::vector<FoundFile> HostsTaps::files() const
{
    const hosts::Host *const host = hosts::findHost(m_options.host); // null for --all
    const hosts::Surroundings here = hosts::Surroundings::ofThisProcess();
    if (m_options.file.isEmpty())
        return hosts::findFiles(host, here);
    const QString path = QDir::cleanPath(QFileInfo(m_options.file).absoluteFilePath());
    if (const auto known = hosts::configFileAt(*host, path, here))
        return {hosts::readFoundFile(*known->form, known->scope, path)};
    return {hosts::readFoundFile(*host, hosts::Scope::User, path)};
}

const hosts::Host *HostsTaps::readerOf(const FoundFile &file) const
{
    if (m_options.file.isEmpty())
        return file.host;
    const hosts::Surroundings here = hosts::Surroundings::ofThisProcess();
    return hosts::configFileAt(*file.host, file.path, here) ? file.host
                                                            : hosts::hostOfFile(file.path, here);
}

Result<HostsTaps::Target> HostsTaps::target(const std::vector<FoundFile> &files) const
{
    std::vector<Target> found;
    QStringList problems;
    for (const FoundFile &file : files) {
        if (file.error)
            problems += file.error->sentence;
        for (const hosts::FileProblem &problem : file.document.problems()) {
            if (!file.document.isValid())
                problems += file.path + QStringLiteral(": ") + problemText(problem);
        }
        for (const HostEntry &entry : file.document.entries()) {
            if (entry.name == m_options.entry)
                found.push_back({&file, &entry});
        }
    }
    const QString name = hosts::findHost(m_options.host)->name;
    // It may be in a file that cannot be read.
    if (found.empty() && !problems.isEmpty())
        return usageError(joinSentences(problems));
    if (found.empty())
        return usageError(
            Text::tr("%1 has no server “%2” in its files.").arg(name, m_options.entry));
    // Of several projects, the one where the command is run.
    const auto isOfOtherProject = [](const Target &target) {
        return !target.entry->project.isEmpty() && target.entry->project != QDir::currentPath();
    };
    if (!std::all_of(found.begin(), found.end(), isOfOtherProject))
        std::erase_if(found, isOfOtherProject);
    const auto here = std::find_if(found.begin(), found.end(),
        [](const Target &target) { return !target.entry->project.isEmpty(); });
    if (found.size() == 1)
        return found.front();
    if (here != found.end() && !isOfOtherProject(*here))
        return *here;
    return usageError(severalSentence(found));
}

// Says which of them the host starts, where that is known.
QString HostsTaps::severalSentence(const std::vector<Target> &found) const
{
    const QString name = hosts::findHost(m_options.host)->name;
    QStringList places;
    for (const Target &target : found)
        places += target.entry->project.isEmpty()
            ? Text::tr("%1 (%2)", "a path and the scope of the file")
                  .arg(target.file->path, hosts::scopeName(target.file->scope))
            : target.entry->project;
    const QString sentence =
        Text::tr("%1 has several servers “%2”: %3. Choose one with --file, or run the command in "
                 "the folder of its project.")
            .arg(name, m_options.entry, listText(places));
    const Target started = hosts::startedOf(found);
    return started.entry && started.entry->project.isEmpty()
        ? sentence + u' ' + Text::tr("%1 starts the one in %2 here.").arg(name, started.file->path)
        : sentence;
}

void HostsTaps::noteSameNames(const FoundFile &file, const HostEntry &entry)
{
    const std::vector<FoundFile> all =
        hosts::findFiles(file.host, hosts::Surroundings::ofThisProcess());
    const bool isRead = std::any_of(all.begin(), all.end(),
        [&file](const FoundFile &other) { return other.path == file.path; });
    if (!isRead) // with --file, the host may only say how the file is written
        return;
    for (const hosts::FileProblem &problem :
        hosts::sameNameProblems(hosts::pointersTo(all), {&file, &entry}, QDir::currentPath()))
        m_err.note(problemText(problem));
    QStringList projects;
    for (const FoundFile &other : all) {
        for (const HostEntry &one : other.document.entries()) {
            if (entry.project.isEmpty() && one.name == entry.name && !one.project.isEmpty()
                && one.project != QDir::currentPath())
                projects += one.project;
        }
    }
    if (!projects.isEmpty())
        m_err.note(Text::tr("In %1, %2 has a server of the same name, which this does not tap.")
                       .arg(harmlessLine(listText(projects)), file.host->name));
}

int HostsTaps::tap()
{
    const std::vector<FoundFile> found = files();
    const Result<Target> chosen = target(found);
    const Result<void> done =
        chosen ? tapEntry(*chosen->file, *chosen->entry) : Result<void>(chosen.error());
    if (done)
        return kFine;
    m_err.complain(done.error().sentence);
    return kUsage;
}

Result<void> HostsTaps::tapEntry(const FoundFile &file, const HostEntry &entry)
{
    const QString sessions = trace::userSessionsFolder();
    const hosts::TapCommand tap{
        QCoreApplication::applicationFilePath(), hosts::recordedName(entry), sessions + u'/'};
    const Result<Bytes> content = tapped(*file.host, file.document, entry, tap);
    if (!content)
        return content.error();
    writeChange(file, file.document, entry, HostDocument::parse(*file.host, *content));
    noteConsequences(file, entry);
    noteSameNames(file, entry);
    const Result<bool> confirmed = mayChange(file.path, m_options, m_err);
    if (!confirmed)
        return confirmed.error();
    if (!*confirmed)
        return {};
    if (const Result<void> made = makeSessionsFolder(sessions); !made)
        return made.error();
    const auto again = [&](const HostDocument &now) {
        const HostEntry *const same = hosts::sameEntry(now, entry);
        return same ? tapped(*file.host, now, *same, tap)
                    : Result<Bytes>(hosts::changedMeanwhile(file.path));
    };
    if (const Result<void> written = writeShown(
            {{file.host, file.path, file.document.bytes(), *content}, {entry}, again}, m_backups);
        !written)
        return written.error();
    noteTapped(file, entry, sessions);
    return {};
}

void HostsTaps::noteTapped(const FoundFile &file, const HostEntry &entry, const QString &sessions)
{
    const hosts::Host *const reader = readerOf(file);
    m_err.note(joinSentences({Text::tr("Tapped “%1”.").arg(entry.name), reloadSentence(reader),
        Text::tr("Recordings are saved in %1.").arg(sessions)}));
    if (entry.url.isEmpty())
        m_err.note(Text::tr("MCP Inspector 0.15 with --cli cannot start the entry, because it "
                            "splits the arguments at “--”."));
}

void HostsTaps::noteUntapped(const FoundFile &file, const QStringList &names)
{
    const hosts::Host *const reader = readerOf(file);
    m_err.note(joinSentences(
        {Text::tr("Removed the tap of %1.").arg(listText(names)), reloadSentence(reader)}));
}

int HostsTaps::untap()
{
    bool isFound = false;
    int exitCode = kFine;
    std::vector<FoundFile> visited;
    for (const FoundFile &listed : files()) {
        // Several hosts may read one file, some of them through a symbolic link.
        if (std::any_of(visited.begin(), visited.end(),
                [&listed](const FoundFile &other) { return isSameFile(listed, other); }))
            continue;
        visited.push_back(listed);
        // The listed content is from before the taps of other servers in the file were removed.
        const Result<bool> done =
            untapFile(hosts::readFoundFile(*listed.host, listed.scope, listed.path));
        isFound = isFound || !done || *done;
        if (!done) {
            m_err.complain(done.error().sentence);
            exitCode = kUsage;
        }
    }
    if (isFound || m_options.all)
        return exitCode;
    m_err.complain(!m_options.hasEntry
            ? Text::tr("No server in the files of %1 has a tap.")
                  .arg(hosts::findHost(m_options.host)->name)
            : Text::tr("No server “%1” in the files of %2 has a tap.")
                  .arg(m_options.entry, hosts::findHost(m_options.host)->name));
    return kUsage;
}

Result<bool> HostsTaps::untapFile(const FoundFile &file)
{
    if (file.error)
        return *file.error;
    if (!file.document.isValid())
        return usageError(
            file.path + QStringLiteral(": ") + problemText(file.document.problems().front()));
    HostDocument document = file.document;
    std::vector<HostEntry> tapped;
    QStringList names;
    for (std::size_t i = 0; i < document.entries().size(); ++i) { // as many after each change
        const HostEntry entry = document.entries()[i];
        if (!entry.tap || (m_options.hasEntry && entry.name != m_options.entry))
            continue;
        Result<Bytes> content = hosts::removeTap(*file.host, document, entry);
        if (!content)
            return content.error();
        const HostDocument after = HostDocument::parse(*file.host, *content);
        writeChange(file, document, entry, after);
        document = after;
        if (const hosts::Host *const reader = readerOf(file))
            noteApproval(*reader, file.scope, entry.name, m_err);
        tapped.push_back(entry);
        names += entry.name;
    }
    if (names.isEmpty())
        return false;
    const Result<bool> confirmed = mayChange(file.path, m_options, m_err);
    if (!confirmed)
        return confirmed.error();
    if (!*confirmed)
        return true;
    const auto again = [&](const HostDocument &now) { return untapped(file, now, tapped); };
    const Result<void> written =
        writeShown({{file.host, file.path, file.document.bytes(), document.bytes()}, tapped, again},
            m_backups);
    if (!written)
        return written.error();
    noteUntapped(file, names);
    return true;
}

void HostsTaps::writeChange(const FoundFile &file, const HostDocument &document,
    const HostEntry &before, const HostDocument &after)
{
    const HostEntry *const entry = hosts::sameEntry(after, before);
    const hosts::Host *const reader = readerOf(file);
    const QString name = harmlessLine(before.name);
    const QString path = harmlessLine(file.path);
    QString text = reader ? Text::tr("%1, “%2” in %3", "a host, a server and a file")
                                .arg(QString(reader->name), name, path)
                          : Text::tr("“%1” in %2", "a server and a file").arg(name, path);
    text += u'\n';
    const HostEntry &changed = entry ? *entry : before; // which the splice has verified
    text += memberLines('-', document, before) + memberLines('+', after, changed);
    m_out.write(QStringView(text));
}

void HostsTaps::noteOtherReaders(const FoundFile &file)
{
    const hosts::Host *const reader = readerOf(file);
    if (!reader)
        return;
    QStringList names;
    for (const hosts::Host *const other :
        hosts::otherReaders(*reader, file.path, hosts::Surroundings::ofThisProcess()))
        names += other->name;
    if (!names.isEmpty())
        m_err.note(Text::tr("The file is also read by %1.").arg(listText(names)));
}

void HostsTaps::noteConsequences(const FoundFile &file, const HostEntry &entry)
{
    if (const auto missing = hosts::missingProgram(entry, file.desktopPath))
        m_err.note(problemText(*missing));
    if (file.scope == hosts::Scope::Project)
        m_err.note(Text::tr("The file belongs to the project. Do not share it with the tap, whose "
                            "paths are those of this machine."));
    noteOtherReaders(file);
    if (!entry.url.isEmpty())
        m_err.note(Text::tr("Sonde becomes the client of the URL, and logs in where the server "
                            "requires it."));
    if (hosts::hasSecretUrl(entry))
        m_err.note(Text::tr("The URL may contain a secret. Other users of this computer can read "
                            "it in the list of processes while the tap runs."));
    if (const QStringList unused = hosts::unusedByBridge(entry); !unused.isEmpty())
        m_err.note(
            Text::tr("While the tap is there, %1 of the entry is not used.").arg(listText(unused)));
    if (const QString bridge = hosts::remoteBridgeText(entry); !bridge.isEmpty())
        m_err.note(bridge);
    if (const hosts::Host *const reader = readerOf(file))
        noteApproval(*reader, file.scope, entry.name, m_err);
}

} // namespace sonde::cli
