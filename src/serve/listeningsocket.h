// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QString>

#include <string>

namespace sonde::serve {

// A socket that listens for TCP connections, and does not block.
class ListeningSocket {
public:
    // `address` is PORT, HOST:PORT or [HOST]:PORT with a numeric host or "localhost"; without a
    // host it is loopback. Port 0 takes any that is free. `option` is what the user gave it with,
    // for the sentence about a wrong one.
    static Result<ListeningSocket> open(const std::string &address, const QString &option);
    ~ListeningSocket();
    ListeningSocket(ListeningSocket &&other) noexcept;
    ListeningSocket &operator=(ListeningSocket &&) = delete;
    ListeningSocket(const ListeningSocket &) = delete;
    ListeningSocket &operator=(const ListeningSocket &) = delete;

    int descriptor() const { return m_descriptor; }
    const std::string &authority() const { return m_authority; } // 127.0.0.1:43210
    bool isOnLoopback() const;
    // The next connection, which does not block either; the caller closes it. -1 with errno: there
    // is none.
    int accept() const;

private:
    explicit ListeningSocket(int descriptor);

    int m_descriptor;
    std::string m_authority;
};

} // namespace sonde::serve
