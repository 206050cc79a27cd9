// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/recorder/recorder.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace sonde::tests {

// Plays the wire for a recorder: messages, lines and the bytes under them, on a clock of its own.
class TraceFeed {
public:
    explicit TraceFeed(trace::Recorder &recorder, const QString &server = QStringLiteral("demo"),
        int connection = 1)
        : m_recorder(recorder)
    {
        for (int i = 0; i < 4; ++i) {
            rpc::StreamInfo info;
            info.server = server;
            info.connection = connection;
            info.channel = static_cast<rpc::Channel>(i);
            m_streams[i].id = recorder.openStream(info);
        }
    }

    void advance(std::int64_t ns)
    {
        m_now.steady += ns;
        m_now.wall += ns;
    }
    void setNow(Stamp now) { m_now = now; }
    void setOrigin(rpc::Origin origin) { m_origin = origin; } // of what is sent next

    void sent(std::string_view line) { message(rpc::Channel::Sent, line); }
    void received(std::string_view line) { message(rpc::Channel::Received, line); }
    void diagnostic(std::string_view line) { text(rpc::Channel::Stderr, rpc::Kind::Stderr, line); }
    void note(std::string_view line) { text(rpc::Channel::Lifecycle, rpc::Kind::Lifecycle, line); }
    // About the message that begins at that byte of the channel.
    void noteAbout(std::string_view line, rpc::Channel channel, std::uint64_t offset)
    {
        text(rpc::Channel::Lifecycle, rpc::Kind::Lifecycle, line,
            rpc::Place::About{stream(channel).id, offset});
    }

private:
    struct Stream {
        rpc::StreamId id = 0;
        std::uint64_t end = 0;
    };

    void message(rpc::Channel channel, std::string_view line)
    {
        const Bytes bytes = Bytes::copyOf(line);
        const auto offset = append(channel, line);
        for (const rpc::Message &message : rpc::decode(bytes, true))
            m_recorder.message({stream(channel).id, offset, message.bytes().size(), 0, false,
                                   channel == rpc::Channel::Sent ? m_origin : rpc::Origin::None},
                m_now, message);
    }
    void text(rpc::Channel channel, rpc::Kind kind, std::string_view line,
        std::optional<rpc::Place::About> about = {})
    {
        rpc::Message message;
        message.kind = kind;
        if (kind == rpc::Kind::Lifecycle) // as what happened stands before what it was about
            message.method = line.substr(0, std::min(line.size(), line.find('\t')));
        message.document = json::Document::parse(Bytes::copyOf(line));
        const auto offset = append(channel, line);
        rpc::Place place{stream(channel).id, offset, line.size()};
        place.about = about;
        m_recorder.message(place, m_now, message);
    }
    std::uint64_t append(rpc::Channel channel, std::string_view line)
    {
        Stream &to = stream(channel);
        const auto offset = to.end;
        const std::string whole = std::string(line) + '\n';
        m_recorder.bytes(to.id, offset, m_now, Bytes::copyOf(whole));
        to.end += whole.size();
        return offset;
    }
    Stream &stream(rpc::Channel channel) { return m_streams[static_cast<std::size_t>(channel)]; }

    trace::Recorder &m_recorder;
    Stream m_streams[4];
    rpc::Origin m_origin = rpc::Origin::None;
    Stamp m_now{1'000'000'000, 1'795'176'302'771'640'000};
};

} // namespace sonde::tests
