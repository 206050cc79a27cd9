// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/toldlink.h"
#include "tap/http/httpbreakpoints.h"

#include <QTest>
#include <QThread>

using namespace sonde;
using namespace sonde::tests;
using namespace Qt::StringLiterals;
using rpc::Channel;
using tap::TapTransport;
using Act = tap::BreakpointAction::Kind;
using Way = tap::HeldDecision::Kind;

// The bounds of the breakpoints between Sonde's own client and a server: how much waits, how long a
// message may be, and how long they live.
class TestBreakpointBounds : public QObject, private ToldLink {
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cancelsWhereTooMuchWaits();
    void readsNoMoreThanCanWait();
    void whatIsTooMuchOfTheClientPasses();
    void passesWhatIsTooLong();
    void onlyTheNewestConnectionIsTheWindows();
    void mayBeKeptLongerThanTheWireThread();
};

void TestBreakpointBounds::cancelsWhereTooMuchWaits()
{
    Path path(*m_link);
    set({breakpoint(Act::Hold)});
    for (std::size_t i = 0; i < tap::BreakpointEngine::kMaxCount; ++i)
        path.send(i == 0 ? kCall : kPing);
    path.send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}})");
    QVERIFY(path.inner->sent.empty());
    QCOMPARE(m_told.last(), u"gone 1"_s);
}

void TestBreakpointBounds::readsNoMoreThanCanWait()
{
    Path path(*m_link);
    set({breakpoint(Act::Hold, {}, Channel::Received)});
    for (std::size_t i = 0; i < tap::BreakpointEngine::kMaxCount; ++i)
        path.receive(kNews);
    QCOMPARE(path.drain().last(), u"reads no more"_s);
    decide(1, {Way::Drop});
    QVERIFY(path.drain().contains(u"reads"_s));
    path.receive(kNews);
    QCOMPARE(path.drain().last(), u"reads no more"_s);
    path.outer->stop(); // the end of the server must still be seen
    QVERIFY(path.drain().contains(u"reads"_s));
}

void TestBreakpointBounds::whatIsTooMuchOfTheClientPasses()
{
    Path path(*m_link);
    set({breakpoint(Act::Hold)});
    for (std::size_t i = 0; i <= tap::BreakpointEngine::kMaxCount; ++i)
        path.send(kPing);
    QCOMPARE(path.drain().last(), onWire(kPing));
}

void TestBreakpointBounds::passesWhatIsTooLong()
{
    Path path(*m_link);
    set({breakpoint(Act::Hold), breakpoint(Act::Hold, {}, Channel::Received)});
    const std::string longest(tap::HttpBreakpoints::kMaxMessage, ' ');
    path.send(kPing + longest);
    path.receive(kPing + longest);
    QCOMPARE(path.inner->sent.size(), std::size_t(1));
    QCOMPARE(path.came.size(), std::size_t(1));
}

void TestBreakpointBounds::onlyTheNewestConnectionIsTheWindows()
{
    set({breakpoint(Act::Hold)});
    auto old = std::make_unique<Path>(*m_link);
    Path path(*m_link);
    m_told.clear();
    old.reset();
    QCOMPARE(m_told, QStringList());
    QVERIFY(m_link->isOpen());
    path.send(kCall);
    QCOMPARE(m_told, QStringList(u"held 1 "_s + QString::fromStdString(kCall)));
}

// As a client does that the event loop deletes after the window.
void TestBreakpointBounds::mayBeKeptLongerThanTheWireThread()
{
    auto wire = std::make_unique<QThread>();
    wire->start();
    auto link = std::make_unique<tap::OwnLink>(wire.get());
    wire::DecorateTransport kept = link->decorator(TapTransport::Stdio);
    link.reset();
    wire->quit();
    QVERIFY(wire->wait());
    wire.reset();
    QVERIFY(kept);
    kept = nullptr; // the last owner of the port
}

QTEST_GUILESS_MAIN(TestBreakpointBounds)
#include "tst_breakpointbounds.moc"
