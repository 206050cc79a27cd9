// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

// Lines that cross a tap, and how told() of breakpointeffects.h writes them.
namespace sonde::tests {

inline constexpr auto kPing = R"({"jsonrpc":"2.0","id":7,"method":"ping"})";
inline constexpr auto kCall =
    R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"get","arguments":{"n":1.0}}})";

inline QString line(const char *text)
{
    return QStringLiteral("> ") + QLatin1String(text) + u'|';
}

} // namespace sonde::tests
