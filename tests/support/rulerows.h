// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/places.h"

#include <QDirIterator>
#include <QFile>
#include <QStringList>

#include <vector>

namespace sonde::test {

// An example of resources/rules: traffic that breaks a requirement, or that does not.
//
//   # tools.content-present                 the requirement of the rows that follow
//   bad 2025-06-18 /result/content          a row: the revision, and where it is broken
//   > {"id":1,"method":"tools/call"}        what the client sends; "jsonrpc" is added
//   < {"id":1,"result":{}}                  what the server sends
//   good 2025-06-18 client={"roots":{}}     the handshake before it declares these capabilities
//
// Other lines: ">> " and "<< " send text exactly as written, with "\xE9" for a byte; "! id detail"
// is an event of the connection; "POST 200", "GET 404 /path", … begin an HTTP exchange ("POST
// unsent": one whose connection is refused), and then "> Name: value" and
// "< Name: value" are headers, "> -Name" removes a header that is usually sent, and "< event: x"
// and "< data: x" make an event stream. After the status, "seen" says that Sonde itself was there
// and knows how the exchange ended, "broken" that it ended with an error, and "coarse" that it ends
// in the moment in which the next one begins. "wait 500" lets 500 milliseconds pass before what
// follows, "last 500" makes the exchange take them, and "times 300 < …" repeats a line.
// With "shown", the row is the example on the page of its rule.
// With "provoked" the client breaks other rules on purpose, with "provoking" the server does. With
// "bare" no handshake comes before the row, with "http" the handshake is over HTTP. In the modern
// era, "_meta" is added to requests.
// With "login" the server is https://mcp.example.com/mcp, and before the row it demands a token,
// and a client finds https://auth.example.com and registers there: see RulePlay::login(). A path of
// an exchange may be a whole URL; another host is another server of the recording, as in an
// imported log.
struct RuleRow {
    QString file;
    int line = 0;
    QString requirement;
    bool isBad = false;
    QString revision;
    QString pointer;
    bool isBare = false;
    bool isHttp = false;
    bool isLogin = false;
    bool isProvoked = false; // by a client that breaks rules on purpose
    bool isProvoking = false; // the server breaks rules on purpose
    QString client;
    QString server;
    QStringList script;

    QString name() const
    {
        return QStringLiteral("%1 %2 %3 %4:%5")
            .arg(
                requirement, isBad ? QStringLiteral("bad") : QStringLiteral("good"), revision, file)
            .arg(line);
    }
    bool isModern() const { return revision >= QLatin1String("2026-07-28"); }
};

inline void readRowHead(const QString &text, RuleRow &row)
{
    const QStringList words = text.split(u' ', Qt::SkipEmptyParts);
    row.isBad = words.value(0) == QLatin1String("bad");
    row.revision = words.value(1);
    for (const QString &word : words.mid(2)) {
        if (word == QLatin1String("bare"))
            row.isBare = true;
        else if (word == QLatin1String("http"))
            row.isHttp = true;
        else if (word == QLatin1String("login"))
            row.isLogin = true;
        else if (word == QLatin1String("shown")) // by findings/page/ruleexample.cpp
            continue;
        else if (word == QLatin1String("provoked"))
            row.isProvoked = true;
        else if (word == QLatin1String("provoking"))
            row.isProvoking = true;
        else if (word.startsWith(QLatin1String("client=")))
            row.client = word.mid(7);
        else if (word.startsWith(QLatin1String("server=")))
            row.server = word.mid(7);
        else
            row.pointer = word;
    }
}

inline std::vector<RuleRow> ruleRows()
{
    std::vector<RuleRow> rows;
    QStringList files = QDir(sonde::test::sourcePath("resources/rules"))
                            .entryList({QStringLiteral("*.txt")}, QDir::Files, QDir::Name);
    for (const QString &name : files) {
        QFile file(sonde::test::sourcePath("resources/rules/") + name);
        if (!file.open(QIODevice::ReadOnly))
            continue;
        QString requirement;
        int number = 0;
        for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n')) {
            ++number;
            if (line.startsWith(QLatin1String("# "))) {
                requirement = line.mid(2).trimmed();
            } else if (line.startsWith(QLatin1String("bad "))
                || line.startsWith(QLatin1String("good "))) {
                RuleRow &row = rows.emplace_back();
                row.file = name;
                row.line = number;
                row.requirement = requirement;
                readRowHead(line, row);
            } else if (!line.isEmpty() && !line.startsWith(QLatin1String("//")) && !rows.empty()) {
                rows.back().script << line;
            }
        }
    }
    return rows;
}

} // namespace sonde::test
