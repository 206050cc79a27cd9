// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/findingstr.h"
#include "findings/rules/flow/flowtables.h"
#include "rpc/lifecycle.h"

namespace sonde::findings {

namespace {

// The requests that open a connection are not cancelled: the connection ends with them.
bool opensConnection(const SeenRequest &request)
{
    return request.method == "initialize" || request.method == "server/discover";
}

void timeoutCancels(const Context &context, Report &report)
{
    const auto line = context.message.bytes().view();
    const auto id = rpc::lifecycle::timedOutId(line);
    const SeenRequest *request = context.connection.sent.open(id);
    if (!request || opensConnection(*request))
        return report.notTested();
    if (rpc::lifecycle::isCancelled(line) || request->cancelled != 0)
        return;
    Finding &found = report.whole(
        Text::tr("The request `%1` with the id %2 got no response within the limit, but it was not "
                 "cancelled.")
            .arg(shown(request->method), shown(id)));
    found.messages.insert(found.messages.begin(), request->number);
    found.about = request->about;
    found.party = Party::Client;
}

constexpr Rule kRules[] = {
    {"timeout.cancels", On::Lifecycle, rpc::lifecycle::kRequestTimedOut, &timeoutCancels},
};

} // namespace

std::span<const Rule> timeoutRules()
{
    return kRules;
}

} // namespace sonde::findings
