// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <QString>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace sonde::schema {

// An output unit (2020-12 core 12.4), with the details that a window needs to show it in place.
struct Unit {
    QString keywordLocation; // the path through the schema, references included: "/items/$ref/type"
    QString absoluteLocation; // the URI of the keyword: "https://…/tree#/$defs/node/type"
    QString instanceLocation; // JSON pointer into the instance
    std::size_t begin = 0; // byte range of the value, or of the name for propertyNames
    std::size_t end = 0;
    std::string keyword;
    QString sentence; // for an error
    std::string missing; // the member that the instance lacks; of other errors: empty
    std::string annotation; // JSON text, for an annotation
};

struct Outcome {
    enum class Verdict : std::uint8_t {
        Valid,
        Invalid,
        TooComplex, // a limit was reached: neither valid nor invalid
    };
    Verdict verdict = Verdict::Valid;
    std::vector<Unit> errors; // at most ValidatorOptions::maxUnits
    std::vector<Unit> annotations; // only if requested, and only for a valid instance
    QString sentence; // the limit that was reached
    bool isValid() const { return verdict == Verdict::Valid; }
};

} // namespace sonde::schema
