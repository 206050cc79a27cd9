// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/timeaxis/timelanes.h"
#include "support/tracefeed.h"

#include <memory>
#include <vector>

namespace sonde::tests {

inline constexpr std::int64_t kMs = 1'000'000;
inline constexpr std::int64_t kStart = 1'000'000'000; // of the feed
inline constexpr std::int64_t kEver = std::int64_t(1) << 60;

// The lanes of a recording that a test plays, looked at 5 s after its beginning.
class LaneRig {
protected:
    using Lane = models::TimeLanes::Lane;
    using Look = models::TimeLanes::Look;
    using Piece = models::TimeLanes::Piece;

    void start()
    {
        m_lanes.reset();
        m_model.reset();
        m_recorder = std::make_unique<trace::Recorder>();
        m_model = std::make_unique<models::TraceModel>(*m_recorder);
        m_lanes = std::make_unique<models::TimeLanes>(*m_model);
        m_feed = std::make_unique<TraceFeed>(*m_recorder);
    }
    void call(int id, std::string_view tool, std::string_view more = {})
    {
        m_feed->sent(R"({"jsonrpc":"2.0","id":)" + std::to_string(id)
            + R"(,"method":"tools/call","params":{"name":")" + std::string(tool)
            + R"(","arguments":{})" + std::string(more) + "}}");
    }
    void respond(int id, std::string_view result = "{}")
    {
        m_feed->received(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"result":)"
            + std::string(result) + "}");
    }
    std::vector<Piece> pieces(const Lane *lane, std::int64_t grain = 1, std::int64_t from = 0,
        std::int64_t to = kEver) const
    {
        std::vector<Piece> all;
        m_lanes->visit(*lane, from, to, grain, m_now, [&](const Piece &p) { all.push_back(p); });
        return all;
    }
    const Lane *top(const QString &title) const
    {
        for (const Lane *lane : m_lanes->lanes()) {
            if (lane->title == title && !lane->parent)
                return lane;
        }
        return nullptr;
    }

    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<models::TraceModel> m_model;
    std::unique_ptr<models::TimeLanes> m_lanes;
    std::unique_ptr<TraceFeed> m_feed;
    std::int64_t m_now = kStart + 5000 * kMs;
};

} // namespace sonde::tests
