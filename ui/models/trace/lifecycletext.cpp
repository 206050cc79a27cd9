// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/lifecycletext.h"

#include "models/signs/modeltext.h"
#include "rpc/lifecycle.h"

namespace sonde::models {

namespace {

using namespace rpc::lifecycle;

struct Name {
    const char *id;
    const char *text;
};

constexpr Name kNames[] = {
    {kStartFailed, QT_TRANSLATE_NOOP("Models", "start failed")},
    {kConnected, QT_TRANSLATE_NOOP("Models", "connected")},
    {kConnectionEnded, QT_TRANSLATE_NOOP("Models", "connection ended")},
    {kProcessStarted, QT_TRANSLATE_NOOP("Models", "process started")},
    {kProcessEnded, QT_TRANSLATE_NOOP("Models", "process ended")},
    {kSessionStarted, QT_TRANSLATE_NOOP("Models", "session started")},
    {kSessionIdChanged, QT_TRANSLATE_NOOP("Models", "session id changed")},
    {kSessionIdUnusable, QT_TRANSLATE_NOOP("Models", "session id invalid")},
    {kSessionEnded, QT_TRANSLATE_NOOP("Models", "session ended")},
    {kSessionNotEnded, QT_TRANSLATE_NOOP("Models", "session not ended")},
    {kSessionRenewal, QT_TRANSLATE_NOOP("Models", "session expired")},
    {kSessionRenewed, QT_TRANSLATE_NOOP("Models", "session renewed")},
    {kStandingStreamOpened, QT_TRANSLATE_NOOP("Models", "GET stream opened")},
    {kStandingStreamEnded, QT_TRANSLATE_NOOP("Models", "GET stream ended")},
    {kStandingStreamFailed, QT_TRANSLATE_NOOP("Models", "GET stream failed")},
    {kStandingStreamNotOffered, QT_TRANSLATE_NOOP("Models", "GET stream not offered")},
    {kStreamResumed, QT_TRANSLATE_NOOP("Models", "stream resumed")},
    {kNoContentType, QT_TRANSLATE_NOOP("Models", "no content type")},
    {kByteOrderMark, QT_TRANSLATE_NOOP("Models", "byte order mark")},
    {kMessageRefused, QT_TRANSLATE_NOOP("Models", "message refused")},
    {kRequestRepeated, QT_TRANSLATE_NOOP("Models", "request repeated")},
    {kRequestTimedOut, QT_TRANSLATE_NOOP("Models", "request timed out")},
    {kRedirectFollowed, QT_TRANSLATE_NOOP("Models", "redirect followed")},
    {kEndpointNamed, QT_TRANSLATE_NOOP("Models", "endpoint received")},
    {kTapStarted, QT_TRANSLATE_NOOP("Models", "tap started")},
    {kHostNamed, QT_TRANSLATE_NOOP("Models", "host named")},
    {kClientGuessed, QT_TRANSLATE_NOOP("Models", "client guessed")},
    {kRecordingGap, QT_TRANSLATE_NOOP("Models", "gap in the recording")},
    {kMessageHeld, QT_TRANSLATE_NOOP("Models", "message held")},
    {kMessageReleased, QT_TRANSLATE_NOOP("Models", "message released")},
    {kMessageDelayed, QT_TRANSLATE_NOOP("Models", "message delayed")},
    {kMessageDropped, QT_TRANSLATE_NOOP("Models", "message dropped")},
    {kMessageDuplicated, QT_TRANSLATE_NOOP("Models", "message duplicated")},
    {kMessageAnswered, QT_TRANSLATE_NOOP("Models", "message answered")},
    {kMessageChanged, QT_TRANSLATE_NOOP("Models", "message changed")},
    {kMessageBroken, QT_TRANSLATE_NOOP("Models", "message broken")},
    {kMessageComposed, QT_TRANSLATE_NOOP("Models", "message composed")},
    {kMessageKept, QT_TRANSLATE_NOOP("Models", "message not passed on")},
    {kStreamClosed, QT_TRANSLATE_NOOP("Models", "stream closed")},
    {kBreakpointFailed, QT_TRANSLATE_NOOP("Models", "breakpoint failed")},
    {kEraProbed, QT_TRANSLATE_NOOP("Models", "era detected")},
    {kRevisionNegotiated, QT_TRANSLATE_NOOP("Models", "revision negotiated")},
    {kAuthorizationRequired, QT_TRANSLATE_NOOP("Models", "authorization required")},
    {kAuthorized, QT_TRANSLATE_NOOP("Models", "authorized")},
    {kNotAuthorized, QT_TRANSLATE_NOOP("Models", "not authorized")},
    {kAutomatic, QT_TRANSLATE_NOOP("Models", "automatic response")},
    {kStoppedAutomatically, QT_TRANSLATE_NOOP("Models", "stopped automatically")},
    {kRuleFailed, QT_TRANSLATE_NOOP("Models", "response rule failed")},
    {kFilesChanged, QT_TRANSLATE_NOOP("Models", "files changed")},
    {kBuildStarted, QT_TRANSLATE_NOOP("Models", "build started")},
    {kBuildSucceeded, QT_TRANSLATE_NOOP("Models", "build succeeded")},
    {kBuildFailed, QT_TRANSLATE_NOOP("Models", "build failed")},
    {kCheckStarted, QT_TRANSLATE_NOOP("Models", "check started")},
    {kCheckEnded, QT_TRANSLATE_NOOP("Models", "check ended")},
};

constexpr Name kHandlings[] = {
    {kMessageHeld, QT_TRANSLATE_NOOP("Models", "held")},
    {kMessageReleased, QT_TRANSLATE_NOOP("Models", "sent as it was")},
    {kMessageDelayed, QT_TRANSLATE_NOOP("Models", "delayed")},
    {kMessageDropped, QT_TRANSLATE_NOOP("Models", "dropped")},
    {kMessageDuplicated, QT_TRANSLATE_NOOP("Models", "sent twice")},
    {kMessageAnswered, QT_TRANSLATE_NOOP("Models", "answered")},
    {kMessageChanged, QT_TRANSLATE_NOOP("Models", "changed")},
    {kMessageBroken, QT_TRANSLATE_NOOP("Models", "broken")},
    {kBreakpointFailed, QT_TRANSLATE_NOOP("Models", "sent as it was")},
    {kMessageComposed, QT_TRANSLATE_NOOP("Models", "composed")},
    {kMessageKept, QT_TRANSLATE_NOOP("Models", "composed, not passed on")},
};

} // namespace

QString lifecycleText(const QString &id)
{
    for (const Name &name : kNames) {
        if (id == QLatin1String(name.id))
            return Text::tr(name.text);
    }
    return id;
}

QString handlingText(const QString &id)
{
    for (const Name &name : kHandlings) {
        if (id == QLatin1String(name.id))
            return Text::tr(name.text);
    }
    return {};
}

bool replacesMessage(const QString &id)
{
    return id == QLatin1String(kMessageChanged) || id == QLatin1String(kMessageBroken)
        || id == QLatin1String(kMessageAnswered);
}

} // namespace sonde::models
