// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/client/clienttables.h"
#include "mcp/message/errorresponse.h"
#include "schema/format.h"
#include "schema/validator.h"

#include <QUrl>
#include <QUrlQuery>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

// What a server asks for by form and by URL, and what comes back
// (2025-11-25 client/elicitation#elicitation-requests).
namespace sonde::findings {

namespace {

// An elicitation that a message asks for: its own, one in a result that wants input, or one in the
// error -32042.
struct Asked {
    json::Value params;
    bool isForUrl = false;
};

std::vector<Asked> elicitationsOf(const Context &context)
{
    std::vector<Asked> found;
    const auto add = [&found](const json::Value &params) {
        if (params.isObject())
            found.push_back({params, params["mode"].equals("url")});
    };
    if (context.message.method == "elicitation/create")
        add(context.params());
    for (const json::Value request : context.result()["inputRequests"]) {
        if (request["method"].equals("elicitation/create"))
            add(request["params"]);
    }
    for (const json::Value each : context.error()["data"]["elicitations"])
        add(each);
    return found;
}

template <typename Check>
void forEach(const Context &context, Report &report, bool isForUrl, Check check)
{
    bool isThere = false;
    for (const Asked &asked : elicitationsOf(context)) {
        if (asked.isForUrl == isForUrl) {
            isThere = true;
            check(asked.params);
        }
    }
    if (!isThere)
        report.notTested();
}

void requestFields(const Context &context, Report &report)
{
    const auto asked = elicitationsOf(context);
    if (asked.empty())
        return report.notTested();
    for (const Asked &each : asked) {
        if (!each.params["message"].isString())
            report.missing(each.params, "message", Text::tr("The elicitation has no `message`."));
        if (each.isForUrl && !each.params["url"].isString())
            report.missing(each.params, "url", Text::tr("The elicitation by URL has no `url`."));
        if (!each.isForUrl && !each.params["requestedSchema"].isObject())
            report.missing(each.params, "requestedSchema",
                Text::tr("The elicitation by form has no `requestedSchema`."));
    }
}

// ---- by URL

QUrl urlOf(const json::Value &params)
{
    return QUrl(params["url"].toString(), QUrl::StrictMode);
}

void urlValid(const Context &context, Report &report)
{
    forEach(context, report, true, [&report](const json::Value &params) {
        const QUrl url = urlOf(params);
        if (params["url"] && (!url.isValid() || url.isRelative() || url.host().isEmpty()))
            report.at(params["url"],
                Text::tr("The elicitation's `url` is %1, not a whole URL.")
                    .arg(shown(params["url"])));
    });
}

bool isLocal(const QString &host)
{
    return host == u"localhost" || host == u"::1" || host.startsWith(QLatin1String("127."))
        || host.endsWith(QLatin1String(".localhost"));
}

void urlHttps(const Context &context, Report &report)
{
    forEach(context, report, true, [&report](const json::Value &params) {
        const QUrl url = urlOf(params);
        if (url.scheme() == u"http" && !isLocal(url.host()))
            report.at(params["url"],
                Text::tr("The elicitation's `url` is not https: %1.").arg(shown(params["url"])));
    });
}

// What is in the query is often recorded by proxies and servers.
void urlNoUserData(const Context &context, Report &report)
{
    forEach(context, report, true, [&report](const json::Value &params) {
        const QUrl url = urlOf(params);
        if (!url.userInfo().isEmpty()) {
            report.at(params["url"], Text::tr("The elicitation's `url` has a user name in it."));
            return;
        }
        for (const auto &[name, value] : QUrlQuery(url).queryItems(QUrl::FullyDecoded)) {
            if (isSecretPlace(u'/' + name) || schema::isEmail(value.toStdString()))
                report.at(params["url"],
                    Text::tr("The elicitation's `url` has “%1” in its query, which looks like a "
                             "secret or like data about the user.")
                        .arg(shown(name.toStdString())));
        }
    });
}

// 2025-11-25: the error says which URLs must be visited.
void requiredErrorUse(const Context &context, Report &report)
{
    if (context.message.errorCode() != mcp::kUrlElicitationRequired)
        return report.notTested();
    const auto list = context.error()["data"]["elicitations"];
    if (list.count() == 0)
        report.at(list ? list : context.error(),
            Text::tr("The error %1 lists no elicitation in `data.elicitations`.")
                .arg(mcp::kUrlElicitationRequired));
}

void requiredErrorList(const Context &context, Report &report)
{
    const auto list = context.error()["data"]["elicitations"];
    if (context.message.errorCode() != mcp::kUrlElicitationRequired || list.count() == 0)
        return report.notTested();
    for (const json::Value each : list) {
        if (!each["mode"])
            report.missing(each, "mode",
                Text::tr("An elicitation of the error %1 has no `mode`; it must be url.")
                    .arg(mcp::kUrlElicitationRequired));
        else if (!each["mode"].equals("url"))
            report.at(each["mode"],
                Text::tr("An elicitation of the error %1 has the mode %2, not url.")
                    .arg(QString::number(mcp::kUrlElicitationRequired), shown(each["mode"])));
        else if (!each["elicitationId"].isString())
            report.missing(each, "elicitationId",
                Text::tr("An elicitation of the error %1 has no `elicitationId`.")
                    .arg(mcp::kUrlElicitationRequired));
    }
}

void idUnique(const Context &context, Report &report)
{
    bool isThere = false;
    for (const Asked &asked : elicitationsOf(context)) {
        const auto id = asked.params["elicitationId"];
        isThere = isThere || id.isString();
        if (!id.isString())
            continue;
        const auto known = context.connection.elicitations.find(id.text());
        if (known != context.connection.elicitations.end())
            report.at(id, Text::tr("An earlier elicitation has the id %1, too.").arg(shown(id)))
                .messages.push_back(known->second);
    }
    if (!isThere)
        report.notTested();
}

void completeToOriginator(const Context &context, Report &report)
{
    const auto id = context.params()["elicitationId"];
    const auto &known = context.connection.elicitations;
    // Without any the recording may have begun later.
    if (known.empty() || known.size() >= Connection::kMaxElicitations
        || context.connection.received.hasMissed())
        return report.notTested();
    if (!known.contains(id.text()))
        report.at(id, Text::tr("No elicitation of this connection has the id %1.").arg(shown(id)));
}

// ---- by form

void noLinksInForm(const Context &context, Report &report)
{
    const auto look = [&report](const json::Value &text) {
        const std::string words = text.text();
        if (words.find("https://") != std::string::npos
            || words.find("http://") != std::string::npos)
            report
                .at(text, Text::tr("The text of a form has an address in it: %1.").arg(shown(text)))
                .remedy = Text::tr("Ask by the mode url, which shows the person where they go.");
    };
    forEach(context, report, false, [&look, &report](const json::Value &params) {
        look(params["message"]);
        for (const json::Value property :
            report.untilFull(params["requestedSchema"]["properties"])) {
            look(property["title"]);
            look(property["description"]);
        }
    });
}

void noSecretsByForm(const Context &context, Report &report)
{
    forEach(context, report, false, [&report](const json::Value &params) {
        for (const json::Value property :
            report.untilFull(params["requestedSchema"]["properties"])) {
            if (isSecretPlace(u'/' + QString::fromStdString(property.key())))
                report
                    .at(property,
                        Text::tr("The form asks for “%1”, which looks like a secret.")
                            .arg(shown(property.key())))
                    .remedy =
                    Text::tr("Ask by the mode url: what is typed there does not pass the client.");
        }
    });
}

bool fitsItself(const json::Value &property)
{
    const auto made = schema::Validator::make(std::make_shared<const json::Document>(
        json::Document::parse(Bytes::copyOf(property.raw()))));
    return !made || made->validate(property["default"]).errors.empty();
}

void requiredKnown(const Context &context, Report &report)
{
    forEach(context, report, false, [&report](const json::Value &params) {
        const auto schema = params["requestedSchema"];
        for (const json::Value name : report.untilFull(schema["required"])) {
            if (!schema["properties"][name.text()])
                report.at(name,
                    Text::tr("The form requires %1, which is none of its properties.")
                        .arg(shown(name)));
        }
        for (const json::Value property : schema["properties"]) {
            if (property["default"] && !fitsItself(property))
                report.at(property["default"],
                    Text::tr("The default of “%1” does not fit its own schema: %2.")
                        .arg(shown(property.key()), shown(property["default"])));
        }
    });
}

// ---- what comes back

void contentOnlyWithAccept(const Context &context, Report &report)
{
    const auto result = context.result();
    const bool isForUrl = context.request && context.request->params()["mode"].equals("url");
    if (isForUrl || !result["action"])
        return report.notTested();
    if (!result["action"].equals("accept") && result["content"])
        report.at(result["content"],
            Text::tr("The result has a `content`, although the action is %1.")
                .arg(shown(result["action"])));
    else if (result["action"].equals("accept") && !result["content"])
        report.missing(
            result, "content", Text::tr("The form was accepted, but the result has no `content`."));
}

void urlAcceptWithoutContent(const Context &context, Report &report)
{
    if (!context.request || !context.request->params()["mode"].equals("url"))
        return report.notTested();
    if (const auto content = context.result()["content"])
        report.at(content,
            Text::tr(
                "The result of an elicitation by URL has a `content`; nothing was filled in."));
}

constexpr std::string_view kCreate = "elicitation/create";
constexpr std::string_view kRequests = "result/inputRequests/";
constexpr std::string_view kListed = "error/data/elicitations/";

constexpr Rule kRules[] = {
    {"elicitation.request-fields", On::Request, kCreate, &requestFields},
    {"elicitation.request-fields", On::Result, {}, &requestFields, kRequests},
    {"elicitation.url-valid", On::Request, kCreate, &urlValid},
    {"elicitation.url-valid", On::Result, {}, &urlValid, kRequests},
    {"elicitation.url-valid", On::Error, {}, &urlValid, kListed},
    {"elicitation.url-https", On::Request, kCreate, &urlHttps},
    {"elicitation.url-https", On::Result, {}, &urlHttps, kRequests},
    {"elicitation.url-https", On::Error, {}, &urlHttps, kListed},
    {"elicitation.url-no-user-data", On::Request, kCreate, &urlNoUserData},
    {"elicitation.url-no-user-data", On::Result, {}, &urlNoUserData, kRequests},
    {"elicitation.url-no-user-data", On::Error, {}, &urlNoUserData, kListed},
    {"elicitation.required-error-use", On::Error, {}, &requiredErrorUse},
    {"elicitation.required-error-list", On::Error, {}, &requiredErrorList},
    {"elicitation.id-unique", On::Request, kCreate, &idUnique},
    {"elicitation.id-unique", On::Error, {}, &idUnique, kListed},
    {"elicitation.complete-to-originator", On::Notification, "notifications/elicitation/complete",
        &completeToOriginator},
    {"elicitation.no-links-in-form", On::Request, kCreate, &noLinksInForm},
    {"elicitation.no-links-in-form", On::Result, {}, &noLinksInForm, kRequests},
    {"elicitation.no-secrets-by-form", On::Request, kCreate, &noSecretsByForm},
    {"elicitation.no-secrets-by-form", On::Result, {}, &noSecretsByForm, kRequests},
    {"elicitation.schema-required-known", On::Request, kCreate, &requiredKnown},
    {"elicitation.schema-required-known", On::Result, {}, &requiredKnown, kRequests},
    {"elicitation.content-only-with-accept", On::Result, kCreate, &contentOnlyWithAccept},
    {"elicitation.url-accept-without-content", On::Result, kCreate, &urlAcceptWithoutContent},
};

} // namespace

std::span<const Rule> elicitationModeRules()
{
    return kRules;
}

} // namespace sonde::findings
