// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/madebreakpoint.h"
#include "support/patience.h"
#include "support/tapprocess.h"

#include "tap/breakpoint/controlline.h"
#include "tap/watch/tapfinder.h"
#include "tap/watch/taplink.h"
#include "trace/file/sessionreader.h"

#include <QDir>
#include <QPointer>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <map>
#include <memory>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;
using tap::Breakpoint;
using tap::HeldDecision;
using Act = tap::BreakpointAction::Kind;
using Way = HeldDecision::Kind;

// Breakpoints in a real `sonde-cli tap` between this test, which is the host, and a real server.
class TestTapBreakpoints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void sendsWhatAPersonHasEdited();
    void actsWithoutAPerson_data();
    void actsWithoutAPerson();
    void changesWhatTheServerSends();
    void letsAllGoWhenTheWindowGoes();
    void letsAllGoWhenTheServerEnds();
    void keepsAHeldMessageAfterTheHostHasEnded();
    void delaysByTheClock();
    void saysWhatItCannotDo();
    void letsGoOfWhatHasNoReader();
    void countsHits();
    void obeysOneWindow();
    void leavesAWindowThatSaysSomethingElse_data();
    void leavesAWindowThatSaysSomethingElse();
    void switchesInTheMiddleOfALine();

private:
    QString recording() const;
    QByteArray recorded() const; // what `trace show` prints
    QByteArray recordedTexts() const; // of all records, one per line
    // Of the message that the first event is about that begins like that.
    QByteArray recordedAbout(const QByteArray &event) const;

    std::unique_ptr<QTemporaryDir> m_data;
};

namespace {

bool holds(const std::function<bool()> &condition)
{
    return QTest::qWaitFor(condition, kPatienceMs);
}

QByteArray echo(int id, const QByteArray &note)
{
    return R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id)
        + R"(,"method":"tools/call","params":{"name":"echo","arguments":{"note":")" + note
        + R"("}}})";
}

Breakpoint breakpoint(Act act, const QString &filter, rpc::Channel channel = rpc::Channel::Sent)
{
    return madeBreakpoint(act, filter, channel);
}

const QString kCalls = u"method == \"tools/call\""_s;

// A window without widgets, which sets breakpoints.
class Window : public QObject {
public:
    explicit Window(const QString &folder)
        : m_finder(folder + u"/taps"_s)
    {
        connect(&m_finder, &tap::TapFinder::found, this, [this](tap::TapLink *found) {
            link = found;
            connect(found, &tap::TapLink::held, this,
                [this](const tap::TapHeld &message) { held.push_back(message); });
            connect(found, &tap::TapLink::gone, this,
                [this](const tap::TapGone &message) { gone += message.message; });
            connect(found, &tap::TapLink::refused, this,
                [this](const tap::TapRefused &decision) { refused.push_back(decision); });
            connect(found, &tap::TapLink::counted, this,
                [this](const tap::TapHits &newest) { hits = newest.counts; });
        });
        m_finder.start();
    }
    // Breakpoints arrive before what the host sends next, once the tap has seen a first hit.
    bool set(const std::vector<Breakpoint> &breakpoints)
    {
        if (!holds([this] { return link && link->progress().recorded > 0; }))
            return false;
        link->say(tap::breakpointsLine(breakpoints));
        return true;
    }
    void decide(std::uint64_t message, const HeldDecision &decision) const
    {
        link->say(tap::decisionLine({message, decision}));
    }

    QPointer<tap::TapLink> link;
    std::vector<tap::TapHeld> held;
    QList<quint64> gone;
    std::vector<tap::TapRefused> refused;
    std::map<std::uint32_t, std::uint64_t> hits;

private:
    tap::TapFinder m_finder;
};

// The tap reads its window and its host at the same time: until a ping is dropped, breakpoints are
// not there yet.
bool applies(TapProcess &host, Window &window, std::vector<Breakpoint> breakpoints)
{
    Breakpoint marker = breakpoint(Act::Respond, u"params.marker exists"_s);
    marker.number = 99;
    marker.action.text = R"({"marked":true})";
    breakpoints.push_back(marker);
    if (!window.set(breakpoints))
        return false;
    for (int i = 0; i < 1000; ++i) {
        host.send(R"({"jsonrpc":"2.0","id":"m)" + QByteArray::number(i)
            + R"(","method":"ping","params":{"marker":1}})");
        if (!host.receives("\"id\":\"m" + QByteArray::number(i) + "\""))
            return false;
        if (host.received().contains("\"marked\":true"))
            return true;
    }
    return false;
}

} // namespace

void TestTapBreakpoints::init()
{
    m_data = std::make_unique<QTemporaryDir>();
    QVERIFY(m_data->isValid());
}

QString TestTapBreakpoints::recording() const
{
    const QStringList files =
        QDir(m_data->path()).entryList({u"weather-*.sonde"_s}, QDir::Files, QDir::Time);
    return files.isEmpty() ? QString() : m_data->filePath(files.first());
}

QByteArray TestTapBreakpoints::recorded() const
{
    return cli({u"trace"_s, u"show"_s, recording()}).out;
}

QByteArray TestTapBreakpoints::recordedTexts() const
{
    const auto reader = trace::SessionReader::open(recording());
    if (!reader)
        return {};
    const auto records = (*reader)->records(1, (*reader)->messageCount());
    QByteArray texts("\n");
    for (std::size_t i = 0; records && i < records->size(); ++i) {
        const auto text = (*reader)->read((*records)[i]);
        texts += (text ? text->toByteArray() : QByteArray()) + '\n';
    }
    return texts;
}

QByteArray TestTapBreakpoints::recordedAbout(const QByteArray &event) const
{
    const auto reader = trace::SessionReader::open(recording());
    if (!reader)
        return {};
    const auto records = (*reader)->records(1, (*reader)->messageCount());
    for (std::size_t i = 0; records && i < records->size(); ++i) {
        const auto text = (*reader)->read((*records)[i]);
        const trace::Number about = (*records)[i].pair;
        if (!text || !text->toByteArray().startsWith(event) || about == 0
            || about > records->size())
            continue;
        const auto message = (*reader)->read((*records)[about - 1]);
        return message ? message->toByteArray() : QByteArray();
    }
    return {};
}

void TestTapBreakpoints::sendsWhatAPersonHasEdited()
{
    Window window(m_data->path());
    TapProcess host(u"weather"_s, m_data->path(), {kDemo});
    QVERIFY(host.opens("Acme"));
    QVERIFY(applies(host, window, {breakpoint(Act::Hold, kCalls)}));
    const QByteArray call = echo(5, "from the host");
    host.send(call);
    QVERIFY(holds([&] { return window.held.size() == 1; }));
    const tap::TapHeld held = window.held.front();
    QCOMPARE(held.bytes.toByteArray(), call);
    QCOMPARE(held.channel, rpc::Channel::Sent);
    QCOMPARE(held.breakpoint, 1U);
    // What follows waits behind it; what the server sends does not.
    host.send(R"({"jsonrpc":"2.0","id":6,"method":"tools/list"})");
    QByteArray edited = call;
    edited.replace("from the host", "from a person 1.0");
    window.decide(held.message, {Way::SendChanged, edited.toStdString()});
    QVERIFY(host.receives("from a person 1.0"));
    QVERIFY(host.receives("\"id\":6"));
    QVERIFY(!host.received().contains("from the host"));
    QVERIFY(holds([&] { return window.gone == QList<quint64>{held.message}; }));
    QVERIFY(host.ends());
    QCOMPARE(host.process().exitCode(), 0);
    // What came, and what went.
    const QByteArray shown = recorded();
    QVERIFY2(shown.contains("message held"), shown.constData());
    QVERIFY2(shown.contains("message changed"), shown.constData());
    const QByteArray texts = recordedTexts();
    QVERIFY(texts.contains(QByteArray('\n' + call + '\n')));
    QVERIFY(texts.contains(QByteArray("\nmessage changed\tby you · id 5\n" + edited + '\n')));
    QCOMPARE(recordedAbout("message changed"), call);
    QCOMPARE(recordedAbout("message held\tbreakpoint 1"), call);
}

void TestTapBreakpoints::actsWithoutAPerson_data()
{
    QTest::addColumn<int>("act");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected"); // of the server's output
    QTest::addColumn<QByteArray>("event");
    QTest::newRow("drop") << int(Act::Drop) << QByteArray() << QByteArray()
                          << QByteArray("dropped");
    QTest::newRow("respond") << int(Act::Respond) << QByteArray(R"({"result":{"mocked":1.0}})")
                             << QByteArray(R"("result":{"mocked":1.0})") << QByteArray("answered");
    QTest::newRow("patch")
        << int(Act::Patch)
        << QByteArray(R"([{"op":"replace","path":"/params/arguments/note","value":"patched"}])")
        << QByteArray("patched") << QByteArray("changed");
    QTest::newRow("duplicate") << int(Act::Duplicate) << QByteArray() << QByteArray("\"id\":5")
                               << QByteArray("duplicated");
    QTest::newRow("truncate") << int(Act::Truncate) << QByteArray() << QByteArray()
                              << QByteArray("broken");
}

void TestTapBreakpoints::actsWithoutAPerson()
{
    QFETCH(const int, act);
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, expected);
    QFETCH(const QByteArray, event);
    Window window(m_data->path());
    TapProcess host(u"weather"_s, m_data->path(), {kDemo});
    QVERIFY(host.opens("Acme"));
    Breakpoint one = breakpoint(Act(act), kCalls);
    one.action.text = text.toStdString();
    QVERIFY(applies(host, window, {one}));
    host.send(echo(5, "original"));
    host.send(R"({"jsonrpc":"2.0","id":6,"method":"tools/list"})");
    if (!expected.isEmpty())
        QVERIFY(host.receives(expected));
    QVERIFY(host.receives("\"tools\":"));
    QVERIFY(host.ends());
    QCOMPARE(host.received().contains("original"), Act(act) == Act::Duplicate);
    QVERIFY2(recorded().contains(QByteArray("message " + event)), recorded().constData());
    if (Act(act) == Act::Respond)
        QCOMPARE(unansweredIn(recording()), 0);
}

void TestTapBreakpoints::changesWhatTheServerSends()
{
    Window window(m_data->path());
    TapProcess host(u"weather"_s, m_data->path(), {kDemo});
    QVERIFY(host.opens("Acme"));
    Breakpoint one = breakpoint(Act::Hold, kCalls, rpc::Channel::Received);
    QVERIFY(applies(host, window, {one}));
    host.send(echo(5, "original"));
    QVERIFY(holds([&] { return window.held.size() == 1; }));
    QCOMPARE(window.held.front().channel, rpc::Channel::Received);
    QVERIFY(window.held.front().bytes.toByteArray().contains("original"));
    window.decide(
        window.held.front().message, {Way::SendChanged, R"({"jsonrpc":"2.0","id":5,"result":{}})"});
    QVERIFY(host.receives(R"("id":5,"result":{}})"));
}

void TestTapBreakpoints::letsAllGoWhenTheWindowGoes()
{
    TapProcess host(u"weather"_s, m_data->path(), {kDemo});
    {
        Window window(m_data->path());
        QVERIFY(host.opens("Acme"));
        QVERIFY(applies(host, window, {breakpoint(Act::Hold, kCalls)}));
        for (int i = 1; i <= 3; ++i)
            host.send(echo(i, "original " + QByteArray::number(i)));
        QVERIFY(holds([&] { return window.held.size() == 3; }));
    }
    for (int i = 1; i <= 3; ++i)
        QVERIFY(host.receives("original " + QByteArray::number(i)));
    host.send(echo(4, "not held"));
    QVERIFY(host.receives("not held"));
}

void TestTapBreakpoints::letsAllGoWhenTheServerEnds()
{
    Window window(m_data->path());
    TapProcess host(u"weather"_s, m_data->path(), {kTestServer, u"--exit-after"_s, u"4"_s});
    QVERIFY(host.opens("Acme"));
    QVERIFY(applies(host, window, {breakpoint(Act::Hold, kCalls, rpc::Channel::Received)}));
    for (int i = 0; i < 4 && host.process().state() == QProcess::Running; ++i)
        host.send(echo(i, "x"));
    QVERIFY(host.hasEnded()); // and does not wait for a person
    QCOMPARE(host.process().exitCode(), 3);
}

void TestTapBreakpoints::keepsAHeldMessageAfterTheHostHasEnded()
{
    Window window(m_data->path());
    TapProcess host(u"weather"_s, m_data->path(), {kDemo});
    QVERIFY(host.opens("Acme"));
    QVERIFY(applies(host, window, {breakpoint(Act::Hold, kCalls)}));
    host.send(echo(5, "last words"));
    QVERIFY(holds([&] { return window.held.size() == 1; }));
    host.process().closeWriteChannel();
    window.decide(window.held.front().message, {});
    QVERIFY(host.receives("last words"));
    QVERIFY(host.hasEnded());
    QCOMPARE(host.process().exitCode(), 0);
}

void TestTapBreakpoints::delaysByTheClock()
{
    Window window(m_data->path());
    TapProcess host(u"weather"_s, m_data->path(), {kDemo});
    QVERIFY(host.opens("Acme"));
    Breakpoint one = breakpoint(Act::Delay, kCalls);
    one.action.delay = std::chrono::milliseconds(50);
    one.othersPass = true;
    QVERIFY(applies(host, window, {one}));
    host.send(echo(5, "late"));
    QVERIFY(host.receives("late"));
    QVERIFY(host.ends());
    QVERIFY(recorded().contains("message delayed"));
}

void TestTapBreakpoints::saysWhatItCannotDo()
{
    Window window(m_data->path());
    TapProcess host(u"weather"_s, m_data->path(), {kDemo});
    QVERIFY(host.opens("Acme"));
    QVERIFY(applies(host, window, {breakpoint(Act::Hold, kCalls)}));
    host.send(echo(5, "held"));
    QVERIFY(holds([&] { return window.held.size() == 1; }));
    window.decide(1, {Way::SendChanged, "two\nlines"});
    window.decide(7, {Way::Drop});
    QVERIFY(holds([&] { return window.refused.size() == 2; }));
    QVERIFY((window.refused[0] == tap::TapRefused{1, tap::TapRefusal::NotOneLine}));
    QVERIFY((window.refused[1] == tap::TapRefused{7, tap::TapRefusal::NotHeld}));
    QVERIFY(window.gone.isEmpty());
    // Bytes of any kind arrive as they are.
    window.decide(1, {Way::SendChanged, "\xff not JSON \"\\"});
    QVERIFY(holds([&] { return window.gone == QList<quint64>{1}; }));
    QVERIFY(holds([&] { return recordedTexts().contains("\xff not JSON \"\\"); }));
}

// A server that closes its stdin and goes on.
void TestTapBreakpoints::letsGoOfWhatHasNoReader()
{
    Window window(m_data->path());
    const QString script = u"read a; echo \"$a\"; read b; exec 0<&-; echo closed; sleep 60"_s;
    TapProcess host(u"weather"_s, m_data->path(), {u"/bin/sh"_s, u"-c"_s, script});
    host.send(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    QVERIFY(host.receives("ping"));
    Breakpoint one = breakpoint(Act::Hold, kCalls);
    one.othersPass = true;
    QVERIFY(window.set({one}));
    QVERIFY(holds([&] { return window.hits.contains(1); })); // the tap has it
    host.send(echo(2, "held"));
    QVERIFY(holds([&] { return window.held.size() == 1; }));
    host.send(R"({"jsonrpc":"2.0","id":3,"method":"ping"})");
    QVERIFY(host.receives("closed"));
    QVERIFY(holds([&] { return window.gone == QList<quint64>{1}; }));
    window.decide(1, {});
    QVERIFY(holds([&] { return window.refused.size() == 1; }));
}

// Also those on which a breakpoint does not act.
void TestTapBreakpoints::countsHits()
{
    Window window(m_data->path());
    TapProcess host(u"weather"_s, m_data->path(), {kDemo});
    QVERIFY(host.opens("Acme"));
    Breakpoint one = breakpoint(Act::Drop, kCalls);
    one.only = 1000;
    Breakpoint other = breakpoint(Act::Drop, u"method == \"never\""_s);
    other.number = 2;
    QVERIFY(applies(host, window, {one, other}));
    for (int i = 1; i <= 3; ++i)
        host.send(echo(i, "crosses"));
    QVERIFY(host.receives("\"id\":3"));
    QVERIFY(holds([&] { return window.hits[1] == 3; }));
    QCOMPARE(window.hits.at(2), 0U);
    // Another one changes, and this one's count goes on.
    other.on = false;
    QVERIFY(window.set({one, other}));
    host.send(echo(4, "crosses"));
    QVERIFY(holds([&] { return window.hits[1] == 4; }));
    QVERIFY(holds([&] { return !window.hits.contains(99); })); // was removed
}

void TestTapBreakpoints::obeysOneWindow()
{
    Window first(m_data->path());
    TapProcess host(u"weather"_s, m_data->path(), {kDemo});
    QVERIFY(host.opens("Acme"));
    QVERIFY(applies(host, first, {breakpoint(Act::Hold, kCalls)}));
    Window second(m_data->path());
    QVERIFY(holds([&] { return bool(second.link); }));
    const QPointer<tap::TapLink> refused = second.link;
    QVERIFY(second.set({breakpoint(Act::Drop, kCalls)}));
    QVERIFY(holds([&] { return !refused; }));
    host.send(echo(5, "held by the first"));
    QVERIFY(holds([&] { return first.held.size() == 1; }));
    first.decide(1, {});
    QVERIFY(host.receives("held by the first"));
}

void TestTapBreakpoints::leavesAWindowThatSaysSomethingElse_data()
{
    QTest::addColumn<QByteArray>("said");
    QTest::newRow("no JSON") << QByteArray("hello\n");
    QTest::newRow("something else") << QByteArray("{\"a\":1}\n");
    QTest::newRow("no list") << QByteArray("{\"breakpoints\":1}\n");
    QTest::newRow("an action that does not exist")
        << QByteArray(R"({"breakpoints":[{"direction":"toHost","action":"burn"}]})"
                      "\n");
    QTest::newRow("a filter that is none")
        << QByteArray(R"({"breakpoints":[{"direction":"toHost","action":"drop","filter":"=="}]})"
                      "\n");
    QTest::newRow("a delay of years") << QByteArray(
        R"({"breakpoints":[{"direction":"toHost","action":"delay","delayMs":99999999999}]})"
        "\n");
    QTest::newRow("a decision of another kind") << QByteArray("{\"decide\":1,\"as\":\"burn\"}\n");
    QTest::newRow("deep") << QByteArray(5000, '[') + '\n';
    QTest::newRow("a line without an end") << QByteArray(40 << 20, 'x');
}

void TestTapBreakpoints::leavesAWindowThatSaysSomethingElse()
{
    QFETCH(const QByteArray, said);
    Window window(m_data->path());
    TapProcess host(u"weather"_s, m_data->path(), {kDemo});
    QVERIFY(host.opens("Acme"));
    QVERIFY(holds([&] { return bool(window.link); }));
    const QPointer<tap::TapLink> link = window.link;
    link->say(said.toStdString());
    QVERIFY(holds([&] { return !link; }));
    host.send(echo(5, "goes on"));
    QVERIFY(host.receives("goes on"));
}

// Breakpoints come and go while a line is half way.
void TestTapBreakpoints::switchesInTheMiddleOfALine()
{
    TapProcess host(u"weather"_s, m_data->path(), {kDemo});
    QVERIFY(host.opens("Acme"));
    const QByteArray call = echo(5, "in two parts");
    {
        Window window(m_data->path());
        QVERIFY(applies(
            host, window, {breakpoint(Act::Drop, u"params.arguments.note == \"in two parts\""_s)}));
        host.process().write(call.left(30)); // waits for its end
        host.process().waitForBytesWritten(kPatienceMs);
    }
    // It is dropped if the tap learns only later that the window is gone, and whole otherwise.
    host.send(call.mid(30));
    host.send(echo(6, "whole"));
    QVERIFY(host.receives("whole"));
    QVERIFY(!host.received().contains("\"error\""));
}

QTEST_GUILESS_MAIN(TestTapBreakpoints)
#include "tst_tapbreakpoints.moc"
