// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "mock/mockscript.h"
#include "mock/recordedrequests.h"
#include "json/document.h"

#include <cstdint>
#include <string>

namespace sonde::mock {

// An entry of a file of responses (see MadeResponses) as a person edits it. JSON texts are kept as
// they are typed, so they may be wrong: checkFields() says what is wrong with them.
struct ResponseFields {
    // What is sent.
    enum class Content : std::uint8_t { Recorded, Result, Error };

    std::string thing = "tool"; // "tool", "prompt", "resource" or "method"
    std::string name{}; // of that thing; empty: any
    std::string arguments{}; // JSON text of an object; empty: any
    std::string params{}; // JSON text of an object; empty: any
    Content content = Content::Recorded;
    std::string text{}; // JSON text of an object: the result or the error
    std::int64_t delay = 0; // in milliseconds
    std::int64_t maxDelay = 0; // of a range, which begins with `delay`; 0: it is no range
    std::int64_t times = 0; // so many requests get it; 0: all
    Fault fault = Fault::None;
    bool isOff = false; // it stays in the file, and responds to nothing
    std::string note{}; // JSON text; empty: there is none

    bool operator==(const ResponseFields &) const = default;
};

// Of an entry for which MadeResponses::check() has no error.
ResponseFields responseFields(const json::Value &entry);

// Which requests a recorded one is: its arguments, or its params without `_meta`.
ResponseFields requestFields(const RecordedRequest &request);

// With the first response to it, as the recording has it, to be edited.
ResponseFields responseFields(const RecordedRequest &request);

// The entry as JSON text. Empty members are left out.
Bytes entryText(const ResponseFields &fields);

// The error (Domain::Usage) says what is wrong, as the reader of the file does.
Result<void> checkFields(const ResponseFields &fields);

// Whether each request gets another delay.
bool hasRange(const ResponseFields &fields);

// Whether a part of what is sent comes from the request.
bool isTemplate(const ResponseFields &fields);

} // namespace sonde::mock
