// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/transfer/importfeed.h"

#include <QString>

#include <cstdint>
#include <string>
#include <string_view>

namespace sonde::test {

// Records a conversation whose list of tools is against the specification: these tools, and a
// cursor that is null. False: it cannot be written.
inline bool recordBrokenSession(const QString &file, const std::string &tools)
{
    trace::ImportFeed feed;
    if (!feed.open(file))
        return false;
    std::int64_t now = 1'795'176'302'771'640'000;
    const auto add = [&](rpc::Channel channel, std::string_view line) {
        feed.message(QStringLiteral("s"), channel, line, now += 1'000'000);
    };
    using enum rpc::Channel;
    add(Sent,
        R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{)"
        R"("protocolVersion":"2025-11-25","capabilities":{},)"
        R"("clientInfo":{"name":"c","version":"1"}}})");
    add(Received,
        R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25",)"
        R"("capabilities":{"tools":{}},"serverInfo":{"name":"s","version":"1"}}})");
    add(Sent, R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    add(Sent, R"({"jsonrpc":"2.0","id":2,"method":"tools/list"})");
    add(Received,
        R"({"jsonrpc":"2.0","id":2,"result":{"tools":[)" + tools + R"(],"nextCursor":null}})");
    return feed.finish().ok();
}

} // namespace sonde::test
