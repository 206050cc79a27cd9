// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/context/clientcapability.h"
#include "findings/rules/client/clienttables.h"
#include "schema/equality.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <string>

// Results that ask for input before they can be complete (2026-07-28 basic/patterns/mrtr).
namespace sonde::findings {

namespace {

constexpr std::string_view kCapabilities = "io.modelcontextprotocol/clientCapabilities";

bool asksForInput(const Context &context)
{
    return context.result()["resultType"].equals("input_required");
}

void allowedMethods(const Context &context, Report &report)
{
    static constexpr std::string_view kAllowed[] = {"tools/call", "prompts/get", "resources/read"};
    if (!context.request || !asksForInput(context))
        return report.notTested();
    if (std::find(std::begin(kAllowed), std::end(kAllowed), context.request->method)
        == std::end(kAllowed))
        report.at(context.result()["resultType"],
            Text::tr("The result of `%1` asks for input; only those of `tools/call`, `prompts/get` "
                     "and `resources/read` may.")
                .arg(shown(context.request->method)));
}

void somethingAsked(const Context &context, Report &report)
{
    if (!asksForInput(context))
        return report.notTested();
    if (!context.result()["inputRequests"] && !context.result()["requestState"])
        report.at(context.result(),
            Text::tr("The result asks for input, but has neither `inputRequests` nor "
                     "`requestState`."));
}

void requestKinds(const Context &context, Report &report)
{
    static constexpr std::string_view kKinds[] = {
        "elicitation/create", "sampling/createMessage", "roots/list"};
    for (const json::Value request : report.untilFull(context.result()["inputRequests"])) {
        const auto method = request["method"];
        const bool isKnown = std::any_of(std::begin(kKinds), std::end(kKinds),
            [&method](std::string_view kind) { return method.equals(kind); });
        if (!isKnown)
            report.at(method ? method : request,
                Text::tr("The input request “%1” has the method %2.")
                    .arg(shown(request.key()), shown(method)));
    }
}

void declaredKindsOnly(const Context &context, Report &report)
{
    const auto declared =
        context.request ? context.request->params()["_meta"][kCapabilities] : json::Value();
    // What a task wants is asked for in the result of any tasks/get.
    if (!declared.isObject() || !asksForInput(context))
        return report.notTested();
    for (const json::Value request : report.untilFull(context.result()["inputRequests"])) {
        const auto missing = missingCapability(
            declared, request["method"].text(), request["params"], context.revision);
        if (!missing.empty())
            report
                .at(request["method"],
                    Text::tr("The input request “%1” needs `%2`, which the request did not "
                             "declare.")
                        .arg(shown(request.key()), shown(missing)))
                .messages.push_back(context.request->number);
    }
}

void withoutEnvelope(const Context &context, Report &report)
{
    for (const json::Value request : report.untilFull(context.result()["inputRequests"])) {
        for (const char *member : {"jsonrpc", "id"}) {
            if (request[member])
                report.at(request[member],
                    Text::tr("The input request “%1” has a `%2`; it is no JSON-RPC message.")
                        .arg(shown(request.key()), QLatin1String(member)));
        }
    }
}

void keysUnique(const Context &context, Report &report)
{
    std::set<std::string> keys;
    for (const json::Value request : report.untilFull(context.result()["inputRequests"])) {
        if (!keys.insert(request.key()).second)
            report.at(request,
                Text::tr("`inputRequests` has the key “%1” twice.").arg(shown(request.key())));
    }
}

void noHints(const Context &context, Report &report)
{
    if (!asksForInput(context))
        return report.notTested();
    for (const char *hint : {"ttlMs", "cacheScope"}) {
        if (const auto value = context.result()[hint])
            report.at(value,
                Text::tr(
                    "The result asks for input, but has `%1`; such a result must not be cached.")
                    .arg(QLatin1String(hint)));
    }
}

// ---- the request that brings the input

const InputAsked *continuedBy(const Context &context)
{
    const auto params = context.params();
    return params["inputResponses"] || params["requestState"]
        ? context.connection.inputs.continuedBy(context.message.method, params)
        : nullptr;
}

void newId(const Context &context, Report &report)
{
    const InputAsked *asked = continuedBy(context);
    if (!asked)
        return report.notTested();
    if (asked->id == context.message.id)
        report
            .at(context.root()["id"],
                Text::tr("The request with the input has the id %1 of the first request.")
                    .arg(shown(context.message.id)))
            .messages.push_back(asked->request);
}

void stateEchoed(const Context &context, Report &report)
{
    const InputAsked *asked = continuedBy(context);
    if (!asked || asked->state.empty())
        return report.notTested();
    const auto state = context.params()["requestState"];
    if (state.raw() == asked->state)
        return;
    report
        .at(state ? state : context.params(),
            state ? Text::tr("`requestState` differs from that of the result.")
                  : Text::tr("`requestState` of the result is missing."))
        .messages.push_back(asked->result);
}

void noInventedState(const Context &context, Report &report)
{
    const InputAsked *asked = continuedBy(context);
    if (!asked || !asked->state.empty())
        return report.notTested();
    if (const auto state = context.params()["requestState"])
        report
            .at(state,
                Text::tr("The result has no `requestState`, but the request with the input "
                         "has one."))
            .messages.push_back(asked->result);
}

void inputsFirst(const Context &context, Report &report)
{
    const InputAsked *asked = continuedBy(context);
    if (!asked || asked->keys.empty())
        return report.notTested();
    const auto responses = context.params()["inputResponses"];
    for (const std::string &key : asked->keys) {
        if (!responses[key])
            report
                .at(responses ? responses : context.params(),
                    Text::tr("The response to the input request “%1” is missing.").arg(shown(key)))
                .messages.push_back(asked->result);
    }
}

bool isSameSubject(const Context &context, const InputAsked &asked)
{
    return asked.method == context.message.method.view()
        && asked.subject == subjectOf(context.params());
}

void isolated(const Context &context, Report &report)
{
    const InputAsked *asked = continuedBy(context);
    if (!asked)
        return report.notTested();
    if (!isSameSubject(context, *asked))
        report
            .at(context.params()["requestState"],
                Text::tr("This state belongs to another request, `%1` of %2.")
                    .arg(shown(asked->method), shown(asked->subject)))
            .messages.push_back(asked->request);
}

void sameRequest(const Context &context, Report &report)
{
    const InputAsked *asked = continuedBy(context);
    if (!asked || !isSameSubject(context, *asked))
        return report.notTested();
    const auto arguments = context.params()["arguments"];
    const auto before = json::Document::parse(asked->arguments);
    const bool isSame = asked->arguments.empty()
        ? !arguments
        : arguments.raw() == asked->arguments || schema::equal(before.root(), arguments);
    if (!isSame)
        report
            .at(arguments ? arguments : context.params(),
                Text::tr("The request with the input has other arguments than the first one."))
            .messages.push_back(asked->request);
}

// ---- how the server takes it

// What the request of this response goes on with; null: it brings no input.
const InputAsked *continuedByRequest(const Context &context)
{
    if (!context.request || !context.request->params()["inputResponses"].isObject())
        return nullptr;
    return context.connection.inputs.continuedBy(
        context.request->method, context.request->params());
}

bool hasAll(const InputAsked &asked, const json::Value &responses)
{
    return std::all_of(asked.keys.begin(), asked.keys.end(),
        [&responses](const std::string &key) { return responses[key].exists(); });
}

void missingAskedAgain(const Context &context, Report &report)
{
    const InputAsked *asked = continuedByRequest(context);
    if (!asked || hasAll(*asked, context.request->params()["inputResponses"]))
        return report.notTested();
    if (context.error())
        report.at(context.error(),
            Text::tr("A response to an input request was missing, and the server gives an error "
                     "instead of asking for it again."));
}

// A person who declined may be asked again.
bool isDeclined(const json::Value &response)
{
    return response["action"] && !response["action"].equals("accept");
}

void completes(const Context &context, Report &report)
{
    const InputAsked *asked = continuedByRequest(context);
    if (!asked || asked->keys.empty())
        return report.notTested();
    const auto responses = context.request->params()["inputResponses"];
    if (std::any_of(responses.begin(), responses.end(), &isDeclined))
        return report.notTested();
    std::set<std::string> again;
    for (const json::Value request : context.result()["inputRequests"])
        again.insert(request.key());
    if (hasAll(*asked, responses) && again == asked->keys)
        report
            .at(context.result()["inputRequests"],
                Text::tr("The server asks for the same input again, although all of it came."))
            .messages.push_back(asked->result);
}

void protocolErrors(const Context &context, Report &report)
{
    const auto responses =
        context.request ? context.request->params()["inputResponses"] : json::Value();
    if (!responses || responses.isObject())
        return report.notTested();
    if (context.result())
        report
            .at(context.result(),
                Text::tr("`inputResponses` was %1, not an object, and the server gives a result.")
                    .arg(shown(responses)))
            .messages.push_back(context.request->number);
}

constexpr std::string_view kRequests = "result/inputRequests/";

constexpr Rule kRules[] = {
    {"mrtr.allowed-methods", On::Result, {}, &allowedMethods},
    {"mrtr.something-asked", On::Result, {}, &somethingAsked},
    {"mrtr.request-kinds", On::Result, {}, &requestKinds, kRequests},
    {"mrtr.declared-kinds-only", On::Result, {}, &declaredKindsOnly, kRequests},
    {"mrtr.request-without-envelope", On::Result, {}, &withoutEnvelope, kRequests},
    {"mrtr.keys-unique", On::Result, {}, &keysUnique, kRequests},
    {"caching.no-hints-on-input-required", On::Result, {}, &noHints},
    {"mrtr.new-id", On::Request, {}, &newId},
    {"mrtr.state-echoed", On::Request, {}, &stateEchoed},
    {"mrtr.no-invented-state", On::Request, {}, &noInventedState},
    {"mrtr.inputs-first", On::Request, {}, &inputsFirst},
    {"mrtr.isolated", On::Request, {}, &isolated, "params/requestState"},
    {"mrtr.same-request", On::Request, {}, &sameRequest},
    {"mrtr.missing-asked-again", On::Error, {}, &missingAskedAgain},
    {"mrtr.missing-asked-again", On::Result, {}, &missingAskedAgain},
    {"mrtr.completes", On::Result, {}, &completes},
    {"mrtr.protocol-errors", On::Result, {}, &protocolErrors},
    {"mrtr.protocol-errors", On::Error, {}, &protocolErrors},
};

} // namespace

std::span<const Rule> interimRules()
{
    return kRules;
}

} // namespace sonde::findings
