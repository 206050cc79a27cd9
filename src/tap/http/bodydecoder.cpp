// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/bodydecoder.h"

#include <array>
#include <string>

#include <zlib.h>

namespace sonde::tap {

struct BodyDecoder::Stream {
    z_stream state{};
};

std::unique_ptr<BodyDecoder> BodyDecoder::create(const QByteArray &coding)
{
    const QByteArray name = coding.trimmed().toLower();
    if (name != "gzip" && name != "x-gzip" && name != "deflate")
        return nullptr;
    std::unique_ptr<BodyDecoder> made(new BodyDecoder(name != "deflate"));
    return made->m_failed ? nullptr : std::move(made);
}

BodyDecoder::BodyDecoder(bool gzip)
    : m_stream(std::make_unique<Stream>())
{
    constexpr int kGzipHead = 16; // added to the size of the window: see zlib.h
    m_failed = inflateInit2(&m_stream->state, MAX_WBITS + (gzip ? kGzipHead : 0)) != Z_OK;
}

BodyDecoder::~BodyDecoder()
{
    inflateEnd(&m_stream->state);
}

Bytes BodyDecoder::decode(const Bytes &part)
{
    std::string out;
    z_stream &state = m_stream->state;
    std::string input(part.view()); // zlib takes no const pointer
    state.next_in = reinterpret_cast<Bytef *>(input.data());
    state.avail_in = static_cast<uInt>(input.size());
    while (step(out)) { }
    state.next_in = nullptr;
    return Bytes::copyOf(out);
}

bool BodyDecoder::step(std::string &out)
{
    if (m_ended || m_failed)
        return false;
    z_stream &state = m_stream->state;
    std::array<char, std::size_t(16) << 10> buffer;
    state.next_out = reinterpret_cast<Bytef *>(buffer.data());
    state.avail_out = static_cast<uInt>(buffer.size());
    const int result = inflate(&state, Z_SYNC_FLUSH);
    const std::size_t made = buffer.size() - state.avail_out;
    out.append(buffer.data(), made);
    m_decoded += made;
    m_ended = result == Z_STREAM_END;
    m_failed = (result != Z_OK && result != Z_STREAM_END && result != Z_BUF_ERROR)
        || m_decoded > kMaxDecoded;
    return result == Z_OK && state.avail_out == 0;
}

} // namespace sonde::tap
