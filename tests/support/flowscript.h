// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/streamable/httpflow.h"

#include <QStringList>
#include <QTest>

namespace sonde::test {

// Plays a conversation with a flow, written as a table:
//
//     > send request 1
//     begin 1 POST
//     > head 1 200 application/json
//     read whole
//
// A line with ">" is what happens; the lines under it are what the flow wants done then. play()
// gives the conversation as it really went, to be compared with the one that was written.
class FlowScript {
public:
    explicit FlowScript(wire::HttpFlow &flow)
        : m_flow(flow)
    {
    }

    QString play(const QString &script)
    {
        for (const QString &line : script.split(u'\n', Qt::SkipEmptyParts)) {
            const QString step = line.trimmed();
            if (!step.startsWith(u'>'))
                continue;
            m_lines << step;
            run(step.mid(1).split(u' ', Qt::SkipEmptyParts));
            tellActions();
        }
        return m_lines.join(u'\n');
    }
    // Fails the present test at the first line that differs.
    static void compare(wire::HttpFlow &flow, const QString &script)
    {
        FlowScript play(flow);
        const QStringList went = play.play(script).split(u'\n');
        const QStringList written = script.split(u'\n');
        for (qsizetype i = 0; i < std::max(went.size(), written.size()); ++i) {
            const QString at =
                QStringLiteral("line %1, after %2: ").arg(i).arg(written.value(i - 1));
            QCOMPARE(at + went.value(i), at + written.value(i));
        }
    }
    static QString plain(const QString &script)
    {
        QStringList lines;
        for (const QString &line : script.split(u'\n', Qt::SkipEmptyParts)) {
            if (!line.trimmed().isEmpty())
                lines << line.trimmed();
        }
        return lines.join(u'\n');
    }

private:
    void run(QStringList words)
    {
        const QString verb = words.takeFirst();
        const auto key = words.value(0).toUInt();
        if (verb == u"start")
            m_flow.start(m_now, m_actions);
        else if (verb == u"send")
            send(words);
        else if (verb == u"protocol")
            m_flow.setProtocol(
                {words.contains(QStringLiteral("stateless")), words.value(0).toLatin1(),
                    words.contains(QStringLiteral("ready"))},
                m_now, m_actions);
        else if (verb == u"abandon")
            m_flow.abandon(words.value(0).toStdString(), m_now, m_actions);
        else if (verb == u"stop")
            m_flow.stop(m_now, m_actions);
        else if (verb == u"head")
            head(key, words.mid(1));
        else if (verb == u"event")
            event(key, words.mid(1));
        else if (verb == u"message")
            message(key, words.mid(1).join(u' '));
        else if (verb == u"wait")
            wait(words.value(0).toInt());
        else if (verb == u"end" || verb == u"break")
            finish(key, verb == u"break");
        else
            m_lines << QStringLiteral("what is ") % verb;
    }

    // send request 1 | send notification ping
    void send(const QStringList &words)
    {
        wire::Outgoing message;
        const std::string what = words.value(1).toStdString();
        if (words.value(0) == u"request") {
            message.kind = wire::Outgoing::Kind::Request;
            message.id = what;
            message.message = rpc::request(what, "tools/call", {});
        } else {
            message.message = rpc::notification(what, {});
        }
        m_flow.send(message, m_now, m_actions);
    }

    // head 1 200 text/event-stream Mcp-Session-Id=abc
    void head(wire::HttpKey key, const QStringList &words)
    {
        wire::HttpHead head;
        head.status = words.value(0).toInt();
        head.version = "HTTP/1.1";
        for (const QString &word : words.mid(1)) {
            const qsizetype equals = word.indexOf(u'=');
            if (equals < 0)
                head.headers.add("Content-Type", word.toLatin1());
            else
                head.headers.add(word.left(equals).toLatin1(), word.mid(equals + 1).toLatin1());
        }
        const auto form = m_flow.head(key, head, m_now, m_actions);
        m_lines << (form == wire::BodyForm::Whole ? QStringLiteral("read whole")
                : form == wire::BodyForm::Events  ? QStringLiteral("read events")
                                                  : QStringLiteral("read excerpt"));
    }

    // event 1 id=7 retry=500 type=endpoint data=/x
    void event(wire::HttpKey key, const QStringList &words)
    {
        rpc::SseEvent event;
        event.type = "message";
        for (const QString &word : words) {
            const QString value = word.section(u'=', 1);
            if (word.startsWith(u"id="))
                event.id = value.toStdString();
            else if (word.startsWith(u"retry="))
                event.retry = std::chrono::milliseconds(value.toInt());
            else if (word.startsWith(u"type="))
                event.type = value.toStdString();
            else if (word.startsWith(u"data="))
                event.data = Bytes::fromByteArray(value.toUtf8());
        }
        m_flow.event(key, event, m_now, m_actions);
    }

    // message 1 {"jsonrpc":"2.0",…} | message 1 result 7 | message 1 error 7
    void message(wire::HttpKey key, const QString &text)
    {
        Bytes bytes = Bytes::fromByteArray(text.toUtf8());
        const std::string id = text.section(u' ', 1).toStdString();
        if (text.startsWith(u"result"))
            bytes = rpc::response(id, "{}");
        else if (text.startsWith(u"error"))
            bytes = rpc::errorResponse(id, 1, "no");
        rpc::Message message;
        rpc::decodeOne(bytes, message);
        m_lines << (m_flow.message(key, message, m_actions) ? QStringLiteral("deliver")
                                                            : QStringLiteral("keep"));
    }

    void finish(wire::HttpKey key, bool broken)
    {
        wire::HttpEnding ending;
        ending.outcome.requestSent = true;
        ending.outcome.times.firstByte = broken ? 0 : m_now.steady;
        if (broken)
            ending.outcome.error =
                Error{.domain = Domain::Transport, .sentence = QStringLiteral("It broke.")};
        m_flow.finished(key, ending, m_now, m_actions);
    }

    void wait(int milliseconds)
    {
        const Stamp until{m_now.steady + std::int64_t(milliseconds) * 1'000'000, 0};
        while (m_flow.nextDeadline() <= until.steady) {
            const auto begun = m_now.steady;
            m_now.steady = std::max(m_now.steady, m_flow.nextDeadline());
            m_lines << QStringLiteral("after %1 ms").arg((m_now.steady - begun) / 1'000'000);
            m_flow.tick(m_now, m_actions);
            tellActions();
        }
        m_now = until;
        m_flow.tick(m_now, m_actions);
    }

    void tellActions()
    {
        for (const wire::HttpAction &action : m_actions)
            std::visit([this](const auto &what) { tell(what); }, action);
        m_actions.clear();
        if (!m_flow.takeStateChanged())
            return;
        const wire::HttpState &state = m_flow.state();
        if (state.sessionId != m_state.sessionId)
            m_lines << (state.sessionId.isEmpty()
                    ? QStringLiteral("no session")
                    : QStringLiteral("session ") % QString::fromLatin1(state.sessionId));
        if (state.standing != m_state.standing) {
            constexpr const char *kNames[] = {
                "none", "opening", "open", "not offered", "waiting", "failed"};
            m_lines << QStringLiteral("standing ")
                    % QLatin1String(kNames[static_cast<int>(state.standing)]);
        }
        m_state = state;
    }
    void tell(const wire::BeginExchange &begin)
    {
        QString line = QStringLiteral("begin %1 %2")
                           .arg(begin.key)
                           .arg(QString::fromLatin1(begin.request.method));
        if (begin.request.url.path() != u"/mcp")
            line += u' ' % begin.request.url.toString();
        for (const char *name : {"Mcp-Session-Id", "MCP-Protocol-Version", "Last-Event-ID"}) {
            if (const auto value = begin.request.headers.value(name))
                line += u' ' % QLatin1String(name) % u'=' % QString::fromUtf8(*value);
        }
        m_lines << line.trimmed();
    }
    void tell(const wire::AbortExchange &abort)
    {
        m_lines << QStringLiteral("abort %1").arg(abort.key);
    }
    void tell(const wire::NoteLine &note)
    {
        if (note.what != u"connected")
            m_lines << QStringLiteral("note ") % note.what;
    }
    void tell(const wire::Event &event)
    {
        if (const auto *refused = std::get_if<wire::Refused>(&event)) {
            m_lines << QStringLiteral("refused %1 %2")
                           .arg(QString::fromStdString(refused->id))
                           .arg(refused->failure.status)
                    % (refused->failure.mayHaveActed ? QStringLiteral(" may have acted")
                                                     : QString())
                    % (refused->failure.sessionGone ? QStringLiteral(" session gone") : QString());
        } else if (std::holds_alternative<wire::Started>(event)) {
            m_lines << QStringLiteral("started");
        } else if (std::holds_alternative<wire::StartFailed>(event)) {
            m_lines << QStringLiteral("start failed");
        } else if (std::holds_alternative<wire::Ended>(event)) {
            m_lines << QStringLiteral("ended");
        }
    }

    wire::HttpFlow &m_flow;
    wire::HttpActions m_actions;
    wire::HttpState m_state;
    Stamp m_now{1'000'000'000, 0};
    QStringList m_lines;
};

// A handshake whose session is "s"; the next exchange is 4.
inline constexpr auto kSession = R"(
    > start
    started
    > send request 0
    begin 1 POST
    > head 1 200 application/json Mcp-Session-Id=s
    read whole
    note session started
    session s
    > message 1 result 0
    deliver
    > end 1
    > send notification notifications/initialized
    begin 2 POST Mcp-Session-Id=s
    > head 2 202
    read excerpt
    > end 2
    > protocol v ready
    begin 3 GET Mcp-Session-Id=s MCP-Protocol-Version=v
    standing opening
    > head 3 405
    read excerpt
    > end 3
    note standing stream not offered
    standing not offered
)";

inline void row(const char *name, const QString &script)
{
    QTest::newRow(name) << FlowScript::plain(script);
}
inline void sessionRow(const char *name, const char *script)
{
    row(name, QString::fromUtf8(kSession) + QString::fromUtf8(script));
}

} // namespace sonde::test
