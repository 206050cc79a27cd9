// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/client/clienttables.h"
#include "findings/rules/client/samplingmessages.h"

// The messages that a server asks a model to go on with (2025-11-25 client/sampling).
namespace sonde::findings {

namespace {

void priorities(const Context &context, Report &report)
{
    bool isThere = false;
    for (const json::Value &params : samplingsOf(context)) {
        for (const char *name : {"costPriority", "speedPriority", "intelligencePriority"}) {
            const auto value = params["modelPreferences"][name];
            const auto number = value.toDouble();
            isThere = isThere || value;
            if (value && (!number || *number < 0 || *number > 1))
                report.at(value,
                    Text::tr("`%1` is %2, not a number from 0 to 1.")
                        .arg(QLatin1String(name), shown(value)));
        }
    }
    if (!isThere)
        report.notTested();
}

void roleAndContent(const Context &context, Report &report)
{
    forEachSamplingMessage(context, report, [&report](const json::Value &message) {
        const auto role = message["role"];
        if (!role.equals("user") && !role.equals("assistant"))
            report.at(role ? role : message,
                Text::tr("The role of the message is %1, neither user nor assistant.")
                    .arg(shown(role)));
        if (!message["content"])
            report.missing(message, "content", Text::tr("The message has no `content`."));
    });
}

void resultRole(const Context &context, Report &report)
{
    const auto role = context.result()["role"];
    if (!context.result().isObject())
        return report.notTested();
    if (!role.equals("user") && !role.equals("assistant"))
        report.at(role ? role : context.result(),
            Text::tr("The role of the message is %1, neither user nor assistant.")
                .arg(shown(role)));
    if (!context.result()["content"])
        report.missing(context.result(), "content", Text::tr("The message has no `content`."));
}

// 2025-11-25 client/sampling#error-handling.
void userRejection(const Context &context, Report &report)
{
    const QString message = context.error()["message"].toString();
    const bool isOfUser = message.contains(u"user", Qt::CaseInsensitive)
        && (message.contains(u"reject", Qt::CaseInsensitive)
            || message.contains(u"declin", Qt::CaseInsensitive)
            || message.contains(u"denied", Qt::CaseInsensitive));
    if (!isOfUser)
        return report.notTested();
    if (context.message.errorCode() != -1)
        report
            .at(context.error()["code"],
                Text::tr("The user's refusal has the error code %1, not -1.")
                    .arg(shown(context.error()["code"])))
            .instead = {{}, "-1"};
}

constexpr std::string_view kCreate = "sampling/createMessage";
constexpr std::string_view kRequests = "result/inputRequests/";

constexpr Rule kRules[] = {
    {"sampling.priorities-range", On::Request, kCreate, &priorities},
    {"sampling.priorities-range", On::Result, {}, &priorities, kRequests},
    {"sampling.role-and-content", On::Request, kCreate, &roleAndContent},
    {"sampling.role-and-content", On::Result, {}, &roleAndContent, kRequests},
    {"sampling.role-and-content", On::Result, kCreate, &resultRole},
    {"sampling.user-rejection", On::Error, kCreate, &userRejection},
};

} // namespace

std::span<const Rule> samplingRules()
{
    return kRules;
}

} // namespace sonde::findings
