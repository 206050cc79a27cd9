// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "serve/httperror.h"

#include "json/builder.h"

namespace sonde::serve {

namespace {
// Of no meaning: the range that the specification leaves to implementations (2026-07-28 basic).
constexpr int kTransportError = -32000;
} // namespace

void respondWithError(
    HttpReply &reply, int status, std::string_view sentence, const HttpReply::Fields &more)
{
    json::Builder body;
    body.beginObject()
        .member("jsonrpc", "2.0")
        .key("error")
        .beginObject()
        .member("code", kTransportError)
        .member("message", sentence)
        .endObject()
        .endObject();
    reply.respond(status, "application/json", body.view(), more);
}

} // namespace sonde::serve
