// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fuzz/require.h"
#include "support/wholeexport.h"
#include "trace/transfer/jsonlinesimport.h"
#include "trace/transfer/traceimport.h"

#include <QFile>
#include <QTemporaryDir>

#include <cstdint>

// Whatever other programs have noted is refused, or gives a session file that opens, whose every
// record can be read, and that comes back the same from JSON Lines.

namespace {

using namespace sonde::trace;

std::string exported(const QString &path)
{
    const auto store = SessionStore::open(path);
    require(store.ok());
    auto text = sonde::tests::exportedWhole(**store, ExportFormat::JsonLines);
    require(text.ok());
    return std::move(text).value();
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
    const std::string_view text(reinterpret_cast<const char *>(data), size);
    // That format has a target of its own, and its records may be damaged on purpose.
    if (text.find("\"sonde\"") != std::string_view::npos || !importTrace(text, first))
        return 0;
    const std::string once = exported(first);
    require(importJsonLines(once, second).ok());
    require(exported(second) == once);
    return 0;
}
