// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sonde::wire {

// A server may answer and close while the request is still being written ("413, go away"). The
// kernel then has the answer, but libcurl's next write fails and it looks no further. This keeps a
// hold of the socket, so that the answer can still be read. Not through TLS: those bytes are lost.
class EarlyAnswer {
public:
    EarlyAnswer() = default;
    ~EarlyAnswer();
    EarlyAnswer(const EarlyAnswer &) = delete;
    EarlyAnswer &operator=(const EarlyAnswer &) = delete;

    void watch(int socket);
    void forget();
    // What waits to be read, at most so much; nothing when no socket is watched.
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
