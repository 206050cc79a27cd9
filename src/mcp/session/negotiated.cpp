// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/negotiated.h"

#include "mcp/message/mcptext.h"
#include "mcp/session/negotiator.h"
#include "mcp/session/session.h"

namespace sonde::mcp {

json::Value Negotiated::serverInfo() const
{
    const json::Value inMeta = answer.result()["_meta"]["io.modelcontextprotocol/serverInfo"];
    return inMeta ? inMeta : answer.result()["serverInfo"];
}

Negotiated negotiatedOf(const Session &s, const Plan &plan)
{
    const Answer &answer = s.opening();
    Negotiated negotiated;
    negotiated.era = s.dialect().era();
    negotiated.revision = s.dialect().revision();
    negotiated.detection = plan.detection;
    if (negotiated.revision != plan.revision)
        negotiated.detection +=
            Text::tr(" The server responded to %1 with revision %2.")
                .arg(QString::fromStdString(s.dialect().openingMethod()), negotiated.revision);
    negotiated.answer = answer.message;
    negotiated.serverName = negotiated.serverInfo()["name"].toString();
    negotiated.serverTitle = negotiated.serverInfo()["title"].toString();
    negotiated.serverVersion = negotiated.serverInfo()["version"].toString();
    negotiated.instructions = answer.result()["instructions"].toString();
    negotiated.clientCapabilities = json::Document::parse(s.dialect().capabilities());
    negotiated.firstAnswerNs = answer.serverNs();
    return negotiated;
}

} // namespace sonde::mcp
