// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "base/secret.h"
#include "config/profilefield.h"
#include "json/value.h"

#include <QString>
#include <QStringList>
#include <QStringView>

#include <optional>
#include <string>
#include <vector>

namespace sonde::config {

// Where the user logs in: the default browser, or Sonde's own browser process.
enum class LoginView { SystemBrowser, Embedded };
QString loginViewName(LoginView view); // "system", "embedded"
std::optional<LoginView> loginViewFromName(QStringView name);

// The grant: authorization code in a browser, client credentials (extension
// oauth-client-credentials), or an identity provider's assertion (enterprise-managed).
enum class AuthGrant { Browser, ClientCredentials, EnterpriseManaged };
QString authGrantName(AuthGrant grant); // "browser", "client-credentials", "enterprise-managed"
std::optional<AuthGrant> authGrantFromName(QStringView name);

// How a client with a client ID authenticates at the token endpoint.
enum class AuthProof { Basic, Post, PrivateKey };
// The names of the specifications: "client_secret_basic", "client_secret_post", "private_key_jwt".
QString authProofName(AuthProof proof);
std::optional<AuthProof> authProofFromName(QStringView name);

// The identity provider of AuthGrant::EnterpriseManaged.
struct IdentitySettings {
    QString tokenEndpoint;
    QString clientId; // Sonde's client ID at the identity provider
    Secret clientSecret; // stored in the keychain; empty: the stored one, or a public client
    Secret idToken; // stored in the keychain; empty: the stored one
};

// The authorization settings of a server with a URL.
struct AuthSettings {
    AuthGrant grant = AuthGrant::Browser;
    QString clientId; // issued by the server's owner; empty: found or registered
    AuthProof proof = AuthProof::Basic; // without a secret, the client is public
    // Written to the keychain only. Empty: the stored ones, if any.
    Secret clientSecret;
    Secret privateKey; // in PEM format
    IdentitySettings identity;
    QString issuer; // the issuer of the client ID; empty: any issuer that the server names
    QStringList scopes; // in addition to those that the server names
    int redirectPort = 0; // of the loopback listener; 0: any
    LoginView login = LoginView::SystemBrowser;
};

inline constexpr qsizetype kMaxScopes = 200;
inline constexpr qsizetype kMaxClientIdLength = 8192;
inline constexpr qsizetype kMaxKeyLength = 65'536; // characters of a PEM text or an ID token

bool isUsual(const AuthSettings &settings); // all are defaults

// Checks the fields that the grant needs. An empty secret is valid, because it may be in the
// keychain.
std::vector<FieldProblem> validate(const AuthSettings &settings);

// Convert to and from the JSON of a profile, without secrets and defaults. The error says which
// member is invalid.
std::string authSettingsToJson(const AuthSettings &settings);
Result<AuthSettings> authSettingsFromJson(const json::Value &object);

} // namespace sonde::config
