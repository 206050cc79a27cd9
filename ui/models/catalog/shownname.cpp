// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/shownname.h"

#include "base/visiblecharacter.h"

#include <algorithm>

namespace sonde::models {

QString shownName(QString name)
{
    std::transform(name.cbegin(), name.cend(), name.begin(), visibleCharacter);
    return name;
}

} // namespace sonde::models
