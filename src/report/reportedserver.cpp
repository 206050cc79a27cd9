// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "report/reportedserver.h"

#include "base/utf8.h"
#include "mcp/message/revision.h"
#include "report/reporttr.h"
#include "rpc/endreport.h"
#include "rpc/lifecycle.h"
#include "rpc/processstart.h"
#include "rpc/sentence.h"
#include "trace/transfer/curlsnippet.h"
#include "json/document.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace sonde::report {

namespace {

namespace lifecycle = rpc::lifecycle;
using Transport = ReportedServer::Transport;

constexpr std::size_t kMaxEnd = 1000; // bytes of how a connection ended

void adoptStart(const rpc::ProcessStart &start, const trace::ExportSet &set, ReportedServer &server)
{
    server.failure.clear();
    server.end.clear();
    server.transport = Transport::Stdio;
    server.variables.clear();
    for (const QString &line : start.variables)
        server.variables << line.section(u'=', 0, 0);
    // The secret after an option is found where each word has a line of its own.
    const QString text = start.command.join(u'\n');
    server.command = start.command.isEmpty() ? QStringList()
                                             : QString::fromStdString(set.shown(text)).split(u'\n');
}

class Walk {
public:
    explicit Walk(const trace::ExportSet &set)
        : m_set(set)
    {
    }

    void choose();
    void add(trace::Number number, const trace::Record &record);
    ReportedServers take() { return std::move(m_found); }

private:
    struct Stream {
        rpc::StreamInfo info;
        // Whose connection it belongs to, or one that only detected its era; null: none of these.
        ReportedServer *server = nullptr;
    };

    const Stream &streamOf(rpc::StreamId id);
    std::string text(const trace::Record &record) const;
    std::string shortText(
        const std::string &text, std::size_t limit = ReportedServer::kMaxText) const;
    bool isOpening(const trace::Record &record);
    void addEvent(const trace::Record &record, ReportedServer &server);
    void addOpening(const trace::Record &response, ReportedServer &server);
    void addAddress(const trace::Record &message, ReportedServer &server);

    const trace::ExportSet &m_set;
    ReportedServers m_found;
    std::unordered_map<rpc::StreamId, Stream> m_streams;
    std::unordered_map<std::uint32_t, bool> m_openings; // by the number of the method
    std::set<const ReportedServer *> m_opened; // whose connection has begun
};

void Walk::choose()
{
    std::set<QString> others;
    std::unordered_map<rpc::StreamId, rpc::StreamInfo> streams;
    for (const trace::Number number : m_set.chosen) {
        const trace::Record *record = m_set.find(number);
        if (!record)
            continue;
        const auto [stream, isNew] = streams.try_emplace(record->stream);
        rpc::StreamInfo &info = stream->second;
        if (isNew)
            info = m_set.store->stream(record->stream);
        std::vector<ReportedServer> &servers = m_found.servers;
        auto at = std::find_if(servers.begin(), servers.end(),
            [&info](const ReportedServer &server) { return server.name == info.server; });
        if (at == servers.end()) {
            if (servers.size() >= ReportedServer::kMax) {
                others.insert(info.server);
                continue;
            }
            at = servers.insert(at, ReportedServer());
            at->name = info.server;
            at->isProbe = true;
        }
        if (info.probe && !at->isProbe)
            continue;
        at->isProbe = info.probe;
        at->connection = info.connection;
    }
    m_found.others = others.size();
}

const Walk::Stream &Walk::streamOf(rpc::StreamId id)
{
    const auto [at, isNew] = m_streams.try_emplace(id);
    Stream &stream = at->second;
    if (!isNew)
        return stream;
    stream.info = m_set.store->stream(id);
    for (ReportedServer &server : m_found.servers) {
        if (server.name == stream.info.server
            && (server.connection == stream.info.connection || stream.info.probe))
            stream.server = &server;
    }
    return stream;
}

std::string Walk::text(const trace::Record &record) const
{
    if (record.length > ReportedServer::kMaxRead)
        return {};
    const auto bytes = m_set.store->read(record);
    return bytes ? std::string(bytes->view()) : std::string();
}

std::string Walk::shortText(const std::string &text, std::size_t limit) const
{
    const std::string shown = m_set.shown(text);
    return std::string(cutUtf8(shown, limit));
}

bool Walk::isOpening(const trace::Record &record)
{
    if (record.kind != rpc::Kind::Response || record.channel != rpc::Channel::Received)
        return false;
    const auto [at, isNew] = m_openings.try_emplace(record.method);
    if (isNew) {
        const QString method = m_set.store->string(record.method);
        at->second = method == u"initialize" || method == u"server/discover";
    }
    return at->second;
}

void Walk::add(trace::Number number, const trace::Record &record)
{
    const Stream &stream = streamOf(record.stream);
    ReportedServer *const server = stream.server;
    if (!server)
        return;
    const bool isOwn = stream.info.connection == server->connection;
    // Over HTTP, the response to a probe can open the session.
    if (isOpening(record) && (isOwn || !m_opened.contains(server)))
        addOpening(record, *server);
    if (!isOwn)
        return;
    m_opened.insert(server);
    if (server->address.empty() && trace::carrierOf(record) != 0)
        addAddress(record, *server);
    if (record.kind == rpc::Kind::Lifecycle)
        addEvent(record, *server);
    if (record.kind == rpc::Kind::Stderr) {
        server->stderrLines.push_back(number);
        if (server->stderrLines.size() > ReportedServer::kMaxLines)
            server->stderrLines.pop_front();
    }
}

void Walk::addEvent(const trace::Record &record, ReportedServer &server)
{
    const std::string line = text(record);
    const std::string_view id = lifecycle::idOf(line);
    const std::string detail = line.substr(std::min(id.size() + 1, line.size()));
    if (id == lifecycle::kProcessStarted) {
        adoptStart(rpc::ProcessStart::read(QString::fromStdString(detail)), m_set, server);
    } else if (id == lifecycle::kEndpointNamed) {
        server.transport = Transport::HttpSse;
    } else if (id == lifecycle::kRevisionNegotiated) {
        server.revision = shortText(detail.substr(0, detail.find(". ")));
    } else if (id == lifecycle::kStartFailed) {
        const QString said = rpc::Sentence::read(QString::fromStdString(detail)).shown();
        server.failure = QString::fromStdString(shortText(said.toStdString(), kMaxEnd));
    } else if (lifecycle::endsConnection(id)) {
        const auto end = rpc::EndReport::inLine(line);
        const std::string sentence = end ? end->sentence().toStdString() : detail;
        server.end = QString::fromStdString(shortText(sentence, kMaxEnd));
    }
}

void Walk::addOpening(const trace::Record &response, ReportedServer &server)
{
    const auto document = json::Document::parse(Bytes::copyOf(text(response)));
    const auto result = document.root()["result"];
    if (!result.isObject())
        return;
    // 2026-07-28 basic: the response's _meta names the server; before, initialize's result did.
    const auto inMeta = result["_meta"]["io.modelcontextprotocol/serverInfo"];
    const auto info = inMeta ? inMeta : result["serverInfo"];
    const QString program(info["name"].toString() + u' ' + info["version"].toString());
    server.program = shortText(program.trimmed().toStdString());
    server.capabilities = m_set.shown(std::string(result["capabilities"].raw()));
    const trace::Record *request = m_set.find(response.pair);
    const auto sent =
        json::Document::parse(Bytes::copyOf(request ? text(*request) : std::string()));
    const auto params = sent.root()["params"];
    const auto meta = params["_meta"];
    const auto own = meta["io.modelcontextprotocol/clientCapabilities"];
    server.clientCapabilities =
        m_set.shown(std::string((own ? own : params["capabilities"]).raw()));
    const auto revision = result["protocolVersion"];
    server.revision = shortText((revision ? revision : meta[mcp::kProtocolVersionMeta]).text());
}

void Walk::addAddress(const trace::Record &message, ReportedServer &server)
{
    const trace::Record *exchange = m_set.find(trace::carrierOf(message));
    if (!exchange || exchange->kind != rpc::Kind::Exchange)
        return;
    if (server.transport == Transport::Unknown)
        server.transport = Transport::StreamableHttp;
    if (const auto url = trace::exchangeUrl(*m_set.store, *exchange))
        server.address = m_set.shown(*url);
}

} // namespace

QStringList ReportedServer::arguments() const
{
    if (!address.empty())
        return {QStringLiteral("--url"), QString::fromStdString(address)};
    return command.isEmpty() ? QStringList() : QStringList{QStringLiteral("--")} + command;
}

ReportedServers reportedServers(const trace::ExportSet &set)
{
    Walk walk(set);
    walk.choose();
    for (std::size_t i = 0; i < set.records.size(); ++i) {
        if (set.stop.stop_requested())
            break;
        walk.add(set.first + trace::Number(i), set.records[i]);
    }
    return walk.take();
}

} // namespace sonde::report
