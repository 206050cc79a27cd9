// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/breakpoint/crossingmessage.h"

#include "tap/relay/taptr.h"
#include "trace/record/summary.h"

#include <algorithm>

namespace sonde::tap {

namespace {

constexpr std::uint32_t kCrossingMethod = 1; // numbers of strings
constexpr std::uint32_t kCrossingTarget = 2;
constexpr std::uint32_t kCrossingAsked = 3;

} // namespace

CrossingMessage::CrossingMessage(rpc::Channel channel, const rpc::Message &message,
    const std::string &method, const std::string &asked, Stamp at)
    : m_channel(channel)
    , m_text(message.bytes())
    , m_asked(QString::fromStdString(asked))
{
    const bool responds =
        message.kind == rpc::Kind::Response || message.kind == rpc::Kind::ErrorResponse;
    const trace::Summary summary = trace::summarize(message);
    m_method = QString::fromStdString(responds ? method : message.method.toStdString());
    const std::string_view target = responds ? std::string_view() : summary.target.view();
    m_target = QString::fromUtf8(target.data(), qsizetype(target.size()));
    m_row.number = 1;
    m_row.asked = m_asked.isEmpty() ? 0 : kCrossingAsked;
    trace::Record &record = m_row.record;
    record.steadyNs = at.steady;
    record.wallNs = at.wall;
    record.length = trace::shortLength(m_text.size());
    record.method = m_method.isEmpty() ? 0 : kCrossingMethod;
    record.target = m_target.isEmpty() ? 0 : kCrossingTarget;
    record.kind = message.kind;
    record.channel = channel;
    record.problem = message.problem;
    record.state = message.kind == rpc::Kind::Request ? trace::State::Pending
        : responds                                    ? summary.outcome
                                                      : trace::State::None;
    record.errorCode = summary.errorCode;
    const auto size = std::min(message.id.size(), sizeof record.idText - 1);
    std::copy_n(message.id.begin(), size, std::begin(record.idText));
}

bool CrossingMessage::fits(const trace::Filter &filter) const
{
    return filter.isEmpty() || trace::FilterRun(filter, *this).fits(m_row);
}

rpc::StreamInfo CrossingMessage::stream(rpc::StreamId) const
{
    return {{}, 1, m_channel, false};
}

QString CrossingMessage::string(std::uint32_t number) const
{
    switch (number) {
    case kCrossingMethod:
        return m_method;
    case kCrossingTarget:
        return m_target;
    case kCrossingAsked:
        return m_asked;
    default:
        return {};
    }
}

std::uint64_t CrossingMessage::length(rpc::StreamId) const
{
    return m_text.size();
}

Result<Bytes> CrossingMessage::read(rpc::StreamId, std::uint64_t offset, std::uint64_t length) const
{
    if (offset > m_text.size() || length > m_text.size() - offset)
        return Error{.domain = Domain::Storage,
            .sentence = Text::tr("The message has no bytes in this range.")};
    return m_text.slice(offset, length);
}

Result<trace::Pieces> CrossingMessage::pieces(rpc::StreamId, std::uint64_t, std::uint64_t) const
{
    return trace::Pieces();
}

Result<Bytes> CrossingMessage::read(const trace::Record &) const
{
    return m_text;
}

// It has no notes.
void CrossingMessage::keepNote(trace::Number, const trace::Note &) { }

} // namespace sonde::tap
