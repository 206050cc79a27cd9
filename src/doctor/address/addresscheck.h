// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "doctor/base/check.h"
#include "doctor/program/machine.h"

#include <QString>
#include <QStringList>
#include <QUrl>

#include <chrono>

namespace sonde::doctor {

// The checks of a server's address before a request is sent. Those of the name and the connection
// block, for at most `patience`, and 3 s, for each address.
CheckResult checkAddress(const config::Profile &profile);
CheckResult checkProxy(const config::Profile &profile, const Machine &machine);
CheckResult checkName(const config::Profile &profile);
CheckResult checkConnection(const config::Profile &profile, std::chrono::milliseconds patience);

// The proxy that a request to the URL takes, without its password; empty: none.
QString proxyFor(const config::HttpSettings &settings);
// Without user information and query, which may be secret.
QString shownUrl(const QUrl &url);
int portOf(const QUrl &url);

} // namespace sonde::doctor
