// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/context.h"
#include "json/value.h"

#include <QByteArray>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sonde::findings {

// A header of a request that repeats a value of its body: Mcp-Name, or Mcp-Param-* of a call
// (2026-07-28 basic/transports/streamable-http).
struct Mirror {
    // How the header fits the value.
    enum class Fit : std::uint8_t {
        Same,
        Missing,
        Superfluous, // the value is absent or null
        NotEncoded, // characters that need the Base64 form; a boolean that is not in lower case
        WrongMarkers, // something like the Base64 form
        NotEscaped, // text that looks like the Base64 form, as it is
        Different,
    };

    QByteArray name;
    bool isParameter = false;
    json::Value value; // in the body
    std::string text; // what the header means; empty if the value is absent or null
    std::optional<QByteArray> sent;
    Fit fit = Fit::Same;
};

// Those of a request, as far as they are known: a call of a tool that is not listed may need
// others.
struct Mirrors {
    std::vector<Mirror> all;
    bool isComplete = true;

    bool allFit() const;
};
Mirrors mirrorsOf(const Context &context); // of an exchange

} // namespace sonde::findings
