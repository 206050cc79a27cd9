// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/require.h"
#include "support/wholeexport.h"
#include "trace/transfer/jsonlinesimport.h"

#include <QFile>
#include <QTemporaryDir>

#include <cstdint>

// Whatever is imported is refused, or gives a session file that opens and is exported again; and
// that comes back the same.

namespace {

using namespace sonde::trace;

// Nothing when a damaged record is found, which is no reason to import less.
std::optional<std::string> exported(const QString &path)
{
    const auto store = SessionStore::open(path);
    require(store.ok());
    const auto text = sonde::tests::exportedWhole(**store, ExportFormat::JsonLines);
    return text ? std::optional(*text) : std::nullopt;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    static const QTemporaryDir folder;
    const QString first = folder.filePath(QStringLiteral("first.sonde"));
    const QString second = folder.filePath(QStringLiteral("second.sonde"));
    for (const QString &path : {first, second}) {
        for (const char *ending : {"", "-wal", "-shm"})
            QFile::remove(path + QLatin1String(ending));
    }
    if (!importJsonLines({reinterpret_cast<const char *>(data), size}, first))
        return 0;
    const auto once = exported(first);
    if (!once)
        return 0;
    require(importJsonLines(*once, second).ok());
    require(exported(second) == once);
    return 0;
}
