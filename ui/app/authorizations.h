// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/credentialcache.h"
#include "auth/embeddedbrowser.h"
#include "auth/serverauthorizer.h"
#include "config/profile.h"

#include <QObject>

#include <map>
#include <memory>

class QThread;

namespace sonde::app {

// Who authorizes at the servers of the window: one authorizer for each that is reached by URL, the
// credentials that they share, and the browser. A page is opened only after a person said so.
class Authorizations : public QObject {
    Q_OBJECT
public:
    struct Setup {
        rpc::TrafficSink *traffic = nullptr; // outlives this
        QThread *wireThread = nullptr;
        QString browser; // command; empty: SONDE_BROWSER, and without it the desktop's
        bool keychain = false; // else credentials are for this run only
        // Of the window for pages; empty: it is not installed.
        QString window = auth::EmbeddedBrowser::installedProgram();
        QString language{}; // of that window; empty: the desktop's
    };
    explicit Authorizations(const Setup &setup, QObject *parent = nullptr);
    ~Authorizations() override;

    // For the client of that profile, in place of an earlier one of its name. nullptr: a program,
    // or a person's own header is what authorizes.
    auth::ServerAuthorizer *make(const config::Profile &profile);
    auth::ServerAuthorizer *find(const QString &name) const;
    void drop(const QString &name);
    void dropAll();

    auth::CredentialCache &cache() { return m_cache; }
    auth::TokenStore &store() { return *m_store; } // for other secrets
    // The secrets and keys with which it is authorized go to the keychain, and out of the profile.
    void keepSecrets(config::Profile &profile);

    // What is under way may open its page. False: nothing is.
    bool proceed(const QString &name);
    // The next run may, too.
    void allow(const QString &name);
    // Its client has come to rest: what was allowed for one run is not for the next one.
    void settle(const QString &name);
    void cancel(const QString &name); // nobody waits for it any more

Q_SIGNALS:
    void authorized(const QString &name); // a run has ended well
    void changed(const QString &name); // how far its authorization is (models/auth/authstate.h)

private:
    auth::Browser *browserFor(const config::Profile &profile);
    static void rest(auth::ServerAuthorizer &authorizer);

    const Setup m_setup;
    std::unique_ptr<auth::TokenStore> m_store;
    auth::CredentialCache m_cache;
    std::unique_ptr<auth::Browser> m_browser;
    // Of servers whose pages are shown in a window of our own; they outlive their authorizers.
    std::map<QString, std::unique_ptr<auth::Browser>> m_embedded;
    std::map<QString, auth::ServerAuthorizer *> m_authorizers; // children of this
};

} // namespace sonde::app
