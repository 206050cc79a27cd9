// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "platform/folderwatch.h"
#include "watch/ignorerules.h"
#include "watch/pathpattern.h"

#include <QObject>
#include <QSet>
#include <QString>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <vector>

namespace sonde::watch {

// Says once, after some quiet time, that files of a project have changed, however they were saved:
// written in place, renamed over, through temporary files, or thousands at once by git. A file that
// is the same as before (time, size and identity) has not changed, unless it was written so shortly
// before it was looked at that its time cannot tell. Folders are looked through in slices, so that
// a window stays responsive.
class ChangeWatch : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMaxFolders = 5'000;
    static constexpr std::size_t kMaxFiles = 50'000;
    static constexpr std::chrono::milliseconds kQuiet{300};
    static constexpr std::chrono::seconds kMaxLocked{60}; // git's lock is respected so long

    explicit ChangeWatch(QObject *parent = nullptr);
    ~ChangeWatch() override;

    // Watches the paths from now on, and no others: folders with everything below, files, and globs
    // (src/**/*.ts). They are absolute or relative to `base`, an absolute folder. A path with a “!”
    // before it is a pattern as in a .gitignore of `base`, for what is not watched. ready()
    // follows.
    void start(const QString &base, const QStringList &paths, std::chrono::milliseconds quiet);
    void stop();

    bool isReady() const { return m_isReady; }
    // Whether nothing was touched up to now that is not reported. Otherwise settled() follows.
    bool checkQuiet();
    std::size_t fileCount() const { return m_files.size(); } // that are watched
    // Why not everything is watched; empty: everything is.
    const QString &problem() const { return m_problem; }

Q_SIGNALS:
    void ready(); // all folders were looked through once
    void changed(const QStringList &files); // paths relative to the base where they are below it
    void settled(); // after changed(), or without it: files were touched, and are the same
    void problemChanged();

private:
    // The folder of a path, and which files below it are meant.
    struct Root {
        QString folder; // absolute
        PathPattern pattern; // of paths relative to the folder
        IgnoreRules ignored;
        bool isPlain = false; // a single file: nothing below the folder is looked at
    };
    struct Signature {
        qint64 time = 0; // of the last change of its content, ms
        qint64 size = 0;
        quint64 identity = 0; // inode
        bool isFresh = false; // the next content may have the same time
        bool isDoubted = false; // and something was written since then
    };
    struct Folder {
        QString path;
        std::size_t root = 0;
        bool isKnown = false; // looked through again: what is new in it has changed
    };

    void addRoot(const QString &path);
    void look();
    void lookThrough(const Folder &folder);
    void addFolder(const QString &path, std::size_t root, bool isKnown);
    void addFile(const QString &path, bool isKnown);
    void lookAgain();
    void receive(const QString &folder, const QString &entry);
    void forgetFolder(const QString &folder);
    void findAgain(const QString &folder);
    void touch(const QString &path);
    void settle();
    bool isLocked() const;
    bool isWanted(std::size_t root, const QString &path) const;
    bool isEntered(const Root &root, const QString &folder) const;
    bool isLeftOut(const Root &root, const QString &path, bool isFolder) const;
    void setProblem(const QString &sentence);
    static std::optional<Signature> signatureOf(const QString &path);
    static bool isSame(const Signature &known, const Signature &now);

    QString m_base;
    std::vector<Root> m_roots;
    IgnoreRules m_leftOut; // paths relative to the base
    std::unique_ptr<platform::FolderWatch> m_watch;
    std::map<QString, std::size_t> m_folders; // that are watched, with their root
    std::map<QString, Signature> m_files;
    std::deque<Folder> m_waiting; // to be looked through
    QSet<QString> m_parents; // of roots that have gone, which may come again
    QSet<QString> m_touched;
    QTimer m_lookTimer;
    QTimer m_quietTimer;
    QString m_problem;
    bool m_isReady = false;
};

} // namespace sonde::watch
