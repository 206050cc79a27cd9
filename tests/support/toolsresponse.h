// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>
#include <QStringList>

namespace sonde::test {

// Switches of mcptestserver: the tools that it lists, a JSON array.
inline QStringList toolsResponse(const QByteArray &tools)
{
    return {QStringLiteral("--answer"), QStringLiteral("tools/list"),
        QStringLiteral(R"({"jsonrpc":"2.0","id":%ID,"result":{"tools":)") + QString::fromUtf8(tools)
            + QStringLiteral("}}")};
}

} // namespace sonde::test
