// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <QByteArray>

#include <cstdint>
#include <memory>

namespace sonde::tap {

// Decodes a response body for the recording (RFC 9110 section 8.4.1), piece by piece: gzip and
// deflate. The host gets the body as it is.
class BodyDecoder {
public:
    // A small body can become a huge one: what is more is not decoded.
    static constexpr std::uint64_t kMaxDecoded = std::uint64_t(256) << 20;

    // `coding` is the value of Content-Encoding. nullptr: it is not one of these.
    static std::unique_ptr<BodyDecoder> create(const QByteArray &coding);
    ~BodyDecoder();
    BodyDecoder(const BodyDecoder &) = delete;
    BodyDecoder &operator=(const BodyDecoder &) = delete;

    // What these bytes add; nothing after a failure.
    Bytes decode(const Bytes &part);
    // The body is not what it says, or too large.
    bool hasFailed() const { return m_failed; }

private:
    struct Stream;
    explicit BodyDecoder(bool gzip);
    bool step(std::string &out);

    std::unique_ptr<Stream> m_stream;
    std::uint64_t m_decoded = 0;
    bool m_ended = false;
    bool m_failed = false;
};

} // namespace sonde::tap
