// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mock/mockpost.h"

#include "rpc/message.h"
#include "serve/eventstream.h"
#include "json/document.h"

#include <utility>

namespace sonde::cli {

namespace {

// A header that does not match, a missing capability, and an unsupported revision.
constexpr int kFirstRefusal = -32022;
constexpr int kLastRefusal = -32020;

int statusOf(const json::Document &response)
{
    const int code = rpc::Message::integerOf(response.root()["error"]["code"].raw()).value_or(0);
    if (code == rpc::kMethodNotFound)
        return 404;
    const bool isRefusal = code == rpc::kParseError || code == rpc::kInvalidRequest
        || (code >= kFirstRefusal && code <= kLastRefusal);
    return isRefusal ? 400 : 200;
}

} // namespace

MockPost::MockPost(
    serve::ReplyPointer reply, std::size_t requests, Status status, serve::HttpReply::Fields fields)
    : m_reply(std::move(reply))
    , m_pending(requests)
    , m_isOne(requests == 1)
    , m_status(status)
    , m_fields(std::move(fields))
{
}

void MockPost::beginStream()
{
    if (!m_reply->hasBegun())
        m_reply->begin(200, serve::kEventStreamType, serve::eventStreamFields(m_fields));
}

void MockPost::send(std::string_view message)
{
    beginStream();
    m_reply->write(serve::serverSentEvent(message));
}

void MockPost::respond(std::string_view response)
{
    if (!m_isOne || m_reply->hasBegun()) {
        send(response);
        return endIfComplete();
    }
    const json::Document document = json::Document::parse(Bytes::copyOf(response));
    const bool isError = document.root()["error"].exists();
    const int status = m_status == Status::ByError ? statusOf(document) : 200;
    m_reply->respond(
        status, "application/json", response, isError ? serve::HttpReply::Fields() : m_fields);
}

void MockPost::withdraw()
{
    beginStream();
    endIfComplete();
}

void MockPost::endIfComplete()
{
    if (--m_pending == 0)
        m_reply->end();
}

} // namespace sonde::cli
