// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/requirement.h"
#include "trace/record/record.h"

#include <QString>

#include <cstddef>
#include <vector>

namespace sonde::findings {

// A violation of a requirement, found in a recording.
struct Finding {
    const Requirement *requirement = nullptr; // in the catalogue, never null
    Level level = Level::Error;
    Party party = Party::Both; // whose message it is about; Both: an exchange of either
    Revision revision = Revision::R20260728; // of the message
    rpc::StreamId stream = 0; // of the message that it is about
    std::vector<trace::Number> messages; // the message that it is about, then those that explain it
    // The value in messages.front(): an RFC 6901 pointer and a range of the message's bytes. An
    // empty pointer and range: the whole message.
    QString pointer;
    std::size_t begin = 0;
    std::size_t end = 0;
    QString sentence; // what is wrong here
    QString remedy; // what to do about it; may be empty
};

} // namespace sonde::findings
