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

// Matches responses with requests while messages are recorded. Ids are compared as written, per
// connection and direction: 1, 1.0 and "1" are three ids, and both peers may use the same id.
class Pairing {
public:
    using Connection = std::uint32_t;
    struct Change {
        Number number = 0;
        Record record;
    };

    // Limit of remembered requests without a response; beyond it requests get no state and no pair.
    static constexpr std::size_t kMaxPending = 64 * 1024;
    // Limit of pending requests with the same id; beyond it requests are not remembered.
    static constexpr std::size_t kMaxSameId = 64;
    // Number of requests searched for the one that an error without an id responds to.
    static constexpr std::size_t kMaxLooked = 64;
    // A longer id is compared by its beginning, its length and a hash.
    static constexpr std::size_t kMaxKey = 256;

    // Records a request on `channel` (Sent or Received): sets its state, and its problem if the id
    // is in use. An error in response to a probe is State::Declined; a subscription without a
    // response becomes State::Ended where other requests become NoResponse or Cancelled.
    enum class Purpose : std::uint8_t { Other, Probe, Subscription };
    static Purpose purposeOf(std::string_view method); // of a request of the client
    void request(Connection connection, rpc::Channel channel, std::string_view id, Number number,
        Record &record, Purpose purpose = Purpose::Other);
    // Records a response on `channel`, whose request was on the opposite channel. Sets pair,
    // method, target, origin, state and problem of the response, and reports the request as
    // changed. Of several requests with the same id the oldest is matched. A request whose exchange
    // ended without a response was repeated in another one, and this is its response. An error
    // without an id matches the request carried by the same exchange; without an exchange, if its
    // code reports unreadable input, it matches the only pending request. Returns false if there is
    // no such request.
    bool takeResponse(Connection connection, rpc::Channel channel, std::string_view id,
        Number number, Record &record, State outcome);
    // Records that an unreadable message was sent: the next error without an id refers to it.
    void unreadable(Connection connection, rpc::Channel channel);
    // notifications/cancelled names a request of its sender; a server may also name a
    // subscriptions/listen of the client (2026-07-28 basic/utilities/cancellation).
    void cancel(Connection connection, rpc::Channel channel, std::string_view id);
    // A request of the client got no response within its limit.
    void timeOut(Connection connection, std::string_view id);
    // The request was dropped on its way: nobody has it who could respond. `cutId` is its id, or
    // the beginning of a long one.
    void drop(Connection connection, rpc::Channel channel, std::string_view cutId, Number number);
    // The connection ended: pending requests get no response any more.
    void end(Connection connection);
    // An exchange ended without a response: the requests it carried get `state`.
    void endCarried(Connection connection, Number exchange, State state);
    // Sets a problem that was found later, if the request is still remembered.
    void mark(Connection connection, rpc::Channel channel, std::string_view id, Number number,
        rpc::Problem problem);

    // Requests that changed since the last clearChanges().
    const std::vector<Change> &changes() const { return m_changes; }
    // The steady time of the request among changes() that the response matches; 0 if there is none.
    std::int64_t requestedNs(const Record &response) const;
    void clearChanges() { m_changes.clear(); }
    std::size_t pendingCount() const { return m_count; }

private:
    struct Sides {
        RequestTable sent;
        RequestTable received;
        std::size_t unreadable = 0; // unreadable messages sent that had no error without an id yet
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
    // Hashes of ids of recent responses, to distinguish a duplicate response from an unknown id.
    std::array<std::size_t, 1024> m_answered{};
    std::size_t m_answeredAt = 0;
};

} // namespace sonde::trace
