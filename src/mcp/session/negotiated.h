// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/revision.h"
#include "rpc/message.h"
#include "json/document.h"

#include <QString>

namespace sonde::mcp {

class Session;
struct Plan;

// What was agreed, and why.
struct Negotiated {
    Era era = Era::Legacy;
    QString revision;
    QString detection; // why this era and revision, as sentences
    rpc::Message response; // to initialize or server/discover; owns the values below
    QString serverName, serverVersion, serverTitle;
    QString instructions;
    json::Value serverCapabilities() const { return response.result()["capabilities"]; }
    json::Value serverInfo() const;
    json::Document clientCapabilities; // what we declared
    qint64 firstResponseNs = 0; // round trip of the first response
};
// Of a session that is open, by that plan.
Negotiated negotiatedOf(const Session &session, const Plan &plan);

} // namespace sonde::mcp
