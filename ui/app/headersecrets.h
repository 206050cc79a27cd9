// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/tokenstore.h"
#include "config/profile.h"

#include <QObject>

#include <functional>
#include <vector>

namespace sonde::app {

// The values of headers that are marked as secret: they are in the keychain, and servers.json holds
// only the names. An entry is for one server at one origin, so that a file in which another address
// was written does not carry them there.
class HeaderSecrets : public QObject {
    Q_OBJECT
public:
    explicit HeaderSecrets(auth::TokenStore &store, QObject *parent = nullptr); // which outlives it

    // Whether it has secret headers at all, and one whose value is not in memory.
    static bool any(const config::Profile &profile);
    static bool missing(const config::Profile &profile);

    // The headers of the profile with their values. The error says which header has none, and why.
    using Headers = std::vector<config::CustomHeader>;
    void fill(const config::Profile &profile, QObject *context,
        std::function<void(const Result<Headers> &)> done);
    // Puts those of `profile` into the keychain, in place of what `old` had there (nullptr: it is
    // new). A value that is not in memory stays as it is kept.
    void keep(const config::Profile *old, const config::Profile &profile, QObject *context,
        const std::function<void(const Result<void> &)> &done);
    void drop(const config::Profile &profile);

private:
    using Read = std::function<void(const Result<Secret> &)>;
    void read(const QString &name, bool checked, QObject *context, const Read &done);
    void write(const QString &oldName, const QString &name, const Headers &headers,
        QObject *context, const std::function<void(const Result<void> &)> &done);

    auth::TokenStore &m_store;
};

} // namespace sonde::app
