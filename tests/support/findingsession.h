// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/findings/findinglist.h"
#include "models/trace/tracemodel.h"
#include "support/patience.h"
#include "support/tracefeed.h"

#include <QTest>

#include <string>

namespace sonde::tests {

// A list of one tool with that name.
inline void listTool(TraceFeed &feed, int id, const std::string &name)
{
    const std::string start = R"({"jsonrpc":"2.0","id":)" + std::to_string(id);
    feed.sent(start + R"(,"method":"tools/list"})");
    feed.received(start + R"(,"result":{"tools":[{"name":")" + name
        + R"(","description":"Adds.","inputSchema":{"type":"object"}}]}})");
}

// Two servers, of which nothing is recorded yet, and the findings about them.
struct FindingSession {
    // Waits until every message is judged.
    void check()
    {
        model.drainNow();
        QTRY_VERIFY_WITH_TIMEOUT(list.behind() == 0, kPatienceMs);
    }

    trace::Recorder recorder;
    TraceFeed feed{recorder};
    TraceFeed other{recorder, QStringLiteral("other")};
    models::TraceModel model{recorder};
    models::FindingList list{model};
};

} // namespace sonde::tests
