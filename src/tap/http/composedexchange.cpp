// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/composedexchange.h"

#include "tap/http/mirroredheaders.h"
#include "wire/streamable/streamexchange.h"

#include <utility>

namespace sonde::tap {

namespace {

// Of the request of a stream: only what is posted differs (2025-11-25 basic/transports).
void makePost(wire::HttpRequest &request)
{
    wire::HttpHeaders headers;
    for (const wire::HttpHeader &field : request.headers.fields()) {
        if (field.name.compare("Accept", Qt::CaseInsensitive) != 0)
            headers.add(field);
    }
    headers.add("Accept", "application/json, text/event-stream");
    headers.add("Content-Type", "application/json");
    request.headers = headers;
    request.method = "POST";
    request.hasBody = true;
}

wire::BeginExchange beginningOf(const wire::HttpRequest &request, bool records)
{
    wire::BeginExchange begin;
    begin.request = request;
    begin.purpose = "message";
    begin.carriesMessage = records;
    return begin;
}

} // namespace

wire::HttpRequest composedRequest(const wire::HttpRequest &of, const Bytes &message)
{
    wire::HttpRequest request = of;
    request.body = message;
    request.repeatable = false;
    request.headers = {};
    for (const wire::HttpHeader &field : of.headers.fields()) {
        if (field.name.compare("Accept-Encoding", Qt::CaseInsensitive) != 0)
            request.headers.add(field);
    }
    if (of.method != "POST")
        makePost(request);
    rpc::Message now;
    if (!(message == of.body) && rpc::decodeOne(message, now))
        followMessage(request, {}, now);
    return request;
}

ComposedExchange::ComposedExchange(wire::ExchangeLog &log, const wire::HttpRequest &request,
    bool records, wire::AuthorizationPtr authorization, QObject *parent)
    : QObject(parent)
    , m_call(beginningOf(request, records), log, wire::HttpCall::Limits(), *this,
          std::move(authorization))
{
}

wire::BodyForm ComposedExchange::headArrived(wire::HttpCall &, const wire::HttpHead &head, Stamp)
{
    return wire::bodyFormOf(head);
}

} // namespace sonde::tap
