// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "serve/servedrequest.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace sonde::serve {

inline constexpr std::size_t kMaxHead = std::size_t(64) << 10; // request line and fields
inline constexpr std::size_t kMaxFields = 100;
inline constexpr std::size_t kMaxBody = std::size_t(16) << 20; // unless the server says otherwise

// Reads requests of HTTP/1.1 (RFC 9112) from a stream of bytes that may be split anywhere. Strict:
// whatever two readers could understand differently is refused.
class HttpParser {
public:
    explicit HttpParser(std::size_t maxBody = kMaxBody)
        : m_maxBody(maxBody)
    {
    }

    // Takes what belongs to the current request and says how many bytes that was. It takes nothing
    // more once the request is complete or wrong.
    std::size_t feed(std::string_view bytes);

    bool isFresh() const { return m_state == State::RequestLine && m_line.empty(); }
    bool isComplete() const { return m_state == State::Complete; }
    // A status of HTTP, 0 when nothing is wrong; the sentence says what.
    int problemStatus() const { return m_status; }
    const std::string &problem() const { return m_problem; }
    // The client waits for "100 Continue" before it sends the body. Says so once.
    bool takeExpectation();
    std::size_t bodySize() const { return m_request.body.size(); } // as much of it as is there
    // The complete request; the parser is ready for the next.
    ServedRequest take();

private:
    enum class State : std::uint8_t {
        RequestLine,
        Fields,
        Body, // of a known length
        ChunkSize,
        ChunkData,
        ChunkEnd,
        Trailer,
        Complete,
        Failed,
    };

    std::size_t feedLine(std::string_view bytes);
    std::size_t feedBody(std::string_view bytes);
    void receiveLine(std::string_view line);
    void receiveRequestLine(std::string_view line);
    void receiveTarget(std::string_view target);
    void receiveField(std::string_view line);
    void endFields();
    void beginBody();
    void receiveChunkSize(std::string_view line);
    void failForSize();
    void fail(int status, std::string_view sentence);

    std::size_t m_maxBody;
    State m_state = State::RequestLine;
    ServedRequest m_request;
    std::string m_line; // as much of it as is there
    std::size_t m_headSize = 0; // and that of the trailer, chunk lines too
    std::size_t m_expected = 0; // bytes of the body, or of the chunk, to come
    bool m_sawEmptyLine = false;
    bool m_expectsContinue = false;
    int m_status = 0;
    std::string m_problem;
};

} // namespace sonde::serve
