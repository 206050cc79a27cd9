// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "conformance/skillcheck.h"

#include <QByteArrayList>
#include <QCryptographicHash>

#include <algorithm>
#include <map>
#include <optional>

namespace sonde::test {

namespace {

constexpr qsizetype kMaxFields = 1000;

Error differs(const QString &sentence)
{
    return {.domain = Domain::Protocol, .sentence = sentence};
}

// Nothing when it is not as simple as that.
std::optional<std::map<QByteArray, QByteArray>> frontMatter(const QByteArray &file)
{
    const QByteArrayList lines = file.split('\n');
    std::map<QByteArray, QByteArray> fields;
    if (lines.front().trimmed() != "---")
        return std::nullopt;
    for (qsizetype i = 1; i < std::min(lines.size(), kMaxFields); ++i) {
        const QByteArray line = lines[i].trimmed();
        if (line == "---")
            return fields;
        const qsizetype colon = line.indexOf(':');
        const bool isIndented = lines[i].startsWith(' ') || lines[i].startsWith('\t');
        if (colon <= 0 || isIndented
            || !fields.emplace(line.left(colon), line.mid(colon + 1).trimmed()).second)
            return std::nullopt;
    }
    return std::nullopt;
}

bool isSame(const json::Value &told, const std::map<QByteArray, QByteArray> &found)
{
    std::size_t members = 0;
    for (const json::Value field : told) {
        ++members;
        const auto at = found.find(QByteArray::fromStdString(field.key()));
        if (at == found.end() || !field.equals(at->second.toStdString()))
            return false;
    }
    return members == found.size();
}

} // namespace

Result<void> checkSkillFile(const json::Value &entry, const QString &uri, const QByteArray &file)
{
    const QString shown = uri.left(200);
    for (const json::Value each : entry["resources"]) {
        if (each["uri"].toString() != uri)
            continue;
        if (each["size"].toInt64() != std::int64_t(file.size()))
            return differs(
                QStringLiteral("%1 has %2 bytes, which is not the size in its entry in the skill.")
                    .arg(shown)
                    .arg(file.size()));
        const QByteArray digest =
            "sha256:" + QCryptographicHash::hash(file, QCryptographicHash::Sha256).toHex();
        if (!each["digest"].equals(digest.toStdString()))
            return differs(
                QStringLiteral("%1 has another digest than its entry in the skill.").arg(shown));
        if (entry["uri"].toString() != uri)
            return {};
        const auto fields = frontMatter(file);
        if (!fields || !isSame(entry["frontmatter"], *fields))
            return differs(QStringLiteral("%1 has other front matter than its entry in the skill.")
                               .arg(shown));
        return {};
    }
    return differs(QStringLiteral("The entry of the skill lists no such file: %1.").arg(shown));
}

} // namespace sonde::test
