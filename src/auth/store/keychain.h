// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/store/tokenstore.h"

#include <chrono>
#include <memory>

namespace sonde::auth {

inline constexpr std::chrono::milliseconds kKeychainPatience{10'000}; // for one call
// For one call where the user sees that Sonde waits, and may be entering the keychain's password.
inline constexpr std::chrono::milliseconds kKeychainPromptPatience{120'000};

// The keychain of the desktop (the Secret Service, by QtKeychain). It stands in a module
// (lib/sonde/sonde-keychain.so beside bin/) that is loaded here, because it brings libraries that
// a user without secrets does not pay for. Needs an event loop of GLib on the main thread; whatever
// does not respond in time (no such loop, a locked keychain whose prompt is not seen) is an error
// with a sentence and kNoResponseYet; a missing module is an error, too. Never written to a file.
std::unique_ptr<TokenStore> makeKeychainStore(
    std::chrono::milliseconds patience = kKeychainPatience);

// The one function of the module. Nothing when program and module are not of the same version.
using MakeKeychainStore = TokenStore *(*)(const char *version, std::chrono::milliseconds patience);
inline constexpr char kMakeKeychainStore[] = "sondeMakeKeychainStore";

} // namespace sonde::auth
