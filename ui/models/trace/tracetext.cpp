// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/tracetext.h"

#include "models/signs/modeltext.h"

#include <algorithm>
#include <cstdlib>

namespace sonde::models {

namespace {

QString kindWord(rpc::Kind kind)
{
    switch (kind) {
    case rpc::Kind::Request:
        return Text::tr("request");
    case rpc::Kind::Response:
    case rpc::Kind::ErrorResponse:
        return Text::tr("response");
    case rpc::Kind::Notification:
        return Text::tr("notification");
    case rpc::Kind::Invalid:
        return Text::tr("not a message");
    case rpc::Kind::Lifecycle:
        return Text::tr("lifecycle");
    case rpc::Kind::Exchange:
        return Text::tr("HTTP");
    case rpc::Kind::Event:
        return Text::tr("event");
    case rpc::Kind::Stderr:
        return Text::tr("stderr");
    }
    return {};
}

QString errorName(std::int32_t code)
{
    switch (code) {
    case rpc::kParseError:
        return Text::tr("parse error");
    case rpc::kInvalidRequest:
        return Text::tr("invalid request");
    case rpc::kMethodNotFound:
        return Text::tr("method not found");
    case rpc::kInvalidParams:
        return Text::tr("invalid params");
    case rpc::kInternalError:
        return Text::tr("internal error");
    default:
        return Text::tr("error");
    }
}

QString exchangeText(const trace::Record &record)
{
    QString status = record.errorCode > 0 ? QString::number(record.errorCode) : QString();
    switch (record.state) {
    case trace::State::Pending:
    case trace::State::OpenAtEnd:
        return status.isEmpty() ? Text::tr("pending") : Text::tr("%1 open").arg(status);
    case trace::State::Cancelled:
        return status.isEmpty() ? Text::tr("closed by Sonde")
                                : Text::tr("%1 closed by Sonde").arg(status);
    case trace::State::Error:
        if (status.isEmpty())
            return Text::tr("failed");
        // RFC 9110 section 15: below 400 nothing is wrong with the response itself.
        if (record.errorCode < 400)
            return Text::tr("%1 interrupted").arg(status);
        return httpStatusText(record.errorCode);
    default:
        return status;
    }
}

// RFC 9110 section 15, what one meets with MCP servers.
QString statusName(int status)
{
    switch (status) {
    case 400:
        return Text::tr("bad request");
    case 401:
        return Text::tr("unauthorized");
    case 403:
        return Text::tr("forbidden");
    case 404:
        return Text::tr("not found");
    case 405:
        return Text::tr("method not allowed");
    case 406:
        return Text::tr("not acceptable");
    case 409:
        return Text::tr("conflict");
    case 410:
        return Text::tr("gone");
    case 413:
        return Text::tr("content too large");
    case 415:
        return Text::tr("unsupported media type");
    case 429:
        return Text::tr("too many requests");
    case 500:
        return Text::tr("internal server error");
    case 502:
        return Text::tr("bad gateway");
    case 503:
        return Text::tr("service unavailable");
    case 504:
        return Text::tr("gateway timeout");
    default:
        return {};
    }
}

} // namespace

QString errorCodeText(std::int32_t code)
{
    const QString digits = QString::number(std::abs(static_cast<std::int64_t>(code)));
    const QString number = code < 0 ? QChar(0x2212) + digits : digits;
    return number + u' ' + errorName(code);
}

QString errorNumber(const QString &written)
{
    const auto code = rpc::Message::integerOf(written.toStdString());
    const bool isPlain = code && QString::number(*code) == written;
    return isPlain && *code < 0 ? QChar(0x2212) + written.mid(1) : written;
}

QString oddErrorText(std::string_view code)
{
    const QString name = errorName(rpc::Message::integerOf(code).value_or(0));
    return code.empty() ? name : rpc::shownErrorCode(code) + u' ' + name;
}

QString httpStatusText(int status)
{
    const QString name = statusName(status);
    return name.isEmpty() ? QString::number(status) : QString::number(status) + u' ' + name;
}

QString lineText(const Bytes &bytes)
{
    QString text = QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size()));
    for (QChar &c : text) {
        if (c.category() == QChar::Other_Control)
            c = u' ';
    }
    return text.trimmed();
}

QString directionText(const trace::Record &record, bool tapped)
{
    switch (record.channel) {
    case rpc::Channel::Sent:
        return tapped ? Text::tr("to server") : signWord(Sign::SentRequest);
    case rpc::Channel::Received:
        return tapped ? Text::tr("to host") : signWord(Sign::ReceivedRequest);
    case rpc::Channel::Http:
        return signWord(Sign::Exchange);
    case rpc::Channel::Stderr:
    case rpc::Channel::Lifecycle:
        break;
    }
    return QStringLiteral("–");
}

QString kindText(const trace::Record &record)
{
    if (record.kind == rpc::Kind::Invalid && record.problem != rpc::Problem::None)
        return problemText(record.problem);
    return kindWord(record.kind);
}

QString problemText(rpc::Problem problem)
{
    switch (problem) {
    case rpc::Problem::None:
        return {};
    case rpc::Problem::StrayOutput:
        return Text::tr("non-protocol output");
    case rpc::Problem::InvalidUtf8:
        return Text::tr("invalid UTF-8");
    case rpc::Problem::NotJson:
        return Text::tr("not JSON");
    case rpc::Problem::NotJsonRpc:
        return Text::tr("not JSON-RPC");
    case rpc::Problem::TooLong:
        return Text::tr("too long");
    case rpc::Problem::Unfinished:
        return Text::tr("unfinished line");
    case rpc::Problem::UnexpectedBatch:
        return Text::tr("unexpected batch");
    case rpc::Problem::UnknownId:
        return Text::tr("unknown id");
    case rpc::Problem::DuplicateId:
        return Text::tr("duplicate id");
    case rpc::Problem::LateResponse:
        return Text::tr("late response");
    case rpc::Problem::RepeatedCursor:
        return Text::tr("repeated cursor");
    case rpc::Problem::UnexpectedRequest:
        return Text::tr("unexpected request");
    case rpc::Problem::MalformedError:
        return Text::tr("malformed error");
    }
    return {};
}

QString statusText(const trace::Record &record)
{
    if (record.kind == rpc::Kind::Exchange)
        return exchangeText(record);
    if (record.state == trace::State::Error || record.state == trace::State::Declined)
        return record.errorCode == 0 ? oddErrorText({}) : errorCodeText(record.errorCode);
    if (record.state == trace::State::TimedOut)
        return Text::tr("timed out");
    if (record.state == trace::State::OpenAtEnd)
        return Text::tr("open at the end");
    if (record.state == trace::State::Ended)
        return Text::tr("ended");
    return signWord(statusSign(record));
}

Sign directionSign(const trace::Record &record)
{
    const bool sent = record.channel == rpc::Channel::Sent;
    switch (record.kind) {
    case rpc::Kind::Request:
        return sent ? Sign::SentRequest : Sign::ReceivedRequest;
    case rpc::Kind::Response:
    case rpc::Kind::ErrorResponse:
        return sent ? Sign::SentResponse : Sign::ReceivedResponse;
    case rpc::Kind::Notification:
        return sent ? Sign::SentNotification : Sign::ReceivedNotification;
    case rpc::Kind::Invalid:
        return Sign::NotAMessage;
    case rpc::Kind::Lifecycle:
        return Sign::Lifecycle;
    case rpc::Kind::Exchange:
        return Sign::Exchange;
    case rpc::Kind::Event:
        return Sign::ReceivedNotification;
    case rpc::Kind::Stderr:
        return Sign::Stderr;
    }
    return Sign::None;
}

Sign statusSign(const trace::Record &record)
{
    switch (record.state) {
    case trace::State::None:
        return Sign::None;
    case trace::State::Pending:
    case trace::State::OpenAtEnd: // the text says so
        return Sign::Pending;
    case trace::State::Ok:
        return Sign::Ok;
    case trace::State::ToolError:
        return Sign::ToolError;
    case trace::State::Error:
        return Sign::ProtocolError;
    case trace::State::Cancelled:
    case trace::State::Ended: // the text says so
        return Sign::Cancelled;
    case trace::State::NoResponse:
    case trace::State::TimedOut: // the text says so
        return Sign::NoResponse;
    case trace::State::Late:
        return Sign::Late;
    case trace::State::Automatic:
        return Sign::Auto;
    case trace::State::Declined: // expected: the text names the code
        return Sign::None;
    }
    return Sign::None;
}

ColorRole kindColorRole(const trace::Record &record)
{
    if (record.kind == rpc::Kind::Invalid)
        return ColorRole::Error;
    const bool quiet = record.kind == rpc::Kind::Stderr || record.kind == rpc::Kind::Lifecycle
        || record.kind == rpc::Kind::Event;
    return quiet ? ColorRole::Muted : ColorRole::Normal;
}

bool hasFinding(const trace::Record &record)
{
    return record.problem != rpc::Problem::None && record.problem != rpc::Problem::LateResponse
        && record.kind != rpc::Kind::Invalid;
}

} // namespace sonde::models
