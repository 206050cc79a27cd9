// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sonde::wire {

// A server may respond and close while the request is still being written (413). The kernel then
// has the response, but libcurl's next write fails, and libcurl does not read it. This class
// duplicates the socket, so that the response can still be read. It does not work with TLS, where
// the bytes are lost.
class EarlyResponse {
public:
    EarlyResponse() = default;
    ~EarlyResponse();
    EarlyResponse(const EarlyResponse &) = delete;
    EarlyResponse &operator=(const EarlyResponse &) = delete;

    void watch(int socket);
    void forget();
    // The available bytes, at most `limit`; empty if no socket is watched.
    std::string take(std::size_t limit);

    struct Body {
        std::string bytes;
        bool complete = false;
    };
    // Decodes a chunked body (RFC 9112 section 7.1).
    static Body unchunked(std::string_view raw);

private:
    int m_original = -1;
    int m_socket = -1; // a duplicate
};

} // namespace sonde::wire
