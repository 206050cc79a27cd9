// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"
#include "config/httpsettings.h"
#include "config/offers.h"
#include "config/profilefield.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sonde::config {

// How a person wants the era of a server to be found out; a pinned revision never falls back.
enum class EraMode { Auto, Legacy, Modern };
QString eraModeName(EraMode mode); // "auto", "legacy", "modern"
std::optional<EraMode> eraModeFromName(QStringView name);

inline constexpr std::chrono::milliseconds kDefaultHandshakeTimeout{10'000};
inline constexpr std::chrono::milliseconds kDefaultIdleTimeout{60'000};
inline constexpr std::chrono::milliseconds kDefaultTotalTimeout{300'000};

// A server as a person described it: a program that is started, or a URL. Plain data: nothing here
// starts or looks for anything.
struct Profile {
    QString name; // unique in the store
    std::optional<HttpSettings> http; // reached by URL; then no program is started

    QString program;
    QStringList arguments;
    QString workingDirectory; // empty: Sonde's own
    std::vector<std::pair<QString, Secret>> environment; // on top of Sonde's own
    // Names of those whose values are for the keychain. One of them with an empty value is kept
    // there and not in memory yet.
    QStringList secretVariables;

    EraMode era = EraMode::Auto;
    QString revision; // pinned when not empty
    std::chrono::milliseconds handshakeTimeout = kDefaultHandshakeTimeout;
    std::chrono::milliseconds idleTimeout = kDefaultIdleTimeout;
    std::chrono::milliseconds totalTimeout = kDefaultTotalTimeout;

    Offers offers; // what the window declares to it

    // Members of the file that this version does not know: name and value as JSON text, kept.
    std::vector<std::pair<std::string, std::string>> unknown;
};

inline constexpr qsizetype kMaxNameLength = 100;
inline constexpr qsizetype kMaxArguments = 10'000;
inline constexpr qsizetype kMaxVariables = 10'000;
// Linux takes no longer argument or NAME=value (MAX_ARG_STRLEN, 32 pages).
inline constexpr qsizetype kMaxArgumentBytes = 131'071;
inline constexpr std::chrono::milliseconds kMaxTimeout{24 * 3600 * 1000};

// Whether a variable of that name usually holds a secret: *TOKEN*, *KEY*, *SECRET*, *PASSWORD*, …
bool isSecretVariable(QStringView name);
// Marks those that have such a name and a value.
void markSecretVariables(Profile &profile);

// Looks at every field. `otherNames` are the names of the other profiles.
std::vector<FieldProblem> validate(const Profile &profile, const QStringList &otherNames);
bool canBeSaved(const std::vector<FieldProblem> &problems);

} // namespace sonde::config
