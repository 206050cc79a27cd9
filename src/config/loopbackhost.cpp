// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/loopbackhost.h"

#include <algorithm>

namespace sonde::config {

// QUrl has normalised the address: 127.1 is 127.0.0.1 here.
bool isLoopbackHost(const QString &host)
{
    const bool address = std::all_of(
        host.begin(), host.end(), [](QChar c) { return c == u'.' || (c >= u'0' && c <= u'9'); });
    return (address && host.startsWith(QLatin1String("127."))) || host == QLatin1String("::1")
        || host == QLatin1String("localhost") || host.endsWith(QLatin1String(".localhost"));
}

} // namespace sonde::config
