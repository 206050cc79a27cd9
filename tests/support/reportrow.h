// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/places.h"

#include <QDir>
#include <QFile>
#include <QList>
#include <QMap>
#include <QStringList>

#include <optional>

namespace sonde::test {

// How a server responds to a method other than a correct server does.
struct ReportResponse {
    std::optional<QByteArray> bytes; // of the message, or of the HTTP body
    int status = 0;
    bool once = false; // the status is only that of the first request
    QByteArray mediaType = "application/json";
    QList<QByteArray> headers;
};

// A row of tests/data/reports: a server that does what people reported of a server, what a person
// runs against it, and what Sonde says.
//
//   # A session is lost                    the kind of the rows that follow
//   row 400 instead of 404                 a row
//   over http                              the server has a URL; otherwise it is a program
//   alone                                  the command line does not name the server
//   waits                                  the program responds only after its own request was
//   revision 2025-11-25                    2025-06-18 otherwise
//   first {"jsonrpc":"2.0", …}             what the program writes before it reads anything
//   tool {"name":"t", …}                   a tool of the list, in place of a correct one
//   < tools/call {"content":[]}            the result of a method
//   << tools/call {'a':1}                  the message, or the HTTP body, byte for byte
//   asks tools/call {"jsonrpc":"2.0", …}   the program's own request, whose response is awaited
//   status tools/call 401 once             HTTP, like the next; "once": the first time only
//   header tools/call Content-Type: text/html
//   file mcp.json {"mcpServers":{}}        a file of the folder that the command runs in
//   $ tools call t                         the command line
//   exit 4                                 the exit code; 0 otherwise
//   says …                                 is printed, on either stream
//   hides …                                is not printed
//   finds session.ended-404                a finding about the messages
//   without tools.content-present          no finding of that requirement
//
// In place of a method there can be GET, DELETE, response (of the client) or a path of HTTP. In
// bytes, \x0A is a byte, $id the id of the request, $url and $origin are the address, $serve is the
// file of the program, for the shell.
struct ReportRow {
    QString name;
    int line = 0;
    bool isHttp = false;
    bool isAlone = false;
    bool waits = false;
    QByteArray revision = "2025-06-18";
    QList<QByteArray> first;
    QList<QByteArray> tools;
    QMap<QByteArray, ReportResponse> responses;
    QMap<QByteArray, QByteArray> asks;
    QMap<QString, QByteArray> files;
    QStringList command;
    int exitCode = 0;
    QList<QByteArray> says;
    QList<QByteArray> hides;
    QStringList finds;
    QStringList without;
};

inline QByteArray exactBytes(QByteArray text)
{
    for (auto at = text.indexOf("\\x"); at >= 0; at = text.indexOf("\\x", at + 1))
        text.replace(at, 4, QByteArray::fromHex(text.mid(at + 2, 2)));
    return text;
}

inline QByteArray resultMessage(const QByteArray &result)
{
    return R"({"jsonrpc":"2.0","id":$id,"result":)" + result + '}';
}

inline void readHeader(const QByteArray &header, ReportResponse &response)
{
    const QByteArray type = "Content-Type:";
    if (header.startsWith(type))
        response.mediaType = header.mid(type.size()).trimmed();
    else
        response.headers << header;
}

// A line about one method; false when it is none.
inline bool readResponse(const QByteArray &word, const QByteArray &rest, ReportRow &row)
{
    const auto end = rest.indexOf(' ');
    const QByteArray name = rest.split(' ').first();
    const QByteArray value = end < 0 ? QByteArray() : rest.mid(end + 1);
    if (word == "<") {
        row.responses[name].bytes = resultMessage(value);
    } else if (word == "<<") {
        row.responses[name].bytes = exactBytes(value);
    } else if (word == "asks") {
        row.asks[name] = value;
    } else if (word == "status") {
        row.responses[name].status = value.split(' ').first().toInt();
        row.responses[name].once = value.endsWith(" once");
    } else if (word == "header") {
        readHeader(value, row.responses[name]);
    } else if (word == "file") {
        row.files[QString::fromUtf8(name)] = exactBytes(value);
    } else {
        return false;
    }
    return true;
}

// False when the line says nothing that is known.
inline bool readReportLine(const QByteArray &line, ReportRow &row)
{
    const auto end = line.indexOf(' ');
    const QByteArray word = line.split(' ').first();
    const QByteArray rest = end < 0 ? QByteArray() : line.mid(end + 1);
    if (word == "over")
        row.isHttp = rest == "http";
    else if (word == "alone")
        row.isAlone = true;
    else if (word == "waits")
        row.waits = true;
    else if (word == "revision")
        row.revision = rest;
    else if (word == "first")
        row.first << exactBytes(rest);
    else if (word == "tool")
        row.tools << rest;
    else if (word == "$")
        row.command = QString::fromUtf8(rest).split(u' ');
    else if (word == "exit")
        row.exitCode = rest.toInt();
    else if (word == "says")
        row.says << rest;
    else if (word == "hides")
        row.hides << rest;
    else if (word == "finds")
        row.finds << QString::fromUtf8(rest);
    else if (word == "without")
        row.without << QString::fromUtf8(rest);
    else
        return readResponse(word, rest, row);
    return true;
}

inline QList<ReportRow> reportRows()
{
    QList<ReportRow> rows;
    const QDir folder(sonde::test::sourcePath("tests/data/reports"));
    for (const QString &name : folder.entryList({QStringLiteral("*.txt")}, QDir::Files)) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("cannot read %s", qPrintable(name));
        int number = 0;
        for (const QByteArray &line : file.readAll().split('\n')) {
            ++number;
            if (line.startsWith("row ")) {
                rows.emplace_back();
                rows.back().line = number;
                rows.back().name = QStringLiteral("%1:%2 %3")
                                       .arg(name)
                                       .arg(number)
                                       .arg(QString::fromUtf8(line.mid(4)));
            } else if (!line.isEmpty() && !line.startsWith('#')
                && (rows.isEmpty() || !readReportLine(line, rows.back()))) {
                qFatal("%s:%d is not understood", qPrintable(name), number);
            }
        }
    }
    return rows;
}

} // namespace sonde::test
