// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/signs/sign.h"

#include "models/signs/modeltext.h"

namespace sonde::models {

QString signWord(Sign sign)
{
    switch (sign) {
    case Sign::None:
        return {};
    case Sign::SentRequest:
    case Sign::SentResponse:
    case Sign::SentNotification:
    case Sign::Exchange:
        return Text::tr("sent");
    case Sign::ReceivedRequest:
    case Sign::ReceivedResponse:
    case Sign::ReceivedNotification:
        return Text::tr("received");
    case Sign::Stderr:
        return Text::tr("stderr");
    case Sign::Lifecycle:
        return Text::tr("lifecycle");
    case Sign::NotAMessage:
        return Text::tr("not a message");
    case Sign::Pending:
        return Text::tr("pending");
    case Sign::Ok:
        return Text::tr("ok");
    case Sign::ToolError:
        return Text::tr("tool error");
    case Sign::ProtocolError:
        return Text::tr("error");
    case Sign::NoResponse:
        return Text::tr("no response");
    case Sign::Late:
        return Text::tr("late");
    case Sign::Cancelled:
        return Text::tr("cancelled");
    case Sign::Auto:
        return Text::tr("auto");
    case Sign::NotReached:
        return Text::tr("not reached");
    case Sign::Finding:
        return Text::tr("finding");
    case Sign::FindingError:
        return Text::tr("error");
    case Sign::FindingNote:
        return Text::tr("note");
    case Sign::Server:
        return Text::tr("server");
    case Sign::Mark:
        return Text::tr("marked");
    case Sign::Note:
        return Text::tr("note");
    case Sign::Changed:
        return Text::tr("changed");
    }
    return {};
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
    case Sign::NoResponse:
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
