// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/browser.h"
#include "auth/base/parameters.h"
#include "support/httpscript.h"
#include "json/builder.h"
#include "json/document.h"

#include <QNetworkAccessManager>
#include <QNetworkReply>

#include <atomic>
#include <mutex>

namespace sonde::test {

// A browser in which a person agrees at once: opens the page and follows it to where it ends.
class AgreeingBrowser final : public auth::Browser {
public:
    Result<void> open(const QUrl &url) override
    {
        pages << url;
        m_network.get(QNetworkRequest(url));
        return {};
    }
    QList<QUrl> pages;

private:
    QNetworkAccessManager m_network;
};

// An MCP server that wants to be authorized, and its authorization server, at one address; and a
// second MCP server, at /other, that gets its tokens from the same one. What it
// does may be changed while it runs. Tokens are SECRET-access-1, -2, …; so are codes and the rest,
// to be looked for where they must not be.
class ProtectedServer {
public:
    ProtectedServer()
        : m_http([this](HttpPeer &peer) {
            for (;;)
                serve(peer, peer.readRequest());
        })
    {
    }

    QUrl url() const { return m_http.url(QStringLiteral("/mcp")); }
    QString origin() const { return QStringLiteral("http://127.0.0.1:%1").arg(m_http.port()); }
    int count(const QByteArray &path) const // of requests
    {
        int found = 0;
        for (const SeenRequest &request : m_http.requests())
            found += request.target().split('?').front() == path ? 1 : 0;
        return found;
    }
    // Calls of a tool that came, refused ones included.
    int calls(const QByteArray &tool) const
    {
        int found = 0;
        const QByteArray name = "\"name\":\"" + tool + '"';
        for (const SeenRequest &request : m_http.requests())
            found += request.body().contains(name) ? 1 : 0;
        return found;
    }
    QByteArray everything() const
    {
        QByteArray all;
        for (const SeenRequest &request : m_http.requests())
            all += request.raw + '\n';
        return all;
    }
    // The token that is accepted; older ones are refused.
    void expire() { ++m_expired; }

    // Of a person who has signed on at the identity provider, which is at origin() + "/identity".
    static inline const QString kIdToken = QStringLiteral("eyJSECRET.eyJSECRET.SECRET-id");

    std::atomic<int> messages = 0; // that were answered, refused ones included
    std::atomic<bool> acceptsTokens = true;
    std::atomic<bool> acceptsRefresh = true;
    std::atomic<bool> wantsMore = false; // 403 for every call of a tool
    std::atomic<bool> wantsNothing = false;
    std::atomic<bool> registersNobody = false;
    std::atomic<bool> namesSeveral = false; // authorization servers; it is the second one
    // Pages for a person: a name and a password (ada, SECRET-password), then consent. Before the
    // first request: `script` runs in each of them.
    std::atomic<bool> asksPerson = false;
    QByteArray script;

private:
    void serve(HttpPeer &peer, const SeenRequest &request)
    {
        const QByteArray path = request.target().split('?').front();
        if (path == "/mcp" || path == "/other") {
            serveMessage(peer, request);
            ++messages;
            return;
        }
        const QByteArray wellKnown = "/.well-known/oauth-protected-resource";
        if (path == wellKnown + "/mcp" || path == wellKnown + "/other")
            return respond(peer, 200,
                "{\"resource\":\"" + origin().toLatin1() + path.mid(wellKnown.size())
                    + "\",\"authorization_servers\":["
                    + QByteArray(namesSeveral ? "\"https://other.example\"," : "") + '"'
                    + origin().toLatin1() + "\"]}");
        if (path == "/.well-known/oauth-authorization-server")
            return respond(peer, 200, metadata());
        if (path == "/register")
            return respond(peer, 201, "{\"client_id\":\"client-1\"}");
        if (path == "/authorize")
            return authorize(peer, request);
        if (path == "/log-in" || path == "/consent")
            return askPerson(peer, request, path);
        if (path == "/token")
            return giveToken(peer, request);
        if (path == "/identity")
            return vouch(peer, request);
        respond(peer, path == "/revoke" ? 200 : 404, "{}");
    }
    QByteArray metadata() const
    {
        const QByteArray at = origin().toLatin1();
        return "{\"issuer\":\"" + at + "\",\"authorization_endpoint\":\"" + at
            + "/authorize\",\"token_endpoint\":\"" + at + "/token\","
            + (registersNobody ? QByteArray()
                               : QByteArray("\"registration_endpoint\":\"" + at + "/register\","))
            + "\"revocation_endpoint\":\"" + at
            + "/revoke\",\"code_challenge_methods_supported\":[\"S256\"]}";
    }
    static void respond(HttpPeer &peer, int status, const QByteArray &body)
    {
        peer.respond(status, "application/json", body);
    }
    static QByteArray queryOf(const SeenRequest &request)
    {
        return request.target().mid(request.target().indexOf('?') + 1);
    }
    void authorize(HttpPeer &peer, const SeenRequest &request)
    {
        if (asksPerson)
            return show(peer, "/log-in", queryOf(request),
                "<h1>Log in</h1><label>Name <input name=name autofocus></label>"
                "<label>Password <input name=password type=password></label>"
                "<button>Log in</button>");
        redirect(peer, request, "code=SECRET-code");
    }
    void askPerson(HttpPeer &peer, const SeenRequest &request, const QByteArray &path)
    {
        const QByteArray query = queryOf(request);
        if (path == "/log-in" && request.body() == "name=ada&password=SECRET-password")
            return peer.respond(303, "text/plain", "", {{"Location", "/consent?" + query}});
        if (path == "/log-in")
            return peer.respond(403, "text/html", "<h1>Wrong name or password</h1>");
        if (request.method() == "POST")
            return redirect(peer, request,
                request.body() == "answer=allow" ? "code=SECRET-code" : "error=access_denied");
        show(peer, "/consent", query,
            "<h1>Sonde wants to use your notes</h1><p>It could read and change them.</p>"
            "<button name=answer value=allow autofocus>Allow</button> "
            "<button name=answer value=deny>Deny</button>");
    }
    // The query is carried on, to know where the response goes.
    void show(
        HttpPeer &peer, const QByteArray &action, QByteArray query, const QByteArray &form) const
    {
        query.replace('&', "&amp;");
        peer.respond(200, "text/html; charset=utf-8",
            "<!doctype html><title>Notes</title><style>body{font:16px sans-serif;margin:48px auto;"
            "max-width:360px;color:#222}label{display:block;margin:16px 0}input{display:block;"
            "width:100%;padding:8px;box-sizing:border-box}button{padding:8px 24px}</style>"
            "<form method=post action=\""
                + action + '?' + query + "\">" + form + "</form><script>" + script + "</script>");
    }
    static void redirect(HttpPeer &peer, const SeenRequest &request, const QByteArray &response)
    {
        const auto asked = auth::Parameters::parse(queryOf(request));
        const auto value = [&](const char *name) {
            return asked->value(QLatin1String(name)).value_or(QString()).toLatin1();
        };
        peer.respond(302, "text/plain", "",
            {{"Location",
                value("redirect_uri") + '?' + response
                    + "&state=" + QUrl::toPercentEncoding(QString::fromLatin1(value("state")))}});
    }
    // An identity provider: who has signed on gets an assertion for the authorization server.
    void vouch(HttpPeer &peer, const SeenRequest &request)
    {
        const auto form = auth::Parameters::parse(request.body());
        const auto is = [&](const char *name, const QString &value) {
            return form->value(QLatin1String(name)) == value;
        };
        const bool good = is("subject_token", kIdToken) && is("audience", origin())
            && is("client_id", QStringLiteral("desk"));
        respond(peer, good ? 200 : 400,
            good ? "{\"access_token\":\"SECRET-jag\",\"token_type\":\"N_A\"}"
                 : "{\"error\":\"invalid_grant\"}");
    }
    // The clients of the grants that need no person prove who they are: robot, by its secret or by
    // a signature.
    static bool isProven(const SeenRequest &request)
    {
        const QByteArray pair = "Basic " + QByteArray("robot:SECRET-robot").toBase64();
        return request.header("Authorization") == pair
            || request.body().contains("client_secret=SECRET-robot")
            || request.body().contains("client_assertion=eyJ");
    }
    static bool isRefused(const SeenRequest &request)
    {
        if (request.body().contains("grant_type=client_credentials"))
            return !isProven(request);
        return request.body().contains("jwt-bearer&assertion=")
            && (!isProven(request) || !request.body().contains("&assertion=SECRET-jag"));
    }
    void giveToken(HttpPeer &peer, const SeenRequest &request)
    {
        if (isRefused(request))
            return respond(peer, 401, "{\"error\":\"invalid_client\"}");
        if (request.body().contains("grant_type=refresh_token") && !acceptsRefresh)
            return respond(peer, 400, "{\"error\":\"invalid_grant\"}");
        const QByteArray number = QByteArray::number(++m_tokens);
        m_expired = 0;
        respond(peer, 200,
            "{\"access_token\":\"SECRET-access-" + number
                + "\",\"token_type\":\"Bearer\",\"expires_in\":3600,\"refresh_token\":"
                  "\"SECRET-refresh-"
                + number + "\"}");
    }
    void serveMessage(HttpPeer &peer, const SeenRequest &request)
    {
        const QByteArray good = "Bearer SECRET-access-" + QByteArray::number(m_tokens);
        if (!wantsNothing
            && (!acceptsTokens || m_expired > 0 || m_tokens == 0
                || request.header("Authorization") != good))
            return peer.respond(401, "application/json", "{}",
                {{"WWW-Authenticate", "Bearer error=\"invalid_token\", scope=\"read\""}});
        if (request.method() != "POST")
            return respond(peer, 405, "{}");
        const json::Document message = json::Document::parse(Bytes::fromByteArray(request.body()));
        const json::Value id = message.root()["id"];
        if (!id)
            return respond(peer, 202, "");
        if (message.root()["method"].equals("tools/call") && wantsMore)
            return peer.respond(403, "application/json", "{}",
                {{"WWW-Authenticate", "Bearer error=\"insufficient_scope\", scope=\"write\""}});
        const QByteArray result = message.root()["method"].equals("initialize")
            ? "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{\"tools\":{}},"
              "\"serverInfo\":{\"name\":\"p\",\"version\":\"1\"}}"
            : "{\"content\":[],\"tools\":[]}";
        respond(peer, 200,
            "{\"jsonrpc\":\"2.0\",\"id\":" + QByteArray::fromStdString(std::string(id.raw()))
                + ",\"result\":" + result + "}");
    }

    std::atomic<int> m_tokens = 0;
    std::atomic<int> m_expired = 0;
    HttpScript m_http; // its threads use the others
};

} // namespace sonde::test
