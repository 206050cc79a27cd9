// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/negotiated.h"

#include "mcp/message/mcptext.h"
#include "mcp/session/negotiator.h"
#include "mcp/session/session.h"

namespace sonde::mcp {

json::Value Negotiated::serverInfo() const
{
    const json::Value inMeta = response.result()["_meta"]["io.modelcontextprotocol/serverInfo"];
    return inMeta ? inMeta : response.result()["serverInfo"];
}

Negotiated negotiatedOf(const Session &s, const Plan &plan)
{
    const Response &response = s.opening();
    Negotiated negotiated;
    negotiated.era = s.dialect().era();
    negotiated.revision = s.dialect().revision();
    negotiated.detection = plan.detection;
    if (negotiated.revision != plan.revision)
        negotiated.detection +=
            Text::tr(" The server responded to %1 with revision %2.")
                .arg(QString::fromStdString(s.dialect().openingMethod()), negotiated.revision);
    negotiated.response = response.message;
    negotiated.serverName = negotiated.serverInfo()["name"].toString();
    negotiated.serverTitle = negotiated.serverInfo()["title"].toString();
    negotiated.serverVersion = negotiated.serverInfo()["version"].toString();
    negotiated.instructions = response.result()["instructions"].toString();
    negotiated.clientCapabilities = json::Document::parse(s.dialect().capabilities());
    negotiated.firstResponseNs = response.serverNs();
    return negotiated;
}

} // namespace sonde::mcp
