// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/tracemodel.h"
#include "rpc/lifecycle.h"
#include "support/tracefeed.h"
#include "trace/recorder/recorder.h"
#include "trace/transfer/exportset.h"

#include <QTest>

using namespace sonde;
using models::TraceModel;
using namespace Qt::StringLiterals;

// The duration of a request that waited at a breakpoint.
class TestHeldTimes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsFromWhenTheRequestWentOn_data();
    void countsFromWhenTheRequestWentOn();
};

void TestHeldTimes::countsFromWhenTheRequestWentOn_data()
{
    QTest::addColumn<QByteArray>("went"); // after five seconds
    QTest::addColumn<QString>("duration");
    const auto row = [](const char *name, const char *went, const QString &duration) {
        QTest::newRow(name) << QByteArray(went) << duration;
    };
    row("as it was", rpc::lifecycle::kMessageReleased, u"2.00 s"_s);
    row("changed", rpc::lifecycle::kMessageChanged, u"2.00 s"_s);
    row("broken", rpc::lifecycle::kMessageBroken, u"2.00 s"_s);
    row("after a program that failed", rpc::lifecycle::kBreakpointFailed, u"2.00 s"_s);
    row("answered in place of the server", rpc::lifecycle::kMessageAnswered, u"7.00 s"_s);
}

void TestHeldTimes::countsFromWhenTheRequestWentOn()
{
    constexpr std::int64_t kSecond = 1'000'000'000;
    QFETCH(const QByteArray, went);
    QFETCH(const QString, duration);
    trace::Recorder recorder;
    tests::TraceFeed feed(recorder);
    feed.sent(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo"}})");
    const auto note = [&feed](const char *what) {
        feed.noteAbout(std::string(what) + "\tbreakpoint 1 · id 1", rpc::Channel::Sent, 0);
    };
    note(rpc::lifecycle::kMessageHeld);
    feed.advance(5 * kSecond);
    note(went.constData());
    feed.advance(2 * kSecond);
    feed.received(R"({"jsonrpc":"2.0","id":1,"result":{}})");

    TraceModel model(recorder);
    model.drainNow();
    const QModelIndex cell = model.index(0, TraceModel::DurationColumn);
    QCOMPARE(cell.data().toString(), duration);
    const bool hasWaited = duration == u"2.00 s"_s;
    QCOMPARE(cell.data(Qt::ToolTipRole).toString(),
        hasWaited ? u"Not counted: 5.00 s at a breakpoint"_s : QString());
    QCOMPARE(model.durationNs(0), hasWaited ? 2 * kSecond : 7 * kSecond);

    trace::ExportSet set;
    set.store = &recorder;
    set.records = model.snapshot();
    QCOMPARE(set.row(1).durationNs, model.durationNs(0));
}

QTEST_GUILESS_MAIN(TestHeldTimes)
#include "tst_heldtimes.moc"
