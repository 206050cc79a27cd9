// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "review/rulerunner.h"
#include "review/serverrequestqueue.h"
#include "support/places.h"
#include "support/queuehandler.h"

#include <QTest>

namespace sonde {

// A box for what one server asks, a client of that server, and the call that it asks in.
class ServerRequestRig {
protected:
    static constexpr int kDeadline = 20'000;
    // A server that says what a test wants, after initialize: one line for each line it reads.
    static constexpr char kTalker[] =
        "read l; echo "
        "'{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":\"2025-11-25\","
        "\"capabilities\":{},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}'; read l; ";

    static QString ask(int id, const char *method = "sampling/createMessage")
    {
        return QStringLiteral("echo '{\"jsonrpc\":\"2.0\",\"id\":%1,\"method\":\"%2\","
                              "\"params\":{\"messages\":[],\"maxTokens\":1}}'; ")
            .arg(id)
            .arg(QLatin1String(method));
    }

    void init(QObject *context)
    {
        m_context = context;
        m_box = std::make_unique<review::ServerRequestQueue>();
        m_handler = std::make_unique<test::QueueHandler>(QStringLiteral("s"), m_box.get());
        m_result.reset();
    }

    void cleanup()
    {
        m_client.reset();
        m_rules.reset();
        m_handler.reset();
        m_box.reset();
        m_traffic = nullptr;
    }

    void setRules(const QByteArray &text)
    {
        const auto rules =
            review::rulesFromJson(json::Document::parse(Bytes::fromByteArray(text)).root());
        m_rules = std::make_unique<review::RuleRunner>(m_box.get());
        m_rules->setRules(QStringLiteral("s"), rules.rules);
    }

    mcp::ClientConfig config(const QString &program, const QStringList &arguments)
    {
        mcp::ClientConfig config;
        config.name = QStringLiteral("s");
        config.endpoint.launch()->program = program;
        config.endpoint.launch()->arguments = arguments;
        config.endpoint.launch()->patience = std::chrono::milliseconds(300);
        config.capabilities = R"({"sampling":{},"elicitation":{"form":{},"url":{}},"roots":{}})";
        config.traffic = m_traffic;
        config.serverRequests = m_handler.get();
        return config;
    }

    void open(mcp::ClientConfig config)
    {
        m_client = std::make_unique<mcp::Client>(std::move(config));
        m_client->start();
        QTRY_COMPARE_WITH_TIMEOUT(m_client->state(), mcp::ClientState::Ready, kDeadline);
    }

    void talk(const QString &script)
    {
        auto c = config(QStringLiteral("sh"),
            {QStringLiteral("-c"), QString::fromLatin1(kTalker) + script + QStringLiteral("cat")});
        c.era.mode = mcp::EraPolicy::Mode::Legacy;
        open(std::move(c));
    }

    void openDemo(mcp::EraPolicy::Mode mode)
    {
        auto c = config(sonde::test::programPath("sonde-demo-server"), {});
        c.era.mode = mode;
        open(std::move(c));
    }

    void call(const char *tool, const char *arguments = "{}")
    {
        m_result.reset();
        m_call = m_client->callTool(QString::fromLatin1(tool), Bytes::copyOf(arguments), {},
            m_context, [this](Result<mcp::Response> result) { m_result = std::move(result); });
    }

    // Of the call's result.
    QString text() const
    {
        if (!m_result)
            return QStringLiteral("(nothing)");
        return m_result->ok() ? (*m_result)->result()["content"].first()["text"].toString()
                              : m_result->error().sentence;
    }

    std::unique_ptr<review::ServerRequestQueue> m_box;
    std::unique_ptr<test::QueueHandler> m_handler;
    std::unique_ptr<review::RuleRunner> m_rules;
    std::unique_ptr<mcp::Client> m_client;
    std::optional<Result<mcp::Response>> m_result;
    RequestHandle m_call;
    rpc::TrafficSink *m_traffic = nullptr; // of the clients from now on

private:
    QObject *m_context = nullptr;
};

} // namespace sonde
