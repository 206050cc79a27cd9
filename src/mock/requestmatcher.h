// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/mockscript.h"
#include "rpc/message.h"

#include <QString>

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::mock {

// What is played for a request whose params were not recorded.
enum class Otherwise : std::uint8_t {
    Nearest, // the recorded request that differs least; of a tool only its own calls
    Error, // an error response
    Next, // the next recorded request of the method
};

// The recorded exchange for a message of the client.
struct Match {
    const ScriptedExchange *exchange = nullptr; // nullptr: there is none, and `errorCode` says why
    int errorCode = 0;
    std::string errorText; // for the client
    QString note; // for the person who runs the mock; empty: the params are those of the recording
};

// Finds it: by method and params. Of several with equal params each is played once, in the order of
// the recording, and the last one again and again.
class RequestMatcher {
public:
    static constexpr std::size_t kMaxCompared = 1000; // requests that are compared for the nearest

    RequestMatcher(const MockScript &script, Otherwise otherwise); // the script outlives it

    Match match(const rpc::Message &request);
    const ScriptedExchange *matchNotification(
        std::string_view method); // nullptr: none was recorded

private:
    // Messages of the recording, any of which may be played.
    struct Candidates {
        std::vector<std::size_t> indices;
        std::size_t next = 0; // those before it were played
    };
    struct Method {
        Candidates all;
        std::map<std::string, Candidates, std::less<>> byKey;
    };

    const ScriptedExchange &exchange(std::size_t index) const { return m_script.exchanges[index]; }
    std::size_t use(Candidates &candidates);
    Match played(std::size_t index, QString note = {}) const;
    Match nearest(const rpc::Message &request, const Method &method);
    Match withoutExact(const rpc::Message &request, Method &method);
    QString noteOn(const rpc::Message &request, std::size_t index) const;

    const MockScript &m_script;
    const Otherwise m_otherwise;
    std::map<std::string, Method, std::less<>> m_requests;
    std::map<std::string, Candidates, std::less<>> m_notifications;
    std::vector<bool> m_used;
};

} // namespace sonde::mock
