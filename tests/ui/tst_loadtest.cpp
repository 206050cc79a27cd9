// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "support/buttons.h"
#include "support/patience.h"
#include "support/places.h"
#include "trace/recorder/recorder.h"
#include "widgets/kit/table/propertygrid.h"
#include "widgets/tools/loadhistogram.h"
#include "widgets/tools/loadtestdialog.h"

#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>

using namespace sonde;
using namespace sonde::widgets;

namespace {

mcp::ClientConfig demo(rpc::TrafficSink &traffic)
{
    mcp::ClientConfig config;
    config.traffic = &traffic;
    config.name = QStringLiteral("demo");
    config.endpoint.launch()->program = sonde::test::programPath("sonde-demo-server");
    return config;
}

QString fact(QWidget &dialog, const QString &name)
{
    for (const PropertyGrid *grid : dialog.findChildren<PropertyGrid *>()) {
        if (const QString value = grid->value(name); !value.isEmpty())
            return value;
    }
    return {};
}

} // namespace

// A tool of the demo server, called many times.
class TstLoadTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void cleanup() { m_client.reset(); }
    void callsAsOftenAsAskedAndShowsTheTimes();
    void keepsARate();
    void saysTheBoundThatIsCrossed();
    void countsToolErrorsAndSaysTheFirst();
    void countsProtocolErrors();
    void cancelsWhatRuns();
    void endsWithTheConnection();
    void warnsOfADestructiveTool();
    void closingEndsTheRun();

private:
    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<mcp::Client> m_client;
};

void TstLoadTest::init()
{
    m_recorder = std::make_unique<trace::Recorder>();
    m_client = std::make_unique<mcp::Client>(demo(*m_recorder));
    m_client->start();
    QTRY_COMPARE_WITH_TIMEOUT(m_client->state(), mcp::ClientState::Ready, kPatienceMs);
}

void TstLoadTest::callsAsOftenAsAskedAndShowsTheTimes()
{
    LoadTestDialog dialog(
        m_client.get(), QStringLiteral("echo"), Bytes::copyOf(R"({"a":1})"), false);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QCOMPARE(fact(dialog, QStringLiteral("ok")), QStringLiteral("0"));
    QCOMPARE(fact(dialog, QStringLiteral("p99")), QStringLiteral("–"));
    const auto spins = dialog.findChildren<QSpinBox *>();
    QCOMPARE(spins.size(), 3);
    spins[0]->setValue(50);
    spins[1]->setValue(8);
    QSignalSpy finished(&dialog.test(), &mcp::LoadTest::finished);
    QTest::keyClick(spins[0], Qt::Key_Return);
    QVERIFY(dialog.test().isRunning());
    QVERIFY(!spins[0]->isEnabled());
    QCOMPARE(
        tests::button(dialog, QStringLiteral("startOrCancel"))->text(), QStringLiteral("Cancel"));
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatienceMs);
    QCOMPARE(dialog.test().run()->count(mcp::LoadRun::Outcome::Ok), 50);
    QCOMPARE(fact(dialog, QStringLiteral("ok")), QStringLiteral("50"));
    QVERIFY(fact(dialog, QStringLiteral("p95")).endsWith(u"ms"));
    QVERIFY(fact(dialog, QStringLiteral("rate")).endsWith(u"responses/s"));
    int drawn = 0;
    for (const auto &bar : dialog.findChild<LoadHistogram *>()->bars())
        drawn += bar.count;
    QCOMPARE(drawn, 50);
    QVERIFY(tests::button(dialog, QStringLiteral("startOrCancel"))->isEnabled());
    const auto records = m_recorder->take().fresh;
    QCOMPARE(std::count_if(records.begin(), records.end(),
                 [](const trace::Record &record) {
                     return record.channel == rpc::Channel::Sent
                         && record.origin == rpc::Origin::LoadTest;
                 }),
        50);
}

void TstLoadTest::keepsARate()
{
    LoadTestDialog dialog(m_client.get(), QStringLiteral("echo"), Bytes::copyOf("{}"), false);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    const auto spins = dialog.findChildren<QSpinBox *>();
    spins[0]->setValue(20);
    spins[2]->setValue(400);
    QSignalSpy finished(&dialog.test(), &mcp::LoadTest::finished);
    QTest::keyClick(spins[2], Qt::Key_Return);
    QVERIFY(!spins[2]->isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatienceMs);
    const mcp::LoadRun &run = *dialog.test().run();
    QCOMPARE(run.plan().rate, 400.0);
    QCOMPARE(run.count(mcp::LoadRun::Outcome::Ok), 20);
    // The last one is due 19 times 2.5 ms after the first one.
    QVERIFY(run.elapsedNs(mcp::LoadTest::now()) >= 47'500'000);
    QCOMPARE(fact(dialog, QStringLiteral("due, not sent")), QStringLiteral("0"));
}

void TstLoadTest::saysTheBoundThatIsCrossed()
{
    LoadTestDialog dialog(m_client.get(), QStringLiteral("echo"), Bytes::copyOf("{}"), false);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QSpinBox *const calls = dialog.findChildren<QSpinBox *>().constFirst();
    calls->setFocus();
    calls->selectAll();
    QTest::keyClicks(calls, QStringLiteral("150000"));
    const auto *message = dialog.findChild<look::InlineMessage *>();
    QVERIFY(message->isVisible());
    QVERIFY2(
        message->sentence().contains(QLatin1String("100,000")), qPrintable(message->sentence()));
    QVERIFY(!tests::button(dialog, QStringLiteral("startOrCancel"))->isEnabled());
    calls->selectAll();
    QTest::keyClicks(calls, QStringLiteral("15000"));
    QVERIFY(!message->isVisible());
    QVERIFY(tests::button(dialog, QStringLiteral("startOrCancel"))->isEnabled());
}

void TstLoadTest::countsToolErrorsAndSaysTheFirst()
{
    mcp::LoadTest test(
        m_client.get(), QStringLiteral("station_delete"), Bytes::copyOf(R"({"station":1})"));
    QSignalSpy finished(&test, &mcp::LoadTest::finished);
    test.start({5, 2});
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatienceMs);
    QCOMPARE(test.run()->count(mcp::LoadRun::Outcome::ToolError), 5);
    QCOMPARE(test.run()->errors(), 5);
    QVERIFY(!test.firstProblem().isEmpty());
}

void TstLoadTest::countsProtocolErrors()
{
    mcp::LoadTest test(m_client.get(), QStringLiteral("no_such_tool"), Bytes::copyOf("{}"));
    QSignalSpy finished(&test, &mcp::LoadTest::finished);
    test.start({3, 3});
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatienceMs);
    QCOMPARE(test.run()->count(mcp::LoadRun::Outcome::ServerError), 3);
}

void TstLoadTest::cancelsWhatRuns()
{
    LoadTestDialog dialog(m_client.get(), QStringLiteral("slow_count"),
        Bytes::copyOf(R"({"n":1,"delay_ms":60000})"), false);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    tests::button(dialog, QStringLiteral("startOrCancel"))->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_client->pendingCount(), 4, kPatienceMs);
    QSignalSpy finished(&dialog.test(), &mcp::LoadTest::finished);
    tests::button(dialog, QStringLiteral("startOrCancel"))->click();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatienceMs);
    QCOMPARE(dialog.test().run()->count(mcp::LoadRun::Outcome::Cancelled), 4);
    QCOMPARE(dialog.test().run()->sent(), 4);
    QCOMPARE(m_client->pendingCount(), 0);
    QCOMPARE(fact(dialog, QStringLiteral("cancelled")), QStringLiteral("4"));
}

void TstLoadTest::endsWithTheConnection()
{
    mcp::LoadTest test(
        m_client.get(), QStringLiteral("slow_count"), Bytes::copyOf(R"({"n":1,"delay_ms":60000})"));
    QSignalSpy finished(&test, &mcp::LoadTest::finished);
    test.start({10, 2});
    m_client->stop();
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatienceMs);
    QVERIFY(!test.isRunning());
    QVERIFY(!test.canStart());
    QCOMPARE(test.run()->count(mcp::LoadRun::Outcome::NoResponse), 2);
    QVERIFY(!test.firstProblem().isEmpty());
    QTRY_COMPARE_WITH_TIMEOUT(m_client->state(), mcp::ClientState::Stopped, kPatienceMs);
    QCOMPARE(finished.size(), 1);
}

void TstLoadTest::warnsOfADestructiveTool()
{
    LoadTestDialog dialog(
        m_client.get(), QStringLiteral("station_delete"), Bytes::copyOf("{}"), true);
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    const QPushButton *start = tests::button(dialog, QStringLiteral("startOrCancel"));
    QVERIFY(start);
    QCOMPARE(start->text(), QStringLiteral("Start anyway"));
}

void TstLoadTest::closingEndsTheRun()
{
    auto *dialog = new LoadTestDialog(m_client.get(), QStringLiteral("slow_count"),
        Bytes::copyOf(R"({"n":1,"delay_ms":60000})"), false);
    dialog->show();
    tests::button(*dialog, QStringLiteral("startOrCancel"))->click();
    QTRY_COMPARE_WITH_TIMEOUT(m_client->pendingCount(), 4, kPatienceMs);
    QSignalSpy gone(dialog, &QObject::destroyed);
    QTest::keyClick(dialog, Qt::Key_Escape);
    QTRY_COMPARE_WITH_TIMEOUT(gone.size(), 1, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(m_client->pendingCount(), 0, kPatienceMs);
}

QTEST_MAIN(TstLoadTest)
#include "tst_loadtest.moc"
