// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/message/messagetables.h"
#include "mcp/message/errorresponse.h"
#include "mcp/message/revision.h"
#include "json/decimal.h"

#include <algorithm>

namespace sonde::findings {

namespace {

constexpr int kOldNotFound = -32002; // of a resource; up to 2025-11-25

void resultTypePresent(const Context &context, Report &report)
{
    const auto result = context.result();
    if (!result.isObject() || context.mayBeOfOlderEra())
        return report.notTested();
    if (!result["resultType"])
        report.at(result, Text::tr("The result has no `resultType`.")).remedy =
            Text::tr("Add \"resultType\":\"complete\".");
}

void cachingHints(const Context &context, Report &report)
{
    const auto result = context.result();
    const auto type = result["resultType"];
    if (!result.isObject() || (type && !type.equals("complete")) || context.mayBeOfOlderEra())
        return report.notTested();
    for (const char *name : {"ttlMs", "cacheScope"}) {
        if (!result[name])
            report.at(result,
                Text::tr("The result of `%1` has no `%2`.")
                    .arg(shown(context.request ? std::string_view(context.request->method)
                                               : std::string_view()),
                        QLatin1String(name)));
    }
}

bool isCount(const json::Value &value)
{
    return value.isNumber() && json::Decimal(value.raw()).isInteger()
        && !value.raw().starts_with('-');
}

void ttlNotNegative(const Context &context, Report &report)
{
    const auto ttl = context.result()["ttlMs"];
    // A task of the extension is kept for that long, or for ever.
    if (context.result()["taskId"])
        return report.notTested();
    if (!isCount(ttl))
        report.at(ttl, Text::tr("`ttlMs` is %1, not an integer of at least 0.").arg(shown(ttl)));
}

void scopeValues(const Context &context, Report &report)
{
    const auto scope = context.result()["cacheScope"];
    if (!scope.equals("public") && !scope.equals("private"))
        report.at(
            scope, Text::tr("`cacheScope` is %1, neither public nor private.").arg(shown(scope)));
}

void resultTypeKnown(const Context &context, Report &report)
{
    const auto type = context.result()["resultType"];
    const bool hasExtensions =
        context.own()["extensions"].count() > 0 && context.peer()["extensions"].count() > 0;
    if (hasExtensions)
        return report.notTested();
    if (!type.equals("complete") && !type.equals("input_required"))
        report.at(type,
            Text::tr("`resultType` is %1, neither complete nor input_required.").arg(shown(type)));
}

void retiredCodes(const Context &context, Report &report)
{
    const int code = context.message.errorCode();
    if (code != kOldNotFound && code != mcp::kUrlElicitationRequired)
        return;
    Finding &found = report.at(context.error()["code"],
        Text::tr("The error code %1 belongs to earlier revisions.").arg(code));
    found.remedy = code == kOldNotFound
        ? Text::tr("Respond with -32602 when a resource is not found.")
        : Text::tr("Ask for the input in a result with the `resultType` input_required.");
}

void reservedCodes(const Context &context, Report &report)
{
    const int code = context.message.errorCode();
    if (code >= -32099 && code <= -32023 && code != -32042)
        report
            .at(context.error()["code"],
                Text::tr("The specification reserves the error code %1.").arg(code))
            .remedy = Text::tr("Use a code outside the range from -32768 to -32000.");
}

void listsServedVersion(const Context &context, Report &report)
{
    const auto versions = context.result()["supportedVersions"];
    const auto own = revisionName(context.revision);
    if (!versions.isArray())
        return report.notTested();
    if (std::none_of(versions.begin(), versions.end(),
            [own](const json::Value &each) { return each.equals(own); }))
        report.at(versions,
            Text::tr("`supportedVersions` does not contain %1, in which the server "
                     "responds.")
                .arg(shown(own)));
}

std::string requestedVersion(const Context &context)
{
    return context.request ? context.request->params()["_meta"][mcp::kProtocolVersionMeta].text()
                           : std::string();
}

void unsupportedVersion(const Context &context, Report &report)
{
    if (!isInventedRevision(requestedVersion(context)))
        return report.notTested();
    const auto error = context.error();
    if (context.result())
        report.at(context.result(),
            Text::tr("A request in the invented revision %1 gets a result, not the error -32022.")
                .arg(shown(requestedVersion(context))));
    else if (context.message.errorCode() != mcp::kUnsupportedProtocolVersion)
        report.at(error["code"],
            Text::tr("A request in an unknown revision gives the error %1, not -32022.")
                .arg(shown(error["code"])));
    else if (!error["data"]["supported"].isArray())
        report.at(error, Text::tr("The error -32022 has no `data.supported`."));
}

// A server of both eras may take the request for one of an older client: refuse it as such, or
// respond to it.
void missingMeta(const Context &context, Report &report)
{
    const bool isMissing = context.request && !context.request->text.isEmpty()
        && !context.request->params()["_meta"][mcp::kProtocolVersionMeta];
    if (!isMissing || context.connection.supported.hasBefore(kFirstModern))
        return report.notTested();
    report.at(context.result(),
        Text::tr("A request without `%1` in `_meta` gets a result.")
            .arg(shown(mcp::kProtocolVersionMeta)));
}

void missingMetaRefused(const Context &context, Report &report)
{
    if (!context.request || context.request->text.isEmpty()
        || context.request->params()["_meta"][mcp::kProtocolVersionMeta])
        report.notTested();
}

constexpr Rule kRules[] = {
    {"caching.ttl-not-negative", On::Result, {}, &ttlNotNegative, "result/ttlMs"},
    {"caching.scope-values", On::Result, {}, &scopeValues, "result/cacheScope"},
    {"result.result-type-known", On::Result, {}, &resultTypeKnown, "result/resultType"},
    {"errors.retired-codes", On::Error, {}, &retiredCodes},
    {"errors.reserved-range", On::Error, {}, &reservedCodes},
    {"discover.lists-served-version", On::Result, "server/discover", &listsServedVersion,
        "result/supportedVersions"},
    {"version.unsupported-error", On::Result, {}, &unsupportedVersion},
    {"version.unsupported-error", On::Error, {}, &unsupportedVersion},
    {"meta.missing-fields-rejected", On::Result, {}, &missingMeta},
    {"meta.missing-fields-rejected", On::Error, {}, &missingMetaRefused},
    {"result.result-type-present", On::Result, {}, &resultTypePresent},
    {"caching.hints-present", On::Result, "server/discover", &cachingHints, "result"},
    {"caching.hints-present", On::Result, "tools/list", &cachingHints, "result"},
    {"caching.hints-present", On::Result, "prompts/list", &cachingHints, "result"},
    {"caching.hints-present", On::Result, "resources/list", &cachingHints, "result"},
    {"caching.hints-present", On::Result, "resources/templates/list", &cachingHints, "result"},
    {"caching.hints-present", On::Result, "resources/read", &cachingHints, "result"},
};

} // namespace

std::span<const Rule> modernRules()
{
    return kRules;
}

} // namespace sonde::findings
