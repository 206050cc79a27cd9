// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "setup/eracheck.h"

#include "mcp/revision.h"

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
    return Words::tr("%1 is a %2 revision, but the era says %3; leave one of them out.")
        .arg(profile.revision, mcp::eraName(*era), mode);
}

} // namespace sonde::setup
