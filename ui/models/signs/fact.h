// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"

#include <QString>

#include <vector>

namespace sonde::models {

// Something that is known, as a name and a value to be read.
struct Fact {
    QString name;
    QString value;
    bool fixedPitch = false; // what one types: URLs, ids, fingerprints
    Sign sign = Sign::None;
    Tone tone = Tone::Normal;
};
using Facts = std::vector<Fact>;

} // namespace sonde::models
