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

// Where a person logs in: a view of ours in a process of its own, or the desktop's browser.
enum class LoginView { SystemBrowser, Embedded };
QString loginViewName(LoginView view); // "system", "embedded"
std::optional<LoginView> loginViewFromName(QStringView name);

// How tokens are got: by a person in a browser, by a client in its own right (extension
// oauth-client-credentials), or by the word of an identity provider (enterprise-managed).
enum class AuthGrant { Browser, ClientCredentials, EnterpriseManaged };
QString authGrantName(AuthGrant grant); // "browser", "client-credentials", "enterprise-managed"
std::optional<AuthGrant> authGrantFromName(QStringView name);

// How a client with an id of its own proves itself at the token endpoint.
enum class AuthProof { Basic, Post, PrivateKey };
// As the specifications call them: "client_secret_basic", "client_secret_post", "private_key_jwt".
QString authProofName(AuthProof proof);
std::optional<AuthProof> authProofFromName(QStringView name);

// The identity provider of AuthGrant::EnterpriseManaged.
struct IdentitySettings {
    QString tokenEndpoint;
    QString clientId; // ours there
    Secret clientSecret; // for the keychain; empty: the one that is kept, or a public client
    Secret idToken; // for the keychain; empty: the one that is kept
};

// How a person wants to be authorized at a server that is reached by URL. Plain data.
struct AuthSettings {
    AuthGrant grant = AuthGrant::Browser;
    QString clientId; // that the server's owner gave; empty: it is found or registered
    AuthProof proof = AuthProof::Basic; // of that client; without a secret it is a public one
    // Never written with the rest: they are for the keychain. Empty: what is kept, if anything.
    Secret clientSecret;
    Secret privateKey; // PEM
    IdentitySettings identity;
    QString issuer; // that the client id is for, and that is preferred; empty: whichever is named
    QStringList scopes; // wanted beside what the server names
    int redirectPort = 0; // of the loopback listener; 0: any
    LoginView login = LoginView::SystemBrowser;
};

inline constexpr qsizetype kMaxScopes = 200;
inline constexpr qsizetype kMaxClientIdLength = 8192;
inline constexpr qsizetype kMaxKeyLength = 65'536; // characters of a PEM text, or of an ID token

bool isUsual(const AuthSettings &settings); // nothing of it is set

// Looks at what the grant needs. A secret that is not there may be kept, so it is no problem here.
std::vector<FieldProblem> validate(const AuthSettings &settings);

// To and from the form in which a profile keeps them, without the secrets; what is as usual is left
// out. Fails with the place of what does not fit.
std::string authSettingsToJson(const AuthSettings &settings);
Result<AuthSettings> authSettingsFromJson(const json::Value &object);

} // namespace sonde::config
