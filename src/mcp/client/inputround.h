// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "mcp/message/inputrequired.h"
#include "json/document.h"

#include <QString>

#include <memory>
#include <vector>

namespace sonde::mcp {

class InputKeeper;

// One round of a call or task that needs input: what was sent, what the server asks for, and the
// two ways to continue, goOn() and stop(). Copies are the same round; the first goOn() or stop()
// counts.
class InputRound {
public:
    enum class Kind : std::uint8_t {
        Input, // resultType input_required (2026-07-28 basic/patterns/mrtr)
        Urls, // error -32042: URLs to visit first (2025-11-25 client/elicitation#error-handling)
        Task, // a task that is input_required (extension io.modelcontextprotocol/tasks)
    };
    // An earlier round of the same call.
    struct Past {
        Bytes params; // as they were sent
        std::shared_ptr<const json::Document> asked; // the result, or the error object
        Bytes responses; // that were sent; empty without input requests
        StateEcho::Mode echo = StateEcho::Mode::AsGiven;
    };
    struct Properties {
        Kind kind = Kind::Input;
        int number = 1; // of the rounds of the call or task
        QString method;
        std::string target; // the tool's name
        Bytes params; // that were sent for this round
        std::shared_ptr<const json::Document> asked;
        std::vector<Past> before;
        Stamp received;
        std::string task{}; // its id, of a task
    };

    InputRound() = default;
    InputRound(std::weak_ptr<InputKeeper> keeper, Properties facts);

    const Properties &facts() const { return *m_facts; }
    // The input requests; for Urls each URL as an elicitation/create of its own.
    std::vector<InputRequest> questions() const;
    bool isSame(const InputRound &other) const { return m_facts == other.m_facts; }

    bool waits() const;
    // Sends the request again under a new id, or tasks/update for a task. `responses` is a JSON
    // object of the responses by key; empty for Urls. Fails when it is no JSON object; the round
    // then still waits.
    Result<void> goOn(const Bytes &responses, const StateEcho &echo = {}) const;
    // Ends the call without input: its caller gets the response that asked for it. A task is
    // cancelled.
    void stop() const;
    // Records a line about the round; `what` is one of rpc::lifecycle, such as kAutomatic.
    void logLifecycle(const QString &what, const QString &detail) const;

private:
    std::weak_ptr<InputKeeper> m_keeper;
    std::shared_ptr<const Properties> m_facts = std::make_shared<const Properties>();
};

} // namespace sonde::mcp
