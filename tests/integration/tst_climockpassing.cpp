// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/demohttp.h"
#include "support/mockprogram.h"

#include <QFile>

#include <csignal>
#include <memory>
#include <vector>

using namespace Qt::StringLiterals;
using namespace sonde::test;

// sonde-cli mock with a server behind it: what was not recorded, in both directions.
class TestCliMockPassing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void passesOnOverEachTransport_data();
    void passesOnOverEachTransport();
    void passesOnForSeveralClients();
    void passesOnToAServerWithAnAddress();
    void passesServerRequests_data();
    void passesServerRequests();
    void passesSubscriptions_data();
    void passesSubscriptions();
    void opensTheServerInTheRevisionOfTheClient();
    void saysThatTheServerDoesNotSpeakTheRevision();
    void goesOnWithoutItsServer();

private:
    QString place(const QString &name) const { return m_folder.filePath(name); }
    // A recording without any call, in an era.
    QString recorded(const QString &era) const { return place(era + u".sonde"); }
    // How many messages of a recording the filter matches.
    static int count(const QString &recording, const QString &filter);

    QTemporaryDir m_folder;
};

namespace {

void addEras()
{
    QTest::addColumn<QString>("era");
    QTest::addColumn<QString>("path"); // empty: stdio
    QTest::newRow("legacy, stdio") << u"legacy"_s << QString();
    QTest::newRow("legacy, a session") << u"legacy"_s << u"/mcp"_s;
    QTest::newRow("legacy, HTTP+SSE") << u"legacy"_s << u"/sse"_s;
    QTest::newRow("modern, stdio") << u"modern"_s << QString();
    QTest::newRow("modern, no session") << u"modern"_s << u"/mcp"_s;
}

QStringList behind(const QStringList &switches = {})
{
    return QStringList{u"--"_s, kDemo} + switches;
}

} // namespace

int TestCliMockPassing::count(const QString &recording, const QString &filter)
{
    const Run run = cli({u"trace"_s, u"filter"_s, recording, filter, u"--count"_s});
    return run.code == 0 ? run.out.trimmed().toInt() : -1;
}

void TestCliMockPassing::initTestCase()
{
    QVERIFY(m_folder.isValid());
    QFile form(place(u"form.json"_s));
    QVERIFY(form.open(QIODevice::WriteOnly));
    form.write(R"({"action":"decline"})");
    form.close();
    for (const QString &era : {u"legacy"_s, u"modern"_s})
        COMPARE_CODE(
            withDemo({u"--record"_s, recorded(era), u"--era"_s, era, u"tools"_s, u"list"_s}), 0);
}

void TestCliMockPassing::passesOnOverEachTransport_data()
{
    addEras();
}

// The recording of what was passed on is enough for a mock without a server.
void TestCliMockPassing::passesOnOverEachTransport()
{
    QFETCH(QString, era);
    QFETCH(QString, path);
    const QString passed = place(era + path.mid(1) + u"-passed.sonde");
    const QStringList words{u"--json"_s, u"--era"_s, era, u"--no-cache"_s, u"tools"_s, u"call"_s,
        u"get_weather"_s, u"city=Oulu"_s};
    const auto overStdio = [&](const QStringList &mock) {
        return cli(words + QStringList{u"--"_s, kCli, u"mock"_s} + mock);
    };
    if (path.isEmpty()) {
        const Run real = overStdio(QStringList{recorded(era), u"--record"_s, passed} + behind());
        COMPARE_CODE(real, 0);
        QVERIFY2(real.out.contains("\"city\":\"Oulu\""), told(real).constData());
        const Run again = overStdio({passed});
        COMPARE_CODE(again, 0);
        QCOMPARE(again.out, real.out);
        return;
    }
    const auto call = [&](const QUrl &server) {
        return cli(words + QStringList{u"--url"_s, server.toString()});
    };
    MockProgram mock(recorded(era), QStringList{u"--record"_s, passed} + behind());
    const Run real = call(mock.url(path));
    COMPARE_CODE(real, 0);
    QVERIFY2(real.out.contains("\"city\":\"Oulu\""), told(real).constData());
    const Run ended = mock.interrupt();
    QCOMPARE(ended.code, 130);
    MockProgram alone(passed);
    const Run again = call(alone.url(path));
    COMPARE_CODE(again, 0);
    QCOMPARE(again.out, real.out);
}

// Each session has a server of its own; clients of the modern era share one. The ids are equal.
void TestCliMockPassing::passesOnForSeveralClients()
{
    for (const QString &era : {u"legacy"_s, u"modern"_s}) {
        const QString passed = place(era + u"-several.sonde");
        MockProgram mock(recorded(era), QStringList{u"--record"_s, passed} + behind());
        std::vector<std::unique_ptr<QProcess>> clients;
        for (const QString &city : {u"Oulu"_s, u"Bergen"_s, u"Lima"_s}) {
            clients.push_back(std::make_unique<QProcess>());
            clients.back()->setProcessEnvironment(cleanEnvironment());
            clients.back()->start(kCli,
                {u"--json"_s, u"--era"_s, era, u"--no-cache"_s, u"tools"_s, u"call"_s,
                    u"get_weather"_s, u"city="_s + city, u"--url"_s,
                    mock.url(u"/mcp"_s).toString()});
        }
        for (const char *city : {"Oulu", "Bergen", "Lima"}) {
            const Run run = finishedRun(*clients.front());
            clients.erase(clients.begin());
            COMPARE_CODE(run, 0);
            const QByteArray member = "\"city\":\"" + QByteArray(city) + '"';
            QVERIFY2(run.out.contains(member), told(run).constData());
        }
        mock.interrupt();
        const QString openings = u"method == \"initialize\" and kind == request and dir == sent"_s;
        QCOMPARE(count(passed, openings), era == u"legacy"_s ? 3 : 0);
        QCOMPARE(count(passed, u"method == \"tools/call\" and kind == request"_s), 3);
    }
}

void TestCliMockPassing::passesOnToAServerWithAnAddress()
{
    const Demo demo;
    MockProgram mock(recorded(u"legacy"_s), {u"--url"_s, demo.url().toString()});
    const Run run =
        cli({u"--json"_s, u"--era"_s, u"legacy"_s, u"--no-cache"_s, u"tools"_s, u"call"_s,
            u"echo"_s, u"note=a"_s, u"exact:=1e400"_s, u"--url"_s, mock.url(u"/mcp"_s).toString()});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("1e400"), told(run).constData());
}

void TestCliMockPassing::passesServerRequests_data()
{
    addEras();
}

void TestCliMockPassing::passesServerRequests()
{
    QFETCH(QString, era);
    QFETCH(QString, path);
    const QString passed = place(era + path.mid(1) + u"-asked.sonde");
    const QStringList call{u"--trace"_s, u"--era"_s, era, u"--no-cache"_s, u"--elicitation"_s,
        u'@' + place(u"form.json"_s), u"tools"_s, u"call"_s, u"confirm_address"_s};
    const QStringList passing = QStringList{u"--record"_s, passed} + behind();
    Run run;
    if (path.isEmpty()) {
        run = cli(call + QStringList{u"--"_s, kCli, u"mock"_s, recorded(era)} + passing);
    } else {
        MockProgram mock(recorded(era), passing);
        run = cli(call + QStringList{u"--url"_s, mock.url(path).toString()});
    }
    COMPARE_CODE(run, 0);
    QVERIFY2(run.err.contains("elicitation/create"), told(run).constData());
    QVERIFY2(run.err.contains("decline"), told(run).constData());
    QVERIFY(count(passed, u"text contains \"decline\""_s) > 0);
}

void TestCliMockPassing::passesSubscriptions_data()
{
    addEras();
}

void TestCliMockPassing::passesSubscriptions()
{
    QFETCH(QString, era);
    QFETCH(QString, path);
    const QStringList subscribe{
        u"resources"_s, u"subscribe"_s, u"demo://pulse"_s, u"--era"_s, era, u"--no-cache"_s};
    std::unique_ptr<MockProgram> mock;
    if (!path.isEmpty())
        mock = std::make_unique<MockProgram>(recorded(era), behind());
    QProcess process;
    process.setProcessEnvironment(cleanEnvironment());
    process.start(kCli,
        subscribe
            + (mock ? QStringList{u"--url"_s, mock->url(path).toString()}
                    : QStringList{u"--"_s, kCli, u"mock"_s, recorded(era)} + behind()));
    QByteArray out;
    const auto updated = [&] {
        process.waitForReadyRead(50);
        out += process.readAllStandardOutput();
        return out.count(" updated demo://pulse\n") >= 2;
    };
    QTRY_VERIFY_WITH_TIMEOUT(updated(), kDeadline);
    ::kill(pid_t(process.processId()), SIGINT);
    COMPARE_CODE(finishedRun(process), 130);
}

void TestCliMockPassing::opensTheServerInTheRevisionOfTheClient()
{
    const QString old = place(u"old.sonde"_s);
    const QStringList revision{u"--revision"_s, u"2025-03-26"_s};
    COMPARE_CODE(
        withDemo(QStringList{u"--record"_s, old} + revision + QStringList{u"tools"_s, u"list"_s}),
        0);
    const QString passed = place(u"old-passed.sonde"_s);
    const Run run = cli(revision
        + QStringList{u"tools"_s, u"call"_s, u"echo"_s, u"note=a"_s, u"exact:=1"_s, u"--"_s, kCli,
            u"mock"_s, old, u"--record"_s, passed}
        + behind());
    COMPARE_CODE(run, 0);
    QVERIFY2(!run.err.contains("does not speak"), told(run).constData());
    QVERIFY(count(passed, u"text contains \"2025-03-26\""_s) > 0);
    QCOMPARE(count(passed, u"text contains \"2025-11-25\""_s), 0);
}

void TestCliMockPassing::saysThatTheServerDoesNotSpeakTheRevision()
{
    const auto call = [&](const QString &era, const QString &only) {
        return cli(QStringList{u"--json"_s, u"--trace"_s, u"--era"_s, era, u"tools"_s, u"call"_s,
                       u"get_weather"_s, u"city=Oulu"_s, u"--"_s, kCli, u"mock"_s, recorded(era)}
            + behind({only}));
    };
    const Run legacy = call(u"legacy"_s, u"--modern-only"_s);
    COMPARE_CODE(legacy, 0);
    QVERIFY2(legacy.out.contains("\"city\":\"Oulu\""), told(legacy).constData());
    QVERIFY2(legacy.err.contains("The server does not speak the client's revision 2025-11-25, so "
                                 "requests are passed on in revision 2026-07-28"),
        told(legacy).constData());
    const Run modern = call(u"modern"_s, u"--legacy-only"_s);
    COMPARE_CODE(modern, 0);
    QVERIFY2(modern.out.contains("\"city\":\"Oulu\""), told(modern).constData());
    QVERIFY2(modern.err.contains("passed on in revision 2025-11-25"), told(modern).constData());
}

void TestCliMockPassing::goesOnWithoutItsServer()
{
    MockProgram mock(recorded(u"legacy"_s), {u"--"_s, place(u"no-such-program"_s)});
    const auto run = [&](const QStringList &command) {
        return cli(QStringList{u"--era"_s, u"legacy"_s, u"--no-cache"_s} + command
            + QStringList{u"--url"_s, mock.url(u"/mcp"_s).toString()});
    };
    const QStringList call{u"tools"_s, u"call"_s, u"get_weather"_s, u"city=Oulu"_s};
    for (int i = 0; i < 2; ++i) {
        const Run passed = run(call);
        COMPARE_CODE(passed, 6);
        QVERIFY2(passed.err.contains("The server of the mock cannot be reached."),
            told(passed).constData());
    }
    COMPARE_CODE(run({u"tools"_s, u"list"_s}), 0); // which was recorded
}

QTEST_GUILESS_MAIN(TestCliMockPassing)
#include "tst_climockpassing.moc"
