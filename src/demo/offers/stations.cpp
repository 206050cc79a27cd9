// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/offers/stations.h"

#include "json/builder.h"

#include <algorithm>

namespace sonde::demo {

std::string Station::json() const
{
    json::Builder object;
    object.beginObject().rawMember("id", id).member("name", name).member("city", city).endObject();
    return object.takeString();
}

const Station *Stations::find(std::string_view id) const
{
    const auto found = std::find_if(m_stations.begin(), m_stations.end(),
        [id](const Station &station) { return station.id == id; });
    return found == m_stations.end() ? nullptr : &*found;
}

bool Stations::rename(std::string_view id, std::string_view name)
{
    for (Station &station : m_stations) {
        if (station.id != id)
            continue;
        if (station.name != name) {
            station.name = name;
            m_changes.resourceUpdated(station.uri());
            m_changes.listChanged(List::Resources); // the list shows names
        }
        return true;
    }
    return false;
}

bool Stations::remove(std::string_view id)
{
    if (std::erase_if(m_stations, [id](const Station &station) { return station.id == id; }) == 0)
        return false;
    m_changes.listChanged(List::Resources);
    return true;
}

} // namespace sonde::demo
