// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "hosts/files/hostfile.h"
#include "hosts/table/hosttable.h"

#include <QString>

namespace sonde::hosts {

// A configuration file with other content.
struct FileChange {
    const Host *host = nullptr;
    QString path;
    Bytes before; // empty: the file may not exist yet
    Bytes after;
};

// Writes the file, as replaceHostFile() and createHostFile() do. Before, a copy of it is kept: as
// it was before the first of its taps, until the last one is removed. The error is a sentence.
Result<void> writeChange(const FileChange &change, const Backups &backups);

} // namespace sonde::hosts
