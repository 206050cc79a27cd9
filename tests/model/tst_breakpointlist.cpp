// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/tap/tapbreakpoints.h"
#include "tap/breakpoint/controlline.h"
#include "tap/watch/taplink.h"

#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include <sys/socket.h>

using namespace sonde;
using namespace Qt::StringLiterals;
using session::TapBreakpoints;
using tap::Breakpoint;
using Act = tap::BreakpointAction::Kind;

// The breakpoints of a tap as a window keeps them, with a tap that this test plays.
class TestBreakpointList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void isKeptByTheNameOfTheTap();
    void numbersAreNotGivenTwice();
    void restoresWhatWasRemoved();
    void isBounded();
    void ignoresWhatItDoesNotUnderstand_data();
    void ignoresWhatItDoesNotUnderstand();
    void leavesATapAloneWithoutBreakpoints();
    void tellsTheTapAndTheNextOne();
    void holdsUntilTheTapSaysOtherwise();
    void manyHeldMessagesAreFewChanges();
    void countsAsTheTapDoes();
    void sendsWhatWasEdited_data();
    void sendsWhatWasEdited();
    void runsTheProgramOfABreakpoint();
    void saysWhatTheTapRefused();
    void forgetsWhatAnEndedTapHeld();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<QSettings> m_file;
    models::Settings settings() const { return models::Settings(m_file.get()); }
};

namespace {

Breakpoint breakpoint(Act act, const QString &filter)
{
    Breakpoint made;
    auto compiled = trace::Filter::compile(filter);
    if (auto *const good = std::get_if<trace::Filter>(&compiled))
        made.filter = *good;
    made.action.kind = act;
    return made;
}

const QString kWeather = u"Claude Code → weather"_s;
constexpr char kCall[] = R"({"jsonrpc":"2.0","id":5,"method":"tools/call"})";

// The tap's end of a link.
class Tap {
public:
    Tap()
    {
        std::array<int, 2> ends{-1, -1};
        if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0)
            return;
        m_peer = tap::Inlet(ends[0]);
        link = std::make_unique<tap::TapLink>(tap::Inlet(ends[1]));
        says(tap::TapIntroduction{1, 2, 3, u"weather"_s, u"claude"_s, u"/s.sonde"_s});
    }
    void says(const tap::TapLine &line) const
    {
        const std::string text = tap::tapLine(line);
        QCOMPARE(::send(m_peer.descriptor(), text.data(), text.size(), MSG_NOSIGNAL),
            ssize_t(text.size()));
    }
    void ends() { m_peer.close(); }
    // What the window has said since the last call, as lines.
    std::vector<std::string> heard() const
    {
        std::array<char, 65536> piece{};
        const ssize_t size = ::recv(m_peer.descriptor(), piece.data(), piece.size(), MSG_DONTWAIT);
        std::vector<std::string> lines;
        std::string_view text(piece.data(), size > 0 ? std::size_t(size) : 0);
        while (!text.empty()) {
            const auto end = text.find('\n');
            lines.emplace_back(text.substr(0, end));
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
        }
        return lines;
    }

    std::unique_ptr<tap::TapLink> link;

private:
    tap::Inlet m_peer;
};

// What a tap makes of the only line that it has heard.
template <class Command>
std::optional<Command> commandIn(const std::vector<std::string> &lines)
{
    if (lines.size() != 1)
        return {};
    auto parsed = tap::parseControlLine(lines.front());
    if (!parsed)
        return {};
    for (tap::GateCommand &command : parsed.value()) {
        if (auto *const one = std::get_if<Command>(&command))
            return std::move(*one);
    }
    return {};
}

using Decide = tap::DecideHeld;
using List = std::vector<Breakpoint>;
using Way = tap::HeldDecision::Kind;

} // namespace

void TestBreakpointList::init()
{
    m_file.reset(); // it is written when it goes, and its folder with it
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_file = std::make_unique<QSettings>(m_folder->filePath(u"a.ini"_s), QSettings::IniFormat);
}

void TestBreakpointList::isKeptByTheNameOfTheTap()
{
    {
        TapBreakpoints list(kWeather, settings());
        QVERIFY(list.list().empty());
        Breakpoint one = breakpoint(Act::Delay, u"method == \"tools/call\""_s);
        one.channel = rpc::Channel::Received;
        one.action.delay = std::chrono::milliseconds(2500);
        one.only = 3;
        one.othersPass = true;
        QCOMPARE(list.add(one), 0);
        QCOMPARE(list.add(breakpoint(Act::Hold, {})), 1);
        list.setOn(1, false);
    }
    const TapBreakpoints other(u"Cursor → weather"_s, settings());
    QVERIFY(other.list().empty());
    TapBreakpoints again(kWeather, settings());
    QCOMPARE(again.list().size(), 2);
    const Breakpoint &first = again.list().front();
    QCOMPARE(first.number, 1);
    QCOMPARE(first.filter.text(), u"method == \"tools/call\""_s);
    QCOMPARE(first.channel, rpc::Channel::Received);
    QCOMPARE(first.action.delay.count(), 2500);
    QCOMPARE(first.only, 3);
    QVERIFY(first.othersPass);
    QCOMPARE(again.onCount(), 1);
    again.remove(1);
    again.remove(0);
    QVERIFY(TapBreakpoints(kWeather, settings()).list().empty());
    QCOMPARE(m_file->allKeys(), QStringList());
}

void TestBreakpointList::numbersAreNotGivenTwice()
{
    TapBreakpoints list(kWeather, settings());
    for (int i = 0; i < 3; ++i)
        list.add(breakpoint(Act::Drop, {}));
    list.remove(0);
    list.replace(0, breakpoint(Act::Hold, u"kind == request"_s)); // keeps its number
    QCOMPARE(list.list()[0].number, 2);
    QCOMPARE(list.list()[0].action.kind, Act::Hold);
    QCOMPARE(list.list()[std::size_t(list.add({}))].number, 4);
    const QSignalSpy changes(&list, &TapBreakpoints::listChanged);
    for (const int row : {-1, 3}) { // there are no such rows
        list.replace(row, {});
        list.setOn(row, false);
        list.remove(row);
    }
    list.setOn(0, true); // it is
    QCOMPARE(changes.size(), 0);
}

void TestBreakpointList::restoresWhatWasRemoved()
{
    TapBreakpoints list(kWeather, settings());
    for (const Act act : {Act::Drop, Act::Hold, Act::Drop})
        list.add(breakpoint(act, {}));
    const Breakpoint middle = list.list()[1];
    list.remove(1);
    QVERIFY(list.restore(1, middle));
    QCOMPARE(list.list()[1].number, 2);
    QCOMPARE(list.list()[1].action.kind, Act::Hold);
    QCOMPARE(TapBreakpoints(kWeather, settings()).list().size(), std::size_t(3)); // it is kept

    const Breakpoint last = list.list()[2];
    list.remove(2);
    list.add(breakpoint(Act::Hold, {})); // gets number 3
    QVERIFY(list.restore(9, last)); // there is no such row any more
    QCOMPARE(list.list().back().number, 4);
    QCOMPARE(list.list().back().action.kind, Act::Drop);
    while (!list.isFull())
        list.add({});
    QVERIFY(!list.restore(0, last));
}

void TestBreakpointList::isBounded()
{
    TapBreakpoints list(kWeather, settings());
    for (std::size_t i = 0; i < tap::BreakpointEngine::kMaxBreakpoints; ++i)
        QCOMPARE(list.add({}), int(i));
    QVERIFY(list.isFull());
    QCOMPARE(list.add({}), -1);
    QCOMPARE(TapBreakpoints(kWeather, settings()).list().size(), list.list().size());
}

void TestBreakpointList::ignoresWhatItDoesNotUnderstand_data()
{
    QTest::addColumn<QByteArray>("kept");
    QTest::newRow("no JSON") << QByteArray("{");
    QTest::newRow("a decision") << QByteArray(R"({"decide":1,"as":"drop"})");
    QTest::newRow("an unknown action")
        << QByteArray(R"({"breakpoints":[{"number":1,"direction":"toServer","action":"sing"}]})");
    QTest::newRow("a wrong filter") << QByteArray(
        R"({"breakpoints":[{"number":1,"direction":"toServer","action":"hold","filter":"=="}]})");
}

void TestBreakpointList::ignoresWhatItDoesNotUnderstand()
{
    QFETCH(const QByteArray, kept);
    settings().setTapBreakpoints(kWeather, kept);
    const TapBreakpoints list(kWeather, settings());
    QVERIFY(list.list().empty());
}

void TestBreakpointList::leavesATapAloneWithoutBreakpoints()
{
    TapBreakpoints list(kWeather, settings());
    const Tap tap;
    list.connectTo(tap.link.get());
    QVERIFY(tap.heard().empty());
}

void TestBreakpointList::tellsTheTapAndTheNextOne()
{
    TapBreakpoints list(kWeather, settings());
    const Tap tap;
    list.connectTo(tap.link.get());
    list.add(breakpoint(Act::Hold, u"kind == request"_s));
    auto said = commandIn<List>(tap.heard());
    QVERIFY(said && said->size() == 1);
    QCOMPARE(said->front().filter.text(), u"kind == request"_s);
    list.setOn(0, false);
    said = commandIn<List>(tap.heard());
    QVERIFY(said && !said->front().on);

    const Tap next; // the host has started its server again
    list.connectTo(next.link.get());
    QVERIFY(commandIn<List>(next.heard()));
    list.remove(0);
    said = commandIn<List>(next.heard());
    QVERIFY(said && said->empty());
    QVERIFY(tap.heard().empty());
}

void TestBreakpointList::holdsUntilTheTapSaysOtherwise()
{
    TapBreakpoints list(kWeather, settings());
    const Tap tap;
    list.connectTo(tap.link.get());
    list.add({});
    const QSignalSpy changes(&list, &TapBreakpoints::heldChanged);
    for (const std::uint64_t number : {1, 2})
        tap.says(tap::TapHeld{number, rpc::Channel::Sent, 1, 7, Bytes::copyOf(kCall)});
    QTRY_COMPARE(changes.size(), 2);
    QCOMPARE(list.held().size(), 2);
    const auto before = tap.heard();
    QCOMPARE(before.size(), 1); // the list

    list.sendAsItWas(1);
    auto said = commandIn<Decide>(tap.heard());
    QVERIFY(said && said->message == 1 && said->decision.kind == Way::SendAsItWas);
    QCOMPARE(list.held().size(), 2); // the tap has not said so yet
    tap.says(tap::TapGone{1});
    QTRY_COMPARE(list.held().size(), 1);
    QCOMPARE(list.held().front().message, 2);
    list.drop(2);
    said = commandIn<Decide>(tap.heard());
    QVERIFY(said && said->message == 2 && said->decision.kind == Way::Drop);
    tap.says(tap::TapGone{99}); // was never held
    tap.says(tap::TapGone{2});
    QTRY_VERIFY(list.held().empty());
}

// Each change may show another message in the window.
void TestBreakpointList::manyHeldMessagesAreFewChanges()
{
    constexpr std::uint64_t kMany = 100;
    TapBreakpoints list(kWeather, settings());
    const Tap tap;
    list.connectTo(tap.link.get());
    list.add({});
    std::size_t last = 0; // as it was told
    int changes = 0;
    connect(&list, &TapBreakpoints::heldChanged, this, [&] {
        last = list.held().size();
        ++changes;
    });
    for (std::uint64_t number = 1; number <= kMany; ++number)
        tap.says(tap::TapHeld{number, rpc::Channel::Sent, 1, 7, Bytes::copyOf(kCall)});
    QTRY_COMPARE(last, std::size_t(kMany));
    QVERIFY2(changes < int(kMany) / 4, QByteArray::number(changes).constData());
    for (std::uint64_t number = 1; number <= kMany; ++number)
        tap.says(tap::TapGone{number});
    QTRY_COMPARE(last, std::size_t(0));
    QVERIFY2(changes < int(kMany) / 4, QByteArray::number(changes).constData());
}

// As the tap counts them: it knows of messages that no breakpoint holds, too.
void TestBreakpointList::countsAsTheTapDoes()
{
    TapBreakpoints list(kWeather, settings());
    const Tap tap;
    list.connectTo(tap.link.get());
    list.add({});
    list.add({});
    const QSignalSpy changes(&list, &TapBreakpoints::hitsChanged);
    tap.says(tap::TapHits{{{1, 4}, {2, 0}}});
    QTRY_COMPARE(changes.size(), 1);
    QCOMPARE(list.hits(), (TapBreakpoints::Hits{{1, 4}, {2, 0}}));
    // Another breakpoint changes.
    list.setOn(1, false);
    QCOMPARE(list.hits(), (TapBreakpoints::Hits{{1, 4}, {2, 0}}));
    // Its number may be given again.
    list.remove(1);
    QCOMPARE(list.hits(), (TapBreakpoints::Hits{{1, 4}}));
    // A flood of counts is one change.
    for (std::uint64_t count = 5; count <= 100; ++count)
        tap.says(tap::TapHits{{{1, count}}});
    QTRY_COMPARE(list.hits(), (TapBreakpoints::Hits{{1, 100}}));
    QTRY_VERIFY(changes.size() >= 2);
    QVERIFY(changes.size() < 60);
    const Tap next; // the host has started its server again
    list.connectTo(next.link.get());
    QVERIFY(list.hits().empty());
    tap.says(tap::TapHits{{{1, 7}}}); // by the one that was there before
    next.says(tap::TapHits{{{1, 2}}});
    QTRY_COMPARE(list.hits(), (TapBreakpoints::Hits{{1, 2}}));
}

void TestBreakpointList::sendsWhatWasEdited_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sent"); // empty: nothing
    const QByteArray odd(R"({"a" : 9007199254740993, "a":1.0, "é":"\u00e9"})");
    QTest::newRow("exactly") << odd << odd;
    QTest::newRow("on one line") << QByteArray("{\n  \"a\": 1,\r\n\t\"b\": [\n]}")
                                 << QByteArray("{\"a\": 1,\"b\": []}");
    QTest::newRow("no JSON") << QByteArray("{\"a\":") << QByteArray("{\"a\":");
    QTest::newRow("lines that are no JSON") << QByteArray("{\"a\":\n\n") << QByteArray();
    QTest::newRow("nothing") << QByteArray() << QByteArray();
}

void TestBreakpointList::sendsWhatWasEdited()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, sent);
    TapBreakpoints list(kWeather, settings());
    const Tap tap;
    list.connectTo(tap.link.get());
    list.add({});
    QCOMPARE(tap.heard().size(), 1);
    tap.says(tap::TapHeld{1, rpc::Channel::Sent, 1, 7, Bytes::copyOf(kCall)});
    QTRY_COMPARE(list.held().size(), 1);
    const Bytes edited = Bytes::fromByteArray(text);
    QVERIFY(!list.draft(1));
    list.setDraft(1, edited);
    QCOMPARE(list.draft(1).value(), edited);
    list.setDraft(2, edited); // is not held
    QVERIFY(!list.draft(2));
    QCOMPARE(TapBreakpoints::canSend(edited), !sent.isEmpty());
    list.sendChanged(1, edited);
    const auto said = commandIn<Decide>(tap.heard());
    QCOMPARE(said.has_value(), !sent.isEmpty());
    if (said)
        QCOMPARE(QByteArray::fromStdString(said->decision.text), sent);
    list.setDraft(1, Bytes::copyOf(kCall)); // as it came
    QVERIFY(!list.draft(1));
}

void TestBreakpointList::runsTheProgramOfABreakpoint()
{
    TapBreakpoints list(kWeather, settings());
    const Tap tap;
    list.connectTo(tap.link.get());
    Breakpoint changes = breakpoint(Act::Program, {});
    changes.action.text = "sed s/call/cast/";
    list.add(changes);
    const auto told = commandIn<List>(tap.heard());
    QVERIFY(told && told->front().action.kind == Act::Program);
    QCOMPARE(told->front().action.text, changes.action.text);
    tap.says(tap::TapHeld{1, rpc::Channel::Sent, 1, 7, Bytes::copyOf(kCall)});
    std::optional<Decide> said;
    QTRY_VERIFY(said || (said = commandIn<Decide>(tap.heard())));
    QCOMPARE(said->message, std::uint64_t(1));
    QCOMPARE(int(said->decision.kind), int(Way::Program));
    QCOMPARE(said->decision.text, R"({"jsonrpc":"2.0","id":5,"method":"tools/cast"})");
    QVERIFY(list.held().empty()); // no person has to decide
    tap.says(tap::TapHeld{2, rpc::Channel::Sent, 99, 7, Bytes::copyOf(kCall)}); // of another one
    QTRY_COMPARE(list.held().size(), std::size_t(1));
}

void TestBreakpointList::saysWhatTheTapRefused()
{
    TapBreakpoints list(kWeather, settings());
    Tap tap;
    list.connectTo(tap.link.get());
    list.add({});
    for (const std::uint64_t number : {1, 2, 3, 4})
        tap.says(tap::TapHeld{number, rpc::Channel::Sent, 1, 7, Bytes::copyOf(kCall)});
    QTRY_COMPARE(list.held().size(), 4);
    QCOMPARE(tap.heard().size(), 1);
    std::vector<std::pair<quint64, tap::TapRefusal>> refused;
    connect(&list, &TapBreakpoints::refused, this,
        [&](quint64 message, tap::TapRefusal why) { refused.emplace_back(message, why); });
    using Refused = decltype(refused);
    // Nothing was decided yet.
    tap.says(tap::TapRefused{1, tap::TapRefusal::NotARequest});
    list.sendAsItWas(2);
    list.drop(2); // a second click
    QCOMPARE(tap.heard().size(), 1);
    QVERIFY(list.isDecided(2));
    tap.says(tap::TapRefused{2, tap::TapRefusal::NotOneLine});
    QTRY_COMPARE(refused, (Refused{{2, tap::TapRefusal::NotOneLine}}));
    QCOMPARE(list.held().size(), 4); // and can be decided again
    QCOMPARE(list.refusal(2).value(), tap::TapRefusal::NotOneLine);
    QVERIFY(!list.refusal(1));
    list.drop(2);
    QVERIFY(!list.refusal(2));
    // The host cancels it before the decision arrives, and the tap says both.
    tap.says(tap::TapGone{2, tap::TapRefusal::Cancelled});
    tap.says(tap::TapRefused{2, tap::TapRefusal::NotHeld});
    QTRY_COMPARE(list.held().size(), 3);
    QCOMPARE(refused.back(), (Refused::value_type{2, tap::TapRefusal::Cancelled}));
    // One that nobody has decided on goes without a word.
    tap.says(tap::TapGone{1, tap::TapRefusal::Cancelled});
    QTRY_COMPARE(list.held().size(), 2);
    QCOMPARE(refused.size(), 2);
    // What the tap would not take is not even said.
    QCOMPARE(tap.heard().size(), 1);
    const Bytes tooLong = Bytes::copyOf(std::string(tap::BreakpointAction::kMaxText + 1, 'x'));
    list.sendChanged(3, tooLong);
    QCOMPARE(refused.back(), (Refused::value_type{3, tap::TapRefusal::TooLong}));
    QVERIFY(tap.heard().empty());
    QVERIFY(!list.isDecided(3));
    // The tap ends with a decision on its way.
    list.drop(4);
    tap.ends();
    QTRY_VERIFY(list.held().empty());
    QCOMPARE(refused.back(), (Refused::value_type{4, tap::TapRefusal::Ended}));
    QCOMPARE(refused.size(), 4);
}

void TestBreakpointList::forgetsWhatAnEndedTapHeld()
{
    TapBreakpoints list(kWeather, settings());
    Tap tap;
    list.connectTo(tap.link.get());
    list.add({});
    tap.says(tap::TapHeld{1, rpc::Channel::Sent, 1, 7, Bytes::copyOf(kCall)});
    QTRY_COMPARE(list.held().size(), 1);
    list.setDraft(1, Bytes::copyOf("{}"));
    tap.ends();
    QTRY_VERIFY(list.held().empty());
    QVERIFY(!list.draft(1));
    list.drop(1); // a click that came too late
    QCOMPARE(list.list().size(), 1);
}

QTEST_GUILESS_MAIN(TestBreakpointList)
#include "tst_breakpointlist.moc"
