// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/heldsocket.h"

#include <cerrno>

#include <poll.h>
#include <unistd.h>

namespace sonde::cli {

bool waitFor(int descriptor, short events, std::chrono::milliseconds limit)
{
    pollfd waited{descriptor, events, 0};
    int count = 0;
    do
        count = ::poll(&waited, 1, int(limit.count()));
    while (count < 0 && errno == EINTR);
    return count > 0;
}

bool writeAll(int descriptor, std::string_view bytes)
{
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count >= 0)
            bytes.remove_prefix(std::size_t(count));
        else if (errno == EAGAIN ? !waitFor(descriptor, POLLOUT) : errno != EINTR)
            return false;
    }
    return true;
}

} // namespace sonde::cli
