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

// The authorization of a command for a server with a URL: the credential cache, a browser where one
// may be opened, and the authorizer that uses both.
class ServerAccess {
public:
    // `login`: the user is present, and xdg-open may open a page. Otherwise only a browser named
    // with --browser is opened.
    ServerAccess(const Options &options, rpc::TrafficSink *traffic, bool login);
    ~ServerAccess();

    auth::ServerAuthorizer &authorizer() { return *m_authorizer; }
    auth::CredentialCache &cache() { return *m_cache; }
    // Stores the credentials of environment and command line in the keychain for later commands.
    // Call after the cache was loaded.
    void keepSecrets(const Options &options);
    // Whether to authorize at all: not when the user set an Authorization header.
    static bool isRequested(const Options &options);
    // "sonde-cli auth login --url …", for a shell; `scope`: additional scopes.
    static QString loginCommand(const Options &options, const QString &scope = {});

private:
    void openWith(const Options &options);

    std::unique_ptr<auth::TokenStore> m_store;
    std::unique_ptr<auth::CredentialCache> m_cache;
    std::unique_ptr<auth::Browser> m_otherBrowser; // for leaving the embedded browser
    std::unique_ptr<auth::Browser> m_browser;
    std::unique_ptr<auth::ServerAuthorizer> m_authorizer;
};

} // namespace sonde::cli
