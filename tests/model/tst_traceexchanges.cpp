// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/timeaxis/timelanes.h"
#include "models/trace/tracefilterproxy.h"
#include "models/trace/tracetext.h"
#include "support/manualclock.h"
#include "support/patience.h"
#include "support/recordedhttp.h"
#include "trace/file/sessionstore.h"

#include <QAbstractItemModelTester>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::models;
using test::ManualClock;
using test::RecordedHttp;
using Ended = rpc::Exchange::State;

namespace {

constexpr std::int64_t kMs = 1'000'000;
constexpr const char *kHead = "POST /mcp HTTP/1.1\r\n\r\n";
constexpr const char *kResponseHead = "HTTP/1.1 200 OK\r\n\r\n";
constexpr const char *kAsk = R"({"jsonrpc":"2.0","id":1,"method":"ping"})";
constexpr const char *kResult = R"({"jsonrpc":"2.0","id":1,"result":{}})";

QString cell(const QAbstractItemModel &model, int row, int column)
{
    return model.index(row, column).data().toString();
}

int role(const QAbstractItemModel &model, int row, int column, int role)
{
    return model.index(row, column).data(role).toInt();
}

} // namespace

class TraceExchangesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void showsAnExchangeAsLookMdDoes();
    void showsHowItEnded_data();
    void showsHowItEnded();
    void countsTheTimeOfAnOpenOne();
    void knowsNoTimeOfAnOpenOneInASavedSession();
    void indentsWhatItCarried();
    void showsEventsWithoutAMessage();
    void findsTheFirstMessageOfAnExchange();
    void hidesExchangesWithOneSwitch();
};

void TraceExchangesTest::showsAnExchangeAsLookMdDoes()
{
    trace::Recorder recorder;
    RecordedHttp http(recorder);
    TraceModel model(recorder);
    QAbstractItemModelTester tester(&model);
    http.request(0, "POST", "/mcp", kHead, kAsk, {10 * kMs, 10 * kMs});
    http.respond(0, 200, kResponseHead, {11 * kMs, 11 * kMs});
    http.body(0, kResult, {12 * kMs, 12 * kMs});
    http.end(0, Ended::Done, {13 * kMs, 13 * kMs});
    model.drainNow();
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(cell(model, 0, TraceModel::DirectionColumn), QStringLiteral("sent"));
    QCOMPARE(Sign(role(model, 0, TraceModel::DirectionColumn, SignRole)), Sign::Exchange);
    QCOMPARE(
        ColorRole(role(model, 0, TraceModel::DirectionColumn, TextColorRole)), ColorRole::Sent);
    QCOMPARE(cell(model, 0, TraceModel::KindColumn), QStringLiteral("HTTP"));
    QCOMPARE(cell(model, 0, TraceModel::MethodColumn), QStringLiteral("POST"));
    QCOMPARE(cell(model, 0, TraceModel::TargetColumn), QStringLiteral("/mcp"));
    QCOMPARE(cell(model, 0, TraceModel::IdColumn), QString());
    QCOMPARE(cell(model, 0, TraceModel::StatusColumn), QStringLiteral("200"));
    QCOMPARE(Sign(role(model, 0, TraceModel::StatusColumn, SignRole)), Sign::Ok);
    QCOMPARE(cell(model, 0, TraceModel::DurationColumn), QStringLiteral("3.000 ms"));
    QCOMPARE(cell(model, 0, TraceModel::SizeColumn), QString::number(qstrlen(kResult)));
}

void TraceExchangesTest::showsHowItEnded_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("ended");
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("sign");
    const auto row = [](int status, Ended ended, const char *text, Sign sign) {
        QTest::newRow(text) << status << int(ended) << QString::fromLatin1(text) << int(sign);
    };
    row(0, Ended::Open, "pending", Sign::Pending);
    row(200, Ended::Open, "200 open", Sign::Pending);
    row(202, Ended::Done, "202", Sign::Ok);
    row(401, Ended::Done, "401 unauthorized", Sign::ProtocolError);
    row(418, Ended::Done, "418", Sign::ProtocolError);
    row(0, Ended::Failed, "failed", Sign::ProtocolError);
    row(200, Ended::Failed, "200 interrupted", Sign::ProtocolError);
    row(503, Ended::Failed, "503 service unavailable", Sign::ProtocolError);
    row(0, Ended::Aborted, "closed by Sonde", Sign::Cancelled);
    row(200, Ended::Aborted, "200 closed by Sonde", Sign::Cancelled);
}

void TraceExchangesTest::showsHowItEnded()
{
    QFETCH(int, status);
    QFETCH(int, ended);
    trace::Recorder recorder;
    RecordedHttp http(recorder);
    TraceModel model(recorder);
    http.request(0, "GET", "/mcp", kHead, {}, {1, 1});
    model.drainNow();
    if (status > 0)
        http.respond(0, status, kResponseHead, {2, 2});
    if (Ended(ended) != Ended::Open)
        http.end(0, Ended(ended), {3, 3});
    model.drainNow();
    QTEST(cell(model, 0, TraceModel::StatusColumn), "text");
    QTEST(role(model, 0, TraceModel::StatusColumn, SignRole), "sign");
}

void TraceExchangesTest::countsTheTimeOfAnOpenOne()
{
    trace::Recorder recorder;
    RecordedHttp http(recorder);
    ManualClock clock({100 * kMs, 0});
    TraceModel model(recorder, nullptr, clock);
    http.request(0, "GET", "/mcp", kHead, {}, {0, 0});
    model.drainNow();
    clock.stamp.steady = 14'200 * kMs;
    QCOMPARE(cell(model, 0, TraceModel::DurationColumn), QStringLiteral("14.2 s"));
}

// Its program has crashed: the clock of today says nothing about it.
void TraceExchangesTest::knowsNoTimeOfAnOpenOneInASavedSession()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("crashed.sonde"));
    {
        trace::Recorder recorder;
        QVERIFY(recorder.open(path).ok());
        RecordedHttp http(recorder);
        http.request(0, "GET", "/mcp", kHead, {}, {5'000 * kMs, 5'000 * kMs});
        http.respond(0, 200, kResponseHead, {5'001 * kMs, 5'001 * kMs});
        http.lifecycle("session", "session", {5'002 * kMs, 5'002 * kMs});
    }
    const auto store = trace::SessionStore::open(path);
    QVERIFY(store.ok());
    ManualClock clock({100 * kMs, 0});
    clock.stamp.steady = 1'000'000 * kMs;
    TraceModel model(**store, nullptr, clock);
    TimeLanes lanes(model);
    QTRY_COMPARE_WITH_TIMEOUT(model.rowCount(), 2, kPatienceMs);
    QCOMPARE(cell(model, 0, TraceModel::StatusColumn), QStringLiteral("200 open"));
    QCOMPARE(cell(model, 0, TraceModel::DurationColumn), QString());
    QCOMPARE(lanes.pieceOf(1, clock.stamp.steady).end, 5'002 * kMs);
}

void TraceExchangesTest::indentsWhatItCarried()
{
    trace::Recorder recorder;
    RecordedHttp http(recorder);
    TraceModel model(recorder);
    const auto one = http.request(0, "POST", "/mcp", kHead, kAsk, {1, 1});
    http.lifecycle("session", "session", {2, 2});
    model.drainNow();
    const int column = TraceModel::DirectionColumn;
    QCOMPARE(role(model, 0, column, DepthRole), 0);
    QCOMPARE(role(model, 1, column, DepthRole), 1);
    QCOMPARE(role(model, 1, TraceModel::StatusColumn, DepthRole), 0);
    QCOMPARE(role(model, 2, column, DepthRole), 0);
    QCOMPARE(role(model, 0, column, GroupRole), int(one));
    QCOMPARE(role(model, 1, column, GroupRole), int(one));
    QCOMPARE(role(model, 2, column, GroupRole), 0);
    QCOMPARE(role(model, 1, 0, TraceModel::CarrierRole), int(one));
}

void TraceExchangesTest::showsEventsWithoutAMessage()
{
    trace::Recorder recorder;
    RecordedHttp http(recorder);
    TraceModel model(recorder);
    http.request(0, "GET", "/sse", kHead, {}, {1, 1});
    http.events(0, "event: endpoint\ndata: /messages?id=1\n\n", {2, 2});
    model.drainNow();
    QCOMPARE(cell(model, 1, TraceModel::KindColumn), QStringLiteral("event"));
    QCOMPARE(cell(model, 1, TraceModel::DirectionColumn), QStringLiteral("received"));
    QCOMPARE(cell(model, 1, TraceModel::MethodColumn), QStringLiteral("endpoint"));
    QCOMPARE(cell(model, 1, TraceModel::TargetColumn),
        QStringLiteral("event: endpoint data: /messages?id=1"));
}

void TraceExchangesTest::findsTheFirstMessageOfAnExchange()
{
    trace::Recorder recorder;
    RecordedHttp http(recorder);
    TraceModel model(recorder);
    const auto one = http.request(0, "GET", "/mcp", kHead, {}, {1, 1});
    const auto two = http.request(1, "POST", "/mcp", kHead, kAsk, {2, 2});
    std::string event("data: ");
    event += kResult;
    event += "\n\n";
    http.events(0, event, {3, 3});
    model.drainNow();
    QCOMPARE(model.firstCarried(one), trace::Number(4));
    QCOMPARE(model.firstCarried(two), trace::Number(3));
    QCOMPARE(model.firstCarried(4), trace::Number(0));
    QCOMPARE(model.firstCarried(400), trace::Number(0));
}

void TraceExchangesTest::hidesExchangesWithOneSwitch()
{
    trace::Recorder recorder;
    RecordedHttp http(recorder);
    TraceModel model(recorder);
    TraceFilterProxy proxy(model);
    QAbstractItemModelTester tester(&proxy);
    http.request(0, "POST", "/mcp", kHead, kAsk, {1, 1});
    http.events(0, "id: 1\ndata:\n\n", {2, 2});
    model.drainNow();
    QCOMPARE(proxy.rowCount(), 3);
    QCOMPARE(role(proxy, 1, TraceModel::DirectionColumn, DepthRole), 1);
    TraceFilter filter;
    filter.kinds.setFlag(KindGroup::Http, false);
    proxy.setFilter(filter);
    QCOMPARE(proxy.rowCount(), 1);
    QCOMPARE(role(proxy, 0, TraceModel::DirectionColumn, DepthRole), 0);
    filter = {};
    filter.conditions = std::get<trace::Filter>(trace::Filter::compile(QStringLiteral("/MCP")));
    proxy.setFilter(filter);
    QTRY_COMPARE(proxy.rowCount(), 1);
    QCOMPARE(proxy.record(0).kind, rpc::Kind::Exchange);
}

QTEST_GUILESS_MAIN(TraceExchangesTest)
#include "tst_traceexchanges.moc"
