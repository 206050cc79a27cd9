// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/standardstreams.h"

#include <fcntl.h>
#include <unistd.h>

namespace sonde {

MissingStreams fillStandardStreams()
{
    // In ascending order: open() returns the lowest free descriptor.
    const auto fill = [](int descriptor) {
        if (::fcntl(descriptor, F_GETFD) >= 0)
            return false;
        [[maybe_unused]] const int opened = ::open("/dev/null", O_RDWR);
        return true;
    };
    MissingStreams missing;
    missing.input = fill(STDIN_FILENO);
    missing.output = fill(STDOUT_FILENO);
    missing.errors = fill(STDERR_FILENO);
    return missing;
}

} // namespace sonde
