// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/exerciseaction.h"

#include "findings/engine/dispatch.h"
#include "models/signs/modeltext.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace sonde::models {

using findings::BoundRule;
using findings::On;
using findings::Party;
using findings::Requirement;

namespace {

// Requests that a server sends.
constexpr std::array<std::string_view, 3> kOfServer{
    "sampling/createMessage", "elicitation/create", "roots/list"};

QString textOf(std::string_view text)
{
    return QString::fromLatin1(text.data(), qsizetype(text.size()));
}

QString actionOfMethod(const BoundRule &bound)
{
    const QString method = textOf(bound.rule->method);
    const bool isNotification = bound.rule->on == On::Notification;
    const bool isOfServer = isNotification
        ? bound.requirement->party != Party::Client
        : std::find(kOfServer.begin(), kOfServer.end(), bound.rule->method) != kOfServer.end();
    if (isOfServer)
        return Text::tr("Let the server send %1").arg(method);
    return bound.rule->on == On::Error ? Text::tr("Send %1 that the server refuses").arg(method)
                                       : Text::tr("Send %1").arg(method);
}

QString actionOfKind(On on)
{
    switch (on) {
    case On::Request:
        return Text::tr("Send a request");
    case On::Result:
        return Text::tr("Get a result");
    case On::Error:
        return Text::tr("Get an error");
    case On::Notification:
        return Text::tr("Send or get a notification");
    case On::Exchange:
        return Text::tr("Connect over HTTP");
    case On::Metadata:
    case On::Registration:
    case On::Authorization:
    case On::Redirect:
    case On::Token:
        return Text::tr("Authorize over HTTP");
    case On::Lifecycle:
        return Text::tr("End the connection");
    case On::Invalid:
    case On::Message:
        break;
    }
    return Text::tr("Send or get a message");
}

QString actionOf(const BoundRule &bound)
{
    const findings::Rule &rule = *bound.rule;
    const bool isOfMethod = !rule.method.empty() && rule.on != On::Lifecycle;
    const QString action = isOfMethod ? actionOfMethod(bound) : actionOfKind(rule.on);
    std::string_view needs = rule.needs;
    if (needs.ends_with('/'))
        needs.remove_suffix(1);
    return needs.empty() ? action
                         : Text::tr("%1, with `%2`", "action, member of a message")
                               .arg(action, textOf(needs.substr(needs.rfind('/') + 1)));
}

} // namespace

QString exerciseAction(const Requirement &requirement)
{
    // The first row is the one that its author thought of first.
    const auto &rules = findings::boundRules();
    const auto found = std::find_if(rules.begin(), rules.end(),
        [&](const BoundRule &bound) { return bound.requirement == &requirement; });
    return found == rules.end() ? QString() : actionOf(*found);
}

} // namespace sonde::models
