// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/store/tokenstore.h"
#include "config/profile.h"

#include <QObject>

#include <functional>

namespace sonde::setup {

// The secret values of a profile: headers and environment variables that are marked as secret, and
// the proxy password. The keychain stores them; servers.json holds only their names. A secret that
// goes over the network is stored for one server at one origin, so that an edited URL in the file
// does not send it to another origin.
class ProfileSecrets : public QObject {
    Q_OBJECT
public:
    explicit ProfileSecrets(auth::TokenStore &store, QObject *parent = nullptr); // outlives it

    // any(): the profile has secrets. missing(): the value of a secret it needs is not in memory.
    static bool any(const config::Profile &profile);
    static bool missing(const config::Profile &profile);
    // Names of secrets: those whose values are in memory, or those whose values are not.
    static QStringList names(const config::Profile &profile, bool withValue);

    // Passes the profile with the values of its secrets. The error names the secret without a value
    // and says why.
    using Filled = std::function<void(const Result<config::Profile> &)>;
    void fill(const config::Profile &profile, QObject *context, Filled done);
    // Stores the secrets of `profile` in the keychain and removes those of `old` (nullptr: a new
    // profile). A stored secret whose value is not in memory is unchanged. `done` is called when
    // all secrets are stored; it is not called when there is nothing to do.
    using Kept = std::function<void(const Result<void> &)>;
    void keep(const config::Profile *old, const config::Profile &profile, QObject *context,
        const Kept &done);
    void drop(const config::Profile &profile);

private:
    using Read = std::function<void(const Result<Secret> &)>;

    // `kind` numbers the groups of secrets: headers, variables, the proxy password.
    void fillFrom(std::size_t kind, config::Profile profile, QObject *context, Filled done);
    void keepKind(std::size_t kind, const config::Profile *old, const config::Profile &profile,
        QObject *context, const Kept &done);
    void read(const QString &name, bool checked, QObject *context, const Read &done);
    void write(const QString &oldName, const QString &name, const Secret &text, QObject *context,
        const Kept &done);

    auth::TokenStore &m_store;
};

} // namespace sonde::setup
