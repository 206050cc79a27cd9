// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/revision.h"

#include <QString>

namespace sonde::mcp {

// What a probe found out about a server, to be kept for the next start (protocol negotiation is
// the same as long as the server is).
struct DetectedRevision {
    Era era = Era::Legacy;
    QString revision;
    bool sse = false; // it speaks HTTP with SSE of 2024-11-05
    QString evidence; // sentences
    qint64 detectedMs = 0; // milliseconds since 1970-01-01 UTC
};

} // namespace sonde::mcp
