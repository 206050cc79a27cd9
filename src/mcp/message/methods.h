// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

#include <string>
#include <string_view>

namespace sonde::mcp {

// The methods that a client may send in that revision, requests first, then notifications; with
// those of the extension io.modelcontextprotocol/tasks.
QStringList methodsOf(const QString &revision);
bool isNotification(const QString &method);
// Whether a server that receives it twice does nothing more than for the first one: what lists,
// reads or opens the session does not change what the server has. False for unknown methods.
bool isRepeatable(std::string_view method);

// The target of a request: the name of the tool or prompt, or the URI. Empty for other methods.
std::string targetOf(std::string_view method, std::string_view params);
// The part of the params that targetOf() reads, which gives the same for it. Empty for methods
// without a target.
std::string_view partWithTarget(std::string_view method, std::string_view params);

} // namespace sonde::mcp
