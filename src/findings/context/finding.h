// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/requirement.h"
#include "trace/record/record.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sonde::findings {

// The message that a finding is about, as strings of the recording: see trace::Record.
struct About {
    std::uint32_t method = 0;
    std::uint32_t target = 0;
};

// What belongs in the place of a finding, where that is certain.
struct Instead {
    std::string member; // to add to the object in that place; empty: `json` replaces the value
    std::string json; // empty: nothing is known
    // `member` is the name of an HTTP header of the request, and `json` its value as it is sent.
    bool isHeader = false;
};

// A violation of a requirement, found in a recording.
struct Finding {
    const Requirement *requirement = nullptr; // in the catalogue, never null
    Level level = Level::Error;
    Party party = Party::Both; // whose message it is about; Both: an exchange of either
    Revision revision = Revision::R20260728; // of the message
    rpc::StreamId stream = 0; // of the message that it is about
    std::vector<trace::Number> messages; // the message that it is about, then those that explain it
    About about; // of messages.front()
    // The value in messages.front(): an RFC 6901 pointer and a range of the message's bytes. An
    // empty pointer and range: the whole message.
    QString pointer;
    std::size_t begin = 0;
    std::size_t end = 0;
    // The member that is missing in that value; empty: the finding is about something else.
    std::string missing;
    QString sentence; // what is wrong here
    QString remedy; // what to do about it; may be empty
    Instead instead;
};

} // namespace sonde::findings
