// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/engine/checker.h"
#include "support/rulerows.h"
#include "trace/file/sessionstore.h"
#include "trace/transfer/importfeed.h"

#include <QDir>
#include <QFileInfo>
#include <QRegularExpression>
#include <QStorageInfo>
#include <QTemporaryDir>
#include <QUrl>

#include <memory>

namespace sonde::test {

// A template for QTemporaryDir: in memory where that can be had, since every file that is recorded
// is written through to the disk.
inline QString memoryFolder()
{
    constexpr qint64 kEnough = qint64(1) << 30; // bytes; a container may have only a few
    const QString memory = QStringLiteral("/dev/shm");
    const bool isUsable =
        QFileInfo(memory).isWritable() && QStorageInfo(memory).bytesAvailable() > kEnough;
    return (isUsable ? memory : QDir::tempPath()) + QStringLiteral("/sonde-rules-XXXXXX");
}

// Records the traffic of a RuleRow into a session file.
class RulePlay {
public:
    explicit RulePlay(const RuleRow &row)
        : m_row(row)
    {
    }

    // The store with the traffic; null if it could not be written.
    std::unique_ptr<trace::SessionStore> record(const QString &path)
    {
        if (!m_feed.open(path).ok())
            return {};
        if (!m_row.isBare && (m_row.isHttp || !m_row.isLogin))
            handshake();
        if (m_row.isLogin)
            login();
        for (const QString &line : m_row.script) {
            if (line.startsWith(QLatin1String("times ")))
                repeat(line.section(u' ', 1, 1).toInt(), line.section(u' ', 2));
            else
                play(line);
        }
        endExchange();
        if (!m_feed.finish().ok())
            return {};
        auto opened = trace::SessionStore::open(path);
        return opened ? std::move(opened).value() : nullptr;
    }

private:
    void repeat(int count, const QString &line)
    {
        for (int i = 0; i < count; ++i)
            play(line);
    }

    void handshake()
    {
        const QString client = m_row.client.isEmpty() ? defaultClient() : m_row.client;
        const QString server = m_row.server.isEmpty() ? defaultServer() : m_row.server;
        if (m_row.isModern()) {
            ask(QStringLiteral("{\"id\":900001,\"method\":\"server/discover\"}"),
                QStringLiteral("{\"id\":900001,\"result\":{\"resultType\":\"complete\",\"ttlMs\":0,"
                               "\"cacheScope\":\"public\",\"supportedVersions\":[\"2026-07-28\"],"
                               "\"capabilities\":%1,\"_meta\":{\"io.modelcontextprotocol/"
                               "serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}}")
                    .arg(server));
            return;
        }
        ask(QStringLiteral("{\"id\":900001,\"method\":\"initialize\",\"params\":{"
                           "\"protocolVersion\":\"%1\",\"capabilities\":%2,"
                           "\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}")
                .arg(m_row.revision, client),
            QStringLiteral(
                "{\"id\":900001,\"result\":{\"protocolVersion\":\"%1\","
                "\"capabilities\":%2,\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}}")
                .arg(m_row.revision, server));
        const QString initialized = QStringLiteral("{\"method\":\"notifications/initialized\"}");
        if (!m_row.isHttp) {
            play(QStringLiteral("> ") + initialized);
            return;
        }
        play(QStringLiteral("POST 202"));
        if (m_row.revision >= QLatin1String("2025-06-18"))
            play(QStringLiteral("> MCP-Protocol-Version: ") + m_row.revision);
        play(QStringLiteral("> ") + initialized);
    }

    // What comes before a person sees the page of the authorization server.
    void login()
    {
        const bool isFirst = m_row.revision < QLatin1String("2025-06-18");
        const QString issuer = isFirst ? QStringLiteral("https://mcp.example.com")
                                       : QStringLiteral("https://auth.example.com");
        play(QStringLiteral("POST 401"));
        if (m_row.isModern()) {
            play(QStringLiteral("> Mcp-Method: server/discover"));
            play(QStringLiteral("> {\"id\":900002,\"method\":\"server/discover\"}"));
        } else if (m_row.isHttp) { // which has had its handshake
            play(QStringLiteral("> MCP-Protocol-Version: ") + m_row.revision);
            play(QStringLiteral("> {\"id\":900002,\"method\":\"ping\"}"));
        } else {
            play(QStringLiteral("> {\"id\":900002,\"method\":\"initialize\",\"params\":{"
                                "\"protocolVersion\":\"%1\",\"capabilities\":{},"
                                "\"clientInfo\":{\"name\":\"c\",\"version\":\"1\"}}}")
                     .arg(m_row.revision));
        }
        play(
            QStringLiteral("< WWW-Authenticate: Bearer resource_metadata=\"https://mcp.example.com/"
                           ".well-known/oauth-protected-resource/mcp\", scope=\"mcp\""));
        if (!isFirst) {
            play(QStringLiteral("GET 200 /.well-known/oauth-protected-resource/mcp"));
            play(QStringLiteral("<< {\"resource\":\"https://mcp.example.com/mcp\","
                                "\"authorization_servers\":[\"https://auth.example.com\"],"
                                "\"scopes_supported\":[\"mcp\",\"mcp:write\"]}"));
        }
        play(QStringLiteral("GET 200 %1/.well-known/oauth-authorization-server").arg(issuer));
        play(QStringLiteral("> MCP-Protocol-Version: ") + m_row.revision);
        play(QStringLiteral(
            "<< {\"issuer\":\"%1\",\"authorization_endpoint\":\"%1/authorize\","
            "\"token_endpoint\":\"%1/token\",\"registration_endpoint\":\"%1/register\","
            "\"client_id_metadata_document_supported\":true,"
            "\"authorization_response_iss_parameter_supported\":true,"
            "\"token_endpoint_auth_methods_supported\":[\"none\",\"client_secret_basic\"],"
            "\"code_challenge_methods_supported\":[\"S256\"],\"scopes_supported\":[\"mcp\"]}")
                 .arg(issuer));
        play(QStringLiteral("POST 201 %1/register").arg(issuer));
        play(QStringLiteral(">> {\"client_name\":\"c\",\"application_type\":\"native\","
                            "\"redirect_uris\":[\"http://127.0.0.1:33418/callback\"],"
                            "\"grant_types\":[\"authorization_code\"],"
                            "\"token_endpoint_auth_method\":\"none\"}"));
        play(QStringLiteral("<< {\"client_id\":\"c\"}"));
    }

    void ask(const QString &request, const QString &response)
    {
        if (m_row.isHttp) {
            play(QStringLiteral("POST 200"));
            if (m_row.isModern())
                play(QStringLiteral("> Mcp-Method: server/discover"));
        }
        play(QStringLiteral("> ") + request);
        play(QStringLiteral("< ") + response);
    }

    QString defaultClient() const
    {
        return m_row.revision >= QLatin1String("2025-11-25")
            ? QStringLiteral("{\"roots\":{\"listChanged\":true},\"sampling\":{\"tools\":{},"
                             "\"context\":{}},\"elicitation\":{\"form\":{},\"url\":{}}}")
            : m_row.revision >= QLatin1String("2025-06-18")
            ? QStringLiteral("{\"roots\":{\"listChanged\":true},\"sampling\":{},"
                             "\"elicitation\":{}}")
            : QStringLiteral("{\"roots\":{\"listChanged\":true},\"sampling\":{}}");
    }
    QString defaultServer() const
    {
        QString all = QStringLiteral(
            "{\"tools\":{\"listChanged\":true},\"prompts\":{\"listChanged\":true},"
            "\"resources\":{\"subscribe\":true,\"listChanged\":true},\"logging\":{}");
        if (m_row.revision >= QLatin1String("2025-03-26"))
            all += QStringLiteral(",\"completions\":{}");
        return all + u'}';
    }

    QByteArray completed(const QString &text, bool isSent) const
    {
        QString line = text;
        if (line.startsWith(u'{') && !line.startsWith(QLatin1String("{\"jsonrpc")))
            line.replace(0, 1,
                line.size() > 2 ? QStringLiteral("{\"jsonrpc\":\"2.0\",")
                                : QStringLiteral("{\"jsonrpc\":\"2.0\""));
        const bool isRequest = line.contains(QLatin1String("\"method\"")) && isSent;
        if (!isRequest || !m_row.isModern() || line.contains(QLatin1String("\"_meta\"")))
            return line.toUtf8();
        const QString meta =
            QStringLiteral("\"_meta\":{\"io.modelcontextprotocol/protocolVersion\":\"2026-07-28\","
                           "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"c\","
                           "\"version\":\"1\"},\"io.modelcontextprotocol/clientCapabilities\":%1}")
                .arg(m_row.client.isEmpty() ? defaultClient() : m_row.client);
        const QString params = QStringLiteral("\"params\":{");
        if (const auto at = line.indexOf(params); at >= 0) {
            const auto inside = at + params.size();
            line.insert(inside, line.mid(inside, 1) == QLatin1String("}") ? meta : meta + u',');
        } else {
            line.insert(line.lastIndexOf(u'}'), QStringLiteral(",\"params\":{%1}").arg(meta));
        }
        return line.toUtf8();
    }

    static QByteArray exactBytes(const QString &text)
    {
        QByteArray bytes = text.toUtf8();
        for (auto at = bytes.indexOf("\\x"); at >= 0; at = bytes.indexOf("\\x", at + 1))
            bytes.replace(at, 4, QByteArray::fromHex(bytes.mid(at + 2, 2)));
        return bytes;
    }

    // Lets time pass, after the end of the exchange or during it.
    void pass(std::int64_t ms, bool isInside)
    {
        if (!isInside)
            endExchange();
        m_now += ms * 1'000'000;
        m_exchange.durationNs += isInside ? ms * 1'000'000 : 0;
    }

    void play(const QString &line)
    {
        m_now += 1'000'000;
        if (line.startsWith(QLatin1String("wait ")) || line.startsWith(QLatin1String("last ")))
            return pass(line.mid(5).toLongLong(), line.startsWith(QLatin1String("last ")));
        static const QStringList methods{QStringLiteral("POST "), QStringLiteral("GET "),
            QStringLiteral("DELETE "), QStringLiteral("PUT ")};
        for (const QString &method : methods) {
            if (line.startsWith(method))
                return beginExchange(line);
        }
        if (line.startsWith(QLatin1String("! "))) {
            endExchange();
            const auto parts = line.mid(2).split(u'|');
            m_feed.lifecycle(QStringLiteral("s"), parts.value(0).toStdString(),
                parts.value(1).toStdString(), m_now);
            return;
        }
        const bool isSent = line.startsWith(u'>');
        const bool isExact = line.size() > 1 && line[1] == line[0];
        const QString text = line.mid(isExact ? 3 : 2);
        const QByteArray bytes = isExact ? exactBytes(text) : completed(text, isSent);
        if (m_open)
            addToExchange(isSent, isExact, text, bytes);
        else
            m_feed.message(QStringLiteral("s"),
                isSent ? rpc::Channel::Sent : rpc::Channel::Received, bytes.toStdString(), m_now);
    }

    void beginExchange(const QString &line)
    {
        endExchange();
        const QStringList words = line.split(u' ');
        m_open = true;
        m_exchange = {};
        m_exchange.method = words.value(0).toStdString();
        m_exchange.status = words.value(1).toInt();
        m_isSent = words.value(1) != QLatin1String("unsent");
        const QString third = words.value(2);
        const bool isFlag =
            third == u"seen" || third == u"broken" || third == u"coarse" || third.isEmpty();
        m_isCoarse = words.contains(QLatin1String("coarse"));
        if (words.contains(QLatin1String("seen")))
            m_exchange.purpose = "message";
        if (words.contains(QLatin1String("broken")))
            m_exchange.error = "The connection was closed.";
        const QUrl base(m_row.isLogin ? QStringLiteral("https://mcp.example.com")
                                      : QStringLiteral("http://127.0.0.1:3000"));
        const QUrl url = base.resolved(QUrl(isFlag ? QStringLiteral("/mcp") : third));
        m_server = url.host() == base.host() ? QStringLiteral("s") : url.host();
        m_exchange.target =
            url.toString(QUrl::FullyEncoded | QUrl::RemoveScheme | QUrl::RemoveAuthority)
                .toStdString();
        m_exchange.url = url.toString(QUrl::FullyEncoded).toStdString();
        m_exchange.wallNs = m_now;
        m_exchange.durationNs = 500'000;
        m_request = {};
        m_response = {};
        if (words.value(0) == QLatin1String("POST")) {
            m_request << QStringLiteral("Content-Type: application/json")
                      << QStringLiteral("Accept: application/json, text/event-stream");
            if (m_row.isModern())
                m_request << QStringLiteral("MCP-Protocol-Version: ") + m_row.revision;
        } else if (words.value(0) == QLatin1String("GET") && m_exchange.target == "/mcp") {
            m_request << QStringLiteral("Accept: text/event-stream");
        }
    }

    static bool isHeader(const QString &text)
    {
        static const QRegularExpression form(QStringLiteral("^-?[A-Za-z][A-Za-z-]*(: |$)"));
        return form.match(text).hasMatch();
    }

    void addToExchange(bool isSent, bool isExact, const QString &text, const QByteArray &bytes)
    {
        const bool isEvent = text.startsWith(QLatin1String("data:"))
            || text.startsWith(QLatin1String("event:")) || text.startsWith(QLatin1String("id:"))
            || text.startsWith(QLatin1String("retry:"));
        if (!isSent && isEvent) {
            QString part = text;
            if (text.startsWith(QLatin1String("data: {")))
                part = QStringLiteral("data: ") + QString::fromUtf8(completed(text.mid(6), false));
            m_exchange.responseBody += QString(part + u'\n').toStdString();
            if (text.startsWith(QLatin1String("data:")))
                m_exchange.responseBody += '\n';
            return;
        }
        if (!isExact && isHeader(text)) {
            setHeader(isSent ? m_request : m_response, text);
            return;
        }
        (isSent ? m_exchange.requestBody : m_exchange.responseBody) += bytes.toStdString();
    }

    static void setHeader(QStringList &headers, const QString &text)
    {
        const bool isRemoval = text.startsWith(u'-');
        const QString name = (isRemoval ? text.mid(1) : text.section(u':', 0, 0)).toLower();
        headers.removeIf([&name](const QString &header) {
            return header.section(u':', 0, 0).toLower() == name;
        });
        if (!isRemoval)
            headers << text;
    }

    void endExchange()
    {
        if (!m_open)
            return;
        m_open = false;
        if (m_isCoarse)
            m_exchange.durationNs = m_now - m_exchange.wallNs;
        const bool hasType = m_response.indexOf(QRegularExpression(QStringLiteral("^content-type"),
                                 QRegularExpression::CaseInsensitiveOption))
            >= 0;
        const QString body = QString::fromStdString(m_exchange.responseBody);
        if (!hasType && !body.isEmpty())
            m_response << (body.startsWith(u'{')
                    ? QStringLiteral("Content-Type: application/json")
                    : QStringLiteral("Content-Type: text/event-stream"));
        m_exchange.mediaType =
            m_response.filter(QStringLiteral("Content-Type: "), Qt::CaseInsensitive)
                .value(0)
                .mid(14)
                .toStdString();
        m_exchange.requestHead = head(QStringLiteral("%1 %2 HTTP/1.1")
                                          .arg(QString::fromStdString(m_exchange.method),
                                              QString::fromStdString(m_exchange.target)),
            m_request);
        m_exchange.responseHead =
            head(QStringLiteral("HTTP/1.1 %1 X").arg(m_exchange.status), m_response);
        if (!m_isSent)
            m_exchange.requestHead = m_exchange.responseHead = {};
        m_feed.exchange(m_server, m_exchange);
    }

    static std::string head(const QString &first, const QStringList &headers)
    {
        QString text = first + QStringLiteral("\r\n");
        for (const QString &header : headers)
            text += header + QStringLiteral("\r\n");
        return QString(text + QStringLiteral("\r\n")).toStdString();
    }

    const RuleRow &m_row;
    trace::ImportFeed m_feed;
    std::int64_t m_now = 1'795'176'302'771'640'000;
    bool m_open = false;
    bool m_isSent = true; // the exchange's request
    bool m_isCoarse = false; // it ends when the next one begins
    QString m_server; // of the exchange
    trace::ImportedExchange m_exchange;
    QStringList m_request;
    QStringList m_response;
};

// What a session puts to the test.
inline std::vector<findings::Exercised> exercisedBy(const trace::SessionStore &store)
{
    findings::Checker checker(store);
    const auto records = store.readRecords();
    if (!records)
        return {};
    checker.addAll(*records);
    return checker.takeExercised();
}

// All findings of a session, as a file gives them.
inline std::vector<findings::Finding> findingsOf(const trace::SessionStore &store)
{
    findings::Checker checker(store);
    const auto records = store.readRecords();
    if (!records)
        return {};
    for (std::size_t i = 0; i < records->size(); ++i)
        checker.add(trace::Number(i + 1), (*records)[i]);
    checker.finish();
    return checker.take();
}

} // namespace sonde::test
