// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/verdictcache.h"

#include "json/builder.h"
#include "json/document.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>
#include <QUrl>

#include <algorithm>

namespace sonde::config {

namespace {

constexpr qint64 kMaxFileBytes = 8 << 20;
constexpr std::uint32_t kMaxDepth = 20;
constexpr std::int64_t kVersion = 1;
constexpr qsizetype kMaxName = 100; // of an era, a revision or a transport

class CacheText {
    Q_DECLARE_TR_FUNCTIONS(VerdictCache)
};

Error configError(const QString &sentence)
{
    return {Domain::Config, 0, sentence, {}, {}};
}

QString urlKey(const HttpSettings &http)
{
    const QUrl url(http.url, QUrl::StrictMode);
    if (!url.isValid() || url.host().isEmpty())
        return {};
    const QString scheme = url.scheme();
    const int usual = scheme == QLatin1String("https") ? 443 : 80;
    QUrl key;
    key.setScheme(scheme);
    key.setHost(url.host());
    key.setPort(url.port() == usual ? -1 : url.port());
    key.setPath(url.path().isEmpty() ? QStringLiteral("/") : url.path());
    QString text = key.toString(QUrl::FullyEncoded);
    if (!http.unixSocket.isEmpty())
        text += QLatin1String(" at ") + http.unixSocket;
    return text;
}

QString commandKey(const Profile &profile)
{
    if (profile.program.isEmpty())
        return {};
    QCryptographicHash hash(QCryptographicHash::Sha256);
    for (const QString &word :
        QStringList{profile.workingDirectory, profile.program} + profile.arguments) {
        hash.addData(word.toUtf8());
        hash.addData(QByteArrayView("\0", 1)); // which none of them holds
    }
    return QLatin1String("stdio ") + QString::fromLatin1(hash.result().toHex());
}

} // namespace

VerdictCache::VerdictCache(QString path)
    : m_path(std::move(path))
{
}

QString VerdictCache::defaultPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::CacheLocation)
        + QStringLiteral("/verdicts.json");
}

QString VerdictCache::keyOf(const Profile &profile)
{
    return profile.http ? urlKey(*profile.http) : commandKey(profile);
}

Result<void> VerdictCache::load()
{
    m_entries.clear();
    QFile file(m_path);
    if (!file.exists())
        return {};
    if (!file.open(QIODevice::ReadOnly))
        return configError(CacheText::tr("What was found out about servers, %1, cannot be read: "
                                         "%2. They are asked again.")
                               .arg(m_path, file.errorString()));
    const QByteArray bytes = file.read(kMaxFileBytes + 1);
    const auto ignored = [this](const QString &why) {
        return configError(CacheText::tr("What was found out about servers, %1, %2. They are asked "
                                         "again.")
                               .arg(m_path, why));
    };
    if (bytes.size() > kMaxFileBytes)
        return ignored(CacheText::tr("is larger than %1 MiB").arg(kMaxFileBytes >> 20));
    const json::Document document =
        json::Document::parse(Bytes::fromByteArray(bytes), {std::size_t(kMaxFileBytes), kMaxDepth});
    if (const auto &error = document.error())
        return ignored(CacheText::tr("is not JSON (line %1, column %2: %3)")
                           .arg(error->line)
                           .arg(error->column)
                           .arg(error->reason));
    const json::Value verdicts = document.root()["verdicts"];
    if (document.root()["version"].toInt64() != kVersion || !verdicts.isArray())
        return ignored(CacheText::tr("was not written by this version of Sonde"));
    for (const json::Value item : verdicts) {
        Entry entry;
        entry.server = item["server"].toString();
        entry.verdict.era = item["era"].toString();
        entry.verdict.revision = item["revision"].toString();
        entry.verdict.transport = item["transport"].toString();
        entry.verdict.sentence = item["sentence"].toString();
        entry.verdict.foundAt =
            QDateTime::fromString(item["foundAt"].toString(), Qt::ISODateWithMs);
        put(std::move(entry));
    }
    return {};
}

// One that is not whole is left out.
void VerdictCache::put(Entry entry)
{
    Verdict &verdict = entry.verdict;
    if (entry.server.isEmpty() || verdict.era.isEmpty() || !verdict.foundAt.isValid()
        || std::max({verdict.era.size(), verdict.revision.size(), verdict.transport.size()})
            > kMaxName)
        return;
    verdict.foundAt = verdict.foundAt.toUTC();
    verdict.sentence.truncate(kMaxVerdictSentence);
    std::erase_if(m_entries, [&](const Entry &old) { return old.server == entry.server; });
    const auto newer = std::upper_bound(m_entries.begin(), m_entries.end(), entry,
        [](const Entry &a, const Entry &b) { return a.verdict.foundAt < b.verdict.foundAt; });
    m_entries.insert(newer, std::move(entry));
    if (m_entries.size() > kMaxVerdicts)
        m_entries.erase(m_entries.begin());
}

Result<void> VerdictCache::save() const
{
    const auto failed = [this](const QString &why) {
        return configError(CacheText::tr("What was found out about servers was not saved to %1: "
                                         "%2. They are asked again the next time.")
                               .arg(m_path, why));
    };
    if (!QDir().mkpath(QFileInfo(m_path).absolutePath()))
        return failed(CacheText::tr("the folder cannot be created"));
    QSaveFile file(m_path);
    const std::string content = text();
    // The permissions first: others need not see which servers somebody uses.
    const bool written = file.open(QIODevice::WriteOnly)
        && file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)
        && file.write(content.data(), static_cast<qint64>(content.size()))
            == static_cast<qint64>(content.size())
        && file.commit();
    return written ? Result<void>() : failed(file.errorString());
}

std::string VerdictCache::text() const
{
    json::Builder out;
    out.beginObject();
    out.member("version", kVersion);
    out.key("verdicts").beginArray();
    for (const Entry &entry : m_entries) {
        const Verdict &verdict = entry.verdict;
        json::Builder item;
        item.beginObject();
        item.member("server", entry.server);
        item.member("era", verdict.era);
        item.member("revision", verdict.revision);
        if (!verdict.transport.isEmpty())
            item.member("transport", verdict.transport);
        item.member("sentence", verdict.sentence);
        item.member("foundAt", verdict.foundAt.toString(Qt::ISODateWithMs));
        item.endObject();
        out.raw('\n' + item.takeString());
    }
    out.endArray();
    out.endObject();
    return out.takeString() + '\n';
}

const Verdict *VerdictCache::find(const Profile &profile) const
{
    const QString server = keyOf(profile);
    const auto it = std::find_if(m_entries.begin(), m_entries.end(),
        [&](const Entry &entry) { return entry.server == server; });
    return it == m_entries.end() ? nullptr : &it->verdict;
}

void VerdictCache::remember(const Profile &profile, Verdict verdict)
{
    put({keyOf(profile), std::move(verdict)});
}

bool VerdictCache::forget(const Profile &profile)
{
    const QString server = keyOf(profile);
    return std::erase_if(m_entries, [&](const Entry &entry) { return entry.server == server; }) > 0;
}

} // namespace sonde::config
