// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "changes/snapshot.h"

namespace sonde::changes {

// A snapshot as a file: JSON with a definition on each line, ordered by name, without a time, so
// that equal offers give equal files and version control shows what changed. The definitions are
// the bytes that the server sent.
inline constexpr int kSnapshotVersion = 1;
inline constexpr std::size_t kMaxSnapshotFile = std::size_t(64) << 20;
inline constexpr std::uint32_t kMaxSnapshotDepth = 1000;

std::string snapshotText(const Snapshot &snapshot);

// Whether a text is meant to be a snapshot; readSnapshot() says whether it is one.
bool looksLikeSnapshot(const Bytes &text);

// The file is hostile: size, depth, types and the number of items are checked. Members that are not
// known are ignored. Errors are Domain::Storage, and say what is wrong without the file's name.
Result<Snapshot> readSnapshot(const Bytes &text);

} // namespace sonde::changes
