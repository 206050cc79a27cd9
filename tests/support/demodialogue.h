// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/program/demoserver.h"
#include "json/document.h"

#include <QStringList>
#include <QTest>

namespace sonde::test {

// A conversation, line by line:
//   "> …"  is sent; $M stands for the _meta of a stateless request but for its closing brace,
//          $STATE for the requestState that was last received
//   "< …"  must be exactly the next message that comes back
//   "~ …"  must be in the next message that comes back
//   "+ …"  must be in the message that "~" looked at, "- …" must not
//   "@ 13" lets that many milliseconds pass
//   "."    nothing more has come back
// At the end nothing may be left over.
using Talk = QStringList;

inline const QString kMeta = QStringLiteral(
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{"sampling":{},"elicitation":{}},"progressToken":"p")");

class Connection {
public:
    explicit Connection(const demo::ServerOptions &options)
        : m_server(options, QByteArrayLiteral("a secret of the test"))
    {
    }

    // Empty when all went as told; otherwise what went differently.
    QString play(const Talk &talk)
    {
        for (const QString &line : talk) {
            const QString problem = step(line);
            if (!problem.isEmpty())
                return line % QStringLiteral("\n   but: ") % problem;
        }
        return step(QStringLiteral("."));
    }

private:
    QString step(const QString &line)
    {
        const QString text = line.mid(2);
        switch (line.at(0).unicode()) {
        case '>':
            send(text);
            return {};
        case '@':
            m_now += demo::Milliseconds(text.toInt());
            m_server.tick(m_now);
            return {};
        case '<':
            next();
            return m_last == text ? QString() : m_last;
        case '~':
            next();
            [[fallthrough]];
        case '+':
            return m_last.contains(text) ? QString() : m_last;
        case '-':
            return m_last.contains(text) ? m_last : QString();
        default:
            gather();
            return m_received.isEmpty() ? QString() : m_received.first();
        }
    }

    void send(QString text)
    {
        text.replace(QStringLiteral("$STATE"), m_state);
        text.replace(QStringLiteral("$M"), kMeta);
        m_server.receive(Bytes::fromByteArray(text.toUtf8() + '\n'), m_now);
    }

    void gather()
    {
        const QString output = QString::fromStdString(m_server.takeOutput());
        m_received += output.split(u'\n', Qt::SkipEmptyParts);
    }

    void next()
    {
        gather();
        m_last = m_received.isEmpty() ? QStringLiteral("(nothing)") : m_received.takeFirst();
        const auto document = json::Document::parse(m_last.toStdString());
        if (const auto state = document.path(u"result.requestState"))
            m_state = state.toString();
    }

    demo::DemoServer m_server;
    demo::Milliseconds m_now{0};
    QStringList m_received;
    QString m_last;
    QString m_state;
};

inline Talk hello(const QString &revision, const QString &capabilities = QStringLiteral("{}"))
{
    return {QStringLiteral(R"(> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{)"
                           R"("protocolVersion":"%1","capabilities":%2,)"
                           R"("clientInfo":{"name":"test","version":"1"}}})")
                .arg(revision, capabilities),
        QStringLiteral(R"(~ "result":{"protocolVersion":"%1")").arg(revision),
        QStringLiteral(R"(> {"jsonrpc":"2.0","method":"notifications/initialized"})")};
}

inline Talk say(std::initializer_list<const char *> lines)
{
    Talk talk;
    for (const char *line : lines)
        talk << QString::fromUtf8(line);
    return talk;
}

// A row of a table of conversations.
inline void row(const char *name, const Talk &talk)
{
    QTest::newRow(name) << talk;
}

} // namespace sonde::test
