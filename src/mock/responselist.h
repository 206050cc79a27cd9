// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/responsefields.h"

#include <vector>

namespace sonde::mock {

// An entry of a file of responses, and its text as long as it is not edited.
struct ListedResponse {
    ResponseFields fields;
    Bytes written{}; // as it is in the file; empty: it was edited or is new
};

// The text of a file of responses (see MadeResponses) to be edited: entries that are not edited
// keep every byte, as does what is around the entries.
class ResponseList {
public:
    // The error (Domain::Usage) is the one of MadeResponses::read().
    static Result<ResponseList> read(const Bytes &text);

    // The text of the file. The error (Domain::Usage) names the entry that is wrong.
    Result<Bytes> text() const;

    // The first entry that is wrong by itself; -1: none.
    int wrongEntry() const;

    std::vector<ListedResponse> responses;

private:
    Bytes m_around; // the text that was read; empty: the file is new
};

} // namespace sonde::mock
