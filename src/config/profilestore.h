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
// Values of headers and variables that are marked as secret, the password of a proxy and the
// secrets of authorization are never written to it: they belong in the keychain. The file still has
// mode 0600 (readable by its owner only).
class ProfileStore {
public:
    explicit ProfileStore(QString path = defaultPath());

    static QString defaultPath();
    const QString &path() const { return m_path; }

    // Reads the file; a missing file is an empty list. No content is lost: a file that is not JSON
    // is renamed to servers.json.broken, and save() writes unknown members and invalid servers
    // back. notices() reports both. The error (Domain::Config) means that the file is there
    // but cannot be read; save() refuses to replace it until load() has succeeded.
    Result<void> load();
    // Sentences about problems that load() found.
    const QStringList &notices() const { return m_notices; }
    // Servers with secret values in the file, where earlier versions wrote them: the
    // next save() takes them out of it.
    const QStringList &withSecretsInFile() const { return m_withSecrets; }

    // Writes the file as a whole or not at all.
    Result<void> save();

    const std::vector<Profile> &profiles() const { return m_profiles; }
    const Profile *find(const QString &name) const;
    QStringList namesExcept(const QString &name) const;

    // Changes in memory; save() makes them last.
    void add(Profile profile);
    bool replace(const QString &name, Profile profile); // keeps the place and the unknown members
    bool remove(const QString &name);

private:
    void read(const json::Document &document);
    void rememberSecrets(const Profile &profile);
    Result<void> keepAside(const QString &why);
    std::string text() const;

    QString m_path;
    std::vector<Profile> m_profiles;
    std::vector<std::pair<std::string, std::string>> m_unknown; // members of the file's object
    std::vector<std::string> m_unreadable; // entries of "servers" that are no profile, as they are
    std::int64_t m_version = 1;
    QStringList m_notices;
    QStringList m_withSecrets;
    bool m_mayReplace = true;
};

} // namespace sonde::config
