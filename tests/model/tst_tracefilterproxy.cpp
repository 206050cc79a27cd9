// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/formatting.h"
#include "models/signs/tint.h"
#include "models/trace/tracefilterproxy.h"
#include "models/trace/tracetext.h"
#include "support/tracefeed.h"

#include <QAbstractItemModelTester>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::models;
using sonde::tests::TraceFeed;

class TraceFilterProxyTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void letsEverythingThroughAtFirst();
    void findsTextInMethodTargetAndId_data();
    void findsTextInMethodTargetAndId();
    void choosesServersAndKinds();
    void appliesToWhatComesLater();
    void measuresDeltaToTheRowAbove();
    void passesChangesOn();
    void findsWhatFitsLater();
    void letsGoOfWhatFitsNoMore();
    void looksIntoMessagesAgainWhenTheyChange();
    void theNewestFilterWins();
    void tintsWhatARuleFits();
    void countsTimesFromAMessage();
    void followsAClear();
    void looksAtManyRowsInSlices();

private:
    void record()
    {
        m_feed->sent(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo"}})");
        m_feed->advance(1'000'000);
        m_feed->sent(R"({"jsonrpc":"2.0","id":"s-1","method":"ping"})");
        m_feed->advance(1'000'000);
        m_feed->diagnostic("Cache miss");
        m_feed->advance(1'000'000);
        m_feed->received(R"({"jsonrpc":"2.0","id":7,"result":{}})");
        m_model->drainNow();
    }
    static TraceFilter filterOf(const char *text)
    {
        TraceFilter filter;
        filter.conditions =
            std::get<trace::Filter>(trace::Filter::compile(QString::fromUtf8(text)));
        return filter;
    }
    QList<int> numbersOf(const TraceFilterProxy &proxy)
    {
        QList<int> numbers;
        for (int row = 0; row < proxy.rowCount(); ++row)
            numbers += static_cast<int>(proxy.number(row));
        return numbers;
    }
    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<TraceFeed> m_feed;
    std::unique_ptr<TraceModel> m_model;
};

void TraceFilterProxyTest::init()
{
    m_model.reset();
    m_recorder = std::make_unique<trace::Recorder>();
    m_feed = std::make_unique<TraceFeed>(*m_recorder);
    m_model = std::make_unique<TraceModel>(*m_recorder);
}

void TraceFilterProxyTest::letsEverythingThroughAtFirst()
{
    record();
    TraceFilterProxy proxy(*m_model);
    QAbstractItemModelTester tester(&proxy);
    QCOMPARE(proxy.rowCount(), 4);
    QVERIFY(proxy.isComplete());
    QCOMPARE(proxy.number(3), trace::Number(4));
    QCOMPARE(proxy.headerData(0, Qt::Horizontal).toString(), QStringLiteral("#"));
}

void TraceFilterProxyTest::findsTextInMethodTargetAndId_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QList<int>>("numbers");
    const auto row = [](const char *text, const QList<int> &numbers) {
        QTest::newRow(text) << QString::fromLatin1(text) << numbers;
    };
    row("TOOLS", {1, 4});
    row("ech", {1, 4});
    row("7", {1, 4});
    row("s-1", {2});
    row("miss", {3});
    row("nothing", {});
}

void TraceFilterProxyTest::findsTextInMethodTargetAndId()
{
    QFETCH(QString, text);
    QFETCH(QList<int>, numbers);
    record();
    TraceFilterProxy proxy(*m_model);
    QAbstractItemModelTester tester(&proxy);
    proxy.setFilter(filterOf(qPrintable(text)));
    QTRY_VERIFY(proxy.isComplete());
    QCOMPARE(numbersOf(proxy), numbers);
}

void TraceFilterProxyTest::choosesServersAndKinds()
{
    record();
    TraceFeed other(*m_recorder, QStringLiteral("files"));
    other.sent(R"({"jsonrpc":"2.0","id":7,"method":"ping"})");
    m_model->drainNow();
    TraceFilterProxy proxy(*m_model);
    QAbstractItemModelTester tester(&proxy);
    TraceFilter filter;
    filter.server = QStringLiteral("files");
    proxy.setFilter(filter);
    QCOMPARE(proxy.rowCount(), 1);
    QCOMPARE(proxy.rowOf(5), 0);
    QCOMPARE(proxy.rowOf(1), -1);
    filter = {};
    filter.kinds = KindGroup::Stderr | KindGroup::Responses;
    proxy.setFilter(filter);
    QCOMPARE(proxy.rowCount(), 2);
}

void TraceFilterProxyTest::appliesToWhatComesLater()
{
    TraceFilterProxy proxy(*m_model);
    QAbstractItemModelTester tester(&proxy);
    proxy.setFilter(filterOf("ping"));
    record();
    QTRY_COMPARE(proxy.rowCount(), 1);
    record();
    QTRY_COMPARE(proxy.rowCount(), 2);
    QCOMPARE(proxy.number(1), trace::Number(6));
}

void TraceFilterProxyTest::measuresDeltaToTheRowAbove()
{
    record();
    TraceFilterProxy proxy(*m_model);
    proxy.setFilter(filterOf("target == echo"));
    QCOMPARE(proxy.rowCount(), 2);
    QCOMPARE(proxy.index(0, TraceModel::DeltaColumn).data().toString(), QString());
    QCOMPARE(
        proxy.index(1, TraceModel::DeltaColumn).data().toString(), QStringLiteral("+3.000 ms"));
}

void TraceFilterProxyTest::passesChangesOn()
{
    TraceFilterProxy proxy(*m_model);
    QAbstractItemModelTester tester(&proxy);
    record();
    QList<int> rows;
    connect(&proxy, &QAbstractItemModel::dataChanged, this,
        [&](const QModelIndex &from, const QModelIndex &to) {
            for (int row = from.row(); row <= to.row(); ++row)
                rows += row;
        });
    m_feed->received(R"({"jsonrpc":"2.0","id":"s-1","result":{}})");
    m_model->drainNow();
    QCOMPARE(rows, QList<int>({1}));
    proxy.setFilter(filterOf("target == echo"));
    rows.clear();
    m_feed->received(R"({"jsonrpc":"2.0","id":"s-1","result":{}})");
    m_model->drainNow();
    QVERIFY(rows.isEmpty());
}

void TraceFilterProxyTest::findsWhatFitsLater()
{
    TraceFilterProxy proxy(*m_model);
    QAbstractItemModelTester tester(&proxy);
    proxy.setFilter(filterOf("duration >= 2ms or kind == stderr"));
    for (int id = 1; id <= 3; ++id)
        m_feed->sent(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"ping"})");
    m_feed->diagnostic("slow");
    m_model->drainNow();
    QCOMPARE(numbersOf(proxy), QList<int>({4}));
    m_feed->advance(2'000'000);
    m_feed->received(R"({"jsonrpc":"2.0","id":3,"result":{}})");
    m_feed->received(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    m_model->drainNow();
    QCOMPARE(numbersOf(proxy), QList<int>({1, 3, 4}));
}

void TraceFilterProxyTest::letsGoOfWhatFitsNoMore()
{
    TraceFilterProxy proxy(*m_model);
    QAbstractItemModelTester tester(&proxy);
    proxy.setFilter(filterOf("status == pending"));
    record();
    QCOMPARE(numbersOf(proxy), QList<int>({2}));
    m_feed->received(R"({"jsonrpc":"2.0","id":"s-1","result":{}})");
    m_model->drainNow();
    QCOMPARE(numbersOf(proxy), QList<int>());
}

void TraceFilterProxyTest::looksIntoMessagesAgainWhenTheyChange()
{
    TraceFilterProxy proxy(*m_model);
    QAbstractItemModelTester tester(&proxy);
    proxy.setFilter(filterOf("status == pending and $.method == ping"));
    record();
    QTRY_VERIFY(proxy.isComplete());
    QCOMPARE(numbersOf(proxy), QList<int>({2}));
    m_feed->received(R"({"jsonrpc":"2.0","id":"s-1","result":{}})");
    m_model->drainNow();
    QTRY_VERIFY(proxy.isComplete());
    QCOMPARE(numbersOf(proxy), QList<int>());
}

void TraceFilterProxyTest::theNewestFilterWins()
{
    for (int i = 0; i < 2000; ++i)
        record();
    TraceFilterProxy proxy(*m_model);
    QAbstractItemModelTester tester(&proxy);
    for (const char *text :
        {"text contains zzz", "cache", "$.method == ping", "text contains miss"})
        proxy.setFilter(filterOf(text));
    QTRY_VERIFY(proxy.isComplete());
    QCOMPARE(proxy.rowCount(), 2000);
    QCOMPARE(proxy.number(0), trace::Number(3));
}

void TraceFilterProxyTest::tintsWhatARuleFits()
{
    record();
    TraceFilterProxy proxy(*m_model);
    const auto tint = [&](int row) {
        const QVariant found = proxy.index(row, TraceModel::NumberColumn).data(TintRole);
        return found.isValid() ? found.toInt() : -1;
    };
    QCOMPARE(tint(0), -1);
    const auto text = [](const char *utf8) { return QString::fromUtf8(utf8); };
    proxy.setColourRules({{text("wrong"), text("methd == x"), ColorRole::Ok},
        {text("waits"), text("status == pending"), ColorRole::Warn},
        {text("misses"), text("text contains miss"), ColorRole::Error},
        {text("all"), text("kind == request"), ColorRole::Accent}});
    QCOMPARE(tint(0), static_cast<int>(ColorRole::Accent));
    QCOMPARE(tint(1), static_cast<int>(ColorRole::Warn)); // the first one that fits
    QCOMPARE(tint(2), static_cast<int>(ColorRole::Error));
    QCOMPARE(tint(3), -1);
    QCOMPARE(proxy.index(1, TraceModel::NumberColumn).data(Qt::ToolTipRole).toString(),
        text("waits: status == pending"));
    m_feed->received(R"({"jsonrpc":"2.0","id":"s-1","result":{}})");
    m_model->drainNow();
    QCOMPARE(tint(1), static_cast<int>(ColorRole::Accent));
    proxy.setColourRules({});
    QCOMPARE(tint(1), -1);
}

void TraceFilterProxyTest::countsTimesFromAMessage()
{
    record();
    TraceFilterProxy proxy(*m_model);
    const auto time = [&](int row) {
        return proxy.index(row, TraceModel::TimeColumn).data().toString();
    };
    const QString clock = time(0);
    proxy.setTimeReference(2);
    QCOMPARE(time(1), signedDurationText(std::chrono::nanoseconds(0)));
    QCOMPARE(time(3), QStringLiteral("+2.000 ms"));
    QVERIFY(time(0) != clock);
    proxy.setTimeReference(0);
    QCOMPARE(time(0), clock);
}

void TraceFilterProxyTest::followsAClear()
{
    record();
    TraceFilterProxy proxy(*m_model);
    QAbstractItemModelTester tester(&proxy);
    m_model->clear();
    QCOMPARE(proxy.rowCount(), 0);
    record();
    QCOMPARE(proxy.rowCount(), 4);
    QCOMPARE(proxy.number(0), trace::Number(5));
}

void TraceFilterProxyTest::looksAtManyRowsInSlices()
{
    constexpr int kMany = 50'000;
    for (int i = 0; i < kMany; ++i)
        m_feed->diagnostic(i % 2 ? "odd" : "even");
    m_model->drainNow();
    TraceFilterProxy proxy(*m_model);
    QAbstractItemModelTester tester(&proxy);
    proxy.setFilter(filterOf("odd"));
    QTRY_VERIFY(proxy.isComplete());
    QCOMPARE(proxy.rowCount(), kMany / 2);
    for (int row = 1; row < proxy.rowCount(); ++row)
        QCOMPARE(proxy.number(row), proxy.number(row - 1) + 2);
}

QTEST_GUILESS_MAIN(TraceFilterProxyTest)
#include "tst_tracefilterproxy.moc"
