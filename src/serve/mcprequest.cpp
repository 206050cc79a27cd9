// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "serve/mcprequest.h"

#include "serve/eventstream.h"
#include "serve/httperror.h"

#include <QByteArray>
#include <QRandomGenerator>

#include <array>

namespace sonde::serve {

std::string newSessionId()
{
    std::array<quint32, 4> words{};
    QRandomGenerator::system()->fillRange(words.data(), qsizetype(words.size()));
    return QByteArray(reinterpret_cast<const char *>(words.data()), sizeof words)
        .toHex()
        .toStdString();
}

bool accepts(const ServedRequest &request, std::string_view type)
{
    return request.lists("accept", type) || request.lists("accept", "*/*");
}

HttpReply::Fields allow(std::string_view methods)
{
    return {{"Allow", std::string(methods)}};
}

bool refusePost(const ServedRequest &request, HttpReply &reply)
{
    const std::string type = lowerCase(request.value("content-type"));
    if (withoutBlanks(std::string_view(type).substr(0, type.find(';'))) != "application/json")
        respondWithError(reply, 415, "The Content-Type must be application/json.");
    else if (!accepts(request, "application/json") || !accepts(request, kEventStreamType))
        respondWithError(
            reply, 406, "Accept must contain both application/json and text/event-stream.");
    return reply.hasBegun();
}

} // namespace sonde::serve
