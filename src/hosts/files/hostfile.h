// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"

#include <QString>

namespace sonde::hosts {

inline constexpr qint64 kMaxHostFile = qint64(64) << 20; // some hosts keep histories in theirs

// The file's bytes. Errors (Domain::Config) are sentences.
Result<Bytes> readHostFile(const QString &path);

// That a file does not have the bytes any more that it had when it was read.
Error changedMeanwhile(const QString &path);

// Replaces the content of a file that still has the bytes `expected`: atomically, with its owner,
// permissions and access list, and behind a symbolic link in the real file. Where these cannot be
// kept, the file is not changed: its host might be unable to write it.
Result<void> replaceHostFile(const QString &path, const Bytes &expected, const Bytes &content);

// Writes a file that does not exist yet, atomically and for its owner only, with its folders.
Result<void> createHostFile(const QString &path, const Bytes &content);

// Copies of files as they were before the first change: they contain secrets, so only their user
// can read them.
class Backups {
public:
    explicit Backups(QString folder)
        : m_folder(std::move(folder))
    {
    }

    static QString userFolder(); // for the window and the command line

    QString pathFor(const QString &file) const;
    Result<void> keep(const QString &file, const Bytes &content) const; // unless there is one
    void remove(const QString &file) const;

private:
    QString m_folder;
};

} // namespace sonde::hosts
