// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/responsecheck.h"

#include "review/reviewtr.h"
#include "schema/validator.h"

#include <set>

namespace sonde::review {

namespace {

constexpr auto kSampling = "client/sampling";
constexpr auto kElicitation = "client/elicitation";
constexpr auto kRoots = "client/roots";

// Collects what does not fit, with the rule's place.
class ResponseChecker {
public:
    ResponseChecker(QString revision, const char *page)
        : m_revision(std::move(revision))
        , m_page(QLatin1String(page))
    {
    }

    void sampling(const json::Value &response, const json::Value &params);
    void elicitation(const json::Value &response, const json::Value &params, bool url);
    void roots(const json::Value &response);
    Remarks takeRemarks() { return std::move(m_remarks); }

private:
    void add(const json::Value &at, const QString &sentence, bool must = true);
    void add(const QString &path, const QString &sentence, bool must = true);
    static QString wrongType(const QString &name, json::Type expected);
    bool hasMember(const json::Value &parent, const char *name, json::Type type);
    void block(const json::Value &block, const json::Value &params);
    void toolUse(const json::Value &block, const json::Value &params);
    void choice(const json::Value &response, const json::Value &params);
    void form(const json::Value &content, const json::Value &schema);

    QString m_revision;
    QString m_page;
    Remarks m_remarks;
    bool m_usesTools = false;
};

void ResponseChecker::add(const QString &path, const QString &sentence, bool must)
{
    if (m_remarks.size() < kMaxRemarks)
        m_remarks.push_back({path, sentence, m_revision + u' ' + m_page, must});
}

void ResponseChecker::add(const json::Value &at, const QString &sentence, bool must)
{
    add(at.path(), sentence, must);
}

QString ResponseChecker::wrongType(const QString &name, json::Type expected)
{
    switch (expected) {
    case json::Type::Array:
        return Text::tr("%1 is not an array").arg(name);
    case json::Type::Object:
        return Text::tr("%1 is not an object").arg(name);
    default:
        return Text::tr("%1 is not a string").arg(name);
    }
}

// Reports a member that is missing or of another type.
bool ResponseChecker::hasMember(const json::Value &parent, const char *name, json::Type type)
{
    const json::Value value = parent[name];
    QString path = parent.path();
    if (!path.isEmpty())
        path += u'.';
    path += QLatin1String(name);
    if (!value)
        add(path, Text::tr("%1 is missing").arg(QLatin1String(name)));
    else if (value.type() != type)
        add(path, wrongType(QLatin1String(name), type));
    return value && value.type() == type;
}

void ResponseChecker::sampling(const json::Value &response, const json::Value &params)
{
    if (!response.isObject())
        return add(QString(), Text::tr("The response is not an object"));
    if (hasMember(response, "role", json::Type::String) && !response["role"].equals("assistant")
        && !response["role"].equals("user"))
        add(response["role"], Text::tr("The role is neither “assistant” nor “user”"));
    hasMember(response, "model", json::Type::String);
    if (response["stopReason"] && !response["stopReason"].isString())
        add(response["stopReason"], Text::tr("stopReason is not a string"));
    const json::Value content = response["content"];
    if (content.isArray() && since(m_revision, "2025-11-25")) {
        for (const json::Value one : content)
            block(one, params);
    } else if (content.isArray()) {
        add(content, Text::tr("Several content blocks require 2025-11-25 or later"));
    } else if (hasMember(response, "content", json::Type::Object)) {
        block(content, params);
    }
    choice(response, params);
}

void ResponseChecker::block(const json::Value &block, const json::Value &params)
{
    if (!block.isObject())
        return add(block, Text::tr("A block is not an object"));
    const std::string type = block["type"].text();
    if (type == "text") {
        hasMember(block, "text", json::Type::String);
    } else if (type == "image" || type == "audio") {
        if (type == "audio" && !since(m_revision, "2025-03-26"))
            add(block, Text::tr("Audio content requires 2025-03-26 or later"));
        hasMember(block, "mimeType", json::Type::String);
        if (hasMember(block, "data", json::Type::String)
            && !QByteArray::fromBase64Encoding(QByteArray::fromStdString(block["data"].text()),
                QByteArray::AbortOnBase64DecodingErrors))
            add(block["data"], Text::tr("data is not base64"));
    } else if (type == "tool_use" && since(m_revision, "2025-11-25")) {
        toolUse(block, params);
    } else if (type == "tool_result" && since(m_revision, "2025-11-25")) {
        add(block, Text::tr("Tool results belong in messages of the role “user”"), false);
    } else {
        add(block,
            Text::tr("This revision defines no content block of the type “%1”")
                .arg(QString::fromStdString(type).left(100)));
    }
}

void ResponseChecker::toolUse(const json::Value &block, const json::Value &params)
{
    m_usesTools = true;
    hasMember(block, "id", json::Type::String);
    hasMember(block, "input", json::Type::Object);
    if (!hasMember(block, "name", json::Type::String))
        return;
    for (const json::Value tool : params["tools"]) {
        if (tool["name"].equals(block["name"].text()))
            return;
    }
    add(block["name"], Text::tr("The request offers no tool with this name"));
}

// 2025-11-25 client/sampling#tool-choice-modes
void ResponseChecker::choice(const json::Value &response, const json::Value &params)
{
    const json::Value mode = params["toolChoice"]["mode"];
    if (m_usesTools && mode.equals("none"))
        add(response["content"],
            Text::tr("toolChoice is “none”: the response must not use a tool"));
    if (!m_usesTools && mode.equals("required"))
        add(response["content"],
            Text::tr("toolChoice is “required”: the response must use a tool"));
    if (m_usesTools && !response["stopReason"].equals("toolUse"))
        add(QStringLiteral("stopReason"),
            Text::tr("stopReason is not “toolUse”, but the response uses a tool"), false);
}

void ResponseChecker::elicitation(const json::Value &response, const json::Value &params, bool url)
{
    if (!response.isObject())
        return add(QString(), Text::tr("The response is not an object"));
    if (!hasMember(response, "action", json::Type::String))
        return;
    const json::Value action = response["action"];
    const bool accept = action.equals("accept");
    if (!accept && !action.equals("decline") && !action.equals("cancel"))
        return add(action, Text::tr("The action must be “accept”, “decline” or “cancel”"));
    const json::Value content = response["content"];
    if (content && (!accept || url))
        return add(content,
            url ? Text::tr("A response to a URL request has no content")
                : Text::tr("Only an accepted request has content"),
            url);
    if (accept && !url && hasMember(response, "content", json::Type::Object))
        form(content, params["requestedSchema"]);
}

void ResponseChecker::form(const json::Value &content, const json::Value &schema)
{
    for (const json::Value value : content) {
        const bool list = value.isArray() && since(m_revision, "2025-11-25");
        if ((value.isContainer() && !list) || value.isNull())
            add(value,
                since(m_revision, "2025-11-25")
                    ? Text::tr("A field is a string, a number, true or false, or a list of strings")
                    : Text::tr("A field is a string, a number, true or false"));
    }
    if (!schema.isObject())
        return;
    const auto validator = schema::Validator::make(
        std::make_shared<const json::Document>(json::Document::parse(Bytes::copyOf(schema.raw()))));
    if (!validator)
        return add(QStringLiteral("content"),
            Text::tr("The server's schema is invalid: %1").arg(validator.error().sentence), false);
    const schema::Outcome outcome = validator->validate(content);
    for (const schema::Unit &unit : outcome.errors) {
        const std::size_t before = m_remarks.size();
        add(content.document()->pointer(unit.instanceLocation), unit.sentence);
        if (m_remarks.size() > before)
            m_remarks.back().missing = QString::fromStdString(unit.missing);
    }
}

void ResponseChecker::roots(const json::Value &response)
{
    if (!response.isObject())
        return add(QString(), Text::tr("The response is not an object"));
    if (!hasMember(response, "roots", json::Type::Array))
        return;
    for (const json::Value root : response["roots"]) {
        if (!root.isObject()) {
            add(root, Text::tr("A root is not an object"));
            continue;
        }
        if (hasMember(root, "uri", json::Type::String)
            && !root["uri"].toString().startsWith(QLatin1String("file://")))
            add(root["uri"], Text::tr("A root's URI begins with file://"));
        if (root["name"] && !root["name"].isString())
            add(root["name"], Text::tr("name is not a string"));
    }
}

} // namespace

Remarks checkResponse(
    const RequestedInput &question, const json::Value &response, const QString &revision)
{
    const char *const page = question.kind == Kind::Sampling ? kSampling
        : question.kind == Kind::Roots                       ? kRoots
                                                             : kElicitation;
    ResponseChecker checker(revision, page);
    switch (question.kind) {
    case Kind::Sampling:
        checker.sampling(response, question.params);
        break;
    case Kind::Form:
    case Kind::Url:
        checker.elicitation(response, question.params, question.kind == Kind::Url);
        break;
    case Kind::Roots:
        checker.roots(response);
        break;
    case Kind::Other:
        break;
    }
    return checker.takeRemarks();
}

QString responseType(Kind kind)
{
    switch (kind) {
    case Kind::Sampling:
        return QStringLiteral("CreateMessageResult");
    case Kind::Form:
    case Kind::Url:
        return QStringLiteral("ElicitResult");
    case Kind::Roots:
        return QStringLiteral("ListRootsResult");
    case Kind::Other:
        break;
    }
    return {};
}

} // namespace sonde::review
