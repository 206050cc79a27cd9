// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/exercisestep.h"

#include "findings/engine/dispatch.h"
#include "models/signs/modeltext.h"
#include "rpc/lifecycle.h"

#include <algorithm>
#include <string_view>

namespace sonde::models {

using findings::BoundRule;
using findings::On;
using findings::Requirement;

namespace {

struct MethodStep {
    std::string_view method;
    ExerciseStep step;
};

constexpr MethodStep kMethodSteps[] = {
    {"initialize", ExerciseStep::Connect},
    {"notifications/initialized", ExerciseStep::Connect},
    {"server/discover", ExerciseStep::Connect},
    {"tools/list", ExerciseStep::ListTools},
    {"notifications/tools/list_changed", ExerciseStep::ListTools},
    {"tools/call", ExerciseStep::CallTool},
    {"notifications/progress", ExerciseStep::CallTool},
    {"notifications/cancelled", ExerciseStep::CancelCall},
    {"sampling/createMessage", ExerciseStep::RespondToRequests},
    {"elicitation/create", ExerciseStep::RespondToRequests},
    {"notifications/elicitation/complete", ExerciseStep::RespondToRequests},
    {"roots/list", ExerciseStep::RespondToRequests},
    {"notifications/roots/list_changed", ExerciseStep::RespondToRequests},
    {"tasks/get", ExerciseStep::RunTask},
    {"tasks/list", ExerciseStep::RunTask},
    {"tasks/result", ExerciseStep::RunTask},
    {"tasks/cancel", ExerciseStep::RunTask},
    {"tasks/update", ExerciseStep::RunTask},
    {"notifications/tasks", ExerciseStep::RunTask},
    {"notifications/tasks/status", ExerciseStep::RunTask},
    {"resources/list", ExerciseStep::ListResources},
    {"resources/templates/list", ExerciseStep::ListResources},
    {"notifications/resources/list_changed", ExerciseStep::ListResources},
    {"resources/read", ExerciseStep::ReadResource},
    {"resources/subscribe", ExerciseStep::Subscribe},
    {"resources/unsubscribe", ExerciseStep::Subscribe},
    {"notifications/resources/updated", ExerciseStep::Subscribe},
    {"subscriptions/listen", ExerciseStep::Subscribe},
    {"notifications/subscriptions/acknowledged", ExerciseStep::Subscribe},
    {"prompts/list", ExerciseStep::ListPrompts},
    {"notifications/prompts/list_changed", ExerciseStep::ListPrompts},
    {"prompts/get", ExerciseStep::GetPrompt},
    {"completion/complete", ExerciseStep::Complete},
    {"logging/setLevel", ExerciseStep::ReceiveLogs},
    {"notifications/message", ExerciseStep::ReceiveLogs},
};

ExerciseStep stepOfMethod(std::string_view method)
{
    const auto *found = std::find_if(std::begin(kMethodSteps), std::end(kMethodSteps),
        [method](const MethodStep &row) { return row.method == method; });
    return found == std::end(kMethodSteps) ? ExerciseStep::CheckServer : found->step;
}

ExerciseStep stepOf(const BoundRule &bound)
{
    const findings::Rule &rule = *bound.rule;
    switch (rule.on) {
    case On::Lifecycle:
        return rule.method == rpc::lifecycle::kRequestTimedOut ? ExerciseStep::CancelCall
                                                               : ExerciseStep::EndConnection;
    case On::Metadata:
    case On::Registration:
    case On::Authorization:
    case On::Redirect:
    case On::Token:
        return ExerciseStep::LogIn;
    case On::Exchange:
        return bound.requirement->area() == "auth" ? ExerciseStep::LogIn
                                                   : ExerciseStep::CheckServer;
    case On::Error: {
        // A check sends what a server refuses; what a client refuses, a server must send.
        const ExerciseStep step = stepOfMethod(rule.method);
        return step == ExerciseStep::RespondToRequests ? step : ExerciseStep::CheckServer;
    }
    default:
        return stepOfMethod(rule.method);
    }
}

} // namespace

ExerciseStep exerciseStep(const Requirement &requirement)
{
    // The first row is the one that its author thought of first.
    const auto &rules = findings::boundRules();
    const auto found = std::find_if(rules.begin(), rules.end(),
        [&](const BoundRule &bound) { return bound.requirement == &requirement; });
    return found == rules.end() ? ExerciseStep::CheckServer : stepOf(*found);
}

QString stepTitle(ExerciseStep step)
{
    switch (step) {
    case ExerciseStep::Connect:
        return Text::tr("Connect");
    case ExerciseStep::LogIn:
        return Text::tr("Log in");
    case ExerciseStep::ListTools:
        return Text::tr("List tools");
    case ExerciseStep::CallTool:
        return Text::tr("Call a tool");
    case ExerciseStep::RespondToRequests:
        return Text::tr("Answer a server request");
    case ExerciseStep::CancelCall:
        return Text::tr("Cancel a call");
    case ExerciseStep::RunTask:
        return Text::tr("Run a task");
    case ExerciseStep::ListResources:
        return Text::tr("List resources");
    case ExerciseStep::ReadResource:
        return Text::tr("Read a resource");
    case ExerciseStep::Subscribe:
        return Text::tr("Subscribe to a resource");
    case ExerciseStep::ListPrompts:
        return Text::tr("List prompts");
    case ExerciseStep::GetPrompt:
        return Text::tr("Get a prompt");
    case ExerciseStep::Complete:
        return Text::tr("Complete an argument");
    case ExerciseStep::ReceiveLogs:
        return Text::tr("Receive log messages");
    case ExerciseStep::CheckServer:
        return Text::tr("Check server…");
    case ExerciseStep::EndConnection:
        break;
    }
    return Text::tr("End the connection");
}

QString stepSentence(ExerciseStep step)
{
    switch (step) {
    case ExerciseStep::Connect:
        return Text::tr("Opens Overview: restart the server there or in the tool bar.");
    case ExerciseStep::LogIn:
        return Text::tr("Opens Auth: authorize there.");
    case ExerciseStep::ListTools:
        return Text::tr("Opens Tools: reload the list.");
    case ExerciseStep::CallTool:
        return Text::tr("Opens Tools: choose a tool, fill in its arguments, and call it.");
    case ExerciseStep::RespondToRequests:
        return Text::tr("Opens Tools: call a tool that sends a server request, and answer it.");
    case ExerciseStep::CancelCall:
        return Text::tr("Opens Tools: call a tool that takes long, and cancel the call.");
    case ExerciseStep::RunTask:
        return Text::tr("Opens Tools: call a tool as a task.");
    case ExerciseStep::ListResources:
        return Text::tr("Opens Resources: reload the list.");
    case ExerciseStep::ReadResource:
        return Text::tr("Opens Resources: choose a resource, and read it.");
    case ExerciseStep::Subscribe:
        return Text::tr("Opens Resources: choose a resource, and subscribe to it.");
    case ExerciseStep::ListPrompts:
        return Text::tr("Opens Prompts: reload the list.");
    case ExerciseStep::GetPrompt:
        return Text::tr("Opens Prompts: choose a prompt, fill in its arguments, and get it.");
    case ExerciseStep::Complete:
        return Text::tr("Opens Prompts: choose a prompt, and type into one of its arguments.");
    case ExerciseStep::ReceiveLogs:
        return Text::tr("Opens Logs: choose a level that the server sends from.");
    case ExerciseStep::CheckServer:
        return Text::tr("Opens Check server…, which sends nothing before you start it.");
    case ExerciseStep::EndConnection:
        break;
    }
    return Text::tr("Opens Overview: stop the server in the tool bar.");
}

} // namespace sonde::models
