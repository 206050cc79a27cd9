// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/text.h"
#include "findings/rules/base/brokentext.h"
#include "findings/rules/transports/transportstables.h"

#include <algorithm>

namespace sonde::findings {

namespace {

void stdoutMessagesOnly(const Context &context, Report &report)
{
    if (context.connection.isHttp || brokenBy(context) != Broken::Output)
        return report.notTested();
    const auto text = context.message.bytes().view();
    report
        .whole(text.empty() ? Text::tr("The server printed an empty line on stdout.")
                            : Text::tr("The server printed “%1” on stdout, which is not a message.")
                                  .arg(shown(text)))
        .remedy = Text::tr("Write logs to stderr.");
}

void stdinMessagesOnly(const Context &context, Report &report)
{
    if (context.connection.isHttp || brokenBy(context) != Broken::Output)
        return report.notTested();
    report.whole(Text::tr("The client wrote “%1” to stdin, which is not a message.")
                     .arg(shown(context.message.bytes().view())));
}

void oneLinePerMessage(const Context &context, Report &report)
{
    if (context.connection.isHttp || brokenBy(context) != Broken::Lines)
        return report.notTested();
    const auto text = context.message.bytes().view();
    const auto at = context.message.document.error()->offset;
    if (at >= text.size())
        report.whole(Text::tr("The line ends within a JSON text: “%1”.").arg(shown(text))).remedy =
            Text::tr("Write each message on one line, without line breaks inside it.");
    else
        report.whole(
            Text::tr("After a message the line continues with “%1”.").arg(shown(text.substr(at))));
}

void clientNoResponses(const Context &context, Report &report)
{
    if (context.connection.isHttp)
        return report.notTested();
    report.whole(Text::tr("The client sent a response. Servers of this revision send no "
                          "requests, so there is nothing to respond to."));
}

void serverNoRequests(const Context &context, Report &report)
{
    if (context.connection.isHttp)
        return report.notTested();
    report.at(context.root()["method"],
        Text::tr("The server sent the request `%1`. In this revision it asks for input in the "
                 "result of a request.")
            .arg(shown(context.message.method)));
}

// A message of another kind than the forbidden one.
void allowedKind(const Context &context, Report &report)
{
    if (context.connection.isHttp)
        report.notTested();
}

// Sonde closes stdin first, waits, and only then kills the process (wire::ExitReport::sentence()).
// A line with another reason after the signal is about something else.
void exitOnEof(const Context &context, Report &report)
{
    if (context.connection.lastReceived.number == 0)
        return report.notTested(); // it was still starting when it was given up, and reads later
    // A request of its own that got no response keeps many programs alive until its timeout.
    if (context.connection.received.openCount() > 0)
        return report.notTested();
    const auto line = context.message.bytes().view();
    const auto detail = line.substr(std::min(line.size(), line.find('\t') + 1));
    if (detail.starts_with("killed by") && !detail.starts_with("killed by SIGTERM")
        && !detail.starts_with("killed by SIGKILL"))
        return report.notTested(); // it crashed
    for (const std::string_view end : {"killed by SIGTERM", "killed by SIGKILL"}) {
        const auto rest = detail.substr(std::min(detail.size(), end.size()));
        if (detail.starts_with(end) && (rest.empty() || rest.find("left behind") != rest.npos))
            report.whole(Text::tr("The server was still running after its stdin was closed, and "
                                  "was %1.")
                             .arg(shown(end)));
    }
}

constexpr Rule kRules[] = {
    {"stdio.stdout-messages-only", On::Invalid, {}, &stdoutMessagesOnly},
    {"stdio.stdin-messages-only", On::Invalid, {}, &stdinMessagesOnly},
    {"stdio.one-line-per-message", On::Invalid, {}, &oneLinePerMessage},
    {"stdio.client-no-responses", On::Result, {}, &clientNoResponses},
    {"stdio.client-no-responses", On::Error, {}, &clientNoResponses},
    {"stdio.client-no-responses", On::Request, {}, &allowedKind},
    {"stdio.server-no-requests", On::Request, {}, &serverNoRequests},
    {"stdio.server-no-requests", On::Result, {}, &allowedKind},
    {"stdio.exit-on-eof", On::Lifecycle, "process ended", &exitOnEof},
};

} // namespace

std::span<const Rule> stdioRules()
{
    return kRules;
}

} // namespace sonde::findings
