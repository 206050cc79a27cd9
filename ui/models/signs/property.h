// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"

#include <QString>

#include <vector>

namespace sonde::models {

// Something that is known, as a name and a value to be read.
struct Property {
    QString name;
    QString value;
    bool fixedPitch = false; // what one types: URLs, ids, fingerprints
    Sign sign = Sign::None;
    ColorRole tone = ColorRole::Normal;
};
using Properties = std::vector<Property>;

} // namespace sonde::models
