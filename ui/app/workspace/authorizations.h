// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/browser/embeddedbrowser.h"
#include "auth/runner/serverauthorizer.h"
#include "auth/store/credentialcache.h"
#include "config/profile.h"

#include <QObject>

#include <map>
#include <memory>

class QThread;

namespace sonde::app {

// The authorization of the window's servers: one authorizer for each server with a URL, the shared
// credentials, and the browser. A page opens only after the user requested it.
class Authorizations : public QObject {
    Q_OBJECT
public:
    struct Setup {
        rpc::TrafficSink *traffic = nullptr; // outlives this
        QThread *wireThread = nullptr;
        QString browser; // command; empty: SONDE_BROWSER, and without it the desktop's
        bool keychain = false; // else credentials are for this run only
        // Path of sonde-browser; empty: not installed.
        QString window = auth::EmbeddedBrowser::installedProgram();
        QString language{}; // of sonde-browser; empty: the desktop's
    };
    explicit Authorizations(const Setup &setup, QObject *parent = nullptr);
    ~Authorizations() override;

    // Creates the authorizer for the profile's client and replaces an earlier authorizer of that
    // name. nullptr: the server is a program, or a header of the profile authorizes.
    auth::ServerAuthorizer *make(const config::Profile &profile);
    auth::ServerAuthorizer *find(const QString &name) const;
    void drop(const QString &name);
    void dropAll();

    auth::CredentialCache &cache() { return m_cache; }
    auth::TokenStore &store() { return *m_store; } // for other secrets
    // Whether secrets outlive this run. Without a keychain on the desktop this is known only after
    // a first access: probeKeychain() makes one, which asks the user nothing.
    bool hasKeychain() const { return m_cache.isPersistent() && m_keychainWorks; }
    void probeKeychain();
    // Moves the client secret and the private key of the profile into the keychain.
    void keepSecrets(config::Profile &profile);

    // Lets the authorization in progress open its page. False: none is in progress.
    bool proceed(const QString &name);
    // Lets the next authorization open its page, too.
    void allow(const QString &name);
    // The client is ready or has failed: permissions for one authorization end here.
    void settle(const QString &name);
    void cancel(const QString &name); // no request waits for it any more

Q_SIGNALS:
    void authorized(const QString &name); // an authorization succeeded
    void keychainFailed(); // hasKeychain() became false
    void changed(const QString &name); // the state of the authorization (models/auth/authstate.h)

private:
    auth::Browser *browserFor(const config::Profile &profile);
    // nullptr: it is not installed.
    auth::Browser *windowFor(const config::Profile &profile);
    static void rest(auth::ServerAuthorizer &authorizer);

    const Setup m_setup;
    std::unique_ptr<auth::TokenStore> m_store;
    auth::CredentialCache m_cache;
    bool m_keychainWorks = true; // as far as is known
    std::unique_ptr<auth::Browser> m_browser;
    // Browsers of servers whose pages open in sonde-browser; they outlive their authorizers.
    std::map<QString, std::unique_ptr<auth::Browser>> m_embedded;
    std::map<QString, auth::ServerAuthorizer *> m_authorizers; // children of this
};

} // namespace sonde::app
