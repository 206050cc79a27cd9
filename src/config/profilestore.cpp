// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/profilestore.h"

#include "config/profilejson.h"
#include "json/builder.h"
#include "json/document.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QSaveFile>
#include <QStandardPaths>

#include <algorithm>

namespace sonde::config {

namespace {

constexpr qint64 kMaxFileBytes = 16 << 20;
constexpr std::uint32_t kMaxDepth = 200;
constexpr int kMaxBrokenFiles = 100; // kept beside each other
constexpr std::int64_t kVersion = 1;

class StoreText {
    Q_DECLARE_TR_FUNCTIONS(ProfileStore)
};

Error configError(const QString &sentence, const QString &detail = {})
{
    return {Domain::Config, 0, sentence, detail, {}};
}

// A name beside `path` that is not in use: servers.json.broken, servers.json.broken-2, …
QString freeName(const QString &path)
{
    QString name = path + QStringLiteral(".broken");
    for (int i = 2; QFileInfo::exists(name) && i <= kMaxBrokenFiles; ++i)
        name = path + QStringLiteral(".broken-%1").arg(i);
    return QFileInfo::exists(name) ? QString() : name;
}

} // namespace

ProfileStore::ProfileStore(QString path)
    : m_path(std::move(path))
{
}

QString ProfileStore::defaultPath()
{
    return QStandardPaths::writableLocation(QStandardPaths::AppConfigLocation)
        + QStringLiteral("/servers.json");
}

Result<void> ProfileStore::load()
{
    m_profiles.clear();
    m_unknown.clear();
    m_unreadable.clear();
    m_notices.clear();
    m_withSecrets.clear();
    m_version = kVersion;
    m_mayReplace = true;

    QFile file(m_path);
    if (!file.exists())
        return {};
    if (!file.open(QIODevice::ReadOnly)) {
        m_mayReplace = false;
        return configError(StoreText::tr("The list of servers, %1, cannot be read: %2. Check its "
                                         "permissions.")
                               .arg(m_path, file.errorString()));
    }
    const QByteArray bytes = file.read(kMaxFileBytes + 1);
    file.close();
    if (bytes.size() > kMaxFileBytes)
        return keepAside(StoreText::tr("is larger than %1 MiB").arg(kMaxFileBytes >> 20));

    const json::Document document =
        json::Document::parse(Bytes::fromByteArray(bytes), {std::size_t(kMaxFileBytes), kMaxDepth});
    if (const auto &error = document.error()) {
        return keepAside(StoreText::tr("is not JSON (line %1, column %2: %3)")
                             .arg(error->line)
                             .arg(error->column)
                             .arg(error->reason));
    }
    if (!document.root()["servers"].isArray())
        return keepAside(StoreText::tr("has no array “servers”"));
    read(document);
    return {};
}

void ProfileStore::read(const json::Document &document)
{
    const json::Value root = document.root();
    for (const json::Value member : root) {
        const std::string name = member.key();
        if (name == "version")
            m_version = member.toInt64().value_or(kVersion);
        else if (name != "servers")
            m_unknown.emplace_back(name, member.raw());
    }
    if (m_version > kVersion)
        m_notices += StoreText::tr("%1 was written by a newer Sonde. What this one does not know "
                                   "is kept.")
                         .arg(m_path);
    for (const json::Value entry : root["servers"]) {
        auto profile = profileFromJson(entry);
        const bool twice = profile && find(profile->name);
        if (profile && !twice) {
            rememberSecrets(*profile);
            m_profiles.push_back(std::move(profile).value());
            continue;
        }
        m_unreadable.emplace_back(entry.raw());
        const QString why = twice ? StoreText::tr("the name “%1” is there twice").arg(profile->name)
                                  : profile.error().sentence;
        m_notices += StoreText::tr("A server in %1 is not shown: %2. It stays in the file; correct "
                                   "it there.")
                         .arg(m_path, why);
    }
}

void ProfileStore::rememberSecrets(const Profile &profile)
{
    const auto &variables = profile.environment;
    bool any = std::any_of(variables.begin(), variables.end(), [&](const auto &variable) {
        return profile.secretVariables.contains(variable.first) && !variable.second.isEmpty();
    });
    if (profile.http) {
        const auto &headers = profile.http->headers;
        any |= !proxyPassword(*profile.http).isEmpty()
            || std::any_of(headers.begin(), headers.end(), [](const CustomHeader &header) {
                   return header.secret && !header.value.isEmpty();
               });
    }
    if (any)
        m_withSecrets += profile.name;
}

// A file that cannot be understood may hold work of hours: it is put where nobody overwrites it.
Result<void> ProfileStore::keepAside(const QString &why)
{
    const QString name = freeName(m_path);
    if (name.isEmpty() || !QFile::rename(m_path, name)) {
        m_mayReplace = false;
        return configError(StoreText::tr("The list of servers, %1, %2, and it cannot be renamed to "
                                         "keep it. Move it away, then start again.")
                               .arg(m_path, why));
    }
    m_notices += StoreText::tr("The list of servers, %1, %2. It was kept as %3; the list starts "
                               "empty.")
                     .arg(m_path, why, QFileInfo(name).fileName());
    return {};
}

Result<void> ProfileStore::save()
{
    if (!m_mayReplace)
        return configError(StoreText::tr("The list of servers was not saved, because %1 could not "
                                         "be read and would be lost. Move it away first.")
                               .arg(m_path));
    const QString folder = QFileInfo(m_path).absolutePath();
    if (!QDir().mkpath(folder))
        return configError(StoreText::tr("The list of servers was not saved: the folder %1 cannot "
                                         "be created.")
                               .arg(folder));
    QSaveFile file(m_path);
    const std::string content = text();
    // The permissions first: the values must not be readable by others, not even for a moment.
    const bool written = file.open(QIODevice::WriteOnly)
        && file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner)
        && file.write(content.data(), static_cast<qint64>(content.size()))
            == static_cast<qint64>(content.size())
        && file.commit();
    if (!written)
        return configError(StoreText::tr("The list of servers was not saved to %1: %2. The old "
                                         "file is unchanged.")
                               .arg(m_path, file.errorString()));
    m_withSecrets.clear();
    return {};
}

std::string ProfileStore::text() const
{
    json::Builder out;
    out.beginObject();
    out.member("version", std::max(m_version, kVersion));
    for (const auto &[name, raw] : m_unknown)
        out.rawMember(name, raw);
    // A line for each server, so that the file can be read and compared.
    out.key("servers").beginArray();
    for (const Profile &profile : m_profiles)
        out.raw('\n' + profileToJson(profile));
    for (const std::string &entry : m_unreadable)
        out.raw('\n' + entry);
    out.endArray();
    out.endObject();
    return out.takeString() + '\n';
}

const Profile *ProfileStore::find(const QString &name) const
{
    const auto it = std::find_if(m_profiles.begin(), m_profiles.end(),
        [&](const Profile &profile) { return profile.name == name; });
    return it == m_profiles.end() ? nullptr : &*it;
}

QStringList ProfileStore::namesExcept(const QString &name) const
{
    QStringList names;
    for (const Profile &profile : m_profiles) {
        if (profile.name != name)
            names += profile.name;
    }
    return names;
}

void ProfileStore::add(Profile profile)
{
    m_profiles.push_back(std::move(profile));
}

bool ProfileStore::replace(const QString &name, Profile profile)
{
    for (Profile &old : m_profiles) {
        if (old.name != name)
            continue;
        if (profile.unknown.empty())
            profile.unknown = std::move(old.unknown);
        old = std::move(profile);
        return true;
    }
    return false;
}

bool ProfileStore::remove(const QString &name)
{
    return std::erase_if(m_profiles, [&](const Profile &profile) { return profile.name == name; })
        > 0;
}

} // namespace sonde::config
