// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArrayList>

#include <map>

namespace sonde::test {

// What a client reads: one response, undone from its framing as far as it is there.
struct HttpResponse {
    int status = 0;
    std::map<QByteArray, QByteArray> fields; // names in lower case
    QByteArray body;
    bool complete = false;

    // The data of the events that have any, in order.
    QByteArrayList events() const
    {
        QByteArrayList found;
        for (const QByteArray &block : blocks()) {
            const QByteArray data = lineOf(block, "data: ");
            if (!data.isEmpty())
                found << data;
        }
        return found;
    }
    QByteArray lastId() const
    {
        QByteArray id;
        for (const QByteArray &block : blocks()) {
            const QByteArray found = lineOf(block, "id: ");
            if (!found.isEmpty())
                id = found;
        }
        return id;
    }

private:
    QByteArrayList blocks() const
    {
        QByteArrayList found;
        for (qsizetype at = 0, end = 0; (end = body.indexOf("\n\n", at)) >= 0; at = end + 2)
            found << body.mid(at, end - at);
        return found;
    }
    static QByteArray lineOf(const QByteArray &block, const char *prefix)
    {
        for (const QByteArray &line : block.split('\n')) {
            if (line.startsWith(prefix))
                return line.mid(qsizetype(strlen(prefix)));
        }
        return {};
    }
};

// Takes one response off the front of the bytes of a connection; an unfinished one stays.
inline HttpResponse readResponse(QByteArray &bytes)
{
    HttpResponse response;
    const qsizetype end = bytes.indexOf("\r\n\r\n");
    if (end < 0)
        return response;
    const QByteArrayList lines = bytes.left(end).split('\n');
    response.status = lines.first().split(' ').value(1).toInt();
    for (const QByteArray &line : lines.mid(1)) {
        const qsizetype colon = line.indexOf(':');
        response.fields[line.left(colon).toLower()] = line.mid(colon + 1).trimmed();
    }
    const QByteArray rest = bytes.mid(end + 4);
    if (response.fields["transfer-encoding"] == "chunked") {
        qsizetype at = 0;
        for (qsizetype line = 0; (line = rest.indexOf("\r\n", at)) >= 0;) {
            const qsizetype size = rest.mid(at, line - at).toLongLong(nullptr, 16);
            if (size == 0) {
                response.complete = true;
                bytes = rest.mid(line + 4);
                break;
            }
            response.body += rest.mid(line + 2, size);
            at = line + 2 + size + 2;
        }
    } else {
        const qsizetype size = response.fields["content-length"].toLongLong();
        response.body = rest.left(size);
        response.complete = rest.size() >= size;
        if (response.complete)
            bytes = rest.mid(size);
    }
    return response;
}

// `fields` are lines without their ends; Host, Accept and Content-Type are there already.
inline QByteArray request(const QByteArray &method, const QByteArray &path,
    const QByteArrayList &fields, const QByteArray &body = {})
{
    QByteArray text = method + ' ' + path + " HTTP/1.1\r\n";
    QByteArrayList all = fields;
    const QByteArray given = '\n' + fields.join('\n').toLower();
    for (const char *usual : {"Host: localhost:8080", "Content-Type: application/json",
             "Accept: application/json, text/event-stream"}) {
        const QByteArray name = QByteArray(usual).split(':').first().toLower();
        if (!given.contains(QByteArray('\n' + name + ':')))
            all << usual;
    }
    if (!body.isEmpty())
        all << "Content-Length: " + QByteArray::number(body.size());
    return text + all.join("\r\n") + "\r\n\r\n" + body;
}

inline QByteArray post(const QByteArray &body, const QByteArrayList &fields = {})
{
    return request("POST", "/mcp", fields, body);
}

inline QByteArray initialize(const QByteArray &revision, const QByteArray &capabilities = "{}")
{
    return R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")"
        + revision + R"(","capabilities":)" + capabilities
        + R"(,"clientInfo":{"name":"test","version":"1"}}})";
}

inline QByteArray call(const QByteArray &name, const QByteArray &arguments = "{}",
    const QByteArray &more = {}, int id = 1)
{
    return R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id)
        + R"(,"method":"tools/call","params":{"name":")" + name + R"(","arguments":)" + arguments
        + more + "}}";
}

} // namespace sonde::test
