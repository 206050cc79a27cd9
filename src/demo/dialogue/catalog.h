// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/changes.h"
#include "demo/call/surroundings.h"
#include "demo/offers/completion.h"
#include "demo/offers/prompts.h"
#include "demo/offers/reports.h"
#include "demo/offers/resources.h"
#include "demo/offers/stations.h"
#include "demo/offers/tools.h"

#include <QByteArray>

#include <memory>

namespace sonde::demo {

// All that the server offers, the same for every client.
struct Catalog {
    // `secret` protects what goes through a client and comes back.
    Catalog(const ServerOptions &switches, QByteArray secretBytes);

    // Answers the methods that both eras have; false: it is none of them.
    bool handle(Call &call) const;

    const ServerOptions options;
    const QByteArray secret;
    Surroundings surroundings;
    Changes changes;
    Stations stations{changes};
    const std::unique_ptr<Reports> reports = std::make_unique<Reports>();
    Tools tools;
    Resources resources;
    Prompts prompts;
    Completion completion;
};

} // namespace sonde::demo
