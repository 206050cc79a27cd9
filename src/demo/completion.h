// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call.h"
#include "demo/stations.h"

namespace sonde::demo {

// completion/complete: values for prompt arguments and for the variables of resource templates.
class Completion {
public:
    explicit Completion(const Stations &stations)
        : m_stations(stations)
    {
    }

    void complete(Call &call) const;

private:
    std::vector<std::string> candidates(std::string_view argument, std::string_view city) const;

    const Stations &m_stations;
};

} // namespace sonde::demo
