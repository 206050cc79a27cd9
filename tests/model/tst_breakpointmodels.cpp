// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/tap/breakpointmodel.h"
#include "models/tap/breakpointtext.h"
#include "models/tap/heldmodel.h"
#include "models/tap/resulttemplate.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <variant>

using namespace sonde;
using namespace Qt::StringLiterals;
using models::BreakpointModel;
using models::HeldModel;
using tap::Breakpoint;
using Act = tap::BreakpointAction::Kind;

// The lists of breakpoints of a tap, and of the messages that they hold.
class TestBreakpointModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatABreakpointDoes_data();
    void saysWhatABreakpointDoes();
    void listsBreakpoints();
    void listsHeldMessages();
    void keepsTheRowsOfMessagesThatStay();
    void describesHostileMessages_data();
    void describesHostileMessages();
    void beginsAResponse_data();
    void beginsAResponse();
};

namespace {

Breakpoint breakpoint(
    std::uint32_t number, Act act, const QString &filter, rpc::Channel channel = rpc::Channel::Sent)
{
    Breakpoint made;
    made.number = number;
    made.channel = channel;
    auto compiled = trace::Filter::compile(filter);
    if (auto *const good = std::get_if<trace::Filter>(&compiled))
        made.filter = *good;
    made.action.kind = act;
    return made;
}

tap::TapHeld held(std::uint64_t number, std::string_view text,
    rpc::Channel channel = rpc::Channel::Sent, std::int64_t since = 0)
{
    return {number, channel, 1, since, Bytes::copyOf(text)};
}

QStringList row(const QAbstractItemModel &model, int row)
{
    QStringList cells;
    for (int column = 0; column < model.columnCount(); ++column)
        cells += model.index(row, column).data().toString();
    return cells;
}

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr char kCall[] =
    R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"echo"}})";

} // namespace

void TestBreakpointModels::saysWhatABreakpointDoes_data()
{
    QTest::addColumn<int>("action");
    QTest::addColumn<int>("only");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, Act act, int only, const QString &text) {
        QTest::newRow(name) << static_cast<int>(act) << only << text;
    };
    row("hold", Act::Hold, 0, u"hold for at most 1.5 s"_s);
    row("delay", Act::Delay, 0, u"delay 1.5 s"_s);
    row("drop", Act::Drop, 3, u"drop · only hit 3"_s);
    row("duplicate", Act::Duplicate, 0, u"send twice"_s);
    row("respond", Act::Respond, 0, u"respond"_s);
    row("patch", Act::Patch, 0, u"change by a JSON patch"_s);
    row("truncate", Act::Truncate, 0, u"truncate to 2 bytes"_s);
    row("split", Act::Split, 0, u"split after 2 bytes"_s);
    row("garble", Act::Garble, 1, u"garble 2 bytes · only hit 1"_s);
    row("close", Act::Close, 0, u"close the stream"_s);
}

void TestBreakpointModels::saysWhatABreakpointDoes()
{
    QFETCH(const int, action);
    QFETCH(const int, only);
    Breakpoint one = breakpoint(1, static_cast<Act>(action), {});
    one.action.delay = std::chrono::milliseconds(1500);
    one.action.bytes = 2;
    one.only = static_cast<std::uint64_t>(only);
    QTEST(models::actionText(one), "text");
    one.action.delay = {};
    if (one.action.kind == Act::Hold)
        QCOMPARE(models::actionText(one), u"hold"_s);
}

void TestBreakpointModels::listsBreakpoints()
{
    BreakpointModel model;
    const QAbstractItemModelTester tester(&model);
    std::vector<Breakpoint> list{breakpoint(1, Act::Hold, u"method == \"tools/call\""_s),
        breakpoint(4, Act::Drop, {}, rpc::Channel::Received)};
    list[1].on = false;
    model.setBreakpoints(list, {{1, 3}});
    QCOMPARE(row(model, 0),
        QStringList({u"1"_s, u"to server"_s, u"method == \"tools/call\""_s, u"hold"_s, u"3"_s}));
    QCOMPARE(
        row(model, 1), QStringList({u"4"_s, u"to host"_s, u"any message"_s, u"drop"_s, QString()}));
    const QModelIndex first = model.index(0, BreakpointModel::OnColumn);
    const QModelIndex second = model.index(1, BreakpointModel::OnColumn);
    QCOMPARE(first.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QCOMPARE(second.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    QVERIFY(first.data(Qt::AccessibleTextRole) != second.data(Qt::AccessibleTextRole));
    QCOMPARE(model.index(1, BreakpointModel::FilterColumn).data(models::TextColorRole).toInt(),
        int(models::ColorRole::Muted));
    QCOMPARE(model.index(1, BreakpointModel::DirectionColumn).data(models::SignRole).toInt(),
        int(models::Sign::ReceivedRequest));

    // A click on the check box is a request; the list decides.
    QSignalSpy switched(&model, &BreakpointModel::switched);
    QVERIFY(model.setData(second, Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(switched.size(), 1);
    QCOMPARE(switched.at(0), QVariantList({1, true}));
    QCOMPARE(second.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    QVERIFY(!model.setData(
        model.index(1, BreakpointModel::FilterColumn), Qt::Checked, Qt::CheckStateRole));
    model.setBreakpoints({}, {});
    QCOMPARE(model.rowCount(), 0);
    model.setClient(models::TapClient::Sonde);
    model.setBreakpoints(list, {});
    QCOMPARE(model.index(1, BreakpointModel::DirectionColumn).data(), QVariant(u"to Sonde"_s));
}

void TestBreakpointModels::listsHeldMessages()
{
    HeldModel model;
    const QAbstractItemModelTester tester(&model);
    model.setHeld({held(1, kCall, rpc::Channel::Sent, 2 * kSecond),
        held(2, R"({"jsonrpc":"2.0","id":"a","result":{}})", rpc::Channel::Received, 9 * kSecond)});
    model.setNow(9 * kSecond);
    QCOMPARE(row(model, 0),
        QStringList({u"to server"_s, u"tools/call"_s, u"echo"_s, u"5"_s, u"0:07"_s}));
    QCOMPARE(row(model, 1),
        QStringList({u"to host"_s, u"response"_s, QString(), u"\"a\""_s, u"0:00"_s}));
    QCOMPARE(model.index(1, HeldModel::DirectionColumn).data(models::SignRole).toInt(),
        int(models::Sign::ReceivedResponse));
    tap::TapHeld known =
        held(3, R"({"jsonrpc":"2.0","id":5,"result":{}})", rpc::Channel::Received, 9 * kSecond);
    known.method = u"tools/call"_s;
    known.target = u"echo"_s;
    model.setHeld({known});
    QCOMPARE(row(model, 0),
        QStringList({u"to host"_s, u"response to tools/call"_s, u"echo"_s, u"5"_s, u"0:00"_s}));
    model.setHeld({held(1, kCall, rpc::Channel::Sent, 2 * kSecond)});
    model.setNow(kSecond); // a clock that was set back
    QCOMPARE(model.heldFor(0), u"0:00"_s);
    model.setNow(69 * kSecond);
    QCOMPARE(model.heldFor(0), u"1:07"_s);
}

void TestBreakpointModels::keepsTheRowsOfMessagesThatStay()
{
    HeldModel model;
    const QAbstractItemModelTester tester(&model);
    model.setHeld({held(1, kCall), held(2, kCall), held(3, kCall)});
    const QPersistentModelIndex kept = model.index(1, 0);
    const QPersistentModelIndex last = model.index(2, 0);
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.setHeld({held(2, kCall), held(4, kCall)});
    QCOMPARE(resets.size(), 0);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(kept.row(), 0);
    QVERIFY(!last.isValid());
    QCOMPARE(model.rowOf(4), 1);
    QCOMPARE(model.rowOf(1), -1);
    model.setHeld({});
    QCOMPARE(model.rowCount(), 0);
}

void TestBreakpointModels::describesHostileMessages_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("{\"jsonrpc\":");
    QTest::newRow("bytes") << QByteArray("\xff\xfe\x00", 3);
    QTest::newRow("a long method")
        << R"({"jsonrpc":"2.0","id":1,"method":")" + QByteArray(100'000, 'm') + R"("})";
    QTest::newRow("line ends in the method")
        << QByteArray(R"({"jsonrpc":"2.0","id":1,"method":"a\nb\u2028c"})");
    QTest::newRow("a batch") << QByteArray("[]");
}

void TestBreakpointModels::describesHostileMessages()
{
    QFETCH(const QByteArray, text);
    HeldModel model;
    const QAbstractItemModelTester tester(&model);
    model.setHeld({held(1, {text.constData(), std::size_t(text.size())})});
    const QString name = model.index(0, HeldModel::MethodColumn).data().toString();
    QVERIFY(!name.isEmpty());
    QVERIFY(name.size() <= 200);
    QVERIFY(!name.contains(u'\n'));
    QCOMPARE(model.held(0).message.bytes.size(), std::size_t(text.size()));
}

void TestBreakpointModels::beginsAResponse_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("result");
    const auto row = [](const char *name, const char *method, bool modern, const char *result) {
        QByteArray params =
            modern ? R"({"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})" : "{}";
        QTest::newRow(name) << R"({"jsonrpc":"2.0","id":1,"method":")" + QByteArray(method)
                + R"(","params":)" + params
                + '}' << QByteArray(result);
    };
    row("a call", "tools/call", false, R"({"content":[{"type":"text","text":""}]})");
    row("a call in the modern era", "tools/call", true,
        R"({"resultType":"complete","content":[{"type":"text","text":""}]})");
    row("a list", "tools/list", false, R"({"tools":[]})");
    row("a list in the modern era", "tools/list", true,
        R"({"resultType":"complete","ttlMs":0,"cacheScope":"private","tools":[]})");
    row("what a server asks", "elicitation/create", false, R"({"action":"decline"})");
    row("what a server asks in the modern era", "roots/list", true, R"({"roots":[]})");
    row("a ping", "ping", false, "{}");
    row("a method of somebody else", "weather/get", true, "{}");
}

void TestBreakpointModels::beginsAResponse()
{
    QFETCH(const QByteArray, request);
    rpc::Message message;
    QVERIFY(rpc::decodeOne(Bytes::fromByteArray(request), message));
    QTEST(QByteArray::fromStdString(models::resultTemplate(message)), "result");
}

QTEST_GUILESS_MAIN(TestBreakpointModels)
#include "tst_breakpointmodels.moc"
