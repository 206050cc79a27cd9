// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "check/httpwalk.h"

#include "findings/context/probes.h"
#include "mcp/message/revision.h"
#include "json/builder.h"

namespace sonde::check {

namespace probe = findings::probe;

namespace {

QByteArray arrayOf(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

// What every POST has, unless `changes` say otherwise. A change without a value removes the header.
wire::HttpHeaders changed(const wire::HttpHeaders &usual, const wire::HttpHeaders &changes)
{
    wire::HttpHeaders all;
    for (const wire::HttpHeader &field : usual.fields()) {
        if (!changes.contains(field.name.toStdString()))
            all.add(field);
    }
    for (const wire::HttpHeader &field : changes.fields()) {
        if (!field.value.isEmpty())
            all.add(field);
    }
    return all;
}

} // namespace

HttpWalk::HttpWalk(const wire::HttpTarget &target, const QString &name, const QString &revision,
    rpc::TrafficSink *traffic, QObject *parent)
    : QObject(parent)
    , m_probe(target, name, traffic)
    , m_revision(revision.toLatin1())
    , m_steps([this] { Q_EMIT finished(); })
{
}

void HttpWalk::start()
{
    const bool isModern = mcp::eraOf(QString::fromLatin1(m_revision)) == mcp::Era::Modern;
    isModern ? addModern() : addLegacy();
    m_steps.next();
}

wire::HttpHeaders HttpWalk::headers(const wire::HttpHeaders &changes, bool hasSession) const
{
    wire::HttpHeaders usual{
        {"Accept", "application/json, text/event-stream"}, {"Content-Type", "application/json"}};
    if (m_revision >= "2025-06-18")
        usual.add("MCP-Protocol-Version", m_revision);
    if (hasSession && !m_session.isEmpty())
        usual.add("Mcp-Session-Id", m_session);
    return changed(usual, changes);
}

void HttpWalk::send(
    const QByteArray &method, const wire::HttpHeaders &headers, const std::string &body)
{
    m_probe.send(method, headers, body, [this](const HttpProbe::Response &response) {
        if (!response.lastEventId.isEmpty())
            m_lastEventId = response.lastEventId;
        m_steps.next();
    });
}

void HttpWalk::post(const wire::HttpHeaders &headers, const std::string &body)
{
    send("POST", headers, body);
}

std::string HttpWalk::legacyRequest(const std::string &method, std::string_view id)
{
    return json::Builder()
        .beginObject()
        .member("jsonrpc", "2.0")
        .rawMember("id", id.empty() ? std::to_string(++m_id) : std::string(id))
        .member("method", std::string_view(method))
        .endObject()
        .takeString();
}

// Ids of both kinds, a text that is no JSON and, in the one revision that has them, a batch.
void HttpWalk::addOddBodies()
{
    for (const char *id : {R"("sonde-id")", "9007199254740991"})
        m_steps.add([this, id] { post(headers({}, true), legacyRequest("ping", id)); });
    m_steps.add([this] { post(headers({}, true), std::string(probe::kBrokenJson)); });
    if (m_revision == "2025-03-26")
        m_steps.add([this] {
            post(
                headers({}, true), '[' + legacyRequest("ping") + ',' + legacyRequest("ping") + ']');
        });
}

void HttpWalk::initialize()
{
    json::Builder body;
    body.beginObject().member("jsonrpc", "2.0").member("id", ++m_id);
    body.member("method", "initialize").key("params").beginObject();
    body.member("protocolVersion", std::string_view(m_revision.constData()));
    body.key("capabilities").beginObject().endObject();
    body.key("clientInfo").beginObject().member("name", "sonde").member("version", SONDE_VERSION);
    body.endObject().endObject().endObject();
    m_probe.send("POST", headers({{"MCP-Protocol-Version", {}}}, false), body.takeString(),
        [this](const HttpProbe::Response &response) {
            m_session = response.headers.value("Mcp-Session-Id").value_or(QByteArray());
            m_steps.next();
        });
}

void HttpWalk::addPost(const wire::HttpHeaders &changes, const char *method, bool hasSession)
{
    m_steps.add([this, changes, method, hasSession] {
        post(headers(changes, hasSession), legacyRequest(method));
    });
}

// A stream is resumed after the last event that the server gave an id, and after an id that it has
// never given.
void HttpWalk::addResumption()
{
    const auto resume = [this](const QByteArray &id) {
        send("GET",
            headers({{"Accept", "text/event-stream"}, {"Content-Type", {}}, {"Last-Event-ID", id}},
                true),
            {});
    };
    m_steps.add(
        [this, resume] { m_lastEventId.isEmpty() ? m_steps.next() : resume(m_lastEventId); });
}

void HttpWalk::addLegacy()
{
    m_steps.add([this] { initialize(); });
    m_steps.add([this] {
        post(headers({}, true), R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    });
    addPost({}, "ping");
    addOddBodies();
    addPost({}, "ping", false);
    m_steps.add([this] {
        if (m_session.isEmpty())
            return m_steps.next();
        post(headers({{"Mcp-Session-Id", arrayOf(probe::kSession)}}, false), legacyRequest("ping"));
    });
    addPost({{"MCP-Protocol-Version", arrayOf(probe::kRevision)}}, "ping");
    addPost({{"Accept", "application/json"}}, "ping");
    addPost({{"Content-Type", "text/plain"}}, "ping");
    addPost({{"Origin", arrayOf(probe::kOrigin)}}, "ping");
    m_steps.add([this] {
        send("GET", headers({{"Accept", "text/event-stream"}, {"Content-Type", {}}}, true), {});
    });
    addResumption();
    m_steps.add([this] {
        if (m_session.isEmpty())
            return m_steps.next();
        send("DELETE", headers({{"Accept", {}}, {"Content-Type", {}}}, true), {});
    });
    m_steps.add([this] { // in the session that has ended
        m_session.isEmpty() ? m_steps.next() : post(headers({}, true), legacyRequest("ping"));
    });
}

std::string HttpWalk::modernRequest(
    const std::string &method, const std::string &version, bool hasMeta, std::string_view id)
{
    json::Builder body;
    body.beginObject().member("jsonrpc", "2.0");
    body.rawMember("id", id.empty() ? std::to_string(++m_id) : std::string(id));
    body.member("method", std::string_view(method)).key("params").beginObject();
    if (hasMeta) {
        body.key("_meta").beginObject();
        body.member(mcp::kProtocolVersionMeta, std::string_view(version));
        body.key("io.modelcontextprotocol/clientInfo").beginObject();
        body.member("name", "sonde").member("version", SONDE_VERSION).endObject();
        body.key("io.modelcontextprotocol/clientCapabilities").beginObject().endObject();
        body.endObject();
    }
    return body.endObject().endObject().takeString();
}

void HttpWalk::addModernPost(const wire::HttpHeaders &changes, const std::string &method,
    const std::string &version, bool hasMeta)
{
    m_steps.add([this, changes, method, version, hasMeta] {
        wire::HttpHeaders usual = headers({}, false);
        usual.add("Mcp-Method", QByteArray::fromStdString(method));
        post(changed(usual, changes), modernRequest(method, version, hasMeta));
    });
}

// Ids of both kinds, a text that is no JSON, and a batch, which the era does not have.
void HttpWalk::addOddModernBodies()
{
    const std::string own = m_revision.toStdString();
    const auto add = [this](const std::function<std::string()> &body) {
        m_steps.add([this, body] {
            wire::HttpHeaders all = headers({}, false);
            all.add("Mcp-Method", "server/discover");
            post(all, body());
        });
    };
    for (const char *id : {R"("sonde-id")", "9007199254740991"})
        add([this, own, id] { return modernRequest("server/discover", own, true, id); });
    add([] { return std::string(probe::kBrokenJson); });
    add([this, own] { return '[' + modernRequest("server/discover", own, true) + ']'; });
}

void HttpWalk::addModern()
{
    const std::string discover = "server/discover";
    const std::string own = m_revision.toStdString();
    const std::string unknown(probe::kRevision);
    addModernPost({}, discover, own);
    addOddModernBodies();
    addModernPost({{"Mcp-Session-Id", arrayOf(probe::kSession)}}, discover, own);
    addModernPost({{"Last-Event-ID", "1"}}, discover, own);
    addModernPost({{"Mcp-Method", "tools/list"}}, discover, own);
    addModernPost({{"Mcp-Method", {}}}, discover, own);
    addModernPost({{"MCP-Protocol-Version", {}}}, discover, own);
    addModernPost({{"MCP-Protocol-Version", "2025-11-25"}}, discover, own);
    addModernPost({{"MCP-Protocol-Version", arrayOf(probe::kRevision)}}, discover, unknown);
    addModernPost({}, std::string(probe::kMethod), own);
    addModernPost({}, "tools/list", own, false);
    addModernPost({{"Accept", "application/json"}}, discover, own);
    addModernPost({{"Content-Type", "text/plain"}}, discover, own);
    addModernPost({{"Origin", arrayOf(probe::kOrigin)}}, discover, own);
    m_steps.add([this] {
        send("GET", headers({{"Accept", "text/event-stream"}, {"Content-Type", {}}}, false), {});
    });
    m_steps.add([this] {
        send("DELETE", headers({{"Accept", {}}, {"Content-Type", {}}}, false), {});
    });
}

} // namespace sonde::check
