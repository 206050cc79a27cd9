// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringView>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>

namespace sonde::config {

// The one of `all` whose name that is.
template <typename Enum, std::size_t size>
std::optional<Enum> fromName(
    QStringView name, const std::array<Enum, size> &all, QString (*nameOf)(Enum))
{
    const auto found =
        std::find_if(all.begin(), all.end(), [&](Enum one) { return name == nameOf(one); });
    return found == all.end() ? std::nullopt : std::optional(*found);
}

} // namespace sonde::config
