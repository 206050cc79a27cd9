// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/streamable/unusabletext.h"

#include "wire/http/wiretr.h"
#include "wire/streamable/httprefusal.h"

#include <algorithm>
#include <array>

namespace sonde::wire {

namespace {

constexpr std::size_t kMaxId = 100; // characters of an id in a sentence

QString shownId(const rpc::Id &id)
{
    return QString::fromStdString(id.substr(0, kMaxId));
}

// The fields of an event stream (WHATWG HTML, 9.2.6), and its comments.
bool beginsLikeEvents(std::string_view text)
{
    constexpr std::array<std::string_view, 5> kFields{"event:", "data:", "id:", "retry:", ":"};
    return std::any_of(kFields.begin(), kFields.end(),
        [text](std::string_view field) { return text.starts_with(field); });
}

// A byte order mark of UTF-16, or the first character of JSON in two bytes.
bool isUtf16(std::string_view text)
{
    if (text.size() < 2)
        return false;
    return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff")
        || ((text[0] == '\0') != (text[1] == '\0'));
}

} // namespace

QString whyUnusableBody(const rpc::Message &message, const QByteArray &mediaType)
{
    const std::string_view text = message.bytes().view();
    if (isUtf16(text))
        return Text::tr("It is encoded in UTF-16; JSON must be UTF-8 (RFC 8259 section 8.1).");
    switch (message.problem) {
    case rpc::Problem::InvalidUtf8:
        return Text::tr("It is not UTF-8, as JSON must be (RFC 8259 section 8.1). %1")
            .arg(message.reason);
    case rpc::Problem::NotJson:
        if (beginsLikeEvents(text))
            return Text::tr("It is an event stream, but its Content-Type is %1, not "
                            "text/event-stream.")
                .arg(QString::fromLatin1(mediaType.left(100)));
        return Text::tr("It is not JSON. %1").arg(message.reason);
    default:
        return message.reason;
    }
}

QString whyUnusableEvent(const rpc::Message &message)
{
    switch (message.problem) {
    case rpc::Problem::InvalidUtf8:
        return Text::tr("The data of an event is not UTF-8. %1").arg(message.reason);
    case rpc::Problem::NotJson:
        return Text::tr("The data of an event is not JSON. %1").arg(message.reason);
    default:
        return Text::tr("The data of an event is not a message. %1").arg(message.reason);
    }
}

QString otherResponse(const rpc::Id &found, const rpc::Id &expected)
{
    if (found.empty())
        return Text::tr("A response has no id; the request has the id %1.").arg(shownId(expected));
    return Text::tr("A response has the id %1; the request has the id %2.")
        .arg(shownId(found), shownId(expected));
}

QString responseOfOtherType(const std::string &type, const rpc::Message &response)
{
    QString sentence = Text::tr("The response is in an event of type %1. Clients only read events "
                                "of type “message”, which is the type of an event without a name.")
                           .arg(quoted(QString::fromStdString(type)));
    if (const QString message = response.error()["message"].toString(); !message.isEmpty())
        sentence += u' ' % Text::tr("The server's message: %1").arg(quoted(message));
    return sentence;
}

QString otherEvent(const rpc::SseEvent &event)
{
    const QByteArray data =
        event.data.slice(0, std::min<std::size_t>(event.data.size(), 4096)).toByteArray();
    return Text::tr("The newest event of another type than “message” has the type %1 and the "
                    "data %2.")
        .arg(quoted(QString::fromStdString(event.type)), quoted(QString::fromUtf8(data)));
}

} // namespace sonde::wire
