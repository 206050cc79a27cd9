// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

#include <cstdint>
#include <memory>
#include <optional>

namespace sonde::bundle {

// One entry of an archive, as it is written there: hostile.
struct ArchiveEntry {
    enum class Kind : std::uint8_t { File, Folder, Link, Other };
    QString path;
    Kind kind = Kind::File;
    bool executable = false; // for its owner
};

// An open archive, read once from its begin to its end.
class Archive {
public:
    virtual ~Archive() = default;
    // The next entry; nothing at the end. Errors (Domain::Storage): damaged or encrypted.
    virtual Result<std::optional<ArchiveEntry>> next() = 0;
    // The next bytes of the entry, at most 64 KiB; empty at its end.
    virtual Result<QByteArray> read() = 0;
};

class Archives {
public:
    virtual ~Archives() = default;
    // A zip file. Errors (Domain::Storage): it cannot be read, or is no zip file.
    virtual Result<std::unique_ptr<Archive>> open(const QString &path) const = 0;
};

// Those of libarchive, which stands in a module (lib/sonde/sonde-archive.so beside bin/) that is
// loaded by the first call: with what it needs itself it would cost every start of a program.
// Without the module every call fails, with a sentence.
const Archives &systemArchives();

// The one function of the module. Nothing when program and module are not of the same version.
using FindArchives = const Archives *(*)(const char *version);
inline constexpr char kFindArchives[] = "sondeFindArchives";

} // namespace sonde::bundle
