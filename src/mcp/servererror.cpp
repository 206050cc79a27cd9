// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/servererror.h"

#include "json/builder.h"

namespace sonde::mcp {

namespace {

constexpr qsizetype kMaxListed = 20; // names in a sentence

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
        return supported.isEmpty()
            ? QString()
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
    error.data = QByteArray::fromStdString(data.endArray().endObject().takeString());
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
