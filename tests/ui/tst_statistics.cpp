// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/timeaxis/timelanes.h"
#include "models/trace/errorcount.h"
#include "models/trace/tracefilterproxy.h"
#include "models/trace/tracemodel.h"
#include "support/panelofstore.h"
#include "support/tracefeed.h"
#include "support/watchedstore.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/timeaxis/timeaxispanel.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/statisticswindow.h"
#include "widgets/trace/tracepanel.h"

#include <QComboBox>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::widgets;
using sonde::tests::TraceFeed;

class TestStatistics : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void countsByMethodAndTarget();
    void followsTheFilter();
    void aRowMakesAFilter();
    void countsMoreThanABatch();
    void readsNothingAfterItsEnd();
    void agreesWithStatusBarAndTimeAxis();
    void tellsServersApart();

private:
    void call(int id, const char *tool, std::int64_t ms, bool error = false);
    QString cell(int row, int column) const;
    QStringList errorCounts(const models::ErrorCount &statusBar, const TimeAxisPanel &axis);

    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<TraceFeed> m_feed;
    std::unique_ptr<TracePanel> m_panel;
    std::unique_ptr<StatisticsWindow> m_window;
};

void TestStatistics::call(int id, const char *tool, std::int64_t ms, bool error)
{
    const std::string number = std::to_string(id);
    m_feed->sent(R"({"jsonrpc":"2.0","id":)" + number
        + R"(,"method":"tools/call","params":{"name":")" + tool + R"("}})");
    m_feed->advance(ms * 1'000'000);
    m_feed->received(R"({"jsonrpc":"2.0","id":)" + number
        + (error ? R"(,"error":{"code":-32602,"message":"no"}})" : R"(,"result":{}})"));
}

// Status bar, time axis and statistics, in this order.
QStringList TestStatistics::errorCounts(
    const models::ErrorCount &statusBar, const TimeAxisPanel &axis)
{
    m_window->countAnew();
    if (!QTest::qWaitFor([this] { return m_window->isCounted(); }))
        return {};
    const auto *summary = m_window->findChild<QLabel *>(QStringLiteral("statisticsSummary"));
    return {models::ErrorCount::text(statusBar.count()),
        axis.summary().section(QStringLiteral(", "), -1),
        summary->text().section(QStringLiteral(" · "), -1)};
}

QString TestStatistics::cell(int row, int column) const
{
    return m_window->table().model()->index(row, column).data().toString();
}

void TestStatistics::init()
{
    m_window.reset();
    m_panel.reset();
    m_recorder = std::make_unique<trace::Recorder>();
    m_feed = std::make_unique<TraceFeed>(*m_recorder);
    m_panel = std::make_unique<tests::PanelOfStore>(*m_recorder);
    call(1, "a", 10);
    call(2, "a", 30, true);
    call(3, "b", 20);
    m_feed->sent(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    m_panel->document().model().drainNow();
    m_window = std::make_unique<StatisticsWindow>(m_panel->document().model(), m_panel->proxy());
    QTRY_VERIFY(m_window->isCounted());
}

void TestStatistics::countsByMethodAndTarget()
{
    QCOMPARE(m_window->table().model()->rowCount(), 4);
    QCOMPARE(cell(0, 0), QStringLiteral("tools/call"));
    QCOMPARE(cell(0, 2), QStringLiteral("3"));
    QCOMPARE(cell(0, 3), QStringLiteral("1"));
    QCOMPARE(cell(0, 4), QStringLiteral("20.000 ms"));
    QCOMPARE(cell(0, 7), QStringLiteral("30.000 ms"));
    QCOMPARE(cell(1, 1), QStringLiteral("a"));
    QCOMPARE(cell(1, 2), QStringLiteral("2"));
    QCOMPARE(cell(2, 1), QStringLiteral("b"));
    QCOMPARE(cell(2, 3), QString());
    QCOMPARE(cell(3, 0), QStringLiteral("notifications/initialized"));
    QCOMPARE(cell(3, 4), QString());
}

void TestStatistics::followsTheFilter()
{
    QSignalSpy counted(m_window.get(), &StatisticsWindow::counted);
    m_panel->filterBar().edit().setText(QStringLiteral("tool == \"b\""));
    QTRY_VERIFY(counted.count() >= 1);
    QTRY_COMPARE(m_window->table().model()->rowCount(), 2);
    QCOMPARE(cell(1, 1), QStringLiteral("b"));
}

void TestStatistics::aRowMakesAFilter()
{
    QSignalSpy wanted(m_window.get(), &StatisticsWindow::filterRequested);
    Q_EMIT m_window->table().activated(m_window->table().model()->index(2, 0));
    QCOMPARE(wanted.count(), 1);
    const QString filter = wanted[0][0].toString();
    QCOMPARE(filter, QStringLiteral("method == \"tools/call\" and target == \"b\""));
    m_panel->filterBar().edit().setText(filter);
    QTRY_COMPARE(m_panel->proxy().rowCount(), 2); // the request and its response
}

void TestStatistics::countsMoreThanABatch()
{
    const int more = StatisticsWindow::kBatch + 10;
    for (int i = 0; i < more; ++i)
        m_feed->diagnostic("line");
    for (int id = 10; id < 20; ++id)
        call(id, "late", 1);
    m_panel->document().model().drainNow();
    m_window->countAnew();
    QVERIFY(!m_window->isCounted()); // not at once
    // Anew when the list is complete, which it may not be yet.
    QTRY_COMPARE(cell(0, 2), QStringLiteral("13"));
    QVERIFY(m_window->isCounted());
}

// The names of methods and targets are the store's, which may go right after the window.
void TestStatistics::readsNothingAfterItsEnd()
{
    tests::WatchedStore store(*m_recorder);
    m_window.reset();
    m_panel.reset();
    call(4, "c", 10);
    models::TraceModel model(store); // not a panel, which reads in the background as well
    models::TraceFilterProxy proxy(model);
    model.drainNow();
    auto window = std::make_unique<StatisticsWindow>(model, proxy);
    QTRY_VERIFY(store.readers() > 0);
    store.release();
    window.reset();
    QCOMPARE(store.readers(), 0);
}

void TestStatistics::agreesWithStatusBarAndTimeAxis()
{
    models::TimeLanes lanes(m_panel->document().model());
    const TimeAxisPanel axis(lanes);
    const models::ErrorCount statusBar(m_panel->document().model());
    const auto all = [](const QString &text) { return QStringList{text, text, text}; };
    // Call 2 failed: its request and its response are one error.
    QCOMPARE(errorCounts(statusBar, axis), all(QStringLiteral("1 error")));

    m_feed->received("hello"); // no message
    call(4, "a", 1, true);
    m_panel->document().model().drainNow();
    QCOMPARE(errorCounts(statusBar, axis), all(QStringLiteral("3 errors")));

    // What the session finds later about a message that is listed already.
    const trace::Record listed = m_panel->document().model().record(1);
    m_recorder->problem(listed.stream, listed.offset, rpc::Problem::RepeatedCursor);
    m_panel->document().model().drainNow();
    QCOMPARE(m_panel->document().model().record(1).problem, rpc::Problem::RepeatedCursor);
    QCOMPARE(errorCounts(statusBar, axis), all(QStringLiteral("4 errors")));
}

// The current server is counted first; with all servers, each row says whose it is.
void TestStatistics::tellsServersApart()
{
    constexpr int kServer = 9;
    TraceFeed other(*m_recorder, QStringLiteral("other"));
    other.sent(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}})");
    other.received(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    m_panel->document().model().drainNow();
    const auto servers = [this] {
        QStringList names;
        for (int row = 0; row < m_window->table().model()->rowCount(); ++row)
            names << cell(row, kServer);
        return names;
    };
    const QString demo = QStringLiteral("demo");
    m_window->setServer(demo);
    QVERIFY(!m_window->servers().isHidden());
    QCOMPARE(m_window->servers().currentText(), demo);
    QTRY_COMPARE(servers(), QStringList({demo, demo, demo, demo}));
    QCOMPARE(cell(0, 2), QStringLiteral("3"));
    QVERIFY(m_window->table().isColumnHidden(kServer)); // it would say the same in each row

    m_window->servers().setCurrentIndex(1);
    const QStringList both{
        demo, demo, demo, demo, QStringLiteral("other"), QStringLiteral("other")};
    QTRY_COMPARE(servers(), both);
    QVERIFY(!m_window->table().isColumnHidden(kServer));
    QSignalSpy wanted(m_window.get(), &StatisticsWindow::filterRequested);
    Q_EMIT m_window->table().activated(m_window->table().model()->index(4, 0));
    QCOMPARE(wanted.at(0).at(0).toString(),
        QStringLiteral("method == \"tools/call\" and server == \"other\""));

    m_window->setServer(QStringLiteral("other")); // now the current one; all stay chosen
    QTRY_VERIFY(m_window->isCounted());
    QCOMPARE(servers(), both);
    m_window->servers().setCurrentIndex(0);
    QTRY_COMPARE(servers(), QStringList({both[4], both[5]}));
    m_window->setServer(QString()); // there is none
    QTRY_COMPARE(servers(), both);
    QVERIFY(m_window->servers().isHidden());
}

QTEST_MAIN(TestStatistics)
#include "tst_statistics.moc"
