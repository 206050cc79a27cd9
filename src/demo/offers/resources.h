// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/call.h"
#include "demo/call/pages.h"
#include "demo/offers/stations.h"

#include <functional>
#include <vector>

namespace sonde::demo {

// A resource that counts the seconds of the server's clock: reading it twice shows it change.
inline constexpr std::string_view kPulseUri = "demo://pulse";
inline constexpr Milliseconds kPulsePeriod{1000};

// A resource that is identified by its URI alone.
struct Resource {
    std::string uri; // or a template
    std::string description;
    std::string mimeType;
    bool isTemplate = false;
    // The entry of a read result for that URI; empty: the URI is not of this resource.
    std::function<std::string(std::string_view uri)> contents;
};

// resources/list, resources/templates/list and resources/read.
class Resources {
public:
    // The page of an app. It is named by its tool and not listed, as SEP-1865 allows.
    static constexpr std::string_view kChartPage = "ui://demo/chart";

    Resources(const ServerOptions &options, const Stations &stations);

    // Offers these as well, behind the others.
    void add(std::vector<Resource> group);

    void list(Call &call) const;
    void listTemplates(Call &call) const;
    void read(Call &call) const;

    bool exists(std::string_view uri) const;
    bool isTemplate(std::string_view uri) const;

    // An entry of the list, and one of a read result; for links and embedded resources.
    static std::string stationEntry(const Features &features, const Station &station);
    static std::string stationContents(const Station &station);
    static std::string textContents(
        std::string_view uri, std::string_view mimeType, std::string_view text);

private:
    Pages m_pages;
    const Stations &m_stations;
    std::vector<Resource> m_added;
};

} // namespace sonde::demo
