// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/tokenstore.h"
#include "config/profile.h"

#include <QObject>

#include <functional>

namespace sonde::app {

// The secret values of a profile: of headers and variables that are marked so, and the password of
// a proxy. They are in the keychain, and servers.json holds only their names. What goes over the
// network is kept for one server at one origin, so that a file in which another address was written
// does not carry it there.
class ProfileSecrets : public QObject {
    Q_OBJECT
public:
    explicit ProfileSecrets(auth::TokenStore &store, QObject *parent = nullptr); // outlives it

    // Whether it has secrets at all, and one that it needs and whose value is not in memory.
    static bool any(const config::Profile &profile);
    static bool missing(const config::Profile &profile);

    // The profile with their values. The error says which one that it needs has none, and why.
    using Filled = std::function<void(const Result<config::Profile> &)>;
    void fill(const config::Profile &profile, QObject *context, Filled done);
    // Puts those of `profile` into the keychain, in place of what `old` had there (nullptr: it is
    // new). A value that is not in memory stays as it is kept. `done` is called when all are there,
    // and not at all when there is nothing to do.
    using Kept = std::function<void(const Result<void> &)>;
    void keep(const config::Profile *old, const config::Profile &profile, QObject *context,
        const Kept &done);
    void drop(const config::Profile &profile);

private:
    using Read = std::function<void(const Result<Secret> &)>;

    // `kind` counts what is kept together: headers, variables, the proxy's password.
    void fillFrom(std::size_t kind, config::Profile profile, QObject *context, Filled done);
    void keepKind(std::size_t kind, const config::Profile *old, const config::Profile &profile,
        QObject *context, const Kept &done);
    void read(const QString &name, bool checked, QObject *context, const Read &done);
    void write(const QString &oldName, const QString &name, const Secret &text, QObject *context,
        const Kept &done);

    auth::TokenStore &m_store;
};

} // namespace sonde::app
