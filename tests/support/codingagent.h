// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/tooltable.h"
#include "schema/validator.h"
#include "support/clirun.h"
#include "support/recordedclient.h"
#include "support/requesthandler.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace sonde::test {

using namespace Qt::StringLiterals;

// What is said of a tool's result that does not match its output schema.
inline QString mismatch(const char *tool, const QJsonObject &structured)
{
    const agent::AgentTool *const row = agent::findTool(tool);
    const auto schema =
        std::make_shared<const json::Document>(json::Document::parse(row->outputSchema));
    const auto validator = schema::Validator::make(schema);
    if (!validator)
        return validator.error().sentence;
    const QByteArray text = QJsonDocument(structured).toJson(QJsonDocument::Compact);
    const auto document =
        json::Document::parse(std::string_view(text.data(), std::size_t(text.size())));
    const schema::Outcome outcome = validator->validate(document.root());
    return outcome.isValid() ? QString()
                             : outcome.errors.front().instanceLocation + u": "
            + outcome.errors.front().sentence + u' ' + QString::fromUtf8(text);
}

inline mcp::ClientConfig configOf(
    const QStringList &switches, const char *era, const char *capabilities = "{}")
{
    mcp::ClientConfig config;
    config.endpoint.launch()->program = kCli;
    config.endpoint.launch()->arguments = QStringList{u"mcp"_s} + switches;
    config.era.mode =
        era == QByteArray("modern") ? mcp::EraPolicy::Mode::Modern : mcp::EraPolicy::Mode::Legacy;
    config.capabilities = capabilities;
    return config;
}

// An agent with its Sonde. Nobody is asked unless `response` says what the person does.
class CodingAgent {
public:
    explicit CodingAgent(
        const QStringList &switches, const char *era = "legacy", const char *response = nullptr)
        : m_response(response ? response : "")
        , m_client(setUp(configOf(switches, era, response ? R"({"elicitation":{}})" : "{}")))
    {
        m_isReady = m_client.start();
    }

    bool isReady() const { return m_isReady; }
    RecordedClient &client() { return m_client; }
    const QStringList &asked() const { return m_asked; }
    const QString &problem() const { return m_problem; } // of the last result: its form

    // The structured result; of an error its sentence, as "error".
    QJsonObject call(
        const char *tool, const QByteArray &arguments, const mcp::CallOptions &options = {})
    {
        const json::Value result =
            m_client.callTool(tool, {arguments.data(), std::size_t(arguments.size())}, options);
        const QByteArray text = QByteArray::fromStdString(std::string(result.raw()));
        m_text = text;
        const QJsonObject object = QJsonDocument::fromJson(text).object();
        if (object[u"isError"_s].toBool() || object.isEmpty()) {
            return {{u"error"_s,
                object.isEmpty() ? m_client.problem()
                                 : object[u"content"_s][0][u"text"_s].toString()}};
        }
        const QJsonObject structured = object[u"structuredContent"_s].toObject();
        m_problem = mismatch(tool, structured);
        return structured;
    }
    const QByteArray &text() const { return m_text; }

    // The handle.
    QString connectTo(const QStringList &command, const QByteArray &more = {})
    {
        QJsonObject arguments = QJsonDocument::fromJson("{" + more + "}").object();
        arguments[u"command"_s] = command.front();
        arguments[u"args"_s] = QJsonArray::fromStringList(command.mid(1));
        m_connected = call("connect", QJsonDocument(arguments).toJson(QJsonDocument::Compact));
        return m_connected[u"connection"_s].toString();
    }
    const QJsonObject &connected() const { return m_connected; }

private:
    mcp::ClientConfig setUp(mcp::ClientConfig config)
    {
        if (m_response.isEmpty())
            return config;
        m_handler.onRequest = [this](const mcp::ServerRequest &request) {
            m_asked += request.message().params()["message"].toString();
            request.respond(Bytes::fromByteArray(m_response));
        };
        m_handler.onInput = [this](const mcp::InputRound &round) {
            for (const mcp::InputRequest &question : round.questions())
                m_asked += question.request["params"]["message"].toString();
            (void)round.goOn(Bytes::fromByteArray("{\"elicitation\":" + m_response + '}'));
        };
        config.serverRequests = &m_handler;
        return config;
    }

    const QByteArray m_response;
    QStringList m_asked;
    HandlerOf m_handler;
    RecordedClient m_client;
    bool m_isReady = false;
    QByteArray m_text;
    QString m_problem;
    QJsonObject m_connected;
};

inline const QStringList kAllowAll{u"--allow-command"_s, u"*"_s};

inline QByteArray with(const QString &connection, const QByteArray &more = {})
{
    return "{\"connection\":\"" + connection.toUtf8() + '"' + (more.isEmpty() ? "" : ",") + more
        + '}';
}

inline QByteArray shown(const QJsonObject &object)
{
    return QJsonDocument(object).toJson();
}

} // namespace sonde::test
