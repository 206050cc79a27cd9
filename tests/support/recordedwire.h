// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "trace/recorder/recorder.h"

namespace sonde::test {

// Records whole lines on the streams of one connection, as a wire does.
class RecordedWire {
public:
    explicit RecordedWire(trace::Recorder &recorder, int connection = 1)
        : m_recorder(recorder)
    {
        for (int channel = 0; channel < 4; ++channel) {
            m_streams[channel] = recorder.openStream(
                {QStringLiteral("demo"), connection, static_cast<rpc::Channel>(channel), false});
        }
    }
    rpc::StreamId stream(rpc::Channel channel) const
    {
        return m_streams[static_cast<int>(channel)];
    }

    // Gives the offset of the message.
    std::uint64_t put(rpc::Channel channel, std::string_view line)
    {
        return put(channel, line, SystemClock::instance().now());
    }
    std::uint64_t put(rpc::Channel channel, std::string_view line, Stamp at)
    {
        const auto offset = m_offsets[static_cast<int>(channel)];
        const Bytes bytes = Bytes::copyOf(std::string(line) + '\n');
        append(channel, bytes, at);
        for (auto &message : rpc::decode(bytes.slice(0, line.size()), true)) {
            if (channel == rpc::Channel::Lifecycle)
                message.kind = rpc::Kind::Lifecycle;
            if (channel == rpc::Channel::Stderr)
                message.kind = rpc::Kind::Stderr;
            const auto inside = message.bytes().data() - bytes.data();
            m_recorder.message({stream(channel), offset + static_cast<std::uint64_t>(inside),
                                   message.bytes().size()},
                at, message);
        }
        return offset;
    }
    void append(rpc::Channel channel, const Bytes &bytes, Stamp at = {1, 1})
    {
        auto &offset = m_offsets[static_cast<int>(channel)];
        m_recorder.bytes(stream(channel), offset, at, bytes);
        offset += bytes.size();
    }

private:
    trace::Recorder &m_recorder;
    rpc::StreamId m_streams[4] = {};
    std::uint64_t m_offsets[4] = {};
};

inline QByteArray textOf(const Result<Bytes> &bytes)
{
    return bytes ? bytes->toByteArray() : QByteArray("error: ") + bytes.error().sentence.toUtf8();
}

} // namespace sonde::test
