// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "setup/eracheck.h"

#include "mcp/message/revision.h"
#include "setup/setuptr.h"

namespace sonde::setup {

QString eraContradiction(const config::Profile &profile)
{
    const auto era = mcp::eraOf(profile.revision);
    if (!era || profile.era == config::EraMode::Auto
        || config::eraModeName(profile.era) == mcp::eraName(*era))
        return {};
    return Text::tr("%1 is a revision of the %2 era, but the era is set to %3. Remove the pinned "
                    "revision, or change the era.")
        .arg(profile.revision, mcp::eraWord(*era),
            mcp::eraWord(*era == mcp::Era::Modern ? mcp::Era::Legacy : mcp::Era::Modern));
}

} // namespace sonde::setup
