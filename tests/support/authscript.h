// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/flow.h"

#include <QTest>

namespace sonde::test {

// Plays a conversation with an authorization flow, written as a table:
//
//     > wanted 401 Bearer scope="a"
//     fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp
//     > 404
//     finished resource-metadata-missing
//
// A line with ">" is what happens; the lines under it are what the flow wants done then. In what is
// shown, the state, the challenge and the port of the redirect have names of their own.
class AuthScript {
public:
    explicit AuthScript(auth::FlowSetup setup = {}, auth::Goal goal = {})
        : m_goal(std::move(goal))
    {
        if (setup.server.isEmpty())
            setup.server = QUrl(QStringLiteral("https://mcp.example/mcp"));
        m_flow.emplace(
            std::move(setup), [this](int size) { return QByteArray(size, char(++m_random)); });
    }

    auth::Flow &flow() { return *m_flow; }
    auth::Tokens tokens; // the newest that were to be kept
    auth::Registration client; // the newest that was to be kept
    QList<QByteArray> bodies; // of the requests, with their secrets
    wire::HttpHeaders sentHeaders; // of the newest request

    // Fails the present test at the first line that differs.
    void play(const QString &script)
    {
        QStringList written;
        QStringList went;
        for (const QString &line : script.split(u'\n', Qt::SkipEmptyParts)) {
            const QString step = line.trimmed();
            if (step.isEmpty())
                continue;
            written << step;
            if (!step.startsWith(u'>'))
                continue;
            went << step;
            happen(step.mid(1).trimmed());
            for (const auth::FlowAction &action : std::exchange(m_actions, {}))
                went << shown(action);
        }
        for (qsizetype i = 0; i < std::max(went.size(), written.size()); ++i) {
            const QString at =
                QStringLiteral("line %1, after %2: ").arg(i).arg(written.value(i - 1));
            QCOMPARE(QString(at + went.value(i)), QString(at + written.value(i)));
        }
    }

    // The way to the open browser, with nothing special in it. `more` are members of the
    // authorization server's metadata, `scopes` what the challenge wants.
    void toTheBrowser(const QString &more = {}, const QString &scopes = {})
    {
        happen(QStringLiteral("wanted 401 Bearer scope=\"%1\"").arg(scopes));
        happen(QStringLiteral("resource"));
        happen(QStringLiteral("server ") + more);
        if (m_flow->steps().back().kind != auth::StepKind::Client)
            return;
        happen(QStringLiteral("listening 4711"));
        happen(QStringLiteral("201 {\"client_id\":\"c1\"}"));
        for (const auth::FlowAction &action : std::exchange(m_actions, {}))
            (void)shown(action);
    }
    QString page() const { return m_page.toString(QUrl::FullyEncoded); }
    // What is sent in the query of the page that is opened.
    QString asked(const QString &name) const
    {
        const auto all = auth::Parameters::parse(m_page.query(QUrl::FullyEncoded).toLatin1());
        return all->value(name).value_or(QStringLiteral("(none)"));
    }

    static constexpr char kServer[] = "\"issuer\":\"https://as.example\","
                                      "\"authorization_endpoint\":\"https://as.example/authorize\","
                                      "\"token_endpoint\":\"https://as.example/token\","
                                      "\"registration_endpoint\":\"https://as.example/register\","
                                      "\"code_challenge_methods_supported\":[\"S256\"]";

private:
    void happen(const QString &what)
    {
        const QString verb = what.section(u' ', 0, 0);
        const QString rest = what.section(u' ', 1);
        bool isStatus = false;
        const int status = verb.toInt(&isStatus);
        m_now.steady += 1'000'000;
        m_now.wall = 1'700'000'000'000'000'000 + m_now.steady;
        if (verb == u"wanted")
            want(rest);
        else if (verb == u"resource")
            respond(200,
                QStringLiteral("{\"resource\":\"https://mcp.example/mcp\","
                               "\"authorization_servers\":[\"https://as.example\"]%1}")
                    .arg(rest.isEmpty() ? QString() : u',' + rest));
        else if (verb == u"server")
            // The last of two members counts.
            respond(200,
                QStringLiteral("{%1%2}").arg(
                    QLatin1String(kServer), rest.isEmpty() ? QString() : u',' + rest));
        else if (isStatus && status >= 300 && status < 400)
            respond(status, {}, {{"Location", rest.toLatin1()}});
        else if (isStatus)
            respond(status, rest);
        else if (verb == u"unreachable")
            respond(0, {});
        else if (verb == u"listening")
            m_flow->listening(
                QUrl(QStringLiteral("http://127.0.0.1:%1/callback").arg(rest)), m_now, m_actions);
        else if (verb == u"browserless")
            m_flow->listening(Error{.domain = Domain::Authorization,
                                  .code = auth::kNeedsPerson,
                                  .sentence = QStringLiteral("No browser.")},
                m_now, m_actions);
        else if (verb == u"redirect")
            m_flow->redirected(QString(rest).replace(QLatin1String("{state}"), m_state).toLatin1(),
                m_now, m_actions);
        else if (verb == u"choose")
            m_flow->chosen(rest.toInt(), m_now, m_actions);
        else if (verb == u"client") {
            auth::Registration given;
            given.clientId = rest;
            m_flow->clientGiven(given, m_now, m_actions);
        } else if (verb == u"later") {
            m_now.steady += std::int64_t(rest.toInt()) * 1'000'000'000;
            m_flow->tick(m_now, m_actions);
        } else if (verb == u"cancel")
            m_flow->cancel(m_now, m_actions);
        else
            QFAIL(qPrintable(what));
    }

    void want(const QString &rest)
    {
        m_goal.status = rest.section(u' ', 0, 0).toInt();
        const QString challenge = rest.section(u' ', 1);
        if (!challenge.isEmpty())
            m_goal.challenges = wire::parseChallenges({{"WWW-Authenticate", challenge.toUtf8()}});
        m_flow->begin(m_goal, m_now, m_actions);
    }

    void respond(int status, const QString &body, const wire::HttpHeaders &headers = {})
    {
        for (const auth::FlowAction &action : std::exchange(m_actions, {}))
            (void)shown(action);
        auth::FetchResponse response;
        response.status = status;
        response.headers = headers;
        response.body = Bytes::fromByteArray(body.toUtf8());
        if (status == 0)
            response.error =
                Error{.domain = Domain::Transport, .sentence = QStringLiteral("Nobody answers.")};
        m_flow->sent(m_key, m_now);
        m_flow->fetched(m_key, response, m_now, m_actions);
    }

    QString shown(const auth::FlowAction &action)
    {
        if (const auto *fetch = std::get_if<auth::Fetch>(&action)) {
            m_key = fetch->key;
            bodies << fetch->request.body.toByteArray();
            sentHeaders = fetch->request.headers;
            return QStringLiteral("fetch %1 %2")
                .arg(QString::fromLatin1(fetch->request.method),
                    fetch->request.url.toString(QUrl::FullyEncoded));
        }
        if (const auto *listen = std::get_if<auth::Listen>(&action))
            return QStringLiteral("listen %1").arg(listen->port);
        if (const auto *browse = std::get_if<auth::Browse>(&action)) {
            m_page = browse->url;
            m_state = m_flow->expectedState();
            return QStringLiteral("browse ")
                + browse->url.toString(QUrl::RemoveQuery | QUrl::FullyEncoded);
        }
        if (const auto *choose = std::get_if<auth::ChooseServer>(&action))
            return QStringLiteral("choose ") + choose->issuers.join(u' ');
        if (const auto *ask = std::get_if<auth::AskClient>(&action))
            return QStringLiteral("ask ") + ask->issuer;
        if (const auto *kept = std::get_if<auth::KeepRegistration>(&action)) {
            client = kept->registration;
            return QStringLiteral("keep client %1 %2")
                .arg(client.clientId, auth::clientProofName(client.proof));
        }
        if (const auto *kept = std::get_if<auth::KeepTokens>(&action)) {
            tokens = kept->tokens;
            return QStringLiteral("keep tokens ") + tokens.accessToken.reveal();
        }
        if (const auto *gone = std::get_if<auth::DropTokens>(&action))
            return QStringLiteral("drop tokens of ") + gone->issuer;
        if (const auto *gone = std::get_if<auth::DropRegistration>(&action))
            return QStringLiteral("drop client of ") + gone->issuer;
        const auto &end = std::get<auth::Finished>(action);
        if (!end.error)
            return QStringLiteral("finished");
        return end.rule
            ? QString(QStringLiteral("refused ") + QLatin1String(auth::textOf(*end.rule).id))
            : QString(QStringLiteral("failed ") + end.error->sentence);
    }

    auth::Goal m_goal;
    std::optional<auth::Flow> m_flow;
    auth::FlowActions m_actions;
    auth::FetchKey m_key = 0;
    QUrl m_page;
    QString m_state;
    Stamp m_now;
    int m_random = 0;
};

// The client that AuthScript's authorization server has registered before.
inline auth::Registration oldClient()
{
    auth::Registration client;
    client.issuer = QStringLiteral("https://as.example");
    client.clientId = QStringLiteral("c1");
    client.source = auth::ClientSource::Registered;
    client.redirectUri = QUrl(QStringLiteral("http://127.0.0.1:4711/callback"));
    return client;
}

inline QString formValue(const QByteArray &body, const QString &name)
{
    return auth::Parameters::parse(body)->value(name).value_or(QStringLiteral("(none)"));
}

} // namespace sonde::test
