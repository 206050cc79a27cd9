// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/responsedialogue.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "config/offers.h"
#include "json/builder.h"

#include <QDir>
#include <QFileInfo>
#include <QUrl>

namespace sonde::cli {

namespace {

QString shown(const json::Value &text)
{
    return harmlessLines(text.toString().left(ResponseDialogue::kMaxShown));
}

QString shownLine(const json::Value &text)
{
    return harmlessLine(text.toString().left(ResponseDialogue::kMaxShown));
}

// A block as words; what is no text is named.
QString blockText(const json::Value &block)
{
    if (block["type"].equals("text"))
        return shown(block["text"]);
    QString words = QStringLiteral("[") + shownLine(block["type"]);
    if (block["mimeType"])
        words += QStringLiteral(", ") + shownLine(block["mimeType"]);
    return words + u']';
}

QString contentText(const json::Value &content)
{
    if (!content.isArray())
        return blockText(content);
    QStringList blocks;
    for (const json::Value &block : content)
        blocks += blockText(block);
    return blocks.join(u'\n');
}

// The choices of a list: each value with the words for it (2025-11-25 client/elicitation: enum with
// enumNames, oneOf or anyOf with titles).
std::vector<std::pair<std::string, QString>> choicesOf(const json::Value &schema)
{
    std::vector<std::pair<std::string, QString>> choices;
    for (const char *name : {"oneOf", "anyOf"}) {
        for (const json::Value &each : schema[name]) {
            if (each["const"])
                choices.emplace_back(each["const"].raw(), shownLine(each["title"]));
        }
    }
    for (const json::Value &each : schema["enum"])
        choices.emplace_back(each.raw(), QString());
    return choices;
}

QString choiceText(const std::pair<std::string, QString> &choice)
{
    const json::Document document = json::Document::parse(Bytes::copyOf(choice.first));
    const QString value = document.root().isString() ? shownLine(document.root())
                                                     : QString::fromStdString(choice.first);
    return choice.second.isEmpty() ? value : QStringLiteral("%1 (%2)").arg(value, choice.second);
}

bool isMany(const json::Value &schema)
{
    return schema["type"].equals("array");
}

} // namespace

ResponseDialogue::ResponseDialogue(const review::RequestedInput &question)
    : m_question(question)
{
    switch (question.kind) {
    case review::Kind::Sampling:
        openSampling();
        break;
    case review::Kind::Form:
        openForm();
        break;
    case review::Kind::Url:
        openUrl();
        break;
    case review::Kind::Roots:
    case review::Kind::Other:
        m_opening = Text::tr("The server requests the list of roots (folders).\n");
    }
}

void ResponseDialogue::openSampling()
{
    const json::Value params = m_question.params;
    m_opening = Text::tr("The server requests a response from a language model (sampling).\n");
    if (params["systemPrompt"])
        m_opening += QStringLiteral("system: ") + shown(params["systemPrompt"]) + u'\n';
    for (const json::Value &message : params["messages"])
        m_opening += shownLine(message["role"]) + QStringLiteral(": ")
            + contentText(message["content"]) + u'\n';
    if (params["maxTokens"])
        m_opening += Text::tr("(at most %1 tokens)\n")
                         .arg(harmlessLine(QString::fromStdString(
                             std::string(params["maxTokens"].raw().substr(0, 40)))));
}

void ResponseDialogue::openForm()
{
    const json::Value schema = m_question.params["requestedSchema"];
    m_opening = shown(m_question.params["message"])
        + Text::tr("\n(Press Enter to use the value in brackets, or to skip an optional field. "
                   "Enter :decline or :cancel to stop.)\n");
    const json::Value required = schema["required"];
    for (const json::Value &member : schema["properties"]) {
        if (m_fields.size() >= kMaxFields)
            break;
        Field field{member.key(), member, false};
        for (const json::Value &name : required)
            field.required = field.required || name.equals(field.name);
        m_fields.push_back(std::move(field));
    }
}

void ResponseDialogue::openUrl()
{
    const QString address = m_question.params["url"].toString();
    const QUrl url(address);
    // Its host as it is looked up: letters that look like others show as xn--.
    m_opening = shown(m_question.params["message"]) + u'\n'
        + Text::tr("The server requests that you open this URL:\n  %1\nhost: %2\n"
                   "Sonde has not opened it.\n")
              .arg(harmlessLine(address.left(kMaxShown)),
                  harmlessLine(QString::fromLatin1(QUrl::toAce(url.host()))));
}

QString ResponseDialogue::fieldPrompt() const
{
    const Field &field = m_fields.front();
    const json::Value title = field.schema["title"];
    QString text = title ? shownLine(title) : harmlessLine(QString::fromStdString(field.name));
    QStringList facts;
    const auto choices = choicesOf(isMany(field.schema) ? field.schema["items"] : field.schema);
    if (choices.empty()) {
        facts += shownLine(field.schema["type"]);
    } else {
        for (const auto &choice : choices)
            facts += choiceText(choice);
        if (isMany(field.schema))
            facts += Text::tr("separate several with commas");
    }
    if (field.required)
        facts += Text::tr("required");
    text += QStringLiteral(" (") + listText(facts) + u')';
    if (const json::Value value = field.schema["default"])
        text += QStringLiteral(" [")
            + harmlessLine(QString::fromStdString(std::string(value.raw().substr(0, 200)))) + u']';
    return text + QStringLiteral(": ");
}

QString ResponseDialogue::prompt() const
{
    switch (m_question.kind) {
    case review::Kind::Sampling:
        return Text::tr("Response (empty line: decline): ");
    case review::Kind::Form:
        return m_fields.empty() ? Text::tr("Accept? (yes, :decline or :cancel): ") : fieldPrompt();
    case review::Kind::Url:
        return Text::tr("accept (you consent and have opened the URL), decline or cancel: ");
    case review::Kind::Roots:
    case review::Kind::Other:
        return Text::tr("Folder (empty line: end of the list): ");
    }
    return {};
}

bool ResponseDialogue::read(const QString &line)
{
    m_complaint.clear();
    switch (m_question.kind) {
    case review::Kind::Sampling:
        return parseSampling(line);
    case review::Kind::Form:
        return parseField(line);
    case review::Kind::Url:
        return parseAction(line.trimmed());
    case review::Kind::Roots:
    case review::Kind::Other:
        break;
    }
    return parseFolder(line.trimmed());
}

bool ResponseDialogue::finish(const std::string &response)
{
    m_response = Bytes::copyOf(response);
    return true;
}

bool ResponseDialogue::decline(const char *action)
{
    return finish(json::Builder().beginObject().member("action", action).endObject().takeString());
}

bool ResponseDialogue::parseSampling(const QString &line)
{
    if (line.trimmed().isEmpty())
        return true; // refused
    json::Builder response;
    response.beginObject().member("role", "assistant");
    response.rawMember("content",
        json::Builder()
            .beginObject()
            .member("type", "text")
            .member("text", QStringView(line))
            .endObject()
            .takeString());
    return finish(response.member("model", "a person")
                      .member("stopReason", "endTurn")
                      .endObject()
                      .takeString());
}

bool ResponseDialogue::parseField(const QString &line)
{
    if (line.trimmed() == u":decline")
        return decline("decline");
    if (line.trimmed() == u":cancel")
        return decline("cancel");
    if (!m_fields.empty()) {
        const Field &field = m_fields.front();
        if (line.isEmpty() && !field.schema["default"] && field.required) {
            m_complaint = Text::tr("This field is required.");
            return false;
        }
        if (line.isEmpty()) {
            if (field.schema["default"])
                m_content.emplace_back(field.name, field.schema["default"].raw());
        } else if (const auto value = valueOf(field, line)) {
            m_content.emplace_back(field.name, *value);
        } else {
            return false;
        }
        m_fields.pop_front();
        if (!m_fields.empty())
            return false;
    }
    json::Builder content;
    content.beginObject();
    for (const auto &[name, value] : m_content)
        content.rawMember(name, value);
    const std::string members = content.endObject().takeString();
    return finish(json::Builder()
                      .beginObject()
                      .member("action", "accept")
                      .rawMember("content", members)
                      .endObject()
                      .takeString());
}

std::optional<std::string> ResponseDialogue::choiceOf(
    const json::Value &schema, const QString &line)
{
    for (const auto &[value, title] : choicesOf(schema)) {
        const json::Document document = json::Document::parse(Bytes::copyOf(value));
        const bool isText = document.root().isString();
        if (line == (isText ? document.root().toString() : QString::fromStdString(value)))
            return value;
    }
    m_complaint = Text::tr("This value is not one of the choices.");
    return {};
}

std::optional<std::string> ResponseDialogue::valueOf(const Field &field, const QString &line)
{
    const json::Value schema = field.schema;
    if (isMany(schema)) {
        json::Builder list;
        list.beginArray();
        for (const QString &word : line.split(u',', Qt::SkipEmptyParts)) {
            const auto value = choiceOf(schema["items"], word.trimmed());
            if (!value)
                return {};
            list.raw(*value);
        }
        return list.endArray().takeString();
    }
    if (!choicesOf(schema).empty())
        return choiceOf(schema, line.trimmed());
    const json::Value type = schema["type"];
    if (type.equals("boolean")) {
        const QString word = line.trimmed().toLower();
        if (word == u"yes" || word == u"y" || word == u"true")
            return "true";
        if (word == u"no" || word == u"n" || word == u"false")
            return "false";
        m_complaint = Text::tr("Enter yes or no.");
        return {};
    }
    if (type.equals("number") || type.equals("integer")) {
        const std::string text = line.trimmed().toStdString();
        const json::Document number = json::Document::parse(Bytes::copyOf(text));
        if (number.isValid() && number.root().isNumber())
            return text; // as it was typed
        m_complaint = Text::tr("This value is not a number.");
        return {};
    }
    return json::quoted(line.toStdString());
}

bool ResponseDialogue::parseAction(const QString &line)
{
    for (const char *action : {"accept", "decline", "cancel"}) {
        const QString word = QLatin1String(action);
        if (!line.isEmpty() && word.startsWith(line, Qt::CaseInsensitive))
            return decline(action);
    }
    m_complaint = Text::tr("Enter accept, decline or cancel.");
    return false;
}

bool ResponseDialogue::parseFolder(const QString &line)
{
    if (line.isEmpty()) {
        std::vector<config::Root> folders;
        for (const QString &path : m_folders)
            folders.push_back({path, QFileInfo(path).fileName()});
        return finish(config::rootsResult(folders));
    }
    const QFileInfo folder(line);
    if (!folder.isDir())
        m_complaint = Text::tr("This folder does not exist.");
    else
        m_folders += QDir::cleanPath(folder.absoluteFilePath());
    return false;
}

} // namespace sonde::cli
