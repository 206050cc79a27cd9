// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/changes/compareside.h"

#include "changes/recordedsnapshot.h"
#include "changes/snapshotfile.h"
#include "cli/options/servername.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"
#include "trace/file/sessionstore.h"

#include <QFile>
#include <QFileInfo>

namespace sonde::cli {

namespace {

Result<changes::Snapshot> readSessionOffers(const QString &path)
{
    const auto store = trace::SessionStore::open(path);
    if (!store)
        return store.error();
    const auto records = (*store)->readRecords();
    if (!records)
        return records.error();
    auto recorded = changes::recordedSnapshot(**store, *records);
    if (!recorded)
        return usageError(
            Text::tr("%1: %2").arg(quotedWord(path), harmlessLine(recorded.error().sentence)));
    return recorded;
}

} // namespace

bool isCompareFile(const QString &side)
{
    return QFileInfo::exists(side);
}

Result<changes::Snapshot> readCompareFile(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return usageError(Text::tr("Cannot read %1: %2.").arg(path, file.errorString()));
    if (trace::SessionStore::isSession(file)) {
        file.close();
        return readSessionOffers(path);
    }
    const Bytes text = Bytes::fromByteArray(file.read(changes::kMaxSnapshotFile + 1));
    if (!changes::looksLikeSnapshot(text))
        return usageError(Text::tr("%1 is neither a snapshot nor a session file. Write one with "
                                   "sonde-cli snapshot.")
                              .arg(quotedWord(path)));
    auto snapshot = changes::readSnapshot(text);
    if (!snapshot)
        return usageError(Text::tr("Cannot read the snapshot %1. %2")
                              .arg(quotedWord(path), harmlessLine(snapshot.error().sentence)));
    return snapshot;
}

Result<Options> serverOfSide(const Options &options, const QString &side)
{
    Options server = options;
    server.server = config::Profile(); // of the other side
    server.server.era = options.server.era;
    server.server.revision = options.server.revision;
    if (side.startsWith(QLatin1String("http://")) || side.startsWith(QLatin1String("https://"))) {
        server.server.reachByUrl().url = side;
        return server;
    }
    server.serverName = side;
    server.bundleFile.clear();
    if (const auto named = readNamedServer(server); !named)
        return usageError(
            Text::tr("There is no file %1. %2").arg(quotedWord(side), named.error().sentence));
    return server;
}

} // namespace sonde::cli
