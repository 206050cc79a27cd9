// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/exerciseaction.h"

#include "findings/engine/dispatch.h"

#include <QCoreApplication>

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

// A class only because translation contexts are class names.
class Text {
    Q_DECLARE_TR_FUNCTIONS(ExerciseAction)
public:
    static QString ofMethod(const BoundRule &bound);
    static QString ofKind(On on);
};

QString textOf(std::string_view text)
{
    return QString::fromLatin1(text.data(), qsizetype(text.size()));
}

QString Text::ofMethod(const BoundRule &bound)
{
    const QString method = textOf(bound.rule->method);
    const bool isNotification = bound.rule->on == On::Notification;
    const bool isOfServer = isNotification
        ? bound.requirement->party != Party::Client
        : std::find(kOfServer.begin(), kOfServer.end(), bound.rule->method) != kOfServer.end();
    if (isOfServer)
        return tr("Let the server send %1").arg(method);
    return bound.rule->on == On::Error ? tr("Send %1 that the server refuses").arg(method)
                                       : tr("Send %1").arg(method);
}

QString Text::ofKind(On on)
{
    switch (on) {
    case On::Request:
        return tr("Send a request");
    case On::Result:
        return tr("Get a result");
    case On::Error:
        return tr("Get an error");
    case On::Notification:
        return tr("Send or get a notification");
    case On::Exchange:
        return tr("Connect over HTTP");
    case On::Metadata:
    case On::Registration:
    case On::Authorization:
    case On::Redirect:
    case On::Token:
        return tr("Authorize over HTTP");
    case On::Lifecycle:
        return tr("End the connection");
    case On::Invalid:
    case On::Message:
        break;
    }
    return tr("Send or get a message");
}

QString actionOf(const BoundRule &bound)
{
    const findings::Rule &rule = *bound.rule;
    const bool isOfMethod = !rule.method.empty() && rule.on != On::Lifecycle;
    const QString action = isOfMethod ? Text::ofMethod(bound) : Text::ofKind(rule.on);
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
