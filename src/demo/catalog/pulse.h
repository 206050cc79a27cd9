// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/catalog/catalog.h"

#include <functional>

namespace sonde::demo {

// Reports every second that demo://pulse has changed, while a client is subscribed to it.
class Pulse {
public:
    Pulse(Catalog &catalog, std::function<bool(std::string_view uri)> isWatched)
        : m_catalog(catalog)
        , m_isWatched(std::move(isWatched))
    {
    }

    // Call when a client may have subscribed.
    void beatWhileWatched()
    {
        const std::string uri(kPulseUri);
        Timers &timers = m_catalog.surroundings.timers;
        if (timers.hasAnyOf(this) || !m_isWatched(uri))
            return;
        timers.add(this, kPulsePeriod, [this, uri] {
            m_catalog.changes.resourceUpdated(uri);
            beatWhileWatched();
        });
    }

private:
    Catalog &m_catalog;
    std::function<bool(std::string_view)> m_isWatched;
};

} // namespace sonde::demo
