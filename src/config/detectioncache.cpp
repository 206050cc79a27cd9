// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/detectioncache.h"

#include "config/configerror.h"
#include "config/configtext.h"
#include "config/jsonfile.h"
#include "json/builder.h"

#include <QStandardPaths>

#include <algorithm>

namespace sonde::config {

namespace {

constexpr JsonFile::Limits kLimits{8 << 20, 20};
constexpr std::int64_t kVersion = 1;
constexpr qsizetype kMaxName = 100; // of an era, a revision or a transport

} // namespace

DetectionCache::DetectionCache(QString path)
    : m_path(std::move(path))
{
}

QString DetectionCache::defaultPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::CacheLocation)
        + QStringLiteral("/verdicts.json");
}

Result<void> DetectionCache::load()
{
    m_entries.clear();
    const auto failed = [this](const QString &why) {
        return configError(Text::tr("Could not read detected revisions from %1: %2 The "
                                    "revisions will be detected again.")
                               .arg(m_path, why));
    };
    JsonFile file(m_path, kLimits);
    const JsonFile::Content content = file.read("verdicts");
    if (content == JsonFile::Content::Missing)
        return {};
    if (content != JsonFile::Content::Valid)
        return failed(file.reason());
    const json::Value root = file.document().root();
    if (root["version"].toInt64() != kVersion)
        return failed(Text::tr("The file was not written by this version of Sonde."));
    for (const json::Value item : root["verdicts"]) {
        Entry entry;
        entry.server = item["server"].toString();
        entry.detection.era = item["era"].toString();
        entry.detection.revision = item["revision"].toString();
        entry.detection.transport = item["transport"].toString();
        entry.detection.sentence = item["sentence"].toString();
        entry.detection.foundAt =
            QDateTime::fromString(item["foundAt"].toString(), Qt::ISODateWithMs);
        put(std::move(entry));
    }
    return {};
}

// Skips an incomplete entry.
void DetectionCache::put(Entry entry)
{
    Detection &detection = entry.detection;
    if (entry.server.isEmpty() || detection.era.isEmpty() || !detection.foundAt.isValid()
        || std::max({detection.era.size(), detection.revision.size(), detection.transport.size()})
            > kMaxName)
        return;
    detection.foundAt = detection.foundAt.toUTC();
    detection.sentence.truncate(kMaxEvidence);
    std::erase_if(m_entries, [&](const Entry &old) { return old.server == entry.server; });
    const auto newer = std::upper_bound(m_entries.begin(), m_entries.end(), entry,
        [](const Entry &a, const Entry &b) { return a.detection.foundAt < b.detection.foundAt; });
    m_entries.insert(newer, std::move(entry));
    if (m_entries.size() > kMaxDetections)
        m_entries.erase(m_entries.begin());
}

Result<void> DetectionCache::save() const
{
    JsonFile file(m_path, kLimits);
    if (file.write(text(), JsonFile::Access::OwnerOnly))
        return {};
    return configError(Text::tr("Could not save detected revisions to %1: %2 The revisions will "
                                "be detected again.")
                           .arg(m_path, file.reason()));
}

std::string DetectionCache::text() const
{
    json::Builder out;
    out.beginObject();
    out.member("version", kVersion);
    out.key("verdicts").beginArray();
    for (const Entry &entry : m_entries) {
        const Detection &detection = entry.detection;
        json::Builder item;
        item.beginObject();
        item.member("server", entry.server);
        item.member("era", detection.era);
        item.member("revision", detection.revision);
        if (!detection.transport.isEmpty())
            item.member("transport", detection.transport);
        item.member("sentence", detection.sentence);
        item.member("foundAt", detection.foundAt.toString(Qt::ISODateWithMs));
        item.endObject();
        out.raw('\n' + item.takeString());
    }
    out.endArray();
    out.endObject();
    return out.takeString() + '\n';
}

const Detection *DetectionCache::find(const Profile &profile) const
{
    const QString server = profile.cacheKey();
    const auto it = std::find_if(m_entries.begin(), m_entries.end(),
        [&](const Entry &entry) { return entry.server == server; });
    return it == m_entries.end() ? nullptr : &it->detection;
}

void DetectionCache::remember(const Profile &profile, Detection detection)
{
    put({profile.cacheKey(), std::move(detection)});
}

bool DetectionCache::forget(const Profile &profile)
{
    const QString server = profile.cacheKey();
    return std::erase_if(m_entries, [&](const Entry &entry) { return entry.server == server; }) > 0;
}

} // namespace sonde::config
