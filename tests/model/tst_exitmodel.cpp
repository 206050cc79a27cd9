// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/process/exitmodel.h"
#include "support/rowtexts.h"
#include "support/tracefeed.h"

#include <QAbstractItemModelTester>
#include <QScopeGuard>
#include <QSignalSpy>
#include <QTest>
#include <QTranslator>

using namespace sonde;
using namespace sonde::models;
using sonde::test::rowTexts;
using sonde::tests::TraceFeed;

namespace {

constexpr std::int64_t kSecondNs = 1'000'000'000;

class GermanEnds final : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *, const char *words, const char *, int) const override
    {
        if (QLatin1String(words) == QLatin1String("exit code %1"))
            return QStringLiteral("Beendet mit %1");
        return QLatin1String(words) == QLatin1String("The program %1 was not found.")
            ? QStringLiteral("Das Programm %1 fehlt.")
            : QString();
    }
};

} // namespace

// How the processes of a server ended, as its trace has it.
class TestExitModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comeFromTheTrace();
    void areThoseOfTheServer();
    void areBounded();
    void areSaidInTheLanguageOfTheWindow();
    void haveTheSignOfTheirEnd_data();
    void haveTheSignOfTheirEnd();
};

void TestExitModel::comeFromTheTrace()
{
    trace::Recorder recorder;
    TraceFeed feed(recorder);
    TraceModel trace(recorder);
    ExitModel model(trace);
    const QAbstractItemModelTester tester(&model);
    model.setServer(QStringLiteral("demo"));
    feed.note("process started\tnode · pid 4711\n/usr/bin/node\nserver.js");
    for (int i = 0; i < 30; ++i)
        feed.diagnostic("line " + std::to_string(i));
    feed.advance(3 * kSecondNs);
    trace.drainNow();
    model.update();
    QCOMPARE(model.rowCount(), 0); // it runs
    feed.note("process ended\texit code 3");
    trace.drainNow();
    model.update();
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(rowTexts(model, 0).mid(1),
        (QStringList{
            QStringLiteral("4711"), QStringLiteral("exit code 3"), QStringLiteral("3.00 s")}));
    QCOMPARE(model.index(0, ExitModel::HowColumn).data(SignRole).toInt(), int(Sign::ToolError));
    const QStringList lines = model.lastLines(0);
    QCOMPARE(lines.size(), qsizetype(ExitModel::kMaxLines));
    QCOMPARE(lines.front(), QStringLiteral("line 10"));
    QCOMPARE(lines.back(), QStringLiteral("line 29"));

    const QPersistentModelIndex first(model.index(0, 0));
    TraceFeed second(recorder, QStringLiteral("demo"), 2);
    second.note("process started\tnode · pid 4712\n/usr/bin/node");
    second.note("process ended\tkilled by SIGSEGV");
    TraceFeed third(recorder, QStringLiteral("demo"), 3);
    third.note("start failed\tCannot start node.");
    trace.drainNow();
    model.update();
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(first.row(), 2);
    QCOMPARE(rowTexts(model, 1).value(ExitModel::HowColumn), QStringLiteral("killed by SIGSEGV"));
    QCOMPARE(model.index(1, ExitModel::HowColumn).data(SignRole).toInt(), int(Sign::ProtocolError));
    QCOMPARE(rowTexts(model, 0).value(ExitModel::HowColumn),
        QStringLiteral("start failed: Cannot start node."));
    QVERIFY(model.lastLines(1).isEmpty());
    QVERIFY(model.lastLines(7).isEmpty());
}

void TestExitModel::areThoseOfTheServer()
{
    trace::Recorder recorder;
    TraceFeed demo(recorder);
    TraceFeed other(recorder, QStringLiteral("other"), 2);
    TraceModel trace(recorder);
    ExitModel model(trace);
    const QAbstractItemModelTester tester(&model);
    demo.note("process started\tnode · pid 1");
    other.note("process started\tsh · pid 2");
    other.note("process ended\texit code 0");
    demo.note("process ended\tkilled by SIGTERM");
    trace.drainNow();
    model.setServer(QStringLiteral("demo"));
    model.update();
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(rowTexts(model, 0).value(ExitModel::PidColumn), QStringLiteral("1"));
    model.setServer(QStringLiteral("other"));
    QCOMPARE(model.rowCount(), 0);
    model.update();
    QCOMPARE(rowTexts(model, 0).value(ExitModel::PidColumn), QStringLiteral("2"));
    trace.clear();
    model.update();
    QCOMPARE(model.rowCount(), 0);
}

void TestExitModel::areBounded()
{
    trace::Recorder recorder;
    TraceFeed feed(recorder);
    TraceModel trace(recorder);
    ExitModel model(trace);
    model.setServer(QStringLiteral("demo"));
    for (int i = 0; i < ExitModel::kMaxRuns + 3; ++i) {
        feed.note("process started\tnode · pid " + std::to_string(100 + i));
        feed.note("process ended\texit code 0");
    }
    trace.drainNow();
    model.update();
    QCOMPARE(model.rowCount(), ExitModel::kMaxRuns);
    QCOMPARE(rowTexts(model, 0).value(ExitModel::PidColumn),
        QString::number(100 + ExitModel::kMaxRuns + 2));
    // Of too many that run at the same time, the oldest are ended without what was known of them.
    const auto count = int(ExitModel::kMaxRunning) + 1;
    for (int i = 0; i < count; ++i) {
        TraceFeed other(recorder, QStringLiteral("demo"), 10 + i);
        other.note("process started\tnode · pid 7");
    }
    TraceFeed(recorder, QStringLiteral("demo"), 10).note("process ended\texit code 0");
    TraceFeed(recorder, QStringLiteral("demo"), 11).note("process ended\texit code 0");
    trace.drainNow();
    model.update();
    QCOMPARE(model.rowCount(), ExitModel::kMaxRuns);
    QCOMPARE(rowTexts(model, 0).value(ExitModel::PidColumn), QStringLiteral("7"));
    QCOMPARE(rowTexts(model, 1).value(ExitModel::PidColumn), QString());
    QCOMPARE(model.index(1, ExitModel::HowColumn).data(SignRole).toInt(), int(Sign::Ok));
}

// Also those of recordings that another language was used for.
void TestExitModel::areSaidInTheLanguageOfTheWindow()
{
    GermanEnds german;
    QVERIFY(QCoreApplication::installTranslator(&german));
    const auto restore = qScopeGuard([&] { QCoreApplication::removeTranslator(&german); });
    trace::Recorder recorder;
    TraceFeed feed(recorder);
    TraceModel trace(recorder);
    ExitModel model(trace);
    model.setServer(QStringLiteral("demo"));
    feed.note("process ended\texit code 3");
    feed.note("process ended\tby hand");
    const rpc::Sentence missing(
        "sonde::wire", "The program %1 was not found.", {QStringLiteral("“node”")});
    feed.note("start failed\t" + missing.recordedText().toStdString());
    feed.note("start failed\tノードが見つかりません。");
    trace.drainNow();
    model.update();
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(rowTexts(model, 3).value(ExitModel::HowColumn), QStringLiteral("Beendet mit 3"));
    // Another program wrote this one.
    QCOMPARE(rowTexts(model, 2).value(ExitModel::HowColumn), QStringLiteral("by hand"));
    QCOMPARE(rowTexts(model, 1).value(ExitModel::HowColumn),
        QStringLiteral("start failed: Das Programm “node” fehlt."));
    // An earlier version wrote a sentence, in the language that it had.
    QCOMPARE(rowTexts(model, 0).value(ExitModel::HowColumn),
        QStringLiteral("start failed: ノードが見つかりません。"));
}

void TestExitModel::haveTheSignOfTheirEnd_data()
{
    QTest::addColumn<QString>("recorded");
    QTest::addColumn<int>("sign");
    const auto row = [](const char *recorded, Sign sign) {
        QTest::newRow(recorded) << QString::fromLatin1(recorded) << int(sign);
    };
    row("exit code 0", Sign::Ok);
    row("exit code 0; 1 process it left behind was killed", Sign::Ok);
    row("exit code 1", Sign::ToolError);
    row("killed by SIGTERM; its stdin was still open", Sign::Cancelled);
    row("killed by SIGHUP", Sign::Cancelled);
    row("killed by SIGKILL", Sign::ProtocolError);
    row("killed by signal 40", Sign::ProtocolError);
    row("by hand", Sign::ToolError);
}

void TestExitModel::haveTheSignOfTheirEnd()
{
    QFETCH(QString, recorded);
    trace::Recorder recorder;
    TraceFeed feed(recorder);
    TraceModel trace(recorder);
    ExitModel model(trace);
    model.setServer(QStringLiteral("demo"));
    feed.note("process ended\t" + recorded.toStdString());
    trace.drainNow();
    model.update();
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(rowTexts(model, 0).value(ExitModel::HowColumn), recorded);
    QTEST(model.index(0, ExitModel::HowColumn).data(SignRole).toInt(), "sign");
}

QTEST_GUILESS_MAIN(TestExitModel)
#include "tst_exitmodel.moc"
