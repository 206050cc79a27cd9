// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "serve/servedrequest.h"

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonde::serve {

inline constexpr std::size_t kCongestion = std::size_t(1) << 20;
inline constexpr std::size_t kMaxWaitingOutput = std::size_t(32) << 20;

// Hears how a reply fares. Its functions must not destroy the reply's connection.
class ReplyWatcher {
public:
    virtual ~ReplyWatcher() = default;
    virtual void replyDrained() = 0; // no longer congested
    virtual void replyGone() = 0; // the client has gone, once
};

// The response to one request, whole or piece by piece. Both who responds and the connection hold
// it; either may let go first.
class HttpReply {
public:
    using Fields = std::vector<HttpField>; // names as they are to be written

    explicit HttpReply(const ServedRequest &request);
    HttpReply(int minorVersion, bool keepAlive);

    // All at once.
    void respond(int status, std::string_view type, std::string_view body, Fields more = {});
    void respond(int status, Fields more = {}); // without a body
    // Piece by piece: begin(), write() as often as needed, end().
    void begin(int status, std::string_view type, Fields more = {});
    // begin() with all fields given, of which one may be Content-Length, which bounds the body.
    // Others that frame a message must not be among them. An empty `reason` is filled in.
    void beginAsIs(int status, std::string_view reason, const Fields &fields);
    // A head before the final one, such as 103, with the empty line at its end.
    void writeInterim(std::string_view head);
    void write(std::string_view bytes);
    // The same in two writes to the socket, the first with so many of them.
    void writeInTwo(std::string_view bytes, std::size_t first);
    void end();

    bool hasBegun() const { return m_begun; }
    bool hasEnded() const { return m_ended; }
    // This is no longer read: the client is gone, or it does not accept what is written to it.
    bool isGone() const { return m_gone; }
    bool isOpen() const { return !m_ended && !m_gone; }
    std::size_t waiting() const { return m_output.size(); }
    // So much waits that no more should be written for now.
    bool isCongested() const { return waiting() > kCongestion; }

    void setWatcher(ReplyWatcher *watcher) { m_watcher = watcher; } // nullptr: none
    // Ends the connection in the middle of the body, so that the client sees that it is cut off.
    void breakOff();

    // For the connection:
    std::string takeOutput(); // for one write
    bool hasMore() const { return !m_cuts.empty(); } // for another write
    void setGone();
    // Called when there is something new for the connection.
    void setWake(std::function<void()> wake) { m_wake = std::move(wake); }
    bool keepsAlive() const { return m_keepAlive; }

private:
    void writeHead(int status, std::string_view reason, const Fields &fields);
    void append(std::string_view bytes);
    void wake() const;

    bool m_chunked;
    const bool m_knowsInterim; // HTTP/1.0 does not
    bool m_headOnly = false; // the response to HEAD
    bool m_keepAlive;
    bool m_begun = false;
    bool m_ended = false;
    bool m_gone = false;
    std::string m_output;
    std::deque<std::size_t> m_cuts; // where a write ends, ascending
    ReplyWatcher *m_watcher = nullptr;
    std::function<void()> m_wake;
};

using ReplyPointer = std::shared_ptr<HttpReply>;

} // namespace sonde::serve
