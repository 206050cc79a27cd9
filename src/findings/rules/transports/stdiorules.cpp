// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/base/brokentext.h"
#include "findings/rules/transports/transportstables.h"
#include "rpc/endreport.h"

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

// Sonde closes stdin first, waits, and only then kills the process. One that was killed for another
// reason is about something else.
void exitOnEof(const Context &context, Report &report)
{
    if (context.connection.lastReceived.number == 0)
        return report.notTested(); // it was still starting when it was given up, and reads later
    // A request of its own that got no response keeps many programs alive until its timeout.
    if (context.connection.received.openCount() > 0)
        return report.notTested();
    const auto end = rpc::EndReport::inLine(context.message.bytes().view());
    if (!end || end->signal.isEmpty())
        return;
    if (end->signal != u"SIGTERM" && end->signal != u"SIGKILL")
        return report.notTested(); // it crashed
    if (end->cause != rpc::EndReport::Cause::None)
        return;
    rpc::EndReport killed;
    killed.signal = end->signal;
    report.whole(Text::tr("The server was still running after its stdin was closed, and was %1.")
                     .arg(killed.sentence()));
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
