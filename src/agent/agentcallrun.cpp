// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/agentcallrun.h"

#include "agent/consent.h"
#include "agent/recordquery.h"
#include "json/builder.h"
#include "json/singleline.h"

#include <algorithm>

namespace sonde::agent {

namespace {

constexpr std::int64_t kTimeout = 60'000;
constexpr std::size_t kMaxStderr = 10; // lines with a result
constexpr std::size_t kMaxFindings = 10;
constexpr double kNsPerMs = 1e6;
constexpr std::string_view kClosed = "The connection was closed.";

} // namespace

AgentCallRun::AgentCallRun(
    const AgentToolCall &tool, Inspected &server, Permissions &permissions, Recording &recording)
    : m_tool(tool)
    , m_server(&server)
    , m_permissions(permissions)
    , m_recording(recording)
    , m_name(tool.text("name"))
    , m_patience(tool.integer("responseMs", ServerRequests::kPatience.count()))
{
}

AgentCallRun::~AgentCallRun()
{
    m_request.cancel();
}

void AgentCallRun::start()
{
    const json::Value kind = m_tool.argument("kind");
    m_method = kind.equals("resource") ? QStringLiteral("resources/read")
        : kind.equals("prompt")        ? QStringLiteral("prompts/get")
                                       : QStringLiteral("tools/call");
    if (m_method != u"tools/call" || m_permissions.allowsDestructive())
        return send();
    if (m_server->mayDestroy(m_name))
        return confirm();
    m_request = m_server->client().list({QStringLiteral("tools/list"), QStringLiteral("tools")},
        options(), this, [this](const mcp::Listing &tools) {
            if (m_server)
                m_server->rememberTools(tools);
            confirm();
        });
}

void AgentCallRun::confirm()
{
    if (!m_server)
        return m_tool.fail(kClosed);
    if (!m_server->mayDestroy(m_name).value_or(true))
        return send();
    const json::Value arguments = m_tool.argument("arguments");
    const Question question{"Call a tool that may change or delete something?",
        m_name.toStdString() + ' '
            + (arguments ? json::singleLine(arguments.raw()) : std::string("{}")),
        "The tool has neither readOnlyHint true nor destructiveHint false. The person can start "
        "Sonde with sonde-cli mcp --allow-destructive.",
        true};
    askPerson(m_tool, question, [this] { send(); });
}

mcp::CallOptions AgentCallRun::options() const
{
    mcp::CallOptions options;
    const std::chrono::milliseconds wait(m_tool.integer("timeoutMs", kTimeout));
    options.idleTimeout = wait;
    options.totalTimeout = wait;
    return options;
}

void AgentCallRun::send()
{
    if (!m_server)
        return m_tool.fail(kClosed);
    mcp::CallOptions options = this->options();
    options.wantProgress = m_tool.call().wantsProgress();
    options.onProgress = [this](const rpc::Message &message) { passProgress(message); };
    m_recording.update();
    m_before = trace::Number(m_recording.size());
    const auto done = [this](Result<mcp::Response> &&response) { finish(response); };
    const json::Value arguments = m_tool.argument("arguments");
    if (m_method == u"tools/call") {
        const Bytes text =
            Bytes::copyOf(arguments ? json::singleLine(arguments.raw()) : std::string("{}"));
        m_request = m_server->client().callTool(m_name, text, options, this, done);
        return m_server->requests().add(shared_from_this());
    }
    json::Builder params;
    params.beginObject().member(m_method == u"prompts/get" ? "name" : "uri", QStringView(m_name));
    if (arguments && m_method == u"prompts/get")
        params.rawMember("arguments", json::singleLine(arguments.raw()));
    params.endObject();
    m_request = m_server->client().request(m_method, params.take(), options, this, done);
    m_server->requests().add(shared_from_this());
}

bool AgentCallRun::matches(std::string_view method, std::string_view target) const
{
    return m_method.toStdString() == method && m_name.toStdString() == target;
}

void AgentCallRun::pause()
{
    m_isPaused = true;
    json::Builder out;
    out.beginObject().member("ok", false);
    m_server->requests().addWaiting(out, this);
    m_tool.finish(out.endObject().takeString());
}

void AgentCallRun::goOn(const AgentToolCall &tool)
{
    m_tool = tool;
    m_isPaused = false;
    m_progress = -1; // the token is another one
    if (m_result)
        m_tool.finish(*m_result);
}

// 2025-11-25 basic/utilities/progress: the value MUST increase, whatever the server does.
void AgentCallRun::passProgress(const rpc::Message &message)
{
    const json::Value params = message.params();
    if (m_isPaused)
        return;
    const auto value = params["progress"].toDouble();
    const json::Value token = m_tool.call().meta()["progressToken"];
    if (!value || !(*value > m_progress) || !token)
        return;
    m_progress = *value;
    json::Builder passed;
    passed.beginObject()
        .rawMember("progressToken", token.raw())
        .rawMember("progress", params["progress"].raw());
    if (params["total"].isNumber())
        passed.rawMember("total", params["total"].raw());
    if (m_tool.call().features().progressMessage && params["message"].isString())
        passed.member("message",
            m_tool.redacted(std::string(beginningOf(params["message"].text(), kMaxLine))));
    m_tool.call().notify("notifications/progress", passed.endObject().view());
}

void AgentCallRun::finish(const Result<mcp::Response> &response)
{
    m_recording.update();
    const QString server = m_server ? m_server->name() : QString();
    const trace::Number arrived =
        response ? m_recording.numberAt(response->place.stream, response->place.offset) : 0;
    const trace::Record *record = m_recording.find(arrived);
    const trace::Number request =
        record ? record->pair : m_recording.requestBehind(m_before, server, m_method);
    const trace::Record *asked = m_recording.find(request);
    const trace::Number answered = arrived != 0 ? arrived : asked ? asked->pair : 0;
    json::Builder out;
    out.beginObject();
    const bool isOk = response && !response->result()["isError"].toBool().value_or(false);
    out.member("ok", isOk);
    const double took =
        response ? double(response->tookNs()) : double(response.error().took.count());
    if (took >= 0)
        out.key("durationMs").number(took / kNsPerMs);
    if (request != 0)
        out.member("request", std::int64_t(request));
    if (answered != 0)
        out.member("response", std::int64_t(answered));
    if (response)
        addResult(out, *response, answered);
    else
        addError(out, response.error());
    addFindings(out, {request, answered});
    if (m_server) {
        m_server->requests().addOver(out, this);
        addStderr(out);
    }
    m_result = out.endObject().takeString();
    if (!m_isPaused)
        m_tool.finish(*m_result);
}

void AgentCallRun::addResult(
    json::Builder &out, const mcp::Response &response, trace::Number number) const
{
    const std::string result = json::singleLine(response.result().raw());
    const trace::Record *record = m_recording.find(number);
    if (response.result().isObject() && (result.size() <= kBudget || !record))
        return static_cast<void>(out.rawMember("result", result));
    const std::string whole = record ? m_tool.redacted(textOf(m_recording, *record)) : result;
    const std::string_view shown = beginningOf(whole, kBudget);
    out.member("text", shown)
        .member("shown", std::int64_t(shown.size()))
        .member("bytes", std::int64_t(whole.size()));
}

void AgentCallRun::addError(json::Builder &out, const Error &error) const
{
    out.member("failure", beginningOf(error.sentence.toStdString(), kMaxLine * 5));
    if (!error.detail.isEmpty())
        out.member("detail", beginningOf(error.detail.toStdString(), kMaxLine * 5));
    const std::string_view data(error.data.data(), std::size_t(error.data.size()));
    if (error.domain == Domain::Server && data.size() <= kBudget
        && json::Document::parse(data).root().isObject())
        out.rawMember("error", json::singleLine(data));
    if (!m_server || m_server->isReady())
        return;
    if (const auto &end = m_server->client().endReport())
        out.member("process", QStringView(end->recordedText()));
}

// Whether a finding is about this call: about its messages, or about a line that arrived meanwhile
// and belongs to no request.
bool AgentCallRun::concerns(const findings::Finding &finding, const Messages &messages) const
{
    return std::any_of(finding.messages.begin(), finding.messages.end(), [&](trace::Number each) {
        if (each == 0 || each == messages.request || each == messages.response)
            return each != 0;
        const trace::Record *record = each > m_before ? m_recording.find(each) : nullptr;
        return record && record->channel == rpc::Channel::Received && record->pair == 0
            && (record->kind == rpc::Kind::Invalid || record->problem != rpc::Problem::None)
            && m_server && m_recording.serverOf(*record) == m_server->name();
    });
}

void AgentCallRun::addFindings(json::Builder &out, const Messages &messages) const
{
    out.key("findings").beginArray();
    std::size_t count = 0;
    for (const findings::Finding &finding : m_recording.found()) {
        if (!concerns(finding, messages) || ++count > kMaxFindings)
            continue;
        out.beginObject()
            .member("rule", std::string_view(finding.requirement->id))
            .member("level", findings::levelName(finding.level))
            .member("sentence", beginningOf(finding.sentence.toStdString(), kMaxLine))
            .endObject();
    }
    out.endArray();
}

// The newest lines since the request.
void AgentCallRun::addStderr(json::Builder &out) const
{
    std::vector<std::string> lines;
    for (std::size_t i = m_recording.size(); i > m_before && lines.size() < kMaxStderr; --i) {
        const trace::Record *record = m_recording.find(trace::Number(i));
        if (record->kind == rpc::Kind::Stderr && m_recording.serverOf(*record) == m_server->name())
            lines.emplace_back(beginningOf(textOf(m_recording, *record), kMaxLine));
    }
    if (lines.empty())
        return;
    out.key("stderr").beginArray();
    for (auto line = lines.rbegin(); line != lines.rend(); ++line)
        out.string(std::string_view(*line));
    out.endArray();
}

} // namespace sonde::agent
