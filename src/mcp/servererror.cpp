// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/servererror.h"

#include "json/builder.h"

namespace sonde::mcp {

namespace {

constexpr qsizetype kMaxListed = 20; // names in a sentence
constexpr std::size_t kMaxBodyShown = 2000; // bytes of an answer's body in a detail

QString listed(QStringList names)
{
    const auto more = names.size() - kMaxListed;
    if (more > 0)
        names = names.mid(0, kMaxListed) + QStringList(QStringLiteral("%1 more").arg(more));
    return names.join(QLatin1String(", "));
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
                                   : QStringLiteral("The server supports %1.").arg(listed(supported));
    }
    case kMissingClientCapability: {
        QStringList needed;
        addLeaves(data["requiredCapabilities"], {}, needed);
        return needed.isEmpty()
            ? QString()
            : QStringLiteral("The server needs capabilities that the client did not declare: %1.")
                  .arg(listed(needed));
    }
    case kHeaderMismatch:
        return QStringLiteral("The server finds that the request's headers and its body differ.");
    default:
        return {};
    }
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
    const QString meaning = meaningOf(error.code, raw["data"]);
    if (error.sentence.isEmpty())
        error.sentence = meaning.isEmpty()
            ? QStringLiteral("The server answered with error %1 and no message.").arg(error.code)
            : meaning;
    else if (!meaning.isEmpty())
        error.sentence += (error.sentence.endsWith(u'.') ? u" " : u". ") + meaning;
    return error;
}

Error httpError(const wire::HttpFailure &failure)
{
    Error error = failure.error;
    if (failure.status == 0)
        return error;
    error.code = failure.status;
    QStringList lines{QStringLiteral("HTTP status %1").arg(failure.status)};
    json::Builder data;
    data.beginObject().member("status", failure.status).key("challenges").beginArray();
    for (const wire::Challenge &challenge : failure.challenges) {
        QString line = QStringLiteral("WWW-Authenticate: ") + QString::fromUtf8(challenge.scheme);
        data.beginObject().member("scheme", std::string_view(challenge.scheme.toStdString()));
        if (!challenge.token68.isEmpty())
            data.member("token68", std::string_view(challenge.token68.toStdString()));
        data.key("parameters").beginObject();
        for (const auto &[name, value] : challenge.parameters) {
            data.member(name.toStdString(), QString::fromUtf8(value));
            line +=
                QStringLiteral(" %1=\"%2\"").arg(QString::fromUtf8(name), QString::fromUtf8(value));
        }
        data.endObject().endObject();
        lines += line;
    }
    error.data = QByteArray::fromStdString(data.endArray().endObject().takeString());
    if (!error.detail.isEmpty())
        lines += error.detail;
    if (!failure.body.isEmpty()) {
        const Bytes body = failure.body.slice(0, kMaxBodyShown);
        lines += QString::fromUtf8(body.data(), qsizetype(body.size()));
    }
    error.detail = lines.join(u'\n');
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
