// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/help/lasttools.h"

#include "config/jsonfile.h"
#include "config/serverfile.h"

#include <QRegularExpression>

#include <cstdint>

namespace sonde::cli {

namespace {

constexpr std::uint32_t kMaxDepth = 1010; // of the starts, with the definitions of a server in them

// 2025-11-25 server/tools: the characters that names should have.
bool isPlain(const QString &name)
{
    static const QRegularExpression plain(
        QStringLiteral("\\A[A-Za-z0-9_][A-Za-z0-9_./-]{0,127}\\z"));
    return plain.match(name).hasMatch();
}

} // namespace

QStringList lastTools(const QString &folder, const QString &server)
{
    config::JsonFile file(config::serverFile(folder + QStringLiteral("/starts"), server),
        {kMaxStartsFile, kMaxDepth});
    if (file.read("starts") != config::JsonFile::Content::Valid)
        return {};
    const json::Value root = file.document().root();
    std::int64_t newest = -1;
    for (const json::Value start : root["starts"]) {
        const std::int64_t snapshot = start["snapshot"].toInt64().value_or(-1);
        newest = snapshot >= 0 ? snapshot : newest;
    }
    QStringList tools;
    std::int64_t at = 0;
    for (const json::Value snapshot : root["snapshots"]) {
        if (at++ != newest)
            continue;
        for (const json::Value tool : snapshot["tools"]["items"]) {
            const QString name = tool["name"].toString();
            if (isPlain(name) && tools.size() < kMaxLastTools)
                tools << name;
        }
    }
    return tools;
}

} // namespace sonde::cli
