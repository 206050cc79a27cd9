// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/profile.h"
#include "json/document.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace sonde::config {

// The profiles of the user's servers, in the file servers.json of the configuration folder.
//
// The file never contains the values of headers and variables marked as secret, the proxy's
// password and the secrets of authorization: they belong in the keychain. The file still has mode
// 0600 (readable by its owner only).
class ProfileStore {
public:
    explicit ProfileStore(QString path = defaultPath());

    static QString defaultPath();
    const QString &path() const { return m_path; }

    // Reads the file; a missing file is an empty list. No content is lost: a file that is not JSON
    // is renamed to servers.json.broken, and save() writes unknown members and invalid servers
    // back. notices() reports both. On an error (Domain::Config) the file exists but cannot be
    // read; save() does not replace it until load() has succeeded.
    Result<void> load();
    // Sentences about problems that load() found.
    const QStringList &notices() const { return m_notices; }
    // Servers whose secret values are in the file, written by an earlier version: the next save()
    // removes the values from it.
    const QStringList &withSecretsInFile() const { return m_withSecrets; }

    // Writes the file atomically.
    Result<void> save();

    const std::vector<Profile> &profiles() const { return m_profiles; }
    const Profile *find(const QString &name) const;
    QStringList namesExcept(const QString &name) const;

    // Changes in memory only, until save().
    void add(Profile profile);
    // Keeps the position and the unknown members.
    bool replace(const QString &name, Profile profile);
    bool remove(const QString &name);

private:
    void read(const json::Document &document);
    void rememberSecrets(const Profile &profile);
    Result<void> keepAside(const QString &why);
    std::string text() const;

    QString m_path;
    std::vector<Profile> m_profiles;
    std::vector<std::pair<std::string, std::string>> m_unknown; // members of the file's object
    std::vector<std::string> m_unreadable; // invalid entries of "servers", unchanged
    std::int64_t m_version = 1;
    QStringList m_notices;
    QStringList m_withSecrets;
    bool m_mayReplace = true;
};

} // namespace sonde::config
