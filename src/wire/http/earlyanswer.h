// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sonde::wire {

// A server may respond and close while the request is still being written (413). The kernel then
// has the response, but libcurl's next write fails, and libcurl reads no more. This duplicates the
// socket, so that the response can still be read. Not with TLS: there the bytes are lost.
class EarlyAnswer {
public:
    EarlyAnswer() = default;
    ~EarlyAnswer();
    EarlyAnswer(const EarlyAnswer &) = delete;
    EarlyAnswer &operator=(const EarlyAnswer &) = delete;

    void watch(int socket);
    void forget();
    // The bytes that can be read, at most `limit`; empty when no socket is watched.
    std::string take(std::size_t limit);

    struct Body {
        std::string bytes;
        bool complete = false;
    };
    // Undoes the chunks of a body (RFC 9112 section 7.1).
    static Body unchunked(std::string_view raw);

private:
    int m_original = -1;
    int m_socket = -1; // a duplicate
};

} // namespace sonde::wire
