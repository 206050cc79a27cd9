// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/catalogue.h"
#include "findings/catalogue/findingstr.h"
#include "findings/context/officialschemas.h"
#include "findings/rules/base/correctedvalue.h"
#include "findings/rules/base/taskobjects.h"
#include "findings/rules/message/messagetables.h"
#include "findings/rules/message/structureerrors.h"
#include "mcp/message/errorresponse.h"

#include <string>
#include <string_view>
#include <unordered_set>

// The form of each message: the type of the official schema that its method and its revision have.
namespace sonde::findings {

namespace {

constexpr std::string_view kFamily = "schema.";

// "result.tools[0].name"
QString memberPath(const QString &pointer)
{
    QString path;
    for (const QString &part : pointer.split(u'/').mid(1)) {
        bool isIndex = false;
        part.toUInt(&isIndex);
        QString name = part;
        name.replace(QLatin1String("~1"), QLatin1String("/"))
            .replace(QLatin1String("~0"), QLatin1String("~"));
        path += isIndex ? u'[' + part + u']' : (path.isEmpty() ? name : u'.' + name);
    }
    return shown(path.toStdString());
}

// The value of an error, unless it is an object or a list: these are seen in their place.
QString valueOf(const Context &context, const schema::Unit &error)
{
    const auto text = context.message.bytes().view();
    if (error.end > text.size() || error.begin >= error.end)
        return {};
    const auto value = text.substr(error.begin, error.end - error.begin);
    if (isSecretPlace(error.instanceLocation))
        return kHidden;
    return value.front() == '{' || value.front() == '[' ? QString() : shown(value);
}

QString sentenceOf(const Context &context, const schema::Unit &error, const std::string &type)
{
    const QString name = shown(std::string_view(type));
    const QString value = valueOf(context, error);
    if (error.instanceLocation.isEmpty())
        return Text::tr("The message does not fit the type %1: %2").arg(name, error.sentence);
    const QString member = memberPath(error.instanceLocation);
    return value.isEmpty()
        ? Text::tr("`%1` does not fit the type %2: %3").arg(member, name, error.sentence)
        : Text::tr("`%1` is %2, which does not fit the type %3: %4")
              .arg(member, value, name, error.sentence);
}

// The requirement of the type in which the error is. What params or result themselves lack is the
// message's, also where their type builds on another one.
const Requirement *requirementOf(
    const schema::Unit &error, const Requirement *message, Revision revision)
{
    const auto *own = Catalogue::instance().find(std::string(kFamily) + typeOf(error));
    const bool isInside = error.instanceLocation.count(u'/') >= 2;
    return isInside && own && own->revisions.has(revision) ? own : message;
}

void checkForm(const Context &context, Report &report, const json::Value &value)
{
    const Requirement *const requirement = report.requirement();
    const auto *validator =
        context.schemas ? context.schemas->typeOf(context.revision, *requirement) : nullptr;
    if (!validator)
        return report.notTested();
    const auto outcome = validator->validate(value);
    if (outcome.verdict == schema::Outcome::Verdict::TooComplex)
        return report.notTested();
    if (outcome.isValid())
        return;
    const std::string name = requirement->id.substr(kFamily.size());
    for (const schema::Unit &error : errorsThatHelp(outcome.errors)) {
        const std::string type = typeOf(error);
        Finding &found = report.whole(sentenceOf(context, error, type.empty() ? name : type));
        if (!found.requirement)
            return;
        found.requirement = requirementOf(error, requirement, context.revision);
        found.level = found.requirement->levelIn(context.revision);
        found.pointer = error.instanceLocation;
        found.missing = error.missing;
        found.begin = error.begin;
        found.end = error.end;
        found.instead = error.keyword == "type"
            ? correctedValue(*validator, value, error)
            : neededValue(
                *validator, value, error, context.schemas->keywordOf(context.revision, error));
    }
}

void wholeMessage(const Context &context, Report &report)
{
    checkForm(context, report, context.root());
}

bool asksForInput(const Context &context)
{
    return context.isModern() && context.result()["resultType"].equals("input_required");
}

// A result of another kind than the method's own: a task, or one of an extension.
bool isOtherKind(const Context &context)
{
    const auto type = context.result()["resultType"];
    const bool isTask = context.result()["task"] && !context.result()["content"];
    return isTask || (context.isModern() && type.isString() && !type.equals("complete"));
}

void resultOfMethod(const Context &context, Report &report)
{
    if (!context.result().isObject() || isOtherKind(context) || context.mayBeOfOlderEra())
        return report.notTested();
    checkForm(context, report, context.result());
}

void inputRequired(const Context &context, Report &report)
{
    if (!asksForInput(context))
        return report.notTested();
    checkForm(context, report, context.result());
}

void taskCreated(const Context &context, Report &report)
{
    const bool wasAsked = context.request && context.request->params()["task"];
    if (!wasAsked || !context.result()["task"] || context.result()["content"])
        return report.notTested();
    checkForm(context, report, context.result());
}

// The codes whose data have a type of their own. What every error has is for other rules to say.
// One without a known request has the id null (JSON-RPC 2.0, 5), for which the types have no place.
template <int code>
void errorOfCode(const Context &context, Report &report)
{
    if (context.message.errorCode() != code || context.root()["id"].isNull())
        return report.notTested();
    checkForm(context, report, context.root());
}

void relatedTaskForm(const Context &context, Report &report)
{
    const auto related =
        context.params() ? relatedTask(context.params()) : relatedTask(context.result());
    if (!related)
        return report.notTested();
    checkForm(context, report, related);
}

// Messages of methods that have no type of their own.
void plainForm(const Context &context, Report &report);

constexpr Rule kRules[] = {
    {"schema.JSONRPCRequest", On::Request, {}, &plainForm},
    {"schema.JSONRPCNotification", On::Notification, {}, &plainForm},
    {"schema.RelatedTaskMetadata", On::Message, {}, &relatedTaskForm},
    {"schema.MissingRequiredClientCapabilityError", On::Error, {},
        &errorOfCode<mcp::kMissingClientCapability>},
    {"schema.UnsupportedProtocolVersionError", On::Error, {},
        &errorOfCode<mcp::kUnsupportedProtocolVersion>},
    {"schema.URLElicitationRequiredError", On::Error, {},
        &errorOfCode<mcp::kUrlElicitationRequired>},
    {"schema.InitializeRequest", On::Request, "initialize", &wholeMessage},
    {"schema.PingRequest", On::Request, "ping", &wholeMessage},
    {"schema.DiscoverRequest", On::Request, "server/discover", &wholeMessage},
    {"schema.ListToolsRequest", On::Request, "tools/list", &wholeMessage},
    {"schema.CallToolRequest", On::Request, "tools/call", &wholeMessage},
    {"schema.ListPromptsRequest", On::Request, "prompts/list", &wholeMessage},
    {"schema.GetPromptRequest", On::Request, "prompts/get", &wholeMessage},
    {"schema.ListResourcesRequest", On::Request, "resources/list", &wholeMessage},
    {"schema.ListResourceTemplatesRequest", On::Request, "resources/templates/list", &wholeMessage},
    {"schema.ReadResourceRequest", On::Request, "resources/read", &wholeMessage},
    {"schema.SubscribeRequest", On::Request, "resources/subscribe", &wholeMessage},
    {"schema.UnsubscribeRequest", On::Request, "resources/unsubscribe", &wholeMessage},
    {"schema.SubscriptionsListenRequest", On::Request, "subscriptions/listen", &wholeMessage},
    {"schema.CompleteRequest", On::Request, "completion/complete", &wholeMessage},
    {"schema.SetLevelRequest", On::Request, "logging/setLevel", &wholeMessage},
    {"schema.CreateMessageRequest", On::Request, "sampling/createMessage", &wholeMessage},
    {"schema.ListRootsRequest", On::Request, "roots/list", &wholeMessage},
    {"schema.ElicitRequest", On::Request, "elicitation/create", &wholeMessage},
    {"schema.GetTaskRequest", On::Request, "tasks/get", &wholeMessage},
    {"schema.GetTaskPayloadRequest", On::Request, "tasks/result", &wholeMessage},
    {"schema.CancelTaskRequest", On::Request, "tasks/cancel", &wholeMessage},
    {"schema.ListTasksRequest", On::Request, "tasks/list", &wholeMessage},
    {"schema.InitializeResult", On::Result, "initialize", &resultOfMethod},
    {"schema.DiscoverResult", On::Result, "server/discover", &resultOfMethod},
    {"schema.ListToolsResult", On::Result, "tools/list", &resultOfMethod},
    {"schema.CallToolResult", On::Result, "tools/call", &resultOfMethod},
    {"schema.ListPromptsResult", On::Result, "prompts/list", &resultOfMethod},
    {"schema.GetPromptResult", On::Result, "prompts/get", &resultOfMethod},
    {"schema.ListResourcesResult", On::Result, "resources/list", &resultOfMethod},
    {"schema.ListResourceTemplatesResult", On::Result, "resources/templates/list", &resultOfMethod},
    {"schema.ReadResourceResult", On::Result, "resources/read", &resultOfMethod},
    {"schema.SubscriptionsListenResult", On::Result, "subscriptions/listen", &resultOfMethod},
    {"schema.CompleteResult", On::Result, "completion/complete", &resultOfMethod},
    {"schema.CreateMessageResult", On::Result, "sampling/createMessage", &resultOfMethod},
    {"schema.ListRootsResult", On::Result, "roots/list", &resultOfMethod},
    {"schema.ElicitResult", On::Result, "elicitation/create", &resultOfMethod},
    {"schema.GetTaskResult", On::Result, "tasks/get", &resultOfMethod},
    {"schema.CancelTaskResult", On::Result, "tasks/cancel", &resultOfMethod},
    {"schema.ListTasksResult", On::Result, "tasks/list", &resultOfMethod},
    {"schema.CancelledNotification", On::Notification, "notifications/cancelled", &wholeMessage},
    {"schema.InitializedNotification", On::Notification, "notifications/initialized",
        &wholeMessage},
    {"schema.ProgressNotification", On::Notification, "notifications/progress", &wholeMessage},
    {"schema.LoggingMessageNotification", On::Notification, "notifications/message", &wholeMessage},
    {"schema.ResourceUpdatedNotification", On::Notification, "notifications/resources/updated",
        &wholeMessage},
    {"schema.ResourceListChangedNotification", On::Notification,
        "notifications/resources/list_changed", &wholeMessage},
    {"schema.ToolListChangedNotification", On::Notification, "notifications/tools/list_changed",
        &wholeMessage},
    {"schema.PromptListChangedNotification", On::Notification, "notifications/prompts/list_changed",
        &wholeMessage},
    {"schema.RootsListChangedNotification", On::Notification, "notifications/roots/list_changed",
        &wholeMessage},
    {"schema.ElicitationCompleteNotification", On::Notification,
        "notifications/elicitation/complete", &wholeMessage},
    {"schema.TaskStatusNotification", On::Notification, "notifications/tasks/status",
        &wholeMessage},
    {"schema.SubscriptionsAcknowledgedNotification", On::Notification,
        "notifications/subscriptions/acknowledged", &wholeMessage},
    {"schema.InputRequiredResult", On::Result, {}, &inputRequired},
    {"schema.CreateTaskResult", On::Result, "tools/call", &taskCreated},
    {"schema.CreateTaskResult", On::Result, "sampling/createMessage", &taskCreated},
    {"schema.CreateTaskResult", On::Result, "elicitation/create", &taskCreated},
};

void plainForm(const Context &context, Report &report)
{
    static const std::unordered_set<std::string_view> own = [] {
        std::unordered_set<std::string_view> methods;
        for (const Rule &rule : kRules)
            methods.insert(rule.method);
        return methods;
    }();
    const std::string_view method = context.message.method;
    if (!method.empty() && own.contains(method))
        return report.notTested();
    checkForm(context, report, context.root());
}

} // namespace

std::span<const Rule> structureRules()
{
    return kRules;
}

} // namespace sonde::findings
