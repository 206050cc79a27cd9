// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/mocksession.h"
#include "mock/recordedscript.h"
#include "support/tracefeed.h"

#include <QByteArrayList>

namespace sonde::test {

// A conversation as lines: "> …" is sent by the client, "< …" by the server, "! …" is a line of the
// server's stderr, "# …" a note of the mock, "used: …" what a request gets, "@5" a pause of that
// many milliseconds, "$" the end of the client's input.

// Members of requests and the like, without what is the same in all of them.
inline QByteArray rpcLine(char direction, const QByteArray &members)
{
    return QByteArray(1, direction) + " {\"jsonrpc\":\"2.0\"," + members + "}";
}

inline void record(tests::TraceFeed &feed, const QByteArrayList &lines)
{
    for (const QByteArray &line : lines) {
        const std::string text = line.mid(2).toStdString();
        if (line.startsWith('>'))
            feed.sent(text);
        else if (line.startsWith('<'))
            feed.received(text);
        else if (line.startsWith('!'))
            feed.diagnostic(text);
        else
            feed.advance(line.mid(1).toLongLong() * 1'000'000);
    }
}

inline Result<mock::MockScript> scriptOf(
    trace::Recorder &recorder, const QString &server = {}, const mock::ScriptLimits &limits = {})
{
    trace::RecordList list;
    const trace::Changes changes = recorder.take();
    list.append(changes.fresh);
    for (const auto &[number, record] : changes.changed)
        list.set(number - std::size_t(1), record);
    return mock::recordedScript(recorder, list.snapshot(), server, limits);
}

inline Result<mock::MockScript> scriptOf(const QByteArrayList &lines)
{
    trace::Recorder recorder;
    tests::TraceFeed feed(recorder);
    record(feed, lines);
    return scriptOf(recorder);
}

inline QByteArray lineOf(const mock::Action &action)
{
    switch (action.kind) {
    case mock::Action::Kind::Send:
        return "< " + action.bytes.toByteArray();
    case mock::Action::Kind::Stderr:
        return "! " + action.bytes.toByteArray();
    case mock::Action::Kind::Note:
        break;
    case mock::Action::Kind::PassOn:
        return "passed on: " + action.bytes.toByteArray();
    case mock::Action::Kind::Abandon:
        return "abandoned: " + action.bytes.toByteArray();
    case mock::Action::Kind::OpenServer:
        return "server opened";
    case mock::Action::Kind::Tell:
        return "told: " + action.bytes.toByteArray();
    case mock::Action::Kind::Withdraw:
        return "withdrawn";
    case mock::Action::Kind::Use:
        return "used: " + action.bytes.toByteArray();
    case mock::Action::Kind::Close:
        return "closed";
    }
    return "# " + action.note.toUtf8();
}

// A session with what it did, as lines.
class MockPlay {
public:
    explicit MockPlay(const mock::MockScript &script, mock::MockOptions options = {})
        : m_session(script, options)
    {
        m_session.start(m_now);
        take();
    }

    // What the client does; the lines of the server among them are not looked at.
    void play(const QByteArrayList &lines)
    {
        for (const QByteArray &line : lines) {
            if (line.startsWith('>')) {
                m_lines += line;
                m_session.receive(Bytes::copyOf(line.mid(2).toStdString()), m_now);
            } else if (line.startsWith('@')) {
                m_lines += line;
                m_now += std::chrono::milliseconds(line.mid(1).toInt());
                m_session.tick(m_now);
            } else if (line.startsWith('$')) {
                m_lines += line;
                m_session.endInput(m_now);
            }
            take();
        }
    }
    // A message of the server that requests are passed on to.
    void deliver(mock::Passage passage, const QByteArray &line)
    {
        rpc::Message message;
        rpc::decodeOne(Bytes::copyOf(line.mid(2).toStdString()), message);
        m_session.deliver(passage, message, m_now);
        take();
    }

    const QByteArrayList &lines() const { return m_lines; }
    mock::MockSession &session() { return m_session; }

private:
    void take()
    {
        for (const mock::Action &action : m_session.takeActions()) {
            if (action.kind != mock::Action::Kind::Withdraw) // a stream of lines does not say so
                m_lines += lineOf(action);
        }
    }

    mock::MockSession m_session;
    mock::Nanoseconds m_now{1'000'000'000};
    QByteArrayList m_lines;
};

} // namespace sonde::test
