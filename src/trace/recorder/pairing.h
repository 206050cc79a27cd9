// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/recorder/requesttable.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::trace {

// Finds out which answer belongs to which request, while messages are recorded. Ids are compared as
// the text they were written with, per connection and direction: 1, 1.0 and "1" are three ids, and
// both sides may use the same one.
class Pairing {
public:
    using Connection = std::uint32_t;
    struct Change {
        Number number = 0;
        Record record;
    };

    // Requests without a response that are remembered; one beyond gets no state and no pair.
    static constexpr std::size_t kMaxPending = 64 * 1024;
    // Requests that use one id at the same time; one beyond is not remembered either.
    static constexpr std::size_t kMaxSameId = 64;
    // Among so many requests the one is looked for that an error without an id answers.
    static constexpr std::size_t kMaxLooked = 64;
    // A longer id is compared by its beginning, its length and a hash.
    static constexpr std::size_t kMaxKey = 256;

    // A request that `channel` (Sent or Received) carried: sets its state, and its problem when the
    // id is in use.
    void request(Connection connection, rpc::Channel channel, std::string_view id, Number number,
        Record &record);
    // A response that `channel` carried, so its request came by the other one. Sets pair, method,
    // target, state and problem of the response, and reports the request as changed. Of several
    // requests with the same id the oldest is meant. An error without an id is the response to the
    // request that the same exchange carried; without an exchange, when it says that something
    // could not be read, to the only request that waits. False when there is no such request.
    bool answer(Connection connection, rpc::Channel channel, std::string_view id, Number number,
        Record &record, State outcome);
    // Something that is no message: an error without an id is about that first.
    void unreadable(Connection connection, rpc::Channel channel);
    // notifications/cancelled names a request of the same side; a server may name a
    // subscriptions/listen of the other side (2026-07-28 basic/utilities/cancellation).
    void cancel(Connection connection, rpc::Channel channel, std::string_view id);
    // The connection is over: nothing will be answered any more.
    void end(Connection connection);
    // An exchange is over that will bring no response: what it carried to the server gets `state`.
    void endCarried(Connection connection, Number exchange, State state);
    // A problem that was found later, when the request is still remembered here.
    void mark(Connection connection, rpc::Channel channel, std::string_view id, Number number,
        rpc::Problem problem);

    // Requests that changed since the last clearChanges().
    const std::vector<Change> &changes() const { return m_changes; }
    void clearChanges() { m_changes.clear(); }
    std::size_t pendingCount() const { return m_count; }

private:
    struct Sides {
        RequestTable sent;
        RequestTable received;
        std::size_t unreadable = 0; // sent, and no response without an id has come for it
        RequestTable &of(rpc::Channel channel)
        {
            return channel == rpc::Channel::Sent ? sent : received;
        }
    };

    Sides &sides(Connection connection);
    std::string_view keyOf(std::string_view id);
    static std::string answeredNamelessly(Sides &sides, rpc::Channel asked, const Record &record);
    bool cancelIn(RequestTable &table, const RequestTable::Key &key);
    void remove(RequestTable &table, const RequestTable::Key &key, WaitingRequest &request);
    void endTable(RequestTable &table);
    void endCarried(WaitingRequest &request, Number exchange, State state);
    void rememberAnswered(
        Connection connection, rpc::Channel channel, const RequestTable::Key &key);
    bool wasAnswered(
        Connection connection, rpc::Channel channel, const RequestTable::Key &key) const;
    static std::size_t placeHash(
        Connection connection, rpc::Channel channel, const RequestTable::Key &key);

    std::vector<Sides> m_connections;
    std::vector<Change> m_changes;
    std::string m_longKey;
    std::size_t m_count = 0;
    // Hashes of ids that were answered lately, to tell a second answer from an unknown one.
    std::array<std::size_t, 1024> m_answered{};
    std::size_t m_answeredAt = 0;
};

} // namespace sonde::trace
