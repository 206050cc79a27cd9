// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/record/conversation.h"

#include "rpc/lifecycle.h"
#include "tap/record/hostname.h"
#include "tap/relay/taptr.h"

#include <QStringBuilder>

#include <utility>

namespace sonde::tap {

namespace {

constexpr std::size_t kMaxMessage = std::size_t(256) << 20;
constexpr int kOnly = 1; // a tap has one connection
constexpr std::size_t kMaxDiagnosticLine = std::size_t(1) << 20;

} // namespace

Conversation::Conversation(rpc::TrafficSink &sink, const QString &server)
    : m_sink(sink)
    , m_streams{Stream(kMaxMessage), Stream(kMaxMessage), Stream(kMaxDiagnosticLine)}
    , m_server(server)
{
    for (std::size_t i = 0; i < m_streams.size(); ++i) {
        m_streams[i].channel = static_cast<rpc::Channel>(i);
        m_streams[i].id = sink.openStream({server, kOnly, m_streams[i].channel, false});
    }
    m_events = sink.openStream({server, kOnly, rpc::Channel::Lifecycle, false});
}

Conversation::Stream &Conversation::streamOf(rpc::Channel channel)
{
    return m_streams.at(static_cast<std::size_t>(channel));
}

void Conversation::event(const char *id, const QString &detail, Stamp at)
{
    event(Bytes::fromByteArray(QString(QLatin1String(id) % u'\t' % detail).toUtf8()), at,
        std::optional<Crossing>());
}

void Conversation::event(const Bytes &text, Stamp at, const std::optional<Crossing> &about)
{
    event(text, at, about ? placeOf(*about) : std::optional<rpc::Place::About>());
}

void Conversation::event(const Bytes &text, Stamp at, std::optional<rpc::Place::About> about)
{
    rpc::Message message = rpc::plainRecord(rpc::Kind::Lifecycle, text);
    message.method = std::string(rpc::lifecycle::idOf(text.view()));
    m_sink.bytes(m_events, m_eventsSize, at, text);
    rpc::Place place{m_events, m_eventsSize, text.size()};
    place.about = about;
    m_sink.message(place, at, message);
    m_eventsSize += text.size();
}

// Only behind the last gap is it known which of the recorded bytes crossed where.
std::optional<rpc::Place::About> Conversation::placeOf(const Crossing &crossing)
{
    const Stream &stream = streamOf(crossing.channel);
    if (crossing.position < stream.gapEnd)
        return std::nullopt;
    return rpc::Place::About{stream.id, crossing.position - stream.missing};
}

void Conversation::bytes(rpc::Channel channel, Stamp at, const Bytes &bytes)
{
    Stream &stream = streamOf(channel);
    m_sink.bytes(stream.id, stream.recorded, at, bytes);
    stream.recorded += bytes.size();
    const Bytes lines = withoutSkipped(stream, bytes);
    if (lines.isEmpty())
        return;
    if (stream.lines.unendedSize() == 0)
        stream.begun = at;
    stream.lines.feed(lines, [&](rpc::Frame frame) {
        onLine(stream, std::move(frame), at);
        stream.begun = at;
    });
}

// In a stream of the same connection, so that its response is found.
void Conversation::composed(
    rpc::Channel channel, Stamp at, const Bytes &text, const std::string &sender)
{
    auto &apart = m_apart.at(static_cast<std::size_t>(channel));
    if (!apart)
        apart = Apart{m_sink.openStream({m_server, kOnly, channel, false}), 0};
    rpc::Message message;
    if (!rpc::decodeOne(text, message))
        return;
    const rpc::Place::About place{apart->id, apart->size};
    m_sink.bytes(apart->id, apart->size, at, text);
    m_sink.message({apart->id, apart->size, text.size()}, at, message);
    apart->size += text.size();
    event(Bytes::copyOf(std::string(rpc::lifecycle::kMessageComposed) + '\t' + sender), at, place);
}

// After a gap the next line end is searched: what precedes it is the rest of a line whose beginning
// is unknown.
Bytes Conversation::withoutSkipped(Stream &stream, const Bytes &bytes)
{
    if (!stream.skipsLine)
        return bytes;
    const auto end = bytes.view().find('\n');
    stream.skipsLine = end == std::string_view::npos;
    const std::size_t skipped = stream.skipsLine ? bytes.size() : end + 1;
    stream.lineBase += skipped;
    return bytes.slice(skipped, bytes.size() - skipped);
}

void Conversation::gap(rpc::Channel channel, Stamp at, std::uint64_t missing)
{
    Stream &stream = streamOf(channel);
    stream.lines.finish(); // the bytes of this line are recorded, but it is no message
    stream.skipsLine = true;
    stream.missing += missing;
    stream.gapEnd = stream.recorded + stream.missing;
    const QString from = channel == rpc::Channel::Sent ? QStringLiteral("from the host")
        : channel == rpc::Channel::Received            ? QStringLiteral("from the server")
                                                       : QStringLiteral("of stderr");
    event(rpc::lifecycle::kRecordingGap,
        QStringLiteral("%1 bytes %2 crossed, but were not recorded: recording was too slow")
            .arg(missing)
            .arg(from),
        at);
}

void Conversation::finish(Stamp at)
{
    for (Stream &stream : m_streams) {
        if (auto rest = stream.lines.finish())
            onLine(stream, std::move(*rest), at);
    }
}

void Conversation::onLine(Stream &stream, rpc::Frame frame, Stamp at)
{
    frame.offset += stream.lineBase;
    // As of messages of a connection of Sonde's own: when the first byte was sent, or the last byte
    // was received.
    if (stream.channel == rpc::Channel::Sent)
        at = stream.begun;
    if (stream.channel == rpc::Channel::Stderr)
        onDiagnosticLine(stream, frame, at);
    else
        onMessages(stream, std::move(frame), at);
}

void Conversation::onDiagnosticLine(const Stream &stream, const rpc::Frame &frame, Stamp at)
{
    const auto problem = frame.tooLong ? rpc::Problem::TooLong : rpc::Problem::None;
    report(stream, rpc::plainRecord(rpc::Kind::Stderr, frame.text, problem), frame.offset, at);
}

void Conversation::onMessages(const Stream &stream, rpc::Frame frame, Stamp at)
{
    if (frame.tooLong || frame.unfinished) {
        const QString reason = frame.tooLong
            ? Text::tr("The line is longer than %1 bytes; only its beginning was kept.")
                  .arg(kMaxMessage)
            : Text::tr("The stream ended with this line, which has no line end.");
        report(stream,
            rpc::plainRecord(rpc::Kind::Invalid, std::move(frame.text),
                frame.tooLong ? rpc::Problem::TooLong : rpc::Problem::Unfinished, reason),
            frame.offset, at);
        return;
    }
    rpc::Message message;
    if (rpc::decodeOne(std::move(frame.text), message, {}, &m_nodes)) {
        report(stream, message, frame.offset, at);
        learn(stream, message, at);
        return;
    }
    const Bytes batch = message.bytes();
    for (const rpc::Message &member : rpc::decode(batch, m_batchesAllowed)) {
        const auto inside = static_cast<std::uint64_t>(member.bytes().data() - batch.data());
        report(stream, member, frame.offset + inside, at);
        learn(stream, member, at);
    }
}

void Conversation::report(
    const Stream &stream, const rpc::Message &message, std::uint64_t offset, Stamp at)
{
    m_sink.message({stream.id, offset, message.bytes().size()}, at, message);
}

// What the conversation says about itself: who the host is, and which revision was negotiated.
void Conversation::learn(const Stream &stream, const rpc::Message &message, Stamp at)
{
    if (stream.channel == rpc::Channel::Sent && message.kind == rpc::Kind::Request) {
        if (message.method == "initialize")
            m_initialize = message.id;
        if (!m_host || m_host->isEmpty())
            learnHost(message, at);
    } else if (message.kind == rpc::Kind::Response && !m_initialize.empty()
        && message.id == m_initialize) {
        m_batchesAllowed = message.result()["protocolVersion"].equals("2025-03-26");
        m_initialize.clear();
    }
}

void Conversation::learnHost(const rpc::Message &request, Stamp at)
{
    m_host = hostTitleIn(request);
    if (const QString name = hostNameIn(request); !name.isEmpty())
        event(rpc::lifecycle::kHostNamed, name, at);
}

} // namespace sonde::tap
