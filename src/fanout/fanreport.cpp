// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "fanout/fanreport.h"

#include "fanout/fancomparison.h"

#include <utility>

namespace sonde::fanout {

FanReport reportOf(FanResults results)
{
    compareResponses(results);
    FanPlaces places = placesOf(results);
    return {std::move(results), std::move(places)};
}

} // namespace sonde::fanout
