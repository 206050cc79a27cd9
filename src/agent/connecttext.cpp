// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/connecttext.h"

#include "agent/agenttoolcall.h"
#include "mcp/message/discardedinput.h"
#include "json/singleline.h"

namespace sonde::agent {

namespace {

constexpr std::size_t kMaxInstructions = 2000;
constexpr std::size_t kMaxEvidence = 2000;

std::string cut(const QString &text, std::size_t bytes)
{
    return std::string(beginningOf(text.toStdString(), bytes));
}

std::string_view nameOf(mcp::StartStep::Kind kind)
{
    using enum mcp::StartStep::Kind;
    switch (kind) {
    case FindProgram:
        return "find-program";
    case StartProcess:
        return "start-process";
    case ResolveName:
        return "resolve-name";
    case Connect:
        return "connect";
    case SecureConnection:
        return "secure-connection";
    case SendFirst:
        return "send-first-request";
    case ReadFirst:
        return "read-first-response";
    case AgreeOnRevision:
        return "agree-on-revision";
    }
    return {};
}

std::string_view nameOf(mcp::StartStep::Status status)
{
    using enum mcp::StartStep::Status;
    switch (status) {
    case NotReached:
        return "not-reached";
    case Running:
        return "running";
    case Done:
        return "done";
    case Failed:
        return "failed";
    }
    return {};
}

void addSteps(json::Builder &out, const std::vector<mcp::StartStep> &steps)
{
    out.key("steps").beginArray();
    for (const mcp::StartStep &step : steps) {
        out.beginObject().member("step", nameOf(step.kind)).member("status", nameOf(step.status));
        if (!step.detail.isEmpty())
            out.member("detail", cut(step.detail, kMaxLine));
        out.endObject();
    }
    out.endArray();
}

void addConnected(json::Builder &out, const Inspected &server)
{
    const mcp::Negotiated &negotiated = server.client().negotiated();
    out.member("connected", true)
        .member("connection", QStringView(server.handle()))
        .member("revision", QStringView(negotiated.revision))
        .member("era", negotiated.era == mcp::Era::Modern ? "modern" : "legacy")
        .member("detection", cut(negotiated.detection, kMaxLine));
    for (const auto &[name, value] : {std::pair{"serverInfo", negotiated.serverInfo()},
             std::pair{"capabilities", negotiated.serverCapabilities()}}) {
        if (value.isObject() && value.raw().size() <= kBudget / 4)
            out.rawMember(name, json::singleLine(value.raw()));
    }
    if (!negotiated.instructions.isEmpty())
        out.member("instructions", cut(negotiated.instructions, kMaxInstructions));
}

void addFailure(json::Builder &out, const Inspected &server)
{
    const mcp::Client &client = server.client();
    out.member("connected", false)
        .member("connection", QStringView(server.handle()))
        .member("failure", cut(client.failure().sentence, kMaxEvidence));
    if (!client.failure().detail.isEmpty())
        out.member("detail", cut(client.failure().detail, kMaxEvidence));
    addSteps(out, client.steps());
    if (!client.lastDiagnostics().empty()) {
        out.key("stderr").beginArray();
        for (const mcp::DiagnosticLine &line : client.lastDiagnostics())
            out.string(std::string_view(cut(line.text, kMaxLine)));
        out.endArray();
    }
    if (client.discardedInput().count() > 0)
        out.member("unusable", cut(client.discardedInput().evidence(), kMaxEvidence));
}

} // namespace

void addStart(json::Builder &out, const Inspected &server)
{
    if (server.isReady())
        addConnected(out, server);
    else
        addFailure(out, server);
}

} // namespace sonde::agent
