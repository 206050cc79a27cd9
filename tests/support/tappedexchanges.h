// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/httphost.h"
#include "support/madebreakpoint.h"
#include "support/tapprogram.h"
#include "tap/breakpoint/breakpointengine.h"
#include "trace/file/sessionreader.h"
#include "json/document.h"

#include <QTest>

// For tests of the breakpoints of a tap over HTTP: what hosts send, what servers respond, and what
// is recorded of it.
namespace sonde::test {

using namespace Qt::StringLiterals;

inline tap::Breakpoint breakpoint(tap::BreakpointAction::Kind act,
    rpc::Channel channel = rpc::Channel::Sent,
    const QString &filter = u"method == \"tools/call\""_s)
{
    return madeBreakpoint(act, filter, channel);
}

inline QByteArray call(int id, const QByteArray &note = "original")
{
    return R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id)
        + R"(,"method":"tools/call","params":{"note":")" + note + R"("}})";
}

inline QByteArray result(int id, const QByteArray &note)
{
    return R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id) + R"(,"result":{"note":")" + note
        + R"("}})";
}

// What a person decides on a call, what the host gets then (empty: nothing), and how many requests
// the server gets.
inline void addRequestDecisions(int id)
{
    using Way = tap::HeldDecision::Kind;
    QTest::addColumn<int>("way");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<int>("requests");
    const QByteArray original = result(id, "original");
    const QByteArray mine = result(id, "mine");
    QTest::newRow("as it was") << int(Way::SendAsItWas) << QByteArray() << original << 1;
    QTest::newRow("delayed") << int(Way::Delay) << QByteArray() << original << 1;
    QTest::newRow("dropped") << int(Way::Drop) << QByteArray() << QByteArray() << 0;
    QTest::newRow("answered") << int(Way::Respond) << mine << mine << 0;
}

// What a person decides on the result of a call, and what the host gets then; empty: nothing.
inline void addResultDecisions(int id)
{
    using Way = tap::HeldDecision::Kind;
    QTest::addColumn<int>("way");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("body");
    const QByteArray changed = result(id, "a longer note than before");
    QTest::newRow("as it was") << int(Way::SendAsItWas) << QByteArray() << result(id, "original");
    QTest::newRow("changed") << int(Way::SendChanged) << changed << changed;
    QTest::newRow("dropped") << int(Way::Drop) << QByteArray() << QByteArray();
}

// Responds to each request with what it got.
inline void echo(HttpPeer &peer)
{
    for (;;) {
        const QByteArray body = peer.readRequest().body();
        const auto id = body.indexOf("\"id\":") + 5;
        const auto note = body.indexOf("\"note\":\"") + 8;
        if (body.contains("\"note\":\""))
            peer.respond(200, "application/json",
                result(body.mid(id, body.indexOf(',', id) - id).toInt(),
                    body.mid(note, body.indexOf('"', note) - note)));
        else
            peer.respond(202, "text/plain", "");
    }
}

inline void sendEvents(HttpPeer &peer)
{
    for (;;) {
        peer.readRequest();
        peer.openStream();
        peer.event(
            R"({"jsonrpc":"2.0","method":"notifications/message","params":{"n":1}})", "first");
        peer.event(result(1, "original"), "second");
        peer.event(
            R"({"jsonrpc":"2.0","method":"notifications/message","params":{"n":2}})", "third");
        peer.endStream();
    }
}

// Without the framing of chunks.
inline QByteArray unchunked(QByteArray rest)
{
    QByteArray joined;
    while (!rest.isEmpty()) {
        const auto end = rest.indexOf("\r\n");
        const qsizetype size = rest.left(end).toLongLong(nullptr, 16);
        joined += rest.mid(end + 2, size);
        rest.remove(0, end + 2 + size + 2);
    }
    return joined;
}

// What the recorded exchanges list as changed in bodies and in the headers that repeat them:
// "request body: text → text".
inline QByteArrayList changes(const TapProgram &tap)
{
    QByteArrayList all;
    const auto reader = trace::SessionReader::open(tap.recording());
    const auto records = reader ? (*reader)->records(1, (*reader)->messageCount())
                                : Result<std::vector<trace::Record>>(reader.error());
    for (std::size_t i = 0; records && i < records->size(); ++i) {
        const auto text = (*reader)->read((*records)[i]);
        if ((*records)[i].kind != rpc::Kind::Exchange || !text)
            continue;
        const auto facts = json::Document::parse(*text);
        for (const json::Value change : facts.root()["changes"]) {
            const QString name = change["name"].toString();
            if (name == u"body" || name == u"event" || name.startsWith(u"Mcp-"))
                all += QString(change["in"].toString() + u' ' + name + u": "
                    + change["was"].toString() + u" → " + change["now"].toString())
                           .toUtf8();
        }
    }
    return all;
}

inline QByteArray shown(const TapProgram &tap)
{
    return cli(QStringList{u"trace"_s, u"show"_s, tap.recording()}).out;
}

} // namespace sonde::test
