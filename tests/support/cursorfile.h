// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/document.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <string_view>

// The user's file of Cursor in a CliHome: the plainest one that a host has.
namespace sonde::test {

inline const QString kCursor = QStringLiteral("home/.cursor/mcp.json");

// What a host would start for a server of mcpServers.
inline QStringList commandOf(const QByteArray &text, std::string_view name)
{
    const json::Document document = json::Document::parse(text.toStdString());
    const json::Value entry = document.root()["mcpServers"][name];
    QStringList words{entry["command"].toString()};
    for (const json::Value argument : entry["args"])
        words += argument.toString();
    return words;
}

} // namespace sonde::test
