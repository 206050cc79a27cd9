// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call.h"

#include <QByteArray>

#include <functional>
#include <string>
#include <vector>

namespace sonde::demo {

// One of the inputRequests of 2026-07-28 (basic/patterns/mrtr).
struct InputRequest {
    std::string name;
    std::string method;
    std::string params; // JSON
    std::string capability; // what the client must have declared
};

// A request that is answered after one or more rounds of input. What has been reached is in the
// requestState, signed; nothing is remembered.
struct InputFixture {
    std::string name; // of the tool or prompt
    std::vector<std::vector<InputRequest>> rounds;
    bool hasState = true; // without one there can be only one round
    // Of what the client cannot do, ask for nothing instead of refusing.
    bool asksWhatItCan = false;
    std::function<void(Call &, const json::Value &responses)> finish;

    void run(Call &call, const QByteArray &secret) const;

private:
    void require(Call &call, std::size_t round, const QByteArray &secret) const;
    bool isLeftOut(const Call &call, const InputRequest &request) const;
    std::string stateOf(std::size_t round, const QByteArray &secret) const;
};

} // namespace sonde::demo
