// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profilestore.h"
#include "setup/profilesecrets.h"

#include <QObject>

#include <functional>

namespace sonde::app {

// Keeps the secret values of the profiles in the keychain, and brings them into memory when a
// server needs them.
class SecretKeeper : public QObject {
    Q_OBJECT
public:
    // Both outlive it. `hasKeychain`: the store lasts longer than this run.
    SecretKeeper(config::ProfileStore &profiles, auth::TokenStore &store, bool hasKeychain,
        QObject *parent = nullptr);

    // Moves the secrets from a file of an earlier version into the keychain. The file is unchanged
    // until the keychain stores all of them; then `save` writes it.
    void moveFromFile(const std::function<Result<void>()> &save);
    // `old` is the profile before it was edited; null for a new one.
    void keep(const config::Profile *old, const config::Profile &profile);
    // Fetches the secret values of the profile and then calls `then`: at once when the values are
    // in memory. The error names a secret without a value.
    using Fetched = std::function<void(const Result<void> &)>;
    void fetch(const QString &name, const Fetched &then);
    void drop(const config::Profile &profile);

Q_SIGNALS:
    void missing(const QString &sentence); // the secrets are not stored
    void moved(const QString &sentence); // into the keychain

private:
    void keptLate(bool good);

    config::ProfileStore &m_profiles;
    bool m_hasKeychain;
    setup::ProfileSecrets m_secrets;
    QStringList m_unanswered; // servers whose secrets the keychain was given, without a response
};

} // namespace sonde::app
