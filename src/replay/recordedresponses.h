// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "mock/requestmatcher.h"

#include <QString>

namespace sonde::replay {

// The responses of a recording's client to what the server asked it: sampling, elicitation and
// roots. The reverse of a mock: matched by method and params, or else the ones that differ least.
class RecordedResponses {
public:
    struct Response {
        Bytes result{}; // JSON text; empty: it is an error
        Bytes error{}; // JSON text of the error object
        QString note{}; // for the person; empty: it is the recorded response to these params
    };

    explicit RecordedResponses(const mock::MockScript &script);

    Response responseTo(const rpc::Message &request);

private:
    const mock::MockScript m_asked; // each request of the server as an exchange
    mock::RequestMatcher m_matcher;
};

} // namespace sonde::replay
