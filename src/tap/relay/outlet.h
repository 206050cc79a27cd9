// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string_view>

#include <sys/types.h>

namespace sonde::tap {

// A descriptor to write to without waiting. It may be shared with other programs, for which
// O_NONBLOCK would change, too, so that flag is never set on it.
class Outlet {
public:
    Outlet() = default;
    // Takes the descriptor; -1: there is none.
    explicit Outlet(int descriptor);
    ~Outlet() { close(); }
    Outlet(const Outlet &) = delete;
    Outlet &operator=(const Outlet &) = delete;
    Outlet(Outlet &&other) noexcept;
    Outlet &operator=(Outlet &&other) noexcept;

    int descriptor() const { return m_descriptor; }
    bool isOpen() const { return m_descriptor >= 0; }
    void close();

    // Writes what fits, like write() to a non-blocking descriptor: -1 with EAGAIN if nothing does.
    ssize_t write(std::string_view bytes) const;

private:
    enum class Kind {
        NonBlocking, // a pipe or terminal that was opened once more, or our own
        Socket, // has a flag for each call
        Blocking, // is polled before every small write
    };
    int m_descriptor = -1;
    Kind m_kind = Kind::Blocking;
};

} // namespace sonde::tap
