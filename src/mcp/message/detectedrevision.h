// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/revision.h"

#include <QString>

namespace sonde::mcp {

// The era and revision that a probe detected, cached for the next start of the same server.
struct DetectedRevision {
    Era era = Era::Legacy;
    QString revision;
    bool sse = false; // the server speaks HTTP+SSE of 2024-11-05
    QString evidence; // sentences
    qint64 detectedMs = 0; // milliseconds since 1970-01-01 UTC
};

} // namespace sonde::mcp
