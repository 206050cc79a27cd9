// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/http/httprequest.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonde::demo {

inline constexpr std::size_t kCongestion = std::size_t(1) << 20;
inline constexpr std::size_t kMaxWaitingOutput = std::size_t(32) << 20;

// The answer to one request, whole or piece by piece. Both who answers and the connection hold it;
// either may let go first.
class HttpReply {
public:
    using Fields = std::vector<HttpField>; // names as they are to be written

    explicit HttpReply(const HttpRequest &request);
    HttpReply(int minorVersion, bool keepAlive);

    // All at once.
    void respond(int status, std::string_view type, std::string_view body, Fields more = {});
    void respond(int status, Fields more = {}); // without a body
    // Piece by piece: begin(), write() as often as needed, end().
    void begin(int status, std::string_view type, Fields more = {});
    void write(std::string_view bytes);
    void end();

    bool hasBegun() const { return m_begun; }
    bool hasEnded() const { return m_ended; }
    // This is no longer read: the client is gone, or it does not accept what is written to it.
    bool isGone() const { return m_gone; }
    bool isOpen() const { return !m_ended && !m_gone; }
    std::size_t waiting() const { return m_output.size(); }
    // So much waits that no more should be written for now.
    bool isCongested() const { return waiting() > kCongestion; }

    // For the connection:
    std::string takeOutput() { return std::exchange(m_output, {}); }
    void setGone() { m_gone = true; }
    bool keepsAlive() const { return m_keepAlive; }

private:
    void writeHead(int status, const Fields &fields);
    void append(std::string_view bytes);

    const bool m_chunked;
    bool m_headOnly = false; // the answer to HEAD
    bool m_keepAlive;
    bool m_begun = false;
    bool m_ended = false;
    bool m_gone = false;
    std::string m_output;
};

using ReplyPointer = std::shared_ptr<HttpReply>;

} // namespace sonde::demo
