// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/tracefeed.h"

#include <QString>

#include <string>
#include <string_view>

namespace sonde::tests {

inline constexpr std::string_view kWeatherTools =
    R"({"tools":[{"name":"get_weather","inputSchema":{"type":"object"}},)"
    R"({"name":"log_in","inputSchema":{"type":"object"}},)"
    R"({"name":"forget","inputSchema":{"type":"object"},)"
    R"("annotations":{"destructiveHint":true}}]})";

// A session file of a weather server: its handshake, its tools (unless they are empty), a call with
// this temperature, a call of a tool with a password, and a call of a destructive tool.
inline bool recordWeather(const QString &file, std::string_view temperature,
    std::string_view password = "old", std::string_view tools = kWeatherTools)
{
    trace::Recorder recorder;
    if (!recorder.open(file))
        return false;
    TraceFeed feed(recorder, QStringLiteral("weather"));
    int id = 0;
    const auto exchange = [&](std::string_view method, std::string_view params,
                              std::string_view result) {
        const std::string begin = R"({"jsonrpc":"2.0","id":)" + std::to_string(id++);
        feed.advance(1'000'000);
        feed.sent(begin + R"(,"method":")" + std::string(method) + R"(","params":)"
            + std::string(params) + '}');
        feed.advance(1'000'000);
        feed.received(begin + R"(,"result":)" + std::string(result) + '}');
    };
    exchange("initialize",
        R"({"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}})",
        R"({"protocolVersion":"2025-11-25","capabilities":{"tools":{}},)"
        R"("serverInfo":{"name":"weather","version":"1"}})");
    feed.sent(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    if (!tools.empty())
        exchange("tools/list", "{}", tools);
    exchange("tools/call", R"({"name":"get_weather","arguments":{"city":"Oulu"}})",
        R"({"content":[],"structuredContent":{"min":)" + std::string(temperature) + "}}");
    exchange("tools/call", R"({"name":"log_in","arguments":{}})",
        R"({"content":[],"structuredContent":{"password":")" + std::string(password) + R"("}})");
    exchange("tools/call", R"({"name":"forget","arguments":{}})", R"({"content":[]})");
    return recorder.flush().ok();
}

} // namespace sonde::tests
