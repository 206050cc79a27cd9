// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/mocksnapshot.h"

#include "changes/snapshotfile.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"

#include <QFile>

#include <utility>

namespace sonde::cli {

Result<std::optional<changes::Snapshot>> readSnapshotFile(const QString &path)
{
    constexpr qint64 kBeginning = 256; // as much as looksLikeSnapshot() reads
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly)
        || !changes::looksLikeSnapshot(Bytes::fromByteArray(file.peek(kBeginning))))
        return std::optional<changes::Snapshot>();
    auto snapshot = changes::readSnapshot(
        Bytes::fromByteArray(file.read(qint64(changes::kMaxSnapshotFile) + 1)));
    if (!snapshot)
        return usageError(Text::tr("Cannot read the snapshot %1. %2")
                              .arg(quotedWord(path), harmlessLine(snapshot.error().sentence)));
    return std::optional(std::move(snapshot).value());
}

} // namespace sonde::cli
