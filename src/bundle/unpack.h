// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QString>

#include <cstdint>
#include <stop_token>

namespace sonde::bundle {

class Archive;

struct UnpackLimits {
    std::uint32_t entries = 100'000; // a server with its node_modules has thousands
    std::uint64_t bytes = 2'000'000'000; // unpacked, all files together
};

// Writes all entries below `folder`, which exists and is empty. Nothing is written elsewhere:
// absolute paths, "..", links, devices and entries that are there twice are errors
// (Domain::Storage), as is an archive over the limits; what was written until then stays.
// Files are readable for their owner only, and keep the executable bit.
Result<void> unpack(Archive &archive, const QString &folder, const UnpackLimits &limits,
    const std::stop_token &stop);

} // namespace sonde::bundle
