// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/changehandlers.h"
#include "demo/call/offer.h"
#include "demo/offers/democompletion.h"
#include "demo/offers/prompts.h"
#include "demo/offers/reports.h"
#include "demo/offers/resources.h"
#include "demo/offers/stations.h"
#include "demo/offers/tools.h"

#include <QByteArray>

#include <memory>

namespace sonde::demo {

// All that the demo server offers.
struct Catalog final : Offer {
    Catalog(const ServerOptions &switches, QByteArray secretBytes);

    std::string serverInfo(const Features &features, Detail detail) const override;
    std::string instructions() const override { return kInstructions; }
    std::string capabilities(const Features &features) const override;
    bool hasResources() const override { return true; }
    bool hasLogs() const override { return true; }
    bool hasResource(std::string_view uri) const override { return resources.exists(uri); }
    bool handle(Call &call) override;

    ChangeHandlers changes;
    Stations stations{changes};
    const std::unique_ptr<Reports> reports = std::make_unique<Reports>();
    Tools tools;
    Resources resources;
    Prompts prompts;
    DemoCompletion completion;
};

} // namespace sonde::demo
