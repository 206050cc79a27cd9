// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/browser.h"
#include "auth/runner/serverauthorizer.h"
#include "auth/store/credentialcache.h"
#include "cli/options/options.h"
#include "rpc/trafficsink.h"

#include <memory>

namespace sonde::cli {

// What a command needs to be authorized at a server that is reached by URL: what is kept, the
// browser where one may be opened, and the authorizer on top of them.
class ServerAccess {
public:
    // `login`: a person is there, and xdg-open may show him a page. Otherwise only a browser that
    // was named is opened.
    ServerAccess(const Options &options, rpc::TrafficSink *traffic, bool login);
    ~ServerAccess();

    auth::ServerAuthorizer &authorizer() { return *m_authorizer; }
    auth::CredentialCache &cache() { return *m_cache; }
    // What the environment and the command line hold goes to the keychain, so that later commands
    // need it no more. After the cache was loaded.
    void keepSecrets(const Options &options);
    // Where the person's own header is what authorizes, there is nothing to do here.
    static bool isRequested(const Options &options);
    // "sonde-cli auth login --url …", for a shell; `scope`: more rights that are wanted.
    static QString loginCommand(const Options &options, const QString &scope = {});

private:
    void openWith(const Options &options);

    std::unique_ptr<auth::TokenStore> m_store;
    std::unique_ptr<auth::CredentialCache> m_cache;
    std::unique_ptr<auth::Browser> m_otherBrowser; // for who leaves the embedded one
    std::unique_ptr<auth::Browser> m_browser;
    std::unique_ptr<auth::ServerAuthorizer> m_authorizer;
};

} // namespace sonde::cli
