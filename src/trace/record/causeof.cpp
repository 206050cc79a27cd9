// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/causeof.h"

#include "json/document.h"

#include <algorithm>
#include <functional>
#include <string>

namespace sonde::trace {

namespace {

constexpr std::uint32_t kMaxParsed = 1 << 20; // bytes of a message that are parsed
// 2025-11-25 basic/utilities/tasks: a message related to a task names it in its _meta.
constexpr std::string_view kRelatedTask = "io.modelcontextprotocol/related-task";

bool isResponse(const Record &record)
{
    return record.kind == rpc::Kind::Response || record.kind == rpc::Kind::ErrorResponse;
}

class Search {
public:
    Search(const RecordSnapshot &records, Number first, const Store &store,
        const std::stop_token &stop)
        : m_records(records)
        , m_first(first)
        , m_store(store)
        , m_stop(stop)
    {
    }

    Number causeOf(Number number)
    {
        const Record *record = find(number);
        if (!record)
            return 0;
        if (isResponse(*record))
            return record->pair;
        m_number = number;
        m_connection = connectionOf(*record);
        const auto document = read(*record);
        const Number said = saidBy(*record, document.root());
        if (said != 0)
            return said;
        const Number carried = openedWith(carrierOf(*record));
        return carried != 0 ? carried : onlyRunning(*record);
    }

private:
    using Connection = std::pair<QString, int>;

    const Record *find(Number number) const
    {
        return number < m_first || number - m_first >= m_records.size()
            ? nullptr
            : &m_records[number - m_first];
    }
    Connection connectionOf(const Record &record) const
    {
        const rpc::StreamInfo info = m_store.stream(record.stream);
        return {info.server, info.connection};
    }
    json::Document read(const Record &record) const
    {
        if (record.length > kMaxParsed)
            return {};
        const auto bytes = m_store.read(record);
        return bytes ? json::Document::parse(*bytes) : json::Document();
    }

    // The newest earlier message of the same connection that `isIt` accepts. `isIt` comes first,
    // because looking up the stream costs more than testing the record.
    Number before(const std::function<bool(Number, const Record &)> &isIt) const
    {
        const Number end = m_number - m_first > kMaxLookBack
            ? static_cast<Number>(m_number - kMaxLookBack)
            : m_first;
        for (Number number = m_number; number-- > end;) {
            if (m_stop.stop_requested())
                return 0;
            const Record *record = find(number);
            if (record && isIt(number, *record) && connectionOf(*record) == m_connection)
                return number;
        }
        return 0;
    }

    // The cause that the message itself determines.
    Number saidBy(const Record &own, const json::Value &root) const
    {
        const std::string method = root["method"].text();
        const auto params = root["params"];
        if (method == "notifications/progress")
            return requestWith(own, {"_meta", "progressToken"}, params["progressToken"]);
        if (method == "notifications/cancelled")
            return requestNamed(own, params["requestId"]);
        if (const auto task = params["_meta"][kRelatedTask]["taskId"]; task.isString())
            return makerOf(task, "taskId");
        if (const auto task = params["taskId"]; task.isString())
            return makerOf(task, "taskId");
        if (const auto state = params["requestState"]; state.isString())
            return makerOf(state, "requestState");
        return 0;
    }

    // The request in the other direction with that progress token.
    Number requestWith(const Record &own, std::pair<std::string_view, std::string_view> path,
        const json::Value &value) const
    {
        if (!value.exists())
            return 0;
        const std::string wanted(value.raw());
        return before([&](Number, const Record &record) {
            return record.kind == rpc::Kind::Request && record.channel != own.channel
                && read(record).root()["params"][path.first][path.second].raw() == wanted;
        });
    }

    // The request in the same direction with that id.
    Number requestNamed(const Record &own, const json::Value &id) const
    {
        if (!id.exists())
            return 0;
        const QString wanted = QString::fromUtf8(id.raw().data(), qsizetype(id.raw().size()));
        return before([&](Number, const Record &record) {
            return record.kind == rpc::Kind::Request && record.channel == own.channel
                && m_store.idText(record) == wanted;
        });
    }

    // The request whose response first contained the task id or the requestState.
    Number makerOf(const json::Value &value, std::string_view member) const
    {
        const std::string wanted = value.text();
        const Number response = before([&](Number, const Record &record) {
            if (record.kind != rpc::Kind::Response)
                return false;
            const auto document = read(record);
            const auto result = document.root()["result"];
            return result[member].equals(wanted) || result["task"][member].equals(wanted);
        });
        const Record *record = find(response);
        return record ? record->pair : 0;
    }

    Number openedWith(Number exchange) const
    {
        if (exchange == 0)
            return 0;
        for (Number number = exchange + 1; number < m_number; ++number) {
            const Record *record = find(number);
            if (!record || number - exchange > kMaxLookBack)
                return 0;
            if (carrierOf(*record) == exchange)
                return record->kind == rpc::Kind::Request ? number : 0;
        }
        return 0;
    }

    // 2025-11-25: server requests are associated with a request of the client.
    Number onlyRunning(const Record &own) const
    {
        const bool isReceived = own.channel == rpc::Channel::Received
            && (own.kind == rpc::Kind::Request || own.kind == rpc::Kind::Notification);
        if (!isReceived)
            return 0;
        Number found = 0;
        int count = 0;
        (void)before([&](Number number, const Record &record) {
            const bool runs = record.kind == rpc::Kind::Request
                && record.channel == rpc::Channel::Sent
                && (record.pair > m_number || (record.pair == 0 && record.state == State::Pending))
                && connectionOf(record) == m_connection;
            if (runs && ++count == 1)
                found = number;
            return count > 1;
        });
        return count == 1 ? found : 0;
    }

    const RecordSnapshot &m_records;
    Number m_first;
    const Store &m_store;
    const std::stop_token &m_stop;
    Number m_number = 0;
    Connection m_connection;
};

} // namespace

Number causeOf(Number number, const RecordSnapshot &records, Number first, const Store &store,
    const std::stop_token &stop)
{
    return Search(records, first, store, stop).causeOf(number);
}

} // namespace sonde::trace
