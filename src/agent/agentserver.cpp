// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/agentserver.h"

#include "json/builder.h"

namespace sonde::agent {

namespace {

constexpr const char *kInstructions =
    "Sonde inspects MCP servers. Use connect to start the server that you are writing, list and "
    "call to try it, and after something unexpected: findings (what breaks the specification), "
    "logs (stderr), trace and message (the exact JSON that crossed). Everything is recorded, also "
    "of a connection that failed or ended. While call waits for a server request (sampling, "
    "elicitation, roots), use respond. After a change of the server, use restart: it says what the "
    "change did to the definitions, and replay compares the responses. process shows what a "
    "hanging server waits for.";

trace::Redactor redactor()
{
    return trace::Redactor::create().value();
}

} // namespace

AgentServer::AgentServer(Toolbox &toolbox, QByteArray secretBytes)
    : Offer({}, std::move(secretBytes))
    , m_toolbox(toolbox)
    , m_redactor(redactor())
{
}

std::string AgentServer::serverInfo(const demo::Features &features, demo::Detail detail) const
{
    json::Builder info;
    info.beginObject().member("name", "sonde");
    if (features.titles)
        info.member("title", "Sonde");
    info.member("version", SONDE_VERSION);
    if (features.icons && detail == demo::Detail::Full)
        info.member("description", "Inspects and debugs MCP servers");
    return info.endObject().takeString();
}

std::string AgentServer::instructions() const
{
    return kInstructions;
}

std::string AgentServer::capabilities(const demo::Features &) const
{
    return R"({"tools":{}})";
}

bool AgentServer::handle(demo::Call &call)
{
    if (call.method() == "tools/list") {
        std::vector<std::string> entries;
        for (const AgentTool &tool : tools())
            entries.push_back(definitionOf(tool, call.features()));
        m_pages.respond(call, "tools", entries);
        return true;
    }
    if (call.method() == "tools/call") {
        callTool(call);
        return true;
    }
    return false;
}

void AgentServer::callTool(demo::Call &call)
{
    const json::Value name = call.params()["name"];
    const AgentTool *const tool = name.isString() ? findTool(name.text()) : nullptr;
    if (!tool)
        return call.fail(rpc::kInvalidParams, "There is no such tool.");
    const AgentToolCall asked(call, m_redactor);
    if (const std::string problem = problemOf(*tool, call.params()["arguments"]);
        !problem.empty()) {
        // 2025-11-25 (SEP-1303): the model can fix its input only when it sees the reason.
        if (call.features().inputErrorsAreResults)
            return asked.fail(problem);
        return call.fail(rpc::kInvalidParams, asked.redacted(problem));
    }
    m_toolbox.run(tool->id, asked);
}

std::string AgentServer::problemOf(const AgentTool &tool, const json::Value &arguments)
{
    auto known = m_validators.find(tool.id);
    if (known == m_validators.end()) {
        const auto schema =
            std::make_shared<const json::Document>(json::Document::parse(tool.inputSchema));
        known = m_validators.emplace(tool.id, schema::Validator::make(schema).value()).first;
    }
    static const auto nothing = json::Document::parse(std::string_view("{}"));
    const schema::Outcome outcome = known->second.validate(arguments ? arguments : nothing.root());
    if (outcome.isValid())
        return {};
    std::string problem = "The arguments of " + std::string(tool.name) + " are wrong.";
    for (std::size_t i = 0; i < outcome.errors.size() && i < 5; ++i) {
        const schema::Unit &error = outcome.errors[i];
        problem += '\n';
        if (!error.instanceLocation.isEmpty())
            problem += error.instanceLocation.toStdString() + ": ";
        problem += error.sentence.toStdString();
    }
    return problem + outcome.sentence.toStdString();
}

} // namespace sonde::agent
