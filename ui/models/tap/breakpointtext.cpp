// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/tap/breakpointtext.h"

#include "base/formatting.h"
#include "models/signs/modeltext.h"
#include "rpc/message.h"

namespace sonde::models {

using Act = tap::BreakpointAction::Kind;

QString tapDirectionText(rpc::Channel channel, TapClient client)
{
    if (channel == rpc::Channel::Sent)
        return Text::tr("to server");
    return client == TapClient::Host ? Text::tr("to host") : Text::tr("to Sonde");
}

Sign tapDirectionSign(rpc::Channel channel, rpc::Kind kind)
{
    const bool toServer = channel == rpc::Channel::Sent;
    switch (kind) {
    case rpc::Kind::Response:
    case rpc::Kind::ErrorResponse:
        return toServer ? Sign::SentResponse : Sign::ReceivedResponse;
    case rpc::Kind::Notification:
        return toServer ? Sign::SentNotification : Sign::ReceivedNotification;
    default:
        return toServer ? Sign::SentRequest : Sign::ReceivedRequest;
    }
}

QString actionWord(Act kind)
{
    switch (kind) {
    case Act::Hold:
        return Text::tr("hold");
    case Act::Delay:
        return Text::tr("delay");
    case Act::Drop:
        return Text::tr("drop");
    case Act::Duplicate:
        return Text::tr("send twice");
    case Act::Respond:
        return Text::tr("respond");
    case Act::Patch:
        return Text::tr("change by a JSON patch");
    case Act::Truncate:
        return Text::tr("truncate");
    case Act::Split:
        return Text::tr("split");
    case Act::Garble:
        return Text::tr("garble");
    case Act::Close:
        return Text::tr("close the stream");
    case Act::Program:
        return Text::tr("change by a program");
    }
    return {};
}

QString actionText(const tap::Breakpoint &breakpoint)
{
    const tap::BreakpointAction &action = breakpoint.action;
    const QString bytes = bytesText(action.bytes);
    QString text = actionWord(action.kind);
    if (action.kind == Act::Delay)
        text = Text::tr("delay %1").arg(limitText(action.delay));
    else if (action.kind == Act::Hold && action.delay.count() > 0)
        text = Text::tr("hold for at most %1").arg(limitText(action.delay));
    else if (action.kind == Act::Truncate)
        text = Text::tr("truncate to %1").arg(bytes);
    else if (action.kind == Act::Split)
        text = Text::tr("split after %1").arg(bytes);
    else if (action.kind == Act::Garble)
        text = Text::tr("garble %1").arg(bytes);
    else if (action.kind == Act::Program)
        text = Text::tr("change by %1").arg(QString::fromStdString(action.text).simplified());
    return breakpoint.only > 0 ? Text::tr("%1 · only hit %2").arg(text, countText(breakpoint.only))
                               : text;
}

QString refusalText(tap::TapRefusal refusal)
{
    switch (refusal) {
    case tap::TapRefusal::NotHeld:
        return Text::tr("The decision came too late: the message was no longer held.");
    case tap::TapRefusal::Cancelled:
        return Text::tr("The decision came too late: the request was cancelled by its "
                        "sender, so it was not sent.");
    case tap::TapRefusal::Ended:
        return Text::tr(
            "The decision came too late: the conversation had ended, so nothing was sent.");
    case tap::TapRefusal::NotOneLine:
        return Text::tr("The text was not sent, because only one line of text is one message. "
                        "Join its lines, or drop the message.");
    case tap::TapRefusal::TooLong:
        return Text::tr("The text was not sent, because it is longer than %1. Shorten "
                        "it, or send the message as it was.")
            .arg(bytesText(tap::BreakpointAction::kMaxText));
    case tap::TapRefusal::NotARequest:
        return Text::tr("No response was sent, because the message is not a request. "
                        "Send it, or drop it.");
    case tap::TapRefusal::NotAMessage:
        return Text::tr("Nothing was sent, because the text is neither a request nor a "
                        "notification of JSON-RPC 2.0.");
    case tap::TapRefusal::StrangeId:
        return Text::tr("Nothing was sent, because the id must be a string that begins "
                        "with \"sonde-\" and is not in use: so that its response is told "
                        "apart from those that the other side waits for.");
    case tap::TapRefusal::NotOverHttp:
        return Text::tr(
            "Nothing was sent: over HTTP, a message to the host needs an event stream that the "
            "host has opened, and one to the server the session of a host. Send it once there is "
            "one.");
    case tap::TapRefusal::TimeOver:
        return Text::tr("The decision came too late: the time of the breakpoint was over, so the "
                        "message was sent as it was.");
    }
    return {};
}

QString stoppedText(const tap::Breakpoint &breakpoint)
{
    const QString text = breakpoint.filter.text().simplified();
    return text.isEmpty() ? Text::tr("any message") : text;
}

} // namespace sonde::models
