// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "base/secret.h"
#include "json/value.h"

#include <QString>
#include <QStringList>
#include <QStringView>

#include <optional>
#include <string>

namespace sonde::config {

// Where a person logs in: a view of ours in a process of its own, or the desktop's browser.
enum class LoginView { SystemBrowser, Embedded };
QString loginViewName(LoginView view); // "system", "embedded"
std::optional<LoginView> loginViewFromName(QStringView name);

// How a person wants to be authorized at a server that is reached by URL. Plain data.
struct AuthSettings {
    QString clientId; // that the server's owner gave; empty: it is found or registered
    // Never written with the rest: it is for the keychain. Empty: the one that is kept, if any.
    Secret clientSecret;
    QString issuer; // that the client id is for, and that is preferred; empty: whichever is named
    QStringList scopes; // wanted beside what the server names
    int redirectPort = 0; // of the loopback listener; 0: any
    LoginView login = LoginView::SystemBrowser;
};

inline constexpr qsizetype kMaxScopes = 200;
inline constexpr qsizetype kMaxClientIdLength = 8192;

bool isUsual(const AuthSettings &settings); // nothing of it is set

// To and from the form in which a profile keeps them, without the secret; what is as usual is left
// out. Fails with the place of what does not fit.
std::string authSettingsToJson(const AuthSettings &settings);
Result<AuthSettings> authSettingsFromJson(const json::Value &object);

} // namespace sonde::config
