// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/httpscript.h"
#include "support/reportrow.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTemporaryDir>

#include <memory>
#include <mutex>

namespace sonde::test {

inline void writeFile(const QString &path, const QByteArray &bytes)
{
    QDir().mkpath(QFileInfo(path).path());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

// What the server of a row responds to each method: as a correct server does where the row says
// nothing. "unknown" stands for the methods that it does not have.
inline QMap<QByteArray, ReportResponse> responsesOf(const ReportRow &row)
{
    QMap<QByteArray, ReportResponse> responses = row.responses;
    const auto correct = [&responses](const char *method, const QByteArray &message) {
        if (!responses[method].bytes)
            responses[method].bytes = message;
    };
    const QByteArray tools = row.tools.isEmpty() ? R"({"name":"t","inputSchema":{"type":"object"}})"
                                                 : row.tools.join(',');
    correct("initialize",
        resultMessage(R"({"protocolVersion":")" + row.revision
            + R"(","capabilities":{"tools":{}},"serverInfo":{"name":"case","version":"1"}})"));
    correct("ping", resultMessage("{}"));
    correct("tools/list", resultMessage(R"({"tools":[)" + tools + "]}"));
    correct("tools/call", resultMessage(R"({"content":[{"type":"text","text":"done"}]})"));
    correct("unknown",
        R"({"jsonrpc":"2.0","id":$id,"error":{"code":-32601,"message":"Method not found"}})");
    return responses;
}

// The server of a row as a program: a script for the shell, and a file for each response.
class ReportProgram {
public:
    ReportProgram(const ReportRow &row, const QString &folder)
        : m_file(folder + QStringLiteral("/serve.sh"))
    {
        const QString place = folder + QStringLiteral("/responses/");
        const auto responses = responsesOf(row);
        for (auto each = responses.begin(); each != responses.end(); ++each)
            writeFile(place + QString::fromUtf8(each.key()), each->bytes.value_or("") + '\n');
        for (auto each = row.asks.begin(); each != row.asks.end(); ++each)
            writeFile(place + QStringLiteral("asks/") + QString::fromUtf8(each.key()),
                each.value() + '\n');
        QByteArray first;
        for (const QByteArray &line : row.first)
            first += line + '\n';
        writeFile(place + QStringLiteral("first"), first);
        writeFile(m_file,
            "exec sh " + QFile::encodeName(sonde::test::sourcePath("tests/servers/reports.sh"))
                + " '" + QFile::encodeName(place) + "' " + (row.waits ? "waits" : "") + '\n');
    }
    const QString &file() const { return m_file; }

private:
    QString m_file;
};

// The server of a row with a URL.
class ReportSite {
public:
    explicit ReportSite(const ReportRow &row)
        : m_responses(responsesOf(row))
        , m_http([this](HttpPeer &peer) {
            for (;;)
                respond(peer, peer.readRequest());
        })
    {
    }
    QByteArray origin() const { return "http://127.0.0.1:" + QByteArray::number(m_http.port()); }
    QByteArray url() const { return origin() + "/mcp"; }
    QByteArray completed(QByteArray bytes) const
    {
        return bytes.replace("$url", url()).replace("$origin", origin());
    }

private:
    void respond(HttpPeer &peer, const SeenRequest &request)
    {
        const QByteArray method = methodOf(request);
        if (request.target() != "/mcp")
            return send(peer, responseFor(request.target(), 404));
        if (request.method() != "POST")
            return send(peer, responseFor(request.method(), request.method() == "GET" ? 405 : 200));
        const QByteArray id = idOf(request);
        if (id.isEmpty() || method == "response")
            return send(peer, responseFor(method, 202));
        ReportResponse response = responseFor(known(method), 200);
        response.bytes = response.bytes.value_or("").replace("$id", id);
        send(peer, response);
    }
    QByteArray known(const QByteArray &method) const
    {
        return m_responses.contains(method) ? method : "unknown";
    }
    static QByteArray methodOf(const SeenRequest &request)
    {
        const auto message = QJsonDocument::fromJson(request.body()).object();
        return message.value(QStringLiteral("method"))
            .toString(QStringLiteral("response"))
            .toUtf8();
    }
    // As its text, whose form a response must repeat.
    static QByteArray idOf(const SeenRequest &request)
    {
        static const QRegularExpression id(QStringLiteral("\"id\":(\"[^\"]*\"|[0-9]+)"));
        return id.match(QString::fromUtf8(request.body())).captured(1).toUtf8();
    }
    ReportResponse responseFor(const QByteArray &name, int usualStatus)
    {
        const std::lock_guard lock(m_mutex);
        ReportResponse &made = m_responses[name];
        ReportResponse response = made;
        if (response.status == 0)
            response.status = usualStatus;
        if (made.once)
            made.status = 0;
        return response;
    }
    void send(HttpPeer &peer, const ReportResponse &response) const
    {
        HttpPeer::Headers headers;
        for (const QByteArray &header : response.headers) {
            const auto colon = header.indexOf(':');
            headers.emplace_back(header.left(colon), completed(header.mid(colon + 1).trimmed()));
        }
        const QByteArray body = completed(response.bytes.value_or(""));
        peer.respond(
            response.status, body.isEmpty() ? QByteArray() : response.mediaType, body, headers);
    }

    std::mutex m_mutex;
    QMap<QByteArray, ReportResponse> m_responses;
    HttpScript m_http; // its threads use the others
};

} // namespace sonde::test
