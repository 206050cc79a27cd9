// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/text.h"
#include "findings/rules/ruletables.h"

namespace sonde::findings {

namespace {

void resultTypePresent(const Context &context, Report &report)
{
    const auto result = context.result();
    if (result.isObject() && !result["resultType"])
        report.at(result, Text::tr("The result has no `resultType`.")).remedy =
            Text::tr("Add \"resultType\":\"complete\".");
}

void cachingHints(const Context &context, Report &report)
{
    const auto result = context.result();
    const auto type = result["resultType"];
    if (!result.isObject() || (type && !type.equals("complete")))
        return;
    for (const char *name : {"ttlMs", "cacheScope"}) {
        if (!result[name])
            report.at(result,
                Text::tr("The result of `%1` has no `%2`.")
                    .arg(shown(context.request ? std::string_view(context.request->method)
                                               : std::string_view()),
                        QLatin1String(name)));
    }
}

constexpr Rule kModernRules[] = {
    {"result.result-type-present", On::Result, {}, &resultTypePresent},
    {"caching.hints-present", On::Result, "server/discover", &cachingHints},
    {"caching.hints-present", On::Result, "tools/list", &cachingHints},
    {"caching.hints-present", On::Result, "prompts/list", &cachingHints},
    {"caching.hints-present", On::Result, "resources/list", &cachingHints},
    {"caching.hints-present", On::Result, "resources/templates/list", &cachingHints},
    {"caching.hints-present", On::Result, "resources/read", &cachingHints},
};

} // namespace

std::span<const Rule> modernRules()
{
    return kModernRules;
}

} // namespace sonde::findings
