// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call.h"
#include "demo/pages.h"
#include "demo/stations.h"

namespace sonde::demo {

// prompts/list and prompts/get.
class Prompts {
public:
    Prompts(const Options &options, const Stations &stations);

    void list(Call &call) const;
    void get(Call &call) const;
    static bool exists(std::string_view name);

private:
    Pages m_pages;
    const Stations &m_stations;
};

} // namespace sonde::demo
