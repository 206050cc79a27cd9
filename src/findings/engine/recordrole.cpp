// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/recordrole.h"

namespace sonde::findings {

On onOf(rpc::Kind kind)
{
    switch (kind) {
    case rpc::Kind::Request:
        return On::Request;
    case rpc::Kind::Notification:
        return On::Notification;
    case rpc::Kind::Response:
        return On::Result;
    case rpc::Kind::ErrorResponse:
        return On::Error;
    case rpc::Kind::Exchange:
        return On::Exchange;
    case rpc::Kind::Lifecycle:
        return On::Lifecycle;
    default:
        return On::Invalid;
    }
}

Party senderOf(const trace::Record &record)
{
    switch (record.channel) {
    case rpc::Channel::Sent:
        return Party::Client;
    case rpc::Channel::Received:
        return Party::Server;
    default:
        return Party::Both;
    }
}

// The target of a response sums up the result.
About aboutOf(const trace::Record &record, const SeenRequest *request)
{
    const bool isResponse =
        record.kind == rpc::Kind::Response || record.kind == rpc::Kind::ErrorResponse;
    if (isResponse)
        return {record.method, request ? request->about.target : 0};
    return {record.method, record.target};
}

bool isInBatch(const Context &context, const trace::Store &store)
{
    const trace::Record &record = context.record;
    if (context.revision != Revision::R20250326 || context.connection.isHttp
        || !context.isFromClient() || record.offset == 0)
        return false;
    const auto before = store.read(record.stream, record.offset - 1, 1);
    return before && (before->view() == "[" || before->view() == ",");
}

bool isAgreed(const Context &context)
{
    const Connection &connection = context.connection;
    return context.isModern() ? connection.servesModern : connection.negotiated == context.revision;
}

} // namespace sonde::findings
