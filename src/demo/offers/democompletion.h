// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/call.h"
#include "demo/offers/prompts.h"
#include "demo/offers/resources.h"
#include "demo/offers/stations.h"

namespace sonde::demo {

// completion/complete: values for prompt arguments and for the variables of resource templates.
class DemoCompletion {
public:
    DemoCompletion(const Stations &stations, const Prompts &prompts, const Resources &resources)
        : m_stations(stations)
        , m_prompts(prompts)
        , m_resources(resources)
    {
    }

    void complete(Call &call) const;

private:
    std::vector<std::string> candidates(std::string_view argument, std::string_view city) const;

    const Stations &m_stations;
    const Prompts &m_prompts;
    const Resources &m_resources;
};

} // namespace sonde::demo
