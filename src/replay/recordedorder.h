// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/mockscript.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::replay {

using Index = std::size_t; // of an exchange of the script

// Whether an exchange is part of the handshake, which the live connection has of its own.
bool isHandshake(const mock::ScriptedExchange &exchange);
// Whether the client's message can be sent again: a notification, or a request that got a response,
// was cancelled, or opened a subscription; and it is JSON that is not too deep.
bool isReplayable(const mock::ScriptedExchange &exchange);
// 2026-07-28 basic/utilities/subscriptions: subscriptions/listen has no response while it is open.
bool isSubscription(const mock::ScriptedExchange &exchange);
inline constexpr std::string_view kAcknowledged = "notifications/subscriptions/acknowledged";
// The method of a recorded notification; empty for another event, for progress, which belongs to
// its request, and for the acknowledgement of a subscription.
std::string notificationMethod(const mock::Event &event);

// What the client of a recording did and waited for, one after the other.
struct ReplayStep {
    enum class Kind : std::uint8_t {
        Send, // the message of `exchange`
        Cancel, // the request of `exchange`
        Response, // wait until the request of `exchange` has its response
        Notification, // wait for the next notification `method`
    };
    Kind kind = Kind::Send;
    Index exchange = 0;
    std::string method{};
    friend bool operator==(const ReplayStep &, const ReplayStep &) = default;
};

// The steps of these exchanges, in the order of the recording.
std::vector<ReplayStep> recordedSteps(
    const mock::MockScript &script, const std::set<Index> &chosen);

// Gives the steps to take, each as soon as what it followed in the recording has happened: what was
// in flight together goes out together. A state machine without I/O.
class RecordedOrder {
public:
    explicit RecordedOrder(std::vector<ReplayStep> steps)
        : m_steps(std::move(steps))
    {
    }

    // The next Send or Cancel; nothing while it must wait, and at the end.
    std::optional<ReplayStep> next();
    bool isAtEnd() const { return m_at == m_steps.size(); }
    // Whether it waits for a notification, which may never come.
    bool waitsForNotification() const;

    void responded(Index exchange) { m_responded.insert(exchange); } // or failed
    void notified(std::string_view method);
    // From now on, it waits for no notification of that method any more.
    void passNotification();

private:
    bool isOver(const ReplayStep &step) const;

    const std::vector<ReplayStep> m_steps;
    std::size_t m_at = 0;
    std::set<Index> m_responded;
    std::map<std::string, std::size_t, std::less<>> m_awaited; // notifications, by method
    std::map<std::string, std::size_t, std::less<>> m_received;
    std::set<std::string, std::less<>> m_passed;
};

} // namespace sonde::replay
