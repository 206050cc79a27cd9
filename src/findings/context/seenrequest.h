// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/revisionset.h"
#include "findings/context/finding.h"
#include "trace/record/record.h"
#include "json/document.h"

#include <optional>
#include <string>

namespace sonde::findings {

// A request as it is remembered until its response, and for a while after it.
struct SeenRequest {
    trace::Number number = 0;
    rpc::Channel channel = rpc::Channel::Sent;
    rpc::Id id;
    std::string method;
    About about;
    std::optional<Revision> revision; // that its _meta names (2026-07-28)
    std::string progressToken; // as written; empty if there is none
    trace::Number exchange = 0; // that carried it
    rpc::Origin origin = rpc::Origin::None; // what made the client send it
    std::int64_t at = 0; // steady time
    Bytes text; // empty if it is larger than RequestLog::kMaxText

    trace::Number response = 0; // 0: none yet
    trace::Number lost = 0; // the exchange that ended without the response; 0: none
    trace::Number cancelled = 0; // the notification that cancelled it; 0: none
    std::optional<double> progress; // the newest value of its progress
    std::size_t endedAt = 0; // see RequestLog::messagesSince()

    // Its params, parsed when they are first needed.
    json::Value params() const
    {
        if (!m_document)
            m_document = json::Document::parse(text);
        return m_document->root()["params"];
    }

private:
    mutable std::optional<json::Document> m_document;
};

} // namespace sonde::findings
