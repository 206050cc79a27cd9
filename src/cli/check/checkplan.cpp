// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/check/checkplan.h"

#include "base/formatting.h"
#include "check/checkwalk.h"
#include "cli/options/options.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "setup/clientconfig.h"

#include <QStringList>

namespace sonde::cli {

namespace {

QString callsOf(const CheckOptions &check)
{
    QStringList names;
    for (const check::CheckedCall &call : check.calls)
        names << harmlessLine(call.tool);
    if (check.callReadOnly)
        names << Text::tr("every tool with readOnlyHint and without required arguments");
    return names.isEmpty() ? Text::tr("no tool is called (see --call and --call-read-only)")
                           : Text::tr("tools that are called: %1").arg(listText(names));
}

} // namespace

QString checkPlan(const Options &options)
{
    const bool isHttp = setup::endpointOf(options.server).hasExchanges();
    const QString name = options.server.target();
    QStringList lines{options.check.allRevisions
            ? Text::tr("Checking %1 in every revision that it speaks:").arg(harmlessLine(name))
            : Text::tr("Checking %1:").arg(harmlessLine(name))};
    const auto item = [&lines](const QString &text) { lines << QStringLiteral("  - ") + text; };
    item(Text::tr(
        "every page of the lists of tools, prompts, resources, resource templates and skills"));
    item(Text::tr("up to %1 listed resources and %1 skills are read, up to %1 prompts without "
                  "required arguments are got, one argument of each kind is completed")
             .arg(check::CheckWalk::kMaxItems));
    item(Text::tr("ping, the log level “info”, an unknown notification"));
    item(Text::tr("requests that the server must refuse: an unknown method, tool, prompt, "
                  "resource, cursor, log level and revision; missing parameters"));
    item(Text::tr("a cancelled request, a string and a large number as ids, an id twice, %1 "
                  "requests at once")
             .arg(check::CheckWalk::kParallel));
    item(
        Text::tr("a subscription to one listed resource, or to changes of the tools, which ends at "
                 "once; the list of tasks, and an unknown task"));
    item(isHttp ? Text::tr("a text that is no JSON, and a batch in revision 2025-03-26")
                : Text::tr("a text that is no JSON, a message without a method, and a batch in "
                           "revision 2025-03-26"));
    if (isHttp)
        item(Text::tr("HTTP requests with a missing and a wrong session id, revision, Accept, "
                      "Content-Type and Origin; GET, also to resume a stream; DELETE of a session "
                      "of its own"));
    item(callsOf(options.check));
    return lines.join(u'\n') + u'\n';
}

} // namespace sonde::cli
