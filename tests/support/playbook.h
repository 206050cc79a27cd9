// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/session/session.h"

#include <QString>
#include <QStringList>

#include <algorithm>

namespace sonde::test {

using namespace sonde::mcp;

// A conversation as text. Lines that begin with a word are events; the indented lines below an
// event are the actions expected of it:
//   open | call METHOD [PARAMS] | progresscall METHOD | cancel TOKEN | at MILLISECONDS
//   extend TOKEN MILLISECONDS: waits that much longer
//   raw TEXT | rawwith HEADER VALUE TEXT: sent as typed
//   suspend | resume: a person is asked for authorization, and has given it
//   < LINE (received) | ended WHY | listen FILTER | reply ID RESULT | refuse ID CODE MESSAGE
//   early N LINE: received when only the requests up to id N were sent
//   before LINE: received just before the present moment
//   <STATUS:ID LINE (received in the HTTP response to request ID)
//   refused ID STATUS | gone ID | lost ID: HTTP refused a request; with a 404 to a session, before
//   or after the server may have acted on it
//     > LINE (sent) | opened REVISION | broken SENTENCE | done TOKEN RESULT | failed TOKEN SENTENCE
//     | asked ID METHOD [because of ID TARGET] | withdrawn ID SENTENCE | progress TOKEN | notify
//     METHOD | mark PROBLEM | heard TOKEN | abandon ID | renewed REVISION | renumbered TOKEN ID |
//     remark WHAT | speak [stateless] [VERSION] [ready] | +NAME: VALUE (a header of the line sent)
class Playbook {
public:
    Playbook(Era era, const QString &revision, bool exact, Binding binding = Binding::Stdio,
        const ClientOffer &offer = {}, bool orLegacy = false)
        : m_session(era, revision, exact, binding, offer, orLegacy)
    {
    }

    QString run(const QString &script)
    {
        QString out;
        for (const QString &line : script.split(u'\n', Qt::SkipEmptyParts)) {
            if (line.startsWith(u' '))
                continue;
            out += line + u'\n';
            Actions actions;
            act(line, actions);
            for (const Action &action : actions)
                out += QStringLiteral("  ") + describe(action) + u'\n';
        }
        return out;
    }

    // What went otherwise than the script says; empty when nothing did.
    QString differs(const QString &script)
    {
        const auto expected = script.split(u'\n');
        const auto actual = run(script).split(u'\n');
        for (qsizetype i = 0; i < std::max(expected.size(), actual.size()); ++i) {
            if (expected.value(i) != actual.value(i))
                return QStringLiteral("line %1\nexpected: %2\n  actual: %3")
                    .arg(i + 1)
                    .arg(expected.value(i), actual.value(i));
        }
        return {};
    }

private:
    void act(const QString &line, Actions &out)
    {
        const QString word = line.section(u' ', 0, 0);
        const QString rest = line.section(u' ', 1);
        const Timeouts timeouts{std::chrono::seconds(10), std::chrono::seconds(25)};
        const bool wantProgress = word == u"progresscall";
        if (word == u"open") {
            m_session.open(std::chrono::seconds(5), m_now, out);
        } else if (word == u"call" || wantProgress) {
            m_session.call(rest.section(u' ', 0, 0).toStdString(),
                rest.section(u' ', 1).toStdString(), timeouts, wantProgress, m_now, out);
        } else if (word == u"raw") {
            m_session.sendRaw(Bytes::copyOf(rest.toStdString()), {}, timeouts, m_now, out);
        } else if (word == u"rawwith") { // a header of one's own: NAME VALUE TEXT
            wire::HttpHeaders headers;
            headers.add(rest.section(u' ', 0, 0).toUtf8(), rest.section(u' ', 1, 1).toUtf8());
            m_session.sendRaw(
                Bytes::copyOf(rest.section(u' ', 2).toStdString()), headers, timeouts, m_now, out);
        } else if (word == u"cancel") {
            m_session.cancel(rest.toLongLong(), QStringLiteral("enough"), m_now, out);
        } else if (word == u"extend") {
            m_session.extend(rest.section(u' ', 0, 0).toLongLong(),
                std::chrono::milliseconds(rest.section(u' ', 1).toLongLong()));
        } else if (word == u"suspend") {
            m_session.suspend(m_now);
        } else if (word == u"resume") {
            m_session.resume(m_now);
        } else if (word == u"at") {
            m_now.steady = rest.toLongLong() * 1'000'000;
            m_session.tick(m_now, out);
        } else if (word == u"<") {
            for (auto &message : rpc::decode(Bytes::copyOf(rest.toStdString()), false))
                m_session.received(std::move(message), {m_now}, out);
        } else if (word == u"before") {
            for (auto &message : rpc::decode(Bytes::copyOf(rest.toStdString()), false))
                m_session.received(std::move(message), {{m_now.steady - 1, m_now.wall}}, out);
        } else if (word == u"early") {
            Arrival arrival{m_now};
            arrival.sentUpTo = rest.section(u' ', 0, 0).toLongLong();
            const std::string text = rest.section(u' ', 1).toStdString();
            for (auto &message : rpc::decode(Bytes::copyOf(text), false))
                m_session.received(std::move(message), arrival, out);
        } else if (word.startsWith(u'<')) {
            const auto id = word.section(u':', 1).toStdString();
            const int status = word.section(u':', 0, 0).mid(1).toInt();
            for (auto &message : rpc::decode(Bytes::copyOf(rest.toStdString()), false))
                m_session.received(std::move(message), {m_now, {}, status, id}, out);
        } else if (word == u"listen") {
            m_session.listen(
                QStringLiteral("{\"notifications\":%1}").arg(rest).toStdString(), m_now, out);
        } else if (word == u"refused" || word == u"gone" || word == u"lost") {
            wire::HttpFailure failure;
            failure.sessionGone = word != u"refused";
            failure.mayHaveActed = word == u"lost";
            failure.status = failure.sessionGone ? 404 : rest.section(u' ', 1).toInt();
            failure.error.domain = Domain::Protocol;
            failure.error.sentence = QStringLiteral("The server answered %1.").arg(failure.status);
            m_session.refused(
                rest.section(u' ', 0, 0).toStdString(), std::move(failure), m_now, out);
        } else if (word == u"reply") {
            m_session.reply(rest.section(u' ', 0, 0).toStdString(),
                rest.section(u' ', 1).toStdString(), m_now, out);
        } else if (word == u"refuse") {
            m_session.refuse(rest.section(u' ', 0, 0).toStdString(),
                rest.section(u' ', 1).toStdString(), m_now, out);
        } else if (word == u"ended") {
            m_session.ended(rest, out);
        }
    }

    QString describe(const Action &action) const
    {
        const auto text = [](std::string_view view) {
            return QString::fromUtf8(view.data(), qsizetype(view.size()));
        };
        if (const auto *send = std::get_if<Send>(&action))
            return QStringLiteral("> ") + text(send->message.view()) + headersOf(*send);
        if (const auto *abandon = std::get_if<Abandon>(&action))
            return QStringLiteral("abandon ") + QString::fromStdString(abandon->id);
        if (const auto *speak = std::get_if<SetHttpProtocol>(&action))
            return (QStringLiteral("speak")
                + (speak->protocol.stateless ? QStringLiteral(" stateless") : QString())
                + (speak->protocol.version.isEmpty()
                        ? QString()
                        : u' ' + QString::fromUtf8(speak->protocol.version))
                + (speak->protocol.ready ? QStringLiteral(" ready") : QString()));
        if (const auto *heard = std::get_if<SubscriptionNotification>(&action))
            return QStringLiteral("heard %1").arg(heard->token);
        if (const auto *remark = std::get_if<LogLifecycle>(&action))
            return QStringLiteral("remark ") + remark->what;
        if (std::holds_alternative<Renewed>(action))
            return QStringLiteral("renewed ") + m_session.dialect().revision();
        if (const auto *broken = std::get_if<OpenFailed>(&action))
            return QStringLiteral("broken ") + broken->error.sentence;
        if (const auto *done = std::get_if<Complete>(&action)) {
            const auto token = QString::number(done->token);
            if (!done->outcome)
                return QStringLiteral("failed %1 ").arg(token) + done->outcome.error().sentence;
            return QStringLiteral("done %1 ").arg(token) + text(done->outcome->result().raw());
        }
        if (const auto *again = std::get_if<Renumbered>(&action))
            return QStringLiteral("renumbered %1 %2").arg(again->caller).arg(again->number);
        if (const auto *progress = std::get_if<Progress>(&action))
            return QStringLiteral("progress %1").arg(progress->token);
        if (const auto *late = std::get_if<LateResponse>(&action))
            return QStringLiteral("late %1 %2 after %3 ms")
                .arg(late->call.token)
                .arg(late->call.method)
                .arg((late->call.answeredNs - late->call.givenUpNs) / 1'000'000);
        if (const auto *asked = std::get_if<RequestReceived>(&action))
            return QString::fromStdString("asked " + asked->message.id + ' '
                + asked->message.method.toStdString()
                + (asked->cause.id.empty() ? std::string()
                                           : " because of " + asked->cause.id + ' '
                            + asked->cause.target + (asked->cause.certain ? "!" : "")));
        if (const auto *withdrawn = std::get_if<Withdrawn>(&action))
            return QStringLiteral("withdrawn %1 %2")
                .arg(QString::fromStdString(withdrawn->id), withdrawn->why);
        if (const auto *notify = std::get_if<Notify>(&action))
            return QStringLiteral("notify ") + json::toQString(notify->message.method);
        if (const auto *found = std::get_if<ReportProblem>(&action))
            return QStringLiteral("mark ") + text(rpc::problemName(found->problem));
        return QStringLiteral("opened ") + m_session.dialect().revision();
    }

    static QString headersOf(const Send &send)
    {
        QString out;
        for (const wire::HttpHeader &header : send.headers.fields())
            out += QStringLiteral("\n  +") + QString::fromUtf8(header.name) + QStringLiteral(": ")
                + QString::fromUtf8(header.value);
        return out;
    }

    Session m_session;
    Stamp m_now;
};

inline const QString kInitialize = QStringLiteral(
    R"(  > {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"%1","capabilities":{},"clientInfo":{"name":"sonde","version":"0.1.0"}}})"
    "\n");
inline const QString kMeta = QStringLiteral(
    R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"sonde","version":"0.1.0"},"io.modelcontextprotocol/clientCapabilities":{}%1})");

inline QString initialize(const char *revision)
{
    return QStringLiteral("open\n") + kInitialize.arg(QLatin1String(revision));
}

inline QString discover()
{
    return QStringLiteral("open\n  > {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"server/discover\","
                          "\"params\":{")
        + kMeta.arg(QString()) + QStringLiteral("}}\n");
}

inline QString openedLegacy()
{
    return initialize("2025-11-25")
        + QStringLiteral(
            R"(< {"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{}}}
  > {"jsonrpc":"2.0","method":"notifications/initialized"}
  opened 2025-11-25
)");
}

inline QString openedModern()
{
    return discover()
        + QStringLiteral(
            R"(< {"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],"capabilities":{}}}
  opened 2026-07-28
)");
}

} // namespace sonde::test
