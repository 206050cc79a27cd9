// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/files/filechange.h"

#include "hosts/entries/hostdocument.h"
#include "hosts/files/folderlock.h"
#include "hosts/table/hoststr.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>

namespace sonde::hosts {

namespace {

bool hasTap(const Host &host, const Bytes &text)
{
    const HostDocument document = HostDocument::parse(host, text);
    return std::any_of(document.entries().begin(), document.entries().end(),
        [](const HostEntry &entry) { return entry.tap.has_value(); });
}

} // namespace

Result<void> writeChange(const FileChange &change, const Backups &backups)
{
    const QString real = QFileInfo(change.path).canonicalFilePath();
    const QString folder = QFileInfo(real.isEmpty() ? change.path : real).absolutePath();
    if (real.isEmpty())
        QDir().mkpath(folder);
    // Two changes at once: the second one reads what the first has written.
    const FolderLock lock(folder);
    if (lock.isTaken())
        return Error{.domain = Domain::Config,
            .sentence =
                Text::tr("Another program of Sonde is changing a file in %1. Run the command "
                         "again.")
                    .arg(folder)};
    if (change.before.isEmpty() && !QFileInfo::exists(change.path))
        return createHostFile(change.path, change.after);
    if (const Result<Bytes> now = readHostFile(change.path); now && !(*now == change.before))
        return changedMeanwhile(change.path); // the copy belongs to who changed it
    const bool hadTap = hasTap(*change.host, change.before);
    if (!hadTap) // a copy from an earlier tap or addition is older than this one
        backups.remove(change.path);
    if (Result<void> kept = backups.keep(change.path, change.before); !kept)
        return kept;
    Result<void> written = replaceHostFile(change.path, change.before, change.after);
    const bool isLastTap = written && hadTap && !hasTap(*change.host, change.after);
    if (isLastTap || (!written && !hadTap)) // a copy may contain secrets
        backups.remove(change.path);
    return written;
}

} // namespace sonde::hosts
