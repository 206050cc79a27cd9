// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/recordedsnapshot.h"

#include "changes/changestr.h"
#include "mcp/message/revision.h"

#include <algorithm>
#include <optional>

namespace sonde::changes {

namespace {

constexpr std::uint32_t kMaxMessage = 64U << 20; // bytes; a larger one is not read

// Follows one connection.
class RecordedOffers {
public:
    RecordedOffers(const trace::Store &store, const trace::RecordSnapshot &records)
        : m_store(store)
        , m_records(records)
    {
    }

    void add(const trace::Record &record);
    std::optional<Snapshot> take();

private:
    json::Document textOf(const trace::Record &record) const;
    json::Document requestOf(const trace::Record &response) const;
    void open(const trace::Record &record, const QString &method);
    void addPage(const trace::Record &record, ListKind kind);

    const trace::Store &m_store;
    const trace::RecordSnapshot &m_records;
    std::optional<Snapshot> m_snapshot;
    int m_connection = 0;
};

json::Document RecordedOffers::textOf(const trace::Record &record) const
{
    if (record.length > kMaxMessage)
        return {};
    const auto bytes = m_store.read(record);
    return bytes ? json::Document::parse(*bytes) : json::Document();
}

json::Document RecordedOffers::requestOf(const trace::Record &response) const
{
    return response.pair == 0 || response.pair > m_records.size()
        ? json::Document()
        : textOf(m_records[response.pair - 1]);
}

void RecordedOffers::add(const trace::Record &record)
{
    if (record.kind != rpc::Kind::Response || record.channel != rpc::Channel::Received)
        return;
    const QString method = m_store.string(record.method);
    if (method == u"initialize" || method == u"server/discover")
        return open(record, method);
    if (!m_snapshot || m_store.stream(record.stream).connection != m_connection)
        return;
    for (const ListKind kind : kLists) {
        if (method == namesOf(kind).method)
            return addPage(record, kind);
    }
}

void RecordedOffers::open(const trace::Record &record, const QString &method)
{
    const auto stream = m_store.stream(record.stream);
    if (stream.probe)
        return;
    const json::Document message = textOf(record);
    const json::Value result = message.root()["result"];
    if (!result.isObject())
        return;
    m_snapshot.emplace();
    m_connection = stream.connection;
    adoptOpening(*m_snapshot, result);
    if (method == u"initialize") {
        m_snapshot->revision = result["protocolVersion"].toString();
    } else { // 2026-07-28 basic: each request names its revision
        const json::Document request = requestOf(record);
        m_snapshot->revision =
            request.root()["params"]["_meta"][mcp::kProtocolVersionMeta].toString();
    }
    const json::Value declared = result["capabilities"];
    for (const ListKind kind : kLists)
        m_snapshot->list(kind).isComplete = !declared[namesOf(kind).capability].isContainer();
}

void RecordedOffers::addPage(const trace::Record &record, ListKind kind)
{
    const json::Document message = textOf(record);
    const json::Document request = requestOf(record);
    ItemList &list = m_snapshot->list(kind);
    if (!request.root()["params"]["cursor"].isString())
        list.items.clear();
    const json::Value result = message.root()["result"];
    const json::Value next = result["nextCursor"];
    list.isComplete = message.isValid() && (!next || next.isNull());
    for (const json::Value item : result[namesOf(kind).member.data()])
        addItem(list, kind, item);
}

std::optional<Snapshot> RecordedOffers::take()
{
    if (m_snapshot) {
        for (ItemList &list : m_snapshot->lists)
            orderByKey(list);
    }
    return std::move(m_snapshot);
}

} // namespace

Result<Snapshot> recordedSnapshot(const trace::Store &store, const trace::RecordSnapshot &records)
{
    RecordedOffers offers(store, records);
    for (const trace::Record &record : records)
        offers.add(record);
    auto snapshot = offers.take();
    if (!snapshot)
        return Error{.domain = Domain::Storage,
            .sentence = Text::tr(
                "No server is connected in this recording, so there is nothing to compare.")};
    return *std::move(snapshot);
}

} // namespace sonde::changes
