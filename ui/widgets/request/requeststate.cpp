// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/request/requeststate.h"

#include "base/formatting.h"
#include "mcp/message/errorresponse.h"
#include "models/trace/tracetext.h"

#include <QCoreApplication>

namespace sonde::widgets {

using models::Sign;
using State = session::Request::State;

Sign requestSign(State state)
{
    switch (state) {
    case State::Idle:
        return Sign::None;
    case State::Pending:
        return Sign::Pending;
    case State::Ok:
        return Sign::Ok;
    case State::ToolError:
        return Sign::ToolError;
    case State::ProtocolError:
        return Sign::ProtocolError;
    case State::Cancelled:
        return Sign::Cancelled;
    case State::TimedOut:
    case State::Failed:
        return Sign::NoResponse;
    }
    return Sign::None;
}

QString requestStateText(const session::Request &request)
{
    switch (request.state()) {
    case State::ProtocolError: {
        const QString code = models::errorNumber(mcp::errorCodeText(*request.error()));
        if (!code.isEmpty())
            return QCoreApplication::translate("RequestState", "error %1").arg(code);
        return request.error()->data.isEmpty()
            ? QCoreApplication::translate("RequestState", "failed")
            : models::problemText(rpc::Problem::MalformedError);
    }
    case State::TimedOut:
        return QCoreApplication::translate("RequestState", "timed out after %1")
            .arg(limitText(std::chrono::nanoseconds(request.elapsedNs())));
    case State::Failed:
        return QCoreApplication::translate("RequestState", "failed");
    default:
        return {};
    }
}

} // namespace sonde::widgets
