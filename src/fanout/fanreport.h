// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "fanout/fanplaces.h"
#include "fanout/fanresult.h"

namespace sonde::fanout {

// What came of a request of several servers, compared.
struct FanReport {
    FanResults results{};
    FanPlaces places{};
};

// Compares the responses; this takes as long as they are large.
FanReport reportOf(FanResults results);

} // namespace sonde::fanout
