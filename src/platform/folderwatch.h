// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QString>

#include <memory>

namespace sonde::platform {

// Reports when something happens to the entries of folders, through the event loop of its thread.
// Folders inside of them are not watched unless they are added as well.
class FolderWatch : public QObject {
    Q_OBJECT
public:
    // Linux: inotify. Elsewhere QFileSystemWatcher, which needs a descriptor for each file on some
    // systems.
    static std::unique_ptr<FolderWatch> make();

    // Returns 0, or the errno of why it cannot be watched: ENOSPC and EMFILE are limits of the
    // system. A folder that is watched already is not added again.
    virtual int add(const QString &folder) = 0;
    virtual void clear() = 0; // no folder is watched any more
    // Reports what has happened so far before it returns. False: this system cannot be asked for
    // it, and it is reported later.
    virtual bool reportNow() { return false; }

Q_SIGNALS:
    // An entry was written, created, deleted or renamed. Empty: an unknown one of this folder.
    void entryChanged(const QString &folder, const QString &entry);
    // The folder is not watched any more: it was deleted or moved away.
    void folderGone(const QString &folder);
    // Changes were lost: every folder has to be looked at.
    void overflowed();
};

} // namespace sonde::platform
