// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>

#include <cstdint>
#include <vector>

namespace sonde::wire {

// A difference between what came and what was passed on, where Sonde stands between two parties.
struct HeadChange {
    enum class Part : std::uint8_t { Request, Response };
    Part part = Part::Request;
    QByteArray name; // of the header, or "target", "endpoint event", …
    QByteArray was; // empty: added
    QByteArray now; // empty: removed
};
using HeadChanges = std::vector<HeadChange>;

} // namespace sonde::wire
