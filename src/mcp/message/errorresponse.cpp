// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/errorresponse.h"

#include "base/formatting.h"
#include "mcp/message/mcptext.h"
#include "json/builder.h"

#include <algorithm>
#include <array>

namespace sonde::mcp {

namespace {

constexpr qsizetype kMaxListed = 20; // names in a sentence

QString listed(QStringList names)
{
    const auto more = names.size() - kMaxListed;
    if (more > 0)
        names = names.mid(0, kMaxListed) + QStringList(Text::tr("%1 more").arg(more));
    return listText(names);
}

// "elicitation.form, sampling": the leaves of a capability object.
void addLeaves(const json::Value &value, const QString &path, QStringList &out)
{
    if (out.size() > kMaxListed)
        return;
    if (value.isObject() && value.count() > 0) {
        for (const json::Value member : value)
            addLeaves(member,
                (path.isEmpty() ? path : path + u'.') + QString::fromStdString(member.key()), out);
    } else if (!path.isEmpty()) {
        out += path;
    }
}

// What the codes of the specification carry in `data`, as a sentence.
QString meaningOf(int code, const json::Value &data)
{
    switch (code) {
    case kUnsupportedProtocolVersion: {
        const auto supported = stringsOf(data["supported"]);
        return supported.isEmpty() ? QString()
                                   : Text::tr("The server supports %1.").arg(listed(supported));
    }
    case kMissingClientCapability: {
        QStringList needed;
        addLeaves(data["requiredCapabilities"], {}, needed);
        return needed.isEmpty()
            ? QString()
            : Text::tr("The server requires capabilities that the client did not declare: %1.")
                  .arg(listed(needed));
    }
    case kHeaderMismatch:
        return Text::tr("The server reports that the request's headers and body do not match.");
    default:
        return {};
    }
}

// One after the other, each with its full stop.
QString joined(const QStringList &sentences)
{
    QString text;
    for (const QString &sentence : sentences) {
        if (!text.isEmpty() && !sentence.isEmpty())
            text += text.endsWith(u'.') ? u" " : u". ";
        text += sentence;
    }
    return text;
}

} // namespace

Error serverError(const rpc::Message &message)
{
    const json::Value raw = message.error();
    Error error;
    error.domain = Domain::Server;
    error.sentence = raw["message"].toString();
    error.code = message.errorCode();
    error.data = QByteArray(raw.raw().data(), static_cast<qsizetype>(raw.raw().size()));
    QStringList sentences{error.sentence, meaningOf(error.code, raw["data"])};
    if (message.problem == rpc::Problem::MalformedError)
        sentences += message.reason;
    else if (error.sentence.isEmpty() && sentences.back().isEmpty())
        sentences += Text::tr("The message of error %1 is empty.")
                         .arg(rpc::shownErrorCode(message.errorCodeText()));
    error.sentence = joined(sentences);
    return error;
}

QString errorCodeText(const Error &serverError)
{
    // Only the beginning: what comes behind the code may be long.
    constexpr qsizetype kMaxRead = 64 * 1024;
    const QByteArray beginning = serverError.data.left(kMaxRead);
    const auto document =
        json::Document::parse(std::string_view(beginning.data(), std::size_t(beginning.size())));
    return rpc::shownErrorCode(document.root()["code"].raw());
}

bool suggestsOtherEra(const Error &error, const wire::HttpFailure *http)
{
    // -32000 is what the TypeScript SDK says to a request without a session.
    constexpr std::array kCodes{rpc::kMethodNotFound, rpc::kInvalidRequest, rpc::kInvalidParams,
        rpc::kInternalError, -32000, kUnsupportedProtocolVersion};
    constexpr std::array kStatuses{400, 404, 405, 406, 415, 422, 500, 501};
    if (error.domain == Domain::Server)
        return std::find(kCodes.begin(), kCodes.end(), error.code) != kCodes.end();
    if (http && http->aboutSession)
        return true;
    return http && std::find(kStatuses.begin(), kStatuses.end(), http->status) != kStatuses.end();
}

QString nameOfError(const rpc::Message &message)
{
    const auto code = message.errorCodeText();
    return code.empty() ? Text::tr("an error without a code")
                        : Text::tr("error %1").arg(rpc::shownErrorCode(code));
}

QString describeError(const rpc::Message &message)
{
    const QString text = message.error()["message"].toString();
    const QString name = nameOfError(message);
    return text.isEmpty() ? name : name + QStringLiteral(" (") + text + u')';
}

bool isNameless(const rpc::Message &message)
{
    return message.kind == rpc::Kind::ErrorResponse && (message.id.empty() || message.id == "null");
}

bool saysUnreadable(const rpc::Message &error)
{
    const int code = error.errorCode();
    return (code == rpc::kParseError || code == rpc::kInvalidRequest)
        && error.errorCodeText() == std::to_string(code);
}

Error guessedError(const rpc::Message &message, const QString &method)
{
    Error error = serverError(message);
    error.sentence = joined({error.sentence,
        Text::tr("The response has no id, as if the server could not read the request. Sonde "
                 "matches it to %1, the only pending request.")
            .arg(method)});
    return error;
}

Error httpError(const wire::HttpFailure &failure)
{
    Error error = failure.error;
    if (failure.status == 0)
        return error;
    error.code = failure.status;
    json::Builder data;
    data.beginObject().member("status", failure.status).key("challenges").beginArray();
    for (const wire::Challenge &challenge : failure.challenges) {
        data.beginObject().member("scheme", QString::fromUtf8(challenge.scheme));
        if (!challenge.token68.isEmpty())
            data.member("token68", QString::fromUtf8(challenge.token68));
        data.key("parameters").beginObject();
        for (const auto &[name, value] : challenge.parameters)
            data.member(name.toStdString(), QString::fromUtf8(value));
        data.endObject().endObject();
    }
    data.endArray();
    if (failure.loginNotOffered)
        data.member("loginNotOffered", true);
    error.data = QByteArray::fromStdString(data.endObject().takeString());
    return error;
}

QStringList stringsOf(const json::Value &array)
{
    QStringList strings;
    if (array.isArray()) {
        for (const json::Value item : array) {
            if (item.isString())
                strings += item.toString();
        }
    }
    return strings;
}

} // namespace sonde::mcp
