// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/debugger.h"
#include "config/offers.h"
#include "config/profilefield.h"
#include "config/serveraddress.h"
#include "config/watchsettings.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sonde::config {

// How the era of a server is determined; with a pinned revision there is no fallback.
enum class EraMode { Auto, Legacy, Modern };
QString eraModeName(EraMode mode); // "auto", "legacy", "modern"
std::optional<EraMode> eraModeFromName(QStringView name);

inline constexpr std::chrono::milliseconds kDefaultHandshakeTimeout{10'000};
inline constexpr std::chrono::milliseconds kDefaultIdleTimeout{60'000};
inline constexpr std::chrono::milliseconds kDefaultTotalTimeout{300'000};

// The settings of a server: its address, and how Sonde connects to it.
struct Profile : ServerAddress {
    QString name; // unique in the store
    WatchSettings watch; // when it is restarted by itself
    DebugSettings debug; // what it is started in

    EraMode era = EraMode::Auto;
    QString revision; // pinned when not empty
    std::chrono::milliseconds handshakeTimeout = kDefaultHandshakeTimeout;
    std::chrono::milliseconds idleTimeout = kDefaultIdleTimeout;
    std::chrono::milliseconds totalTimeout = kDefaultTotalTimeout;

    Offers offers; // the capabilities declared to the server

    // Unknown members of the file, as name and JSON text, which are written back.
    std::vector<std::pair<std::string, std::string>> unknown;
};

inline constexpr std::chrono::milliseconds kMaxTimeout{24 * 3600 * 1000};

// Checks every field. `otherNames` are the names of the other profiles.
std::vector<FieldProblem> validate(const Profile &profile, const QStringList &otherNames);
bool canBeSaved(const std::vector<FieldProblem> &problems);

} // namespace sonde::config
