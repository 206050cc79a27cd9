// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/lifecycletext.h"

#include "rpc/lifecycle.h"

#include <QCoreApplication>

namespace sonde::models {

namespace {

using namespace rpc::lifecycle;

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Lifecycle)
public:
    struct Name {
        const char *id;
        const char *text;
    };
    static constexpr Name kNames[] = {
        {kStartFailed, QT_TR_NOOP("start failed")},
        {kConnected, QT_TR_NOOP("connected")},
        {kConnectionEnded, QT_TR_NOOP("connection ended")},
        {kProcessStarted, QT_TR_NOOP("process started")},
        {kProcessEnded, QT_TR_NOOP("process ended")},
        {kSessionStarted, QT_TR_NOOP("session started")},
        {kSessionIdChanged, QT_TR_NOOP("session id changed")},
        {kSessionIdUnusable, QT_TR_NOOP("session id invalid")},
        {kSessionEnded, QT_TR_NOOP("session ended")},
        {kSessionNotEnded, QT_TR_NOOP("session not ended")},
        {kSessionRenewal, QT_TR_NOOP("session expired")},
        {kSessionRenewed, QT_TR_NOOP("session renewed")},
        {kStandingStreamOpened, QT_TR_NOOP("GET stream opened")},
        {kStandingStreamEnded, QT_TR_NOOP("GET stream ended")},
        {kStandingStreamFailed, QT_TR_NOOP("GET stream failed")},
        {kStandingStreamNotOffered, QT_TR_NOOP("GET stream not offered")},
        {kStreamResumed, QT_TR_NOOP("stream resumed")},
        {kNoContentType, QT_TR_NOOP("no content type")},
        {kByteOrderMark, QT_TR_NOOP("byte order mark")},
        {kMessageRefused, QT_TR_NOOP("message refused")},
        {kRequestRepeated, QT_TR_NOOP("request repeated")},
        {kRequestTimedOut, QT_TR_NOOP("request timed out")},
        {kRedirectFollowed, QT_TR_NOOP("redirect followed")},
        {kEndpointNamed, QT_TR_NOOP("endpoint received")},
        {kTapStarted, QT_TR_NOOP("tap started")},
        {kHostNamed, QT_TR_NOOP("host named")},
        {kRecordingGap, QT_TR_NOOP("gap in the recording")},
        {kMessageHeld, QT_TR_NOOP("message held")},
        {kMessageReleased, QT_TR_NOOP("message released")},
        {kMessageDelayed, QT_TR_NOOP("message delayed")},
        {kMessageDropped, QT_TR_NOOP("message dropped")},
        {kMessageDuplicated, QT_TR_NOOP("message duplicated")},
        {kMessageAnswered, QT_TR_NOOP("message answered")},
        {kMessageChanged, QT_TR_NOOP("message changed")},
        {kMessageBroken, QT_TR_NOOP("message broken")},
        {kMessageComposed, QT_TR_NOOP("message composed")},
        {kMessageKept, QT_TR_NOOP("message not passed on")},
        {kStreamClosed, QT_TR_NOOP("stream closed")},
        {kBreakpointFailed, QT_TR_NOOP("breakpoint failed")},
        {kEraProbed, QT_TR_NOOP("era detected")},
        {kRevisionNegotiated, QT_TR_NOOP("revision negotiated")},
        {kAuthorizationRequired, QT_TR_NOOP("authorization required")},
        {kAuthorized, QT_TR_NOOP("authorized")},
        {kNotAuthorized, QT_TR_NOOP("not authorized")},
        {kAutomatic, QT_TR_NOOP("automatic response")},
        {kStoppedAutomatically, QT_TR_NOOP("stopped automatically")},
        {kRuleFailed, QT_TR_NOOP("response rule failed")},
        {kFilesChanged, QT_TR_NOOP("files changed")},
        {kBuildStarted, QT_TR_NOOP("build started")},
        {kBuildSucceeded, QT_TR_NOOP("build succeeded")},
        {kBuildFailed, QT_TR_NOOP("build failed")},
        {kCheckStarted, QT_TR_NOOP("check started")},
        {kCheckEnded, QT_TR_NOOP("check ended")},
    };
};

struct HandlingWords {
    Q_DECLARE_TR_FUNCTIONS(Lifecycle)
public:
    static constexpr Words::Name kNames[] = {
        {kMessageHeld, QT_TR_NOOP("held")},
        {kMessageReleased, QT_TR_NOOP("sent as it was")},
        {kMessageDelayed, QT_TR_NOOP("delayed")},
        {kMessageDropped, QT_TR_NOOP("dropped")},
        {kMessageDuplicated, QT_TR_NOOP("sent twice")},
        {kMessageAnswered, QT_TR_NOOP("answered")},
        {kMessageChanged, QT_TR_NOOP("changed")},
        {kMessageBroken, QT_TR_NOOP("broken")},
        {kMessageComposed, QT_TR_NOOP("composed")},
        {kMessageKept, QT_TR_NOOP("composed, not passed on")},
    };
};

} // namespace

QString lifecycleText(const QString &id)
{
    for (const Words::Name &name : Words::kNames) {
        if (id == QLatin1String(name.id))
            return Words::tr(name.text);
    }
    return id;
}

QString handlingText(const QString &id)
{
    for (const Words::Name &name : HandlingWords::kNames) {
        if (id == QLatin1String(name.id))
            return HandlingWords::tr(name.text);
    }
    return {};
}

bool replacesMessage(const QString &id)
{
    return id == QLatin1String(kMessageChanged) || id == QLatin1String(kMessageBroken)
        || id == QLatin1String(kMessageAnswered);
}

} // namespace sonde::models
