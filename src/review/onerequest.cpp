// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/onerequest.h"

#include "review/reviewtr.h"
#include "json/builder.h"

namespace sonde::review {

namespace {

constexpr std::uint32_t kMethod = 1; // numbers of strings
constexpr std::uint32_t kTarget = 2;

} // namespace

OneRequest::OneRequest(
    const std::string &method, const json::Value &params, const std::string &target)
    : m_method(QString::fromStdString(method))
    , m_target(QString::fromStdString(target))
{
    json::Builder text;
    text.beginObject().member("jsonrpc", "2.0").member("method", std::string_view(method));
    if (params)
        text.rawMember("params", params.raw());
    m_text = Bytes::copyOf(text.endObject().takeString());
    m_row.number = 1;
    trace::Record &record = m_row.record;
    record.length = trace::shortLength(m_text.size());
    record.method = kMethod;
    record.target = kTarget;
    record.kind = rpc::Kind::Request;
    record.channel = rpc::Channel::Received;
    record.state = trace::State::Pending;
}

rpc::StreamInfo OneRequest::stream(rpc::StreamId) const
{
    return {{}, 1, rpc::Channel::Received, false};
}

QString OneRequest::string(std::uint32_t number) const
{
    return number == kMethod ? m_method : number == kTarget ? m_target : QString();
}

std::uint64_t OneRequest::length(rpc::StreamId) const
{
    return m_text.size();
}

Result<Bytes> OneRequest::read(rpc::StreamId, std::uint64_t offset, std::uint64_t length) const
{
    if (offset > m_text.size() || length > m_text.size() - offset)
        return Error{.domain = Domain::Storage,
            .sentence = Text::tr("The request has no bytes in this range.")};
    return Bytes::copyOf(m_text.view().substr(offset, length));
}

Result<trace::Pieces> OneRequest::pieces(rpc::StreamId, std::uint64_t, std::uint64_t) const
{
    return trace::Pieces(); // it was read from nowhere
}

Result<Bytes> OneRequest::read(const trace::Record &) const
{
    return m_text;
}

// It has no notes.
void OneRequest::keepNote(trace::Number, const trace::Note &) { }

} // namespace sonde::review
