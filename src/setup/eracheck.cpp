// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "setup/eracheck.h"

#include "mcp/message/revision.h"

#include <QCoreApplication>

namespace sonde::setup {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(EraCheck)
};

} // namespace

QString eraContradiction(const config::Profile &profile)
{
    const auto era = mcp::eraOf(profile.revision);
    const QString mode = config::eraModeName(profile.era);
    if (!era || profile.era == config::EraMode::Auto || mode == mcp::eraName(*era))
        return {};
    return Words::tr("%1 is a revision of the %2 era, but the era is set to %3. Remove the pinned "
                     "revision, or change the era.")
        .arg(profile.revision, mcp::eraName(*era), mode);
}

} // namespace sonde::setup
