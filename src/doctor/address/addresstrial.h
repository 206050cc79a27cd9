// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/requesthandle.h"
#include "base/result.h"
#include "config/profile.h"
#include "doctor/address/addressfacts.h"

#include <QObject>

#include <chrono>
#include <functional>

namespace sonde::doctor {

// Connects to the server of a profile: initialize (or server/discover) and ping; where these fail,
// what could be meant instead; and the metadata of authorization. Calls no tool, and ends a session
// that it opened. At most kMaxRequests requests. See RequestHandle.
inline constexpr int kMaxRequests = 40;
RequestHandle tryAddress(const config::Profile &profile, std::chrono::milliseconds patience,
    QObject *context, std::function<void(Result<AddressFacts>)> done);

} // namespace sonde::doctor
