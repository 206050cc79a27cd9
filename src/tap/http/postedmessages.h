// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <QString>

#include <string>
#include <vector>

namespace sonde::tap {

// What a tap must know of the messages in the body of a request.
struct PostedMessages {
    bool isMessage = false; // one, or a batch of them; otherwise the body is something else
    bool begins = false; // initialize is among them
    std::vector<std::string> ids; // of the requests
    std::vector<std::string> cancels; // ids of requests that are given up
    QString hostName; // with its version; empty: none is given
    QString hostTitle; // for people, without the version

    static PostedMessages read(const Bytes &body);
};

} // namespace sonde::tap
