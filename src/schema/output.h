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

// One finding, as 2020-12 core 12.4 wants it, with what a window needs to show it in place.
struct Unit {
    QString keywordLocation; // the way through the schema, references included: "/items/$ref/type"
    QString absoluteLocation; // the keyword itself: "https://…/tree#/$defs/node/type"
    QString instanceLocation; // JSON pointer into the instance
    std::size_t begin = 0; // the bytes of the value meant, or of the name for propertyNames
    std::size_t end = 0;
    std::string keyword;
    QString sentence; // of an error
    std::string annotation; // JSON text; of an annotation
};

struct Outcome {
    enum class Verdict : std::uint8_t {
        Valid,
        Invalid,
        TooComplex, // a limit was reached: neither valid nor invalid
    };
    Verdict verdict = Verdict::Valid;
    std::vector<Unit> errors; // at most ValidatorOptions::maxUnits
    std::vector<Unit> annotations; // only when asked for, and only when valid
    QString sentence; // which limit
    bool isValid() const { return verdict == Verdict::Valid; }
};

} // namespace sonde::schema
