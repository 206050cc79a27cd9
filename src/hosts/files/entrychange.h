// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "config/profile.h"
#include "hosts/entries/hostdocument.h"
#include "hosts/files/filechange.h"

#include <functional>
#include <optional>
#include <vector>

namespace sonde::hosts {

// A change of some entries of a file, as it was planned and shown.
struct EntryChange {
    FileChange file;
    std::vector<HostEntry> entries; // those that change or are added: their names and projects
    // Plans the same change of another text of the file, in which these entries are as they were.
    std::function<Result<Bytes>(const HostDocument &)> again;
};

// The addition of a server to a file.
EntryChange additionOf(const FileChange &file, const config::Profile &server);

// The change of the file as it is now: some hosts write other parts of their file all the time.
// Nothing: one of the entries is not as it was, or cannot be changed any more, so what was shown of
// the change does not hold. Where the file cannot be read, writeChange() says why.
std::optional<FileChange> changeOfNow(const EntryChange &change);

} // namespace sonde::hosts
