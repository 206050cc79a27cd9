// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/httpsteps.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mcp;
using Failure = wire::HttpOutcome::Failure;

// Which steps of a start over HTTP are shown as done, and which as failed.
class TestHttpSteps : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void showsHowFarItCame_data();
    void showsHowFarItCame();
    void keepsTheTimesThatAreKnown();
};

namespace {

constexpr std::int64_t kMs = 1'000'000;

// A letter for each step: done, failed, running, - not reached.
QString letters(const StartLog &log)
{
    QString text;
    for (const StartStep &step : log.steps())
        text += QStringLiteral("-rdf")[int(step.status)];
    return text;
}

} // namespace

void TestHttpSteps::showsHowFarItCame_data()
{
    QTest::addColumn<int>("failure");
    QTest::addColumn<int>("reached"); // of the times: 1 resolved, 2 connected, 3 secured, 4 sent
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("steps"); // name, connection, TLS, first request, response, revision
    const auto row = [](const char *name, Failure failure, int reached, int status,
                         const char *steps) {
        QTest::newRow(name) << int(failure) << reached << status << QString::fromLatin1(steps);
    };
    row("the name", Failure::Resolve, 0, 0, "f-----");
    row("the connection", Failure::Connect, 1, 0, "df----");
    row("the connection, without a time", Failure::Connect, 0, 0, "df----");
    row("TLS", Failure::Tls, 2, 0, "ddf---");
    row("TLS, and nobody told when the connection was there", Failure::Tls, 1, 0, "ddf---");
    row("a certificate nobody vouches for", Failure::Untrusted, 1, 0, "ddf---");
    row("another key than the pinned one", Failure::PinMismatch, 0, 0, "ddf---");
    row("sending", Failure::Send, 3, 0, "dddf--");
    row("no answer", Failure::NoResponse, 4, 0, "ddddf-");
    row("no answer in time", Failure::TimedOut, 1, 0, "df----");
    row("a refusal", Failure::None, 4, 401, "dddddf");
}

void TestHttpSteps::showsHowFarItCame()
{
    QFETCH(int, failure);
    QFETCH(int, reached);
    QFETCH(int, status);
    QFETCH(QString, steps);
    wire::HttpFailure given;
    given.status = status;
    given.outcome.failure = Failure(failure);
    wire::HttpTimes &times = given.outcome.times;
    times.begun = kMs;
    std::int64_t *const inOrder[]{
        &times.resolved, &times.connected, &times.secured, &times.requestSent};
    for (int i = 0; i < reached; ++i)
        *inOrder[i] = (i + 2) * kMs;
    StartLog log;
    log.reset(StartLog::kHttps);
    logHttpFailure(log, given, QStringLiteral("why"));
    QCOMPARE(letters(log), steps);
    for (const StartStep &step : log.steps())
        QCOMPARE(step.detail == u"why", step.status == StartStep::Status::Failed);
}

void TestHttpSteps::keepsTheTimesThatAreKnown()
{
    wire::HttpFailure given;
    given.outcome.failure = Failure::Tls;
    given.outcome.times.begun = kMs;
    given.outcome.times.resolved = 4 * kMs;
    StartLog log;
    log.reset(StartLog::kHttps);
    logHttpFailure(log, given, {});
    QCOMPARE(log.steps()[0].ns, 3 * kMs);
    QCOMPARE(log.steps()[1].ns, 0);
}

QTEST_GUILESS_MAIN(TestHttpSteps)
#include "tst_httpsteps.moc"
