// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "watch/changewatch.h"

#include "watch/gitlock.h"
#include "watch/watchtr.h"

#include <QDateTime>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <cerrno>
#include <optional>

#include <sys/stat.h>

namespace sonde::watch {

namespace {

constexpr int kSlice = 32; // folders that are looked through at once
// File systems stamp files with a clock that moves in steps: of 10 ms with the coarsest timer of
// Linux.
constexpr qint64 kClockStepMs = 20;

bool isGlob(const QString &path)
{
    return path.contains(u'*') || path.contains(u'?') || path.contains(u'[');
}

} // namespace

ChangeWatch::ChangeWatch(QObject *parent)
    : QObject(parent)
{
    m_lookTimer.setSingleShot(true);
    m_quietTimer.setSingleShot(true);
    connect(&m_lookTimer, &QTimer::timeout, this, &ChangeWatch::look);
    connect(&m_quietTimer, &QTimer::timeout, this, &ChangeWatch::settle);
}

ChangeWatch::~ChangeWatch() = default;

void ChangeWatch::start(
    const QString &base, const QStringList &paths, std::chrono::milliseconds quiet)
{
    stop();
    m_base = QDir::cleanPath(base);
    m_quietTimer.setInterval(quiet);
    m_watch = platform::FolderWatch::make();
    connect(m_watch.get(), &platform::FolderWatch::entryChanged, this, &ChangeWatch::receive);
    connect(m_watch.get(), &platform::FolderWatch::folderGone, this, &ChangeWatch::forgetFolder);
    connect(m_watch.get(), &platform::FolderWatch::overflowed, this, &ChangeWatch::lookAgain);
    m_leftOut = {};
    for (const QString &path : paths) {
        if (path.startsWith(u'!'))
            m_leftOut.addText({}, path.mid(1));
        else
            addRoot(path);
    }
    m_lookTimer.start(0);
}

bool ChangeWatch::checkQuiet()
{
    if (m_watch)
        m_watch->reportNow();
    return !m_quietTimer.isActive() && m_waiting.empty();
}

void ChangeWatch::stop()
{
    m_watch.reset();
    m_lookTimer.stop();
    m_quietTimer.stop();
    m_roots.clear();
    m_folders.clear();
    m_files.clear();
    m_waiting.clear();
    m_parents.clear();
    m_touched.clear();
    m_isReady = false;
    setProblem({});
}

void ChangeWatch::setProblem(const QString &sentence)
{
    if (m_problem == sentence)
        return;
    m_problem = sentence;
    Q_EMIT problemChanged();
}

void ChangeWatch::addRoot(const QString &path)
{
    QString full = QDir::cleanPath(QDir(m_base).absoluteFilePath(path));
    QStringList pattern{QStringLiteral("**")};
    bool isPlain = false;
    if (isGlob(path)) {
        pattern.clear();
        while (isGlob(full)) {
            pattern.prepend(full.section(u'/', -1));
            full = full.section(u'/', 0, -2);
        }
    } else if (!QFileInfo(full).isDir()) {
        pattern = {full.section(u'/', -1)};
        full = full.section(u'/', 0, -2);
        isPlain = true;
    }
    if (!QFileInfo(full).isDir()) {
        setProblem(Text::tr("%1 is not watched: there is no folder %2.").arg(path, full));
        return;
    }
    m_roots.push_back({full, PathPattern(pattern.join(u'/')), {}, isPlain});
    m_roots.back().ignored.addAbove(full);
    addFolder(full, m_roots.size() - 1, false);
}

void ChangeWatch::addFolder(const QString &path, std::size_t root, bool isKnown)
{
    m_waiting.push_back({path, root, isKnown});
}

bool ChangeWatch::isWanted(std::size_t root, const QString &path) const
{
    const Root &its = m_roots[root];
    const QString relative = path.mid(its.folder.size() + 1);
    return its.pattern.matches(relative)
        && (its.isPlain || (!its.ignored.ignores(relative, false) && !isLeftOut(its, path, false)));
}

bool ChangeWatch::isEntered(const Root &root, const QString &folder) const
{
    return !root.isPlain && !root.ignored.ignores(folder.mid(root.folder.size() + 1), true)
        && !isLeftOut(root, folder, true);
}

bool ChangeWatch::isLeftOut(const Root &root, const QString &path, bool isFolder) const
{
    const QString &folder = path.startsWith(m_base + u'/') ? m_base : root.folder;
    return m_leftOut.ignoresByRule(path.mid(folder.size() + 1), isFolder);
}

// A slice of the folders.
void ChangeWatch::look()
{
    for (int i = 0; i < kSlice && !m_waiting.empty(); ++i) {
        const Folder folder = m_waiting.front();
        m_waiting.pop_front();
        lookThrough(folder);
    }
    if (!m_waiting.empty()) {
        m_lookTimer.start(0);
    } else if (!m_isReady) {
        m_isReady = true;
        Q_EMIT ready();
    }
}

void ChangeWatch::lookThrough(const Folder &folder)
{
    Root &root = m_roots[folder.root];
    if (m_folders.size() >= kMaxFolders && !m_folders.contains(folder.path))
        return setProblem(Text::tr("Only the first %1 folders are watched. Choose fewer paths.")
                              .arg(kMaxFolders));
    // First watched, then read: nothing that happens between is missed.
    const int error = m_watch->add(folder.path);
    if (error == ENOSPC || error == EMFILE)
        return setProblem(Text::tr("The system watches no more folders than these %1. Choose fewer "
                                   "paths, or raise fs.inotify.max_user_watches.")
                              .arg(m_folders.size()));
    if (error != 0)
        return; // it has gone meanwhile
    m_folders.emplace(folder.path, folder.root);
    const QString inside = folder.path.mid(root.folder.size() + 1);
    if (!root.isPlain)
        root.ignored.addFile(inside, folder.path + QLatin1String("/.gitignore"));
    const QDir::Filters all =
        QDir::Files | QDir::Dirs | QDir::NoDotAndDotDot | QDir::Hidden | QDir::System;
    for (const QFileInfo &entry : QDir(folder.path).entryInfoList(all, QDir::NoSort)) {
        const QString path = folder.path + u'/' + entry.fileName();
        if (!entry.isDir()) {
            if (isWanted(folder.root, path))
                addFile(path, folder.isKnown);
        } else if (!entry.isSymLink() && isEntered(root, path)) {
            addFolder(path, folder.root, folder.isKnown);
        }
    }
}

void ChangeWatch::addFile(const QString &path, bool isKnown)
{
    if (isKnown)
        return touch(path);
    if (m_files.size() >= kMaxFiles)
        return setProblem(
            Text::tr("Only the first %1 files are watched. Choose fewer paths.").arg(kMaxFiles));
    if (const auto signature = signatureOf(path))
        m_files[path] = *signature;
}

std::optional<ChangeWatch::Signature> ChangeWatch::signatureOf(const QString &path)
{
    struct stat status { };
    if (::stat(QFile::encodeName(path).constData(), &status) != 0)
        return std::nullopt;
    const qint64 time = QFileInfo(path).lastModified().toMSecsSinceEpoch();
    const bool isFresh = QDateTime::currentMSecsSinceEpoch() - time < kClockStepMs;
    return Signature{time, qint64(status.st_size), quint64(status.st_ino), isFresh, false};
}

bool ChangeWatch::isSame(const Signature &known, const Signature &now)
{
    return !known.isDoubted && known.time == now.time && known.size == now.size
        && known.identity == now.identity;
}

// Changes were lost.
void ChangeWatch::lookAgain()
{
    for (const auto &[file, signature] : m_files)
        m_touched.insert(file);
    for (const auto &[folder, root] : m_folders)
        addFolder(folder, root, true);
    m_lookTimer.start(0);
    m_quietTimer.start();
}

void ChangeWatch::receive(const QString &folder, const QString &entry)
{
    if (m_parents.contains(folder)) { // the entry may not be named
        for (const Root &root : m_roots) {
            if (root.folder.section(u'/', 0, -2) == folder)
                findAgain(root.folder);
        }
    }
    const auto found = m_folders.find(folder);
    if (found == m_folders.end())
        return;
    const std::size_t root = found->second;
    const QString prefix = folder + u'/';
    if (entry.isEmpty()) { // one that is not named
        for (auto it = m_files.lower_bound(prefix);
             it != m_files.end() && it->first.startsWith(prefix); ++it)
            m_touched.insert(it->first);
        addFolder(folder, root, true);
        m_lookTimer.start(0);
        m_quietTimer.start();
        return;
    }
    const QString path = prefix + entry;
    const QFileInfo info(path);
    if (info.isDir() && !info.isSymLink()) {
        if (isEntered(m_roots[root], path)) {
            addFolder(path, root, true);
            m_lookTimer.start(0);
        }
    } else if (isWanted(root, path)) {
        // It was written, even if its time cannot tell. What is only looked at again was not.
        if (const auto known = m_files.find(path); known != m_files.end())
            known->second.isDoubted = known->second.isFresh;
        touch(path);
    }
}

void ChangeWatch::forgetFolder(const QString &folder)
{
    m_folders.erase(folder);
    const QString prefix = folder + u'/';
    for (auto it = m_files.lower_bound(prefix); it != m_files.end() && it->first.startsWith(prefix);
         ++it)
        touch(it->first);
    // Git, builds and generators delete a folder and make it again.
    for (const Root &root : m_roots) {
        if (root.folder != folder)
            continue;
        const QString parent = folder.section(u'/', 0, -2);
        if (m_watch->add(parent) == 0)
            m_parents.insert(parent);
        if (!QFileInfo::exists(folder))
            setProblem(Text::tr("%1 is not watched any more: the folder is gone.").arg(folder));
        findAgain(folder);
    }
}

// A root that had gone.
void ChangeWatch::findAgain(const QString &folder)
{
    if (m_folders.contains(folder) || !QFileInfo(folder).isDir())
        return;
    for (std::size_t i = 0; i < m_roots.size(); ++i) {
        if (m_roots[i].folder != folder)
            continue;
        setProblem({});
        addFolder(folder, i, true);
        m_lookTimer.start(0);
        m_quietTimer.start();
    }
}

void ChangeWatch::touch(const QString &path)
{
    if (m_files.size() + std::size_t(m_touched.size()) < 2 * kMaxFiles)
        m_touched.insert(path);
    m_quietTimer.start();
}

// Whether git is at work in the repository of one of the folders.
bool ChangeWatch::isLocked() const
{
    for (const Root &root : m_roots) {
        const QFileInfo lock(gitLockOf(root.folder));
        if (lock.exists()
            && lock.lastModified().secsTo(QDateTime::currentDateTime()) < kMaxLocked.count())
            return true;
    }
    return false;
}

void ChangeWatch::settle()
{
    if (!m_waiting.empty() || isLocked()) {
        m_quietTimer.start();
        return;
    }
    QStringList files;
    for (const QString &path : std::exchange(m_touched, {})) {
        const auto signature = signatureOf(path);
        const auto known = m_files.find(path);
        if (known == m_files.end() ? !signature : signature && isSame(known->second, *signature))
            continue;
        if (!signature)
            m_files.erase(known);
        else if (known != m_files.end() || m_files.size() < kMaxFiles)
            m_files[path] = *signature;
        const QString prefix = m_base + u'/';
        files << (path.startsWith(prefix) ? path.mid(prefix.size()) : path);
    }
    files.sort();
    if (!files.isEmpty())
        Q_EMIT changed(files);
    Q_EMIT settled();
}

} // namespace sonde::watch
