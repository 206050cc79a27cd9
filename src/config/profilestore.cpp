// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/profilestore.h"

#include "config/configerror.h"
#include "config/configtext.h"
#include "config/jsonfile.h"
#include "config/markedsecret.h"
#include "config/profilejson.h"
#include "json/builder.h"
#include "json/document.h"

#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

namespace sonde::config {

namespace {

constexpr JsonFile::Limits kLimits{16 << 20, 200};
constexpr int kMaxBrokenFiles = 100; // limit of files kept in the folder
constexpr std::int64_t kVersion = 1;

// An unused name beside `path`: servers.json.broken, servers.json.broken-2, …
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

    JsonFile file(m_path, kLimits);
    switch (file.read("servers")) {
    case JsonFile::Content::Missing:
        break;
    case JsonFile::Content::Unreadable:
        m_mayReplace = false;
        return configError(
            Text::tr("Cannot read the server list %1: %2 Check the file's permissions.")
                .arg(m_path, file.reason()));
    case JsonFile::Content::Invalid:
        return keepAside(file.reason());
    case JsonFile::Content::Valid:
        read(file.document());
        break;
    }
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
        m_notices += Text::tr("%1 was written by a newer version of Sonde. Members that this "
                              "version does not know are kept.")
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
        const QString why = twice ? Text::tr("The name “%1” is used twice.").arg(profile->name)
                                  : profile.error().sentence;
        m_notices +=
            Text::tr("A server in %1 is not shown. %2 The entry stays in the file; fix it there.")
                .arg(m_path, why);
    }
}

void ProfileStore::rememberSecrets(const Profile &profile)
{
    const auto hasValue = [](const MarkedSecret &secret) { return !secret.value.isEmpty(); };
    const auto hasValues = [&](SecretGroup group) {
        const std::vector<MarkedSecret> secrets = markedSecrets(profile, group);
        return std::any_of(secrets.begin(), secrets.end(), hasValue);
    };
    if (std::any_of(kSecretGroups.begin(), kSecretGroups.end(), hasValues))
        m_withSecrets += profile.name;
}

// A file that cannot be parsed may contain hours of work: rename it, so that save() cannot replace
// it.
Result<void> ProfileStore::keepAside(const QString &why)
{
    const QString name = freeName(m_path);
    if (name.isEmpty() || !QFile::rename(m_path, name)) {
        m_mayReplace = false;
        return configError(
            Text::tr("Cannot use the server list %1: %2 The file cannot be renamed to keep it, "
                     "either. Move it away, then restart Sonde.")
                .arg(m_path, why));
    }
    m_notices += Text::tr("Cannot use the server list %1: %2 The file was renamed to %3, and the "
                          "list starts empty.")
                     .arg(m_path, why, QFileInfo(name).fileName());
    return {};
}

Result<void> ProfileStore::save()
{
    if (!m_mayReplace)
        return configError(
            Text::tr("The server list was not saved, because %1 could not be read and its "
                     "contents would be lost. Move the file away first.")
                .arg(m_path));
    JsonFile file(m_path, kLimits);
    if (!file.write(text(), JsonFile::Access::OwnerOnly))
        return configError(
            Text::tr("Cannot save the server list to %1: %2 The old file is unchanged.")
                .arg(m_path, file.reason()));
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
    // One line per server, so that the file can be read and compared.
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
