// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call.h"
#include "demo/pages.h"
#include "demo/stations.h"

namespace sonde::demo {

// A resource that counts the seconds of the server's clock: reading it twice shows it change.
inline constexpr std::string_view kPulseUri = "demo://pulse";
inline constexpr Milliseconds kPulsePeriod{1000};

// resources/list, resources/templates/list and resources/read.
class Resources {
public:
    Resources(const Options &options, const Stations &stations);

    void list(Call &call) const;
    void listTemplates(Call &call) const;
    void read(Call &call) const;

    bool exists(std::string_view uri) const;
    static bool isTemplate(std::string_view uri);
    // Ends the call with the revision's error for a resource that is not there.
    static void failNotFound(Call &call, std::string_view uri);

    // An entry of the list, and one of a read result; for links and embedded resources.
    static std::string stationEntry(const Features &features, const Station &station);
    static std::string stationContents(const Station &station);

private:
    Pages m_pages;
    const Stations &m_stations;
};

} // namespace sonde::demo
