// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "conformance/conformanceclient.h"

#include "cli/output/exitcode.h"
#include "conformance/sampleform.h"
#include "conformance/skillcheck.h"
#include "mcp/message/inputrequired.h"
#include "setup/clientconfig.h"
#include "json/builder.h"

namespace sonde::test {

namespace {

constexpr std::string_view kSkills = "io.modelcontextprotocol/skills";

// The response to elicitation/create: the form as it opens.
std::string accepted(const json::Value &params)
{
    return json::Builder()
        .beginObject()
        .member("action", "accept")
        .rawMember("content", submittedAsItIs(params["requestedSchema"]))
        .endObject()
        .takeString();
}

json::Document contextOfTheSuite()
{
    return json::Document::parse(Bytes::fromByteArray(qgetenv("MCP_CONFORMANCE_CONTEXT")));
}

// What the suite gives a client that cannot or need not register.
void applyContext(const json::Value &context, auth::FlowSetup &flow)
{
    if (context["valid_jwt"]) {
        flow.grant = auth::Grant::Assertion;
        flow.assertion = Secret(context["valid_jwt"].toString());
        return;
    }
    if (!context["client_id"])
        return;
    auth::Registration client;
    client.issuer = context["issuer"].toString();
    client.clientId = context["client_id"].toString();
    client.clientSecret = Secret(context["client_secret"].toString());
    client.proof = auth::ClientProof::Basic;
    if (context["private_key_pem"]) {
        client.proof = auth::ClientProof::PrivateKeyJwt;
        client.privateKey = Secret(context["private_key_pem"].toString());
        client.signingAlgorithm = context["signing_algorithm"].toString();
    }
    flow.given = client;
    if (context["name"].text().starts_with("auth/client-credentials"))
        flow.grant = auth::Grant::ClientCredentials;
    if (!context["idp_token_endpoint"])
        return;
    flow.grant = auth::Grant::EnterpriseManaged;
    flow.identity.issuer = context["idp_issuer"].toString();
    flow.identity.tokenEndpoint = QUrl(context["idp_token_endpoint"].toString());
    flow.identity.clientId = context["idp_client_id"].toString();
    flow.identity.idToken = Secret(context["idp_id_token"].toString());
}

auth::ServerAuthorizer::Setup authorizerSetup(
    const config::Profile &server, rpc::TrafficSink *traffic, auth::Browser &browser)
{
    auth::ServerAuthorizer::Setup setup;
    setup.run.route.target = setup::httpTarget(*server.http());
    setup.run.route.traffic = traffic;
    setup.run.browser = &browser;
    setup.flow.server = setup.run.route.target.url;
    setup.flow.clientDocument =
        QUrl(QStringLiteral("https://conformance-test.local/client-metadata.json"));
    const json::Document context = contextOfTheSuite();
    applyContext(context.root(), setup.flow);
    return setup;
}

mcp::ClientConfig clientConfig(const config::Profile &server, rpc::TrafficSink *traffic,
    wire::Authorizer &authorizer, mcp::ServerRequestHandler &handler)
{
    mcp::ClientConfig config = setup::clientConfig(server);
    config.authorizer = &authorizer;
    const QString revision = qEnvironmentVariable("MCP_CONFORMANCE_PROTOCOL_VERSION");
    const bool stateless = mcp::eraOf(revision) == mcp::Era::Modern;
    config.era.mode = stateless ? mcp::EraPolicy::Mode::Auto : mcp::EraPolicy::Mode::Legacy;
    config.capabilities = R"({"elicitation":{"form":{}},)"
                          R"("extensions":{"io.modelcontextprotocol/skills":{}}})";
    config.serverRequests = &handler;
    config.traffic = traffic;
    return config;
}

Bytes member(std::string_view name, const json::Value &text)
{
    return Bytes::copyOf(
        json::Builder().beginObject().rawMember(name, text.raw()).endObject().takeString());
}

const mcp::ListItem *named(const mcp::Listing &listing, std::string_view name)
{
    for (const mcp::ListItem &item : listing.items) {
        if (item.value()["name"].equals(name))
            return &item;
    }
    return nullptr;
}

} // namespace

ConformanceClient::ConformanceClient(
    const config::Profile &server, rpc::TrafficSink *traffic, QObject *parent)
    : QObject(parent)
    , m_authorizer(authorizerSetup(server, traffic, m_browser), m_cache)
    , m_client(clientConfig(server, traffic, m_authorizer, *this))
{
    connect(&m_client, &mcp::Client::stateChanged, this, &ConformanceClient::clientChanged);
}

void ConformanceClient::handleRequest(const mcp::ServerRequest &request)
{
    if (request.message().method == "elicitation/create")
        request.respond(Bytes::copyOf(accepted(request.message().params())));
    else
        request.refuse(
            rpc::kMethodNotFound, QStringLiteral("Only form elicitations are supported"));
}

void ConformanceClient::start()
{
    m_client.start();
}

void ConformanceClient::interrupt(int signal)
{
    end(cli::kSignalBase + signal);
}

void ConformanceClient::clientChanged()
{
    switch (m_client.state()) {
    case mcp::ClientState::Starting:
    case mcp::ClientState::Stopping:
        return;
    case mcp::ClientState::Ready: {
        const json::Value offers = m_client.negotiated().serverCapabilities();
        if (offers["prompts"])
            m_steps.emplace_back([this] { getPrompts(); });
        if (offers["resources"])
            m_steps.emplace_back([this] { readResources(); });
        if (offers["tools"])
            m_steps.emplace_back([this] { listTools(); });
        if (offers["extensions"][kSkills])
            m_steps.emplace_back([this] { listSkills(); });
        begin();
        return done();
    }
    case mcp::ClientState::Failed:
        if (!m_exitCode) {
            const Error &failure = m_client.failure();
            Q_EMIT complained(failure.sentence);
            m_exitCode =
                failure.domain == Domain::Authorization ? cli::kAuthorization : cli::kCannotConnect;
        }
        break;
    case mcp::ClientState::Stopped:
        break;
    }
    Q_EMIT finished(m_exitCode.value_or(cli::kFine));
}

void ConformanceClient::listTools()
{
    begin();
    m_client.list({QStringLiteral("tools/list"), QStringLiteral("tools")}, {}, this,
        [this](const mcp::Listing &listing) {
            if (listing.failed)
                complain(*listing.failed);
            else
                callTools(listing);
            done();
        });
}

void ConformanceClient::callTools(const mcp::Listing &tools)
{
    const json::Document context = contextOfTheSuite();
    if (const json::Value calls = context.root()["toolCalls"]; calls.isArray())
        return callAsTold(calls);
    const mcp::ListItem *echoed = named(tools, "json_schema_2020_12_tool");
    for (const mcp::ListItem &item : tools.items) {
        const json::Value tool = item.value();
        if (!item.excluded.isEmpty())
            continue;
        // What this one wants is another tool's schema, as it arrived.
        const Bytes arguments = echoed && tool["name"].equals("json_schema_echo")
            ? member("schema", echoed->value()["inputSchema"])
            : Bytes::copyOf(submittedAsItIs(tool["inputSchema"]));
        request(QStringLiteral("tools/call"),
            mcp::Client::toolCallParams(tool["name"].toString(), arguments));
    }
}

void ConformanceClient::callAsTold(const json::Value &calls)
{
    for (const json::Value call : calls)
        request(QStringLiteral("tools/call"),
            mcp::Client::toolCallParams(
                call["name"].toString(), Bytes::copyOf(call["arguments"].raw())));
}

void ConformanceClient::readResources()
{
    begin();
    m_client.list({QStringLiteral("resources/list"), QStringLiteral("resources")}, {}, this,
        [this](const mcp::Listing &listing) {
            if (listing.failed)
                complain(*listing.failed);
            for (const mcp::ListItem &item : listing.items)
                request(QStringLiteral("resources/read"), member("uri", item.value()["uri"]));
            done();
        });
}

void ConformanceClient::getPrompts()
{
    begin();
    m_client.list({QStringLiteral("prompts/list"), QStringLiteral("prompts")}, {}, this,
        [this](const mcp::Listing &listing) {
            if (listing.failed)
                complain(*listing.failed);
            for (const mcp::ListItem &item : listing.items)
                request(QStringLiteral("prompts/get"), member("name", item.value()["name"]));
            done();
        });
}

// Nothing of a skill is read before it is wanted (SEP-2640). Here the start of a verification
// scenario wants it.
void ConformanceClient::listSkills()
{
    begin();
    m_client.list({QStringLiteral("skills/list"), QStringLiteral("skills")}, {}, this,
        [this](const mcp::Listing &listing) {
            const bool wanted = qgetenv("MCP_CONFORMANCE_SCENARIO").contains("verify");
            if (listing.failed)
                complain(*listing.failed);
            else if (wanted)
                for (const mcp::ListItem &item : listing.items)
                    loadSkill(item);
            done();
        });
}

// Its own file first: what that one names is of no use when it is not what it should be.
void ConformanceClient::loadSkill(const mcp::ListItem &skill)
{
    const QString own = skill.value()["uri"].toString();
    readSkillFile(skill, own, [this, skill, own] {
        for (const json::Value file : skill.value()["resources"]) {
            if (const QString uri = file["uri"].toString(); uri != own)
                readSkillFile(skill, uri, [] {});
        }
    });
}

void ConformanceClient::readSkillFile(
    const mcp::ListItem &skill, const QString &uri, std::function<void()> then)
{
    begin();
    m_client.request(QStringLiteral("resources/read"),
        Bytes::copyOf(json::Builder().beginObject().member("uri", uri).endObject().takeString()),
        {}, this,
        [this, skill, uri, then = std::move(then)](const Result<mcp::Response> &response) {
            const QByteArray file = response
                ? response->result()["contents"].at(0)["text"].toString().toUtf8()
                : QByteArray();
            const auto checked = checkSkillFile(skill.value(), uri, file);
            if (!response)
                complain(response.error());
            else if (!checked)
                complain(checked.error());
            else
                then();
            done();
        });
}

void ConformanceClient::request(const QString &method, const Bytes &params, int round)
{
    begin();
    m_client.request(method, params, {}, this,
        [this, method, params, round](const Result<mcp::Response> &response) {
            receive(method, params, round, response);
            done();
        });
}

// 2026-07-28 basic/patterns/mrtr: once more, with the responses, until nothing is asked any more.
void ConformanceClient::receive(
    const QString &method, const Bytes &params, int round, const Result<mcp::Response> &response)
{
    if (!response)
        return complain(response.error());
    const json::Value result = response->result();
    if (!mcp::isInputRequired(result) || round == kMaxRounds)
        return;
    json::Builder builder;
    builder.beginObject();
    const auto questions = mcp::inputRequests(result);
    for (const mcp::InputRequest &question : questions) {
        if (question.request["method"].equals("elicitation/create"))
            builder.rawMember(question.key, accepted(question.request["params"]));
    }
    const std::string responses = builder.endObject().takeString();
    const Result<Bytes> next = mcp::continuedParams(
        params.view(), result, questions.empty() ? std::string_view() : responses);
    if (next)
        request(method, *next, round + 1);
    else
        complain(next.error());
}

// When nothing runs any more, the next step.
void ConformanceClient::done()
{
    if (--m_running > 0 || m_exitCode)
        return;
    if (m_steps.empty())
        return end(cli::kFine);
    const std::function<void()> next = std::move(m_steps.back());
    m_steps.pop_back();
    next();
}

// The suite judges what was sent; what it responds may well be an error.
void ConformanceClient::complain(const Error &error)
{
    Q_EMIT complained(error.sentence);
}

void ConformanceClient::end(int exitCode)
{
    if (m_exitCode)
        return;
    m_exitCode = exitCode;
    m_client.stop();
}

} // namespace sonde::test
