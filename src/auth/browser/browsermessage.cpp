// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/browser/browsermessage.h"

#include "json/builder.h"
#include "json/document.h"

#include <algorithm>
#include <array>

#include "auth/base/authtext.h"

namespace sonde::auth {

namespace {

using Kind = BrowserEvent::Kind;

// Which members a message has beside its type.
enum Members : unsigned {
    kNone = 0,
    kWindow = 1,
    kWhat = 2,
    kUrl = 4,
    kText = 8,
    kStatus = 16,
};

struct Form {
    Kind kind;
    const char *type;
    unsigned members;
};

constexpr std::array kForms{
    Form{Kind::Ready, "ready", kNone}, // has members of its own
    Form{Kind::Navigation, "navigation", kWindow | kWhat | kUrl},
    Form{Kind::Loaded, "loaded", kWindow | kUrl | kStatus | kText},
    Form{Kind::Refused, "refused", kWindow | kWhat | kUrl | kText},
    Form{Kind::Crashed, "crashed", kWindow | kText},
    Form{Kind::Redirected, "redirected", kUrl},
    Form{Kind::Elsewhere, "elsewhere", kNone},
    Form{Kind::Closed, "closed", kNone},
};

constexpr int kMaxStatus = 999;

Error wrong(const QString &sentence)
{
    return {.domain = Domain::Protocol, .sentence = sentence};
}

json::Document documentOf(const Bytes &line)
{
    json::Limits limits;
    limits.maxBytes = kMaxBrowserLine;
    limits.maxDepth = 4;
    return json::Document::parse(line, limits);
}

// A message is read front to back; the first member that is wrong ends it.
class MemberReader {
public:
    explicit MemberReader(const json::Value &message)
        : m_message(message)
    {
    }

    QString text(std::string_view name, qsizetype longest)
    {
        const json::Value value = m_message[name];
        QString found = value.isString() ? value.toString() : QString();
        if (!value.isString() || found.size() > longest)
            m_wrong = name;
        return found;
    }
    int number(std::string_view name, int least, int most)
    {
        const auto found = m_message[name].toInt64();
        if (!found || *found < least || *found > most) {
            m_wrong = name;
            return least;
        }
        return int(*found);
    }
    bool flag(std::string_view name)
    {
        const auto found = m_message[name].toBool();
        if (!found)
            m_wrong = name;
        return found.value_or(false);
    }
    QUrl url(std::string_view name)
    {
        QUrl found(text(name, kMaxBrowserAddress), QUrl::StrictMode);
        if (!found.isValid())
            m_wrong = name;
        return found;
    }
    // The name of a member that is missing or wrong; empty: none is.
    std::string_view wrongMember() const { return m_wrong; }

private:
    const json::Value m_message;
    std::string_view m_wrong;
};

template <typename Message>
Result<Message> checked(const MemberReader &reader, const Message &message)
{
    if (reader.wrongMember().empty())
        return message;
    return wrong(AuthText::tr("The member “%1” is missing or invalid.")
                     .arg(QString::fromUtf8(
                         reader.wrongMember().data(), qsizetype(reader.wrongMember().size()))));
}

Bytes ended(json::Builder &builder)
{
    std::string text = builder.endObject().takeString();
    text += '\n';
    return Bytes::copyOf(text);
}

} // namespace

Bytes BrowserOrder::line() const
{
    json::Builder builder;
    builder.beginObject();
    if (kind == Kind::Close) {
        builder.member("type", "close");
        return ended(builder);
    }
    builder.member("type", "open")
        .member("url", QStringView(url.toString(QUrl::FullyEncoded)))
        .member("redirect_uri", QStringView(redirectUri.toString(QUrl::FullyEncoded)))
        .member("title", QStringView(title.left(kMaxBrowserText)))
        .member("theme", QStringView(theme))
        .member("language", QStringView(language));
    return ended(builder);
}

Bytes BrowserEvent::line() const
{
    const auto form = std::find_if(
        kForms.begin(), kForms.end(), [this](const Form &each) { return each.kind == kind; });
    json::Builder builder;
    builder.beginObject().member("type", form->type);
    if (kind == Kind::Ready)
        builder.member("protocol", status).member("engine", QStringView(text));
    if (form->members & kWindow)
        builder.member("window", window);
    if (form->members & kWhat)
        builder.member("what", QStringView(what));
    if (form->members & kUrl)
        builder.member("url", QStringView(url.left(kMaxBrowserAddress)));
    if (form->members & kStatus)
        builder.member("status", status).member("secure", secure);
    if (form->members & kText)
        builder.member("text", QStringView(text.left(kMaxBrowserText)));
    return ended(builder);
}

Result<BrowserOrder> parseBrowserOrder(const Bytes &line)
{
    const json::Document document = documentOf(line);
    if (!document.isValid() || !document.root().isObject())
        return wrong(AuthText::tr("The line is not a JSON object."));
    const json::Value type = document.root()["type"];
    BrowserOrder order;
    if (type.equals("close"))
        return order;
    if (!type.equals("open"))
        return wrong(AuthText::tr("Unknown order type."));
    MemberReader reader(document.root());
    order.kind = BrowserOrder::Kind::Open;
    order.url = reader.url("url");
    order.redirectUri = reader.url("redirect_uri");
    order.title = reader.text("title", kMaxBrowserText);
    order.theme = reader.text("theme", kMaxBrowserText);
    if (document.root()["language"].isString()) // an older Sonde does not say it
        order.language = reader.text("language", kMaxBrowserText);
    return checked(reader, order);
}

Result<BrowserEvent> parseBrowserEvent(const Bytes &line)
{
    const json::Document document = documentOf(line);
    if (!document.isValid() || !document.root().isObject())
        return wrong(AuthText::tr("The line is not a JSON object."));
    const json::Value type = document.root()["type"];
    const auto form = std::find_if(
        kForms.begin(), kForms.end(), [&](const Form &each) { return type.equals(each.type); });
    if (form == kForms.end())
        return wrong(AuthText::tr("Unknown message type."));
    MemberReader reader(document.root());
    BrowserEvent event;
    event.kind = form->kind;
    if (form->kind == Kind::Ready) {
        event.status = reader.number("protocol", 0, kMaxStatus);
        event.text = reader.text("engine", kMaxBrowserText);
    }
    if (form->members & kWindow)
        event.window = reader.number("window", 0, kMaxBrowserWindows - 1);
    if (form->members & kWhat)
        event.what = reader.text("what", kMaxBrowserText);
    if (form->members & kUrl)
        event.url = reader.text("url", kMaxBrowserAddress);
    if (form->members & kStatus) {
        event.status = reader.number("status", 0, kMaxStatus);
        event.secure = reader.flag("secure");
    }
    if (form->members & kText)
        event.text = reader.text("text", kMaxBrowserText);
    return checked(reader, event);
}

std::vector<Result<BrowserEvent>> BrowserEventReader::feed(const Bytes &piece)
{
    std::vector<Result<BrowserEvent>> events;
    if (m_failed)
        return events;
    m_framer.feed(piece, [&](const rpc::Frame &frame) {
        if (m_failed)
            return;
        events.push_back(frame.tooLong
                ? Result<BrowserEvent>(wrong(AuthText::tr("The line is too long.")))
                : parseBrowserEvent(frame.text));
        m_failed = !events.back();
    });
    return events;
}

} // namespace sonde::auth
