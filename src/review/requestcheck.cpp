// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/requestcheck.h"

#include "mcp/message/repeatedmembers.h"
#include "mcp/message/revision.h"
#include "review/reviewtr.h"

#include <QRegularExpression>
#include <QUrl>

#include <algorithm>
#include <array>
#include <set>

namespace sonde::review {

namespace {

constexpr qsizetype kMaxUrlShown = 8192;

class RequestChecker {
public:
    RequestChecker(json::Value capabilities, QString revision, const char *page)
        : m_capabilities(capabilities)
        , m_revision(std::move(revision))
        , m_page(QLatin1String(page))
    {
    }

    void sampling(const json::Value &params);
    void form(const json::Value &params);
    void url(const json::Value &params);
    void deprecatedFeature();
    void repeatedMembers(const RequestedInput &question);
    Remarks takeRemarks() { return std::move(m_remarks); }
    void add(const QString &path, const QString &sentence, bool must = true);

private:
    void context(const json::Value &params);
    void priorities(const json::Value &preferences);
    void unknownMembers(const json::Value &object, const std::set<std::string> &known);
    void messages(const json::Value &messages);
    void results(const json::Value &message, const json::Value &before);
    void field(const json::Value &property);
    bool isModern() const;

    json::Value m_capabilities;
    QString m_revision;
    QString m_page;
    Remarks m_remarks;
};

void RequestChecker::add(const QString &path, const QString &sentence, bool must)
{
    if (m_remarks.size() < kMaxRemarks)
        m_remarks.push_back({path, sentence, m_revision + u' ' + m_page, must});
}

bool RequestChecker::isModern() const
{
    return mcp::isModernRevision(m_revision.toStdString());
}

void RequestChecker::deprecatedFeature()
{
    if (isModern())
        add(QString(), Text::tr("The whole feature is deprecated since 2026-07-28."), false);
}

// One of them is not shown.
void RequestChecker::repeatedMembers(const RequestedInput &question)
{
    const json::Document *const message = question.params.document();
    if (!message)
        return;
    for (const QString &note : mcp::repeatedMemberNotes(*message, question.method.toStdString()))
        add(QString(), note, false);
}

void RequestChecker::sampling(const json::Value &params)
{
    deprecatedFeature();
    context(params);
    if (!params["messages"].isArray())
        add(QStringLiteral("messages"), Text::tr("messages is missing or not an array."));
    if (!params["maxTokens"].toInt64())
        add(QStringLiteral("maxTokens"), Text::tr("maxTokens is missing or not an integer."));
    for (const char *member : {"tools", "toolChoice"}) {
        if (!params[member])
            continue;
        if (!since(m_revision, "2025-11-25"))
            add(QLatin1String(member),
                Text::tr("%1 requires 2025-11-25 or later.").arg(QLatin1String(member)));
        else if (!m_capabilities["sampling"]["tools"])
            add(QLatin1String(member),
                Text::tr("%1 is present, but the client did not declare sampling.tools.")
                    .arg(QLatin1String(member)));
    }
    priorities(params["modelPreferences"]);
    unknownMembers(params,
        {"messages", "modelPreferences", "systemPrompt", "includeContext", "temperature",
            "maxTokens", "stopSequences", "metadata", "tools", "toolChoice", "task", "_meta"});
    messages(params["messages"]);
}

// 2025-11-25 client/sampling#capabilities: soft-deprecated, and only for who declared it.
void RequestChecker::context(const json::Value &params)
{
    const json::Value context = params["includeContext"];
    if (!context || context.equals("none"))
        return;
    const bool known = context.equals("thisServer") || context.equals("allServers");
    if (!known)
        add(QStringLiteral("includeContext"), Text::tr("includeContext has an unknown value."));
    else if (since(m_revision, "2025-11-25"))
        add(QStringLiteral("includeContext"),
            m_capabilities["sampling"]["context"]
                ? Text::tr("includeContext is soft-deprecated.")
                : Text::tr("includeContext is soft-deprecated, and the client did not declare it."),
            false);
}

void RequestChecker::priorities(const json::Value &preferences)
{
    for (const char *name : {"costPriority", "speedPriority", "intelligencePriority"}) {
        const json::Value priority = preferences[name];
        const auto value = priority.toDouble();
        if (priority && (!value || *value < 0 || *value > 1))
            add(QStringLiteral("modelPreferences.") + QLatin1String(name),
                Text::tr("%1 is not between 0 and 1.").arg(QLatin1String(name)));
    }
}

void RequestChecker::unknownMembers(const json::Value &object, const std::set<std::string> &known)
{
    for (const json::Value member : object) {
        if (!known.contains(member.key()))
            add(member.path(),
                Text::tr("The revision defines no field “%1”.")
                    .arg(QString::fromStdString(member.key()).left(100)),
                false);
    }
}

void RequestChecker::messages(const json::Value &messages)
{
    json::Value before;
    for (const json::Value message : messages) {
        if (m_remarks.size() == kMaxRemarks)
            return;
        const json::Value role = message["role"];
        if (!role.equals("user") && !role.equals("assistant"))
            add(message.path(), Text::tr("The role is neither “user” nor “assistant”."));
        if (message["content"].isArray() && !since(m_revision, "2025-11-25"))
            add(message["content"].path(),
                Text::tr("Several content blocks require 2025-11-25 or later."));
        results(message, before);
        before = message;
    }
}

std::vector<json::Value> blocksOfType(const json::Value &message, std::string_view type)
{
    std::vector<json::Value> found;
    const json::Value content = message["content"];
    if (content.isObject() && content["type"].equals(type))
        found.push_back(content);
    if (content.isArray()) {
        for (const json::Value block : content) {
            if (block["type"].equals(type))
                found.push_back(block);
        }
    }
    return found;
}

// 2025-11-25 client/sampling#message-content-constraints: results of tools stand alone, and each
// one responds to a use in the message before.
void RequestChecker::results(const json::Value &message, const json::Value &before)
{
    const auto uses = blocksOfType(before, "tool_use");
    const auto results = blocksOfType(message, "tool_result");
    if (results.empty() && uses.empty())
        return;
    const auto blocks = message["content"].isArray() ? message["content"].count() : 1U;
    if (!results.empty() && results.size() != blocks)
        add(message.path(), Text::tr("Tool results are mixed with other content blocks."));
    std::set<std::string> open;
    for (const json::Value &use : uses)
        open.insert(use["id"].text());
    for (const json::Value &result : results) {
        if (open.erase(result["toolUseId"].text()) == 0)
            add(result.path(),
                Text::tr("The tool result matches no tool use in the previous message."));
    }
    if (!open.empty())
        add(message.path(), Text::tr("A tool use in the previous message has no result here."));
}

void RequestChecker::form(const json::Value &params)
{
    const json::Value schema = params["requestedSchema"];
    if (!schema.isObject() || !schema["type"].equals("object"))
        add(QStringLiteral("requestedSchema"),
            Text::tr("requestedSchema is not the schema of an object."));
    for (const json::Value property : schema["properties"])
        field(property);
    static const QRegularExpression link(
        QStringLiteral("https?://"), QRegularExpression::CaseInsensitiveOption);
    if (params["message"].toString().left(kMaxUrlShown).contains(link))
        add(QStringLiteral("message"), Text::tr("The message of the form contains a URL."), false);
}

// 2025-11-25 client/elicitation#security: secrets are never asked for in a form.
void RequestChecker::field(const json::Value &property)
{
    const json::Value type = property["type"];
    if (type.equals("object") || (type.equals("array") && !since(m_revision, "2025-11-25")))
        add(property.path(),
            Text::tr("Form fields cannot have the type “%1”.").arg(type.toString()));
    static const std::array<const char *, 6> kSecret{
        "password", "passwd", "secret", "token", "api_key", "apikey"};
    const QString name = QString::fromStdString(property.key()).toLower();
    if (std::any_of(kSecret.begin(), kSecret.end(),
            [&](const char *word) { return name.contains(QLatin1String(word)); }))
        add(property.path(), Text::tr("The form appears to request a secret."));
}

void RequestChecker::url(const json::Value &params)
{
    if (!since(m_revision, "2025-11-25"))
        add(QStringLiteral("mode"), Text::tr("URL mode requires 2025-11-25 or later."));
    if (!isModern() && !params["elicitationId"].isString())
        add(QStringLiteral("elicitationId"), Text::tr("elicitationId is missing."));
    const WebAddress address = webAddress(params["url"].toString(), m_revision);
    m_remarks.insert(m_remarks.end(), address.warnings.begin(), address.warnings.end());
}

// What is not seen, or turns the letters around, is named in place: ‹U+202E›.
QString visible(const QString &text)
{
    QString out;
    for (const uint code : text.left(kMaxUrlShown).toUcs4()) {
        const auto category = QChar::category(code);
        const bool hidden = category == QChar::Other_Format || category == QChar::Other_Control
            || category == QChar::Separator_Line || category == QChar::Separator_Paragraph
            || category == QChar::Other_Surrogate;
        if (hidden)
            out += QStringLiteral("‹U+%1›").arg(code, 4, 16, QLatin1Char('0')).toUpper();
        else
            out += QString::fromUcs4(reinterpret_cast<const char32_t *>(&code), 1);
    }
    return out;
}

} // namespace

Remarks checkRequest(
    const RequestedInput &question, const json::Value &capabilities, const QString &revision)
{
    const char *const page = question.kind == Kind::Sampling ? "client/sampling"
        : question.kind == Kind::Roots                       ? "client/roots"
                                                             : "client/elicitation";
    RequestChecker checker(capabilities, revision, page);
    switch (question.kind) {
    case Kind::Sampling:
        checker.sampling(question.params);
        break;
    case Kind::Form:
        checker.form(question.params);
        break;
    case Kind::Url:
        checker.url(question.params);
        break;
    case Kind::Roots:
        checker.deprecatedFeature();
        break;
    case Kind::Other:
        checker.add(QString(), Text::tr("The revision defines no such server request."));
        break;
    }
    checker.repeatedMembers(question);
    return checker.takeRemarks();
}

WebAddress webAddress(const QString &url, const QString &revision)
{
    WebAddress address;
    address.text = visible(url);
    const QUrl parsed(url, QUrl::StrictMode);
    address.host = QString::fromLatin1(QUrl::toAce(parsed.host()));
    const QString decoded = QUrl::fromAce(address.host.toLatin1(), QUrl::IgnoreIDNWhitelist);
    RequestChecker checker({}, revision, "client/elicitation#safe-url-handling");
    const bool web =
        parsed.scheme() == QLatin1String("https") || parsed.scheme() == QLatin1String("http");
    address.canBeOpened = parsed.isValid() && web && !address.host.isEmpty();
    if (!address.canBeOpened)
        checker.add(QStringLiteral("url"),
            Text::tr("The URL is not an http or https address; Sonde does not open it."));
    if (parsed.scheme() == QLatin1String("http"))
        checker.add(QStringLiteral("url"),
            Text::tr("The URL uses http: data sent to it is not encrypted."), false);
    if (address.host.contains(QLatin1String("xn--"))) {
        address.shownHost = decoded.isEmpty() || decoded == address.host ? parsed.host() : decoded;
        checker.add(QStringLiteral("url"),
            Text::tr("The host name contains letters that may look like others (punycode)."));
    }
    if (address.text != url)
        checker.add(QStringLiteral("url"),
            Text::tr("The URL contains invisible characters or characters that reverse the text "
                     "direction."));
    if (!parsed.userInfo().isEmpty())
        checker.add(
            QStringLiteral("url"), Text::tr("The part before “@” is a user name, not the host."));
    address.warnings = checker.takeRemarks();
    return address;
}

} // namespace sonde::review
