// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/hosts/hoststore.h"

#include "base/domainerror.h"
#include "base/formatting.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <optional>

namespace sonde::session {

using models::CheckedFile;
using models::CheckedFiles;
using models::TapPlaces;
using models::TapPlan;

namespace {

constexpr qsizetype kMaxNamed = 3; // servers in a sentence

// A folder that cannot be made is said now, and not by the tap to the host.
Result<void> makeRecordings(const QString &folder)
{
    if (QDir(folder).exists())
        return {};
    if (QDir().mkpath(folder)
        && QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner))
        return {};
    return configError(
        HostStore::tr("Cannot create the folder %1 for the recordings.").arg(folder));
}

Result<void> makeChange(const TapPlan &plan, const TapPlaces &places)
{
    if (!plan.removes) {
        if (Result<void> made = makeRecordings(places.recordings); !made)
            return made;
    }
    return writeShown(models::changeOf(plan, places), places.backups);
}

QString doneSentence(const TapPlan &plan, const TapPlaces &places)
{
    const QString reload = hosts::reloadText(*plan.host);
    if (plan.removes)
        return QStringList{HostStore::tr("Removed the tap of “%1”.").arg(plan.entry), reload}.join(
            u' ');
    return QStringList{HostStore::tr("Tapped “%1”.").arg(plan.entry), reload,
        HostStore::tr("Recordings are saved in %1.").arg(models::shortPath(places.recordings))}
        .join(u' ');
}

// Several hosts may read one file, and find other servers in it.
const CheckedFile *sameFile(const CheckedFiles &files, const hosts::FoundFile &sought)
{
    const auto found = std::find_if(files.begin(), files.end(), [&sought](const CheckedFile &file) {
        return file.found.path == sought.path && file.found.host->id == sought.host->id;
    });
    return found == files.end() ? nullptr : &*found;
}

// The names of entries that the other file does not have, or else of those that it has differently.
QStringList namesWhere(const CheckedFile &file, const CheckedFile &other, bool isMissing)
{
    QStringList names;
    for (const hosts::HostEntry &entry : file.entries()) {
        const hosts::HostEntry *const same = hosts::sameEntry(other.found.document, entry);
        const bool differs =
            same && file.found.document.raw(entry.value) != other.found.document.raw(same->value);
        if ((isMissing ? !same : differs) && !names.contains(entry.name))
            names += entry.name;
    }
    if (names.size() > kMaxNamed) {
        const int left = int(names.size() - kMaxNamed);
        names = names.mid(0, kMaxNamed);
        names += HostStore::tr("%1 more").arg(left);
    }
    return names;
}

void compareFiles(const CheckedFile &before, const CheckedFile &after, QStringList &sentences)
{
    const QString path = models::shortPath(after.found.path);
    if (before.isReadable() && !after.isReadable() && !after.problems.empty()) {
        sentences += HostStore::tr("%1 cannot be read any more: %2")
                         .arg(path, after.problems.front().sentence);
        return;
    }
    if (!before.isReadable() && after.isReadable())
        sentences += HostStore::tr("%1 can be read again").arg(path);
    if (!before.isReadable() || !after.isReadable())
        return;
    const QStringList added = namesWhere(after, before, true);
    const QStringList removed = namesWhere(before, after, true);
    const QStringList changed = namesWhere(after, before, false);
    if (!added.isEmpty())
        sentences += HostStore::tr("%1: added %2").arg(path, listText(added));
    if (!removed.isEmpty())
        sentences += HostStore::tr("%1: removed %2").arg(path, listText(removed));
    if (!changed.isEmpty())
        sentences += HostStore::tr("%1: changed %2").arg(path, listText(changed));
}

} // namespace

Result<void> writeShown(const hosts::EntryChange &change, const QString &backups)
{
    if (const std::optional<hosts::FileChange> now = hosts::changeOfNow(change))
        return hosts::writeChange(*now, hosts::Backups(backups));
    return configError(HostStore::tr("%1 has changed meanwhile, so Sonde did not change it. "
                                     "Check the change again.")
                           .arg(models::shortPath(change.file.path)));
}

QStringList hostChanges(const CheckedFiles &before, const CheckedFiles &after)
{
    QStringList sentences;
    for (const CheckedFile &file : after) {
        if (const CheckedFile *const old = sameFile(before, file.found))
            compareFiles(*old, file, sentences);
        else
            sentences += HostStore::tr("%1 is new").arg(models::shortPath(file.found.path));
    }
    for (const CheckedFile &file : before) {
        if (!sameFile(after, file.found))
            sentences +=
                HostStore::tr("%1 does not exist any more").arg(models::shortPath(file.found.path));
    }
    sentences.removeDuplicates(); // of a file that several hosts read
    return sentences;
}

HostStore::HostStore(Setup setup, QObject *parent)
    : QObject(parent)
    , m_setup(std::move(setup))
    , m_files(std::make_shared<CheckedFiles>())
    , m_reading(this)
    , m_planning(this)
    , m_performing(this)
{
    // Not started again by later signs: a host that writes all the time would put it off for ever.
    m_quiet.setSingleShot(true);
    m_quiet.setInterval(m_setup.quiet);
    const auto wait = [this] {
        if (!m_quiet.isActive())
            m_quiet.start();
    };
    connect(&m_watcher, &QFileSystemWatcher::fileChanged, this, wait);
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, wait);
    connect(&m_quiet, &QTimer::timeout, this, &HostStore::read);
}

void HostStore::read()
{
    m_isReading = true;
    m_reading.start<models::SharedFiles>(
        [surroundings = m_setup.surroundings](
            const std::stop_token &stop) { return models::checkFiles(surroundings, stop); },
        [this](models::SharedFiles files) { adopt(std::move(files)); });
}

void HostStore::adopt(models::SharedFiles files)
{
    const QStringList sentences = m_wasRead ? hostChanges(*m_files, *files) : QStringList();
    m_files = std::move(files);
    m_isReading = false;
    m_wasRead = true;
    watch();
    Q_EMIT filesRead();
    if (sentences.isEmpty())
        return;
    m_lastChange = {QDateTime::currentDateTime(), sentences.join(QStringLiteral(" · "))};
    Q_EMIT changed();
}

// Files that are replaced are not watched any more, so their folders are watched as well; and the
// folders in which a host would create its file.
void HostStore::watch()
{
    QStringList wanted;
    for (const CheckedFile &file : *m_files)
        wanted += file.found.path;
    for (const hosts::Host &host : hosts::hostTable()) {
        for (const hosts::ConfigFile &file : hosts::configFiles(host, m_setup.surroundings)) {
            const QString folder = QFileInfo(file.path).path();
            if (QFileInfo(folder).isDir())
                wanted += folder;
        }
    }
    wanted.removeDuplicates();
    wanted = wanted.mid(0, kMaxWatched);
    const QStringList watched = m_watcher.files() + m_watcher.directories();
    QStringList gone;
    std::copy_if(watched.begin(), watched.end(), std::back_inserter(gone),
        [&wanted](const QString &path) { return !wanted.contains(path); });
    QStringList added;
    std::copy_if(wanted.begin(), wanted.end(), std::back_inserter(added),
        [&watched](const QString &path) { return !watched.contains(path); });
    if (!gone.isEmpty())
        m_watcher.removePaths(gone);
    if (!added.isEmpty())
        m_watcher.addPaths(added);
}

int HostStore::watchedFiles() const
{
    return int(m_watcher.files().size());
}

void HostStore::plan(const models::ChosenEntry &chosen)
{
    m_planning.stop();
    m_plan = {};
    m_isPlanning = static_cast<bool>(chosen);
    if (!chosen) {
        Q_EMIT planned();
        return;
    }
    m_planning.start<TapPlan>(
        [files = m_files, chosen, setup = m_setup](const std::stop_token &) {
            TapPlan plan = models::planTapChange(chosen.file->found, chosen.entry(), setup.tap);
            models::noteOtherReaders(plan, setup.surroundings);
            return plan;
        },
        [this](TapPlan plan) {
            m_plan = std::move(plan);
            m_isPlanning = false;
            Q_EMIT planned();
        });
}

void HostStore::perform(const TapPlan &plan)
{
    if (m_isPerforming || !plan.isPossible())
        return;
    m_isPerforming = true;
    m_performing.start<Result<void>>(
        [plan, places = m_setup.tap](const std::stop_token &) { return makeChange(plan, places); },
        [this, plan](const Result<void> &done) {
            m_isPerforming = false;
            if (done)
                Q_EMIT succeeded(doneSentence(plan, m_setup.tap));
            else
                Q_EMIT refused(done.error().sentence);
            read();
        });
}

} // namespace sonde::session
