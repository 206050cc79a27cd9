// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/usualtimeouts.h"

#include "models/settings/settings.h"

namespace sonde::app {

void applyUsualTimeouts(config::Profile &profile, QSettings &settings)
{
    const models::Settings::Timeouts usual = models::Settings(&settings).timeouts(
        {config::kDefaultHandshakeTimeout, config::kDefaultIdleTimeout,
            config::kDefaultTotalTimeout},
        config::kMaxTimeout);
    if (profile.handshakeTimeout == config::kDefaultHandshakeTimeout)
        profile.handshakeTimeout = usual.handshake;
    if (profile.idleTimeout == config::kDefaultIdleTimeout)
        profile.idleTimeout = usual.idle;
    if (profile.totalTimeout == config::kDefaultTotalTimeout)
        profile.totalTimeout = usual.total;
}

} // namespace sonde::app
