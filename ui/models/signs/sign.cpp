// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/signs/sign.h"

#include <QCoreApplication>

namespace sonde::models {

namespace {

// A class only because translation contexts are class names.
class Text {
    Q_DECLARE_TR_FUNCTIONS(SignText)
public:
    static QString word(Sign sign);
};

QString Text::word(Sign sign)
{
    switch (sign) {
    case Sign::None:
        return {};
    case Sign::SentRequest:
    case Sign::SentResponse:
    case Sign::SentNotification:
    case Sign::Exchange:
        return tr("sent");
    case Sign::ReceivedRequest:
    case Sign::ReceivedResponse:
    case Sign::ReceivedNotification:
        return tr("received");
    case Sign::Stderr:
        return tr("stderr");
    case Sign::Lifecycle:
        return tr("lifecycle");
    case Sign::NotAMessage:
        return tr("not a message");
    case Sign::Pending:
        return tr("pending");
    case Sign::Ok:
        return tr("ok");
    case Sign::ToolError:
        return tr("tool error");
    case Sign::ProtocolError:
        return tr("error");
    case Sign::NoAnswer:
        return tr("no response");
    case Sign::Late:
        return tr("late");
    case Sign::Cancelled:
        return tr("cancelled");
    case Sign::Auto:
        return tr("auto");
    case Sign::NotReached:
        return tr("not reached");
    case Sign::Finding:
        return tr("finding");
    case Sign::FindingError:
        return tr("error");
    case Sign::FindingNote:
        return tr("note");
    case Sign::Server:
        return tr("server");
    case Sign::Mark:
        return tr("marked");
    case Sign::Note:
        return tr("note");
    case Sign::Changed:
        return tr("changed");
    }
    return {};
}

} // namespace

QString signWord(Sign sign)
{
    return Text::word(sign);
}

ColorRole signColorRole(Sign sign)
{
    switch (sign) {
    case Sign::None:
    case Sign::Server:
        return ColorRole::Normal;
    case Sign::SentRequest:
    case Sign::SentResponse:
    case Sign::SentNotification:
    case Sign::Exchange:
        return ColorRole::Sent;
    case Sign::ReceivedRequest:
    case Sign::ReceivedResponse:
    case Sign::ReceivedNotification:
        return ColorRole::Received;
    case Sign::Stderr:
    case Sign::Lifecycle:
    case Sign::Ok:
    case Sign::Cancelled:
    case Sign::NotReached:
    case Sign::FindingNote:
        return ColorRole::Muted;
    case Sign::NotAMessage:
    case Sign::ProtocolError:
    case Sign::NoAnswer:
    case Sign::FindingError:
        return ColorRole::Error;
    case Sign::Pending:
    case Sign::Mark:
    case Sign::Note:
    case Sign::Changed:
        return ColorRole::Accent;
    case Sign::ToolError:
    case Sign::Late:
    case Sign::Finding:
        return ColorRole::Warn;
    case Sign::Auto:
        return ColorRole::Auto;
    }
    return ColorRole::Normal;
}

} // namespace sonde::models
