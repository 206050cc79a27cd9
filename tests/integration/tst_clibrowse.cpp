// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/demohttp.h"
#include "support/httpscript.h"

#include <QDir>
#include <QRegularExpression>

#include <csignal>

using namespace sonde::test;

namespace {

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray("cannot be read");
}

void eras()
{
    QTest::addColumn<QString>("era");
    QTest::newRow("legacy") << QStringLiteral("legacy");
    QTest::newRow("modern") << QStringLiteral("modern");
}

} // namespace

// What sonde-cli has besides tools: resources, prompts, completion, notifications, pages and files.
class TstCliBrowse : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsResourcesTemplatesAndPrompts_data() { eras(); }
    void listsResourcesTemplatesAndPrompts();
    void readsAResource_data() { eras(); }
    void readsAResource();
    void getsAPrompt_data() { eras(); }
    void getsAPrompt();
    void completesInContext_data() { eras(); }
    void completesInContext();
    void walksThroughThePages();
    void writesContentsToFiles();
    void sendsANotificationAsItWasTyped_data();
    void sendsANotificationAsItWasTyped();
    void saysWhatHttpHasAgainstANotification();
    void printsUpdatesUntilItIsInterrupted_data() { eras(); }
    void printsUpdatesUntilItIsInterrupted();
    void saysWhatTheServerDoesNotDeclare_data();
    void saysWhatTheServerDoesNotDeclare();
    void endsWithTheDocumentedCode_data();
    void endsWithTheDocumentedCode();
};

void TstCliBrowse::listsResourcesTemplatesAndPrompts()
{
    QFETCH(QString, era);
    const QStringList in{QStringLiteral("--era"), era};
    const Run resources = withDemo(words("resources list") + in);
    COMPARE_CODE(resources, 0);
    QVERIFY(resources.out.startsWith("URI"));
    QVERIFY(resources.out.contains("demo://about"));
    QVERIFY(resources.out.contains("image/png"));
    const Run templates = withDemo(words("resources templates") + in);
    COMPARE_CODE(templates, 0);
    QVERIFY(templates.out.contains("demo://stations/{id}"));
    const Run prompts = withDemo(words("prompts list") + in);
    COMPARE_CODE(prompts, 0);
    QVERIFY2(prompts.out.contains("city [days]"), prompts.out.constData());
    const Run raw = withDemo(words("prompts list --json") + in);
    COMPARE_CODE(raw, 0);
    QVERIFY(raw.out.startsWith("{") && raw.out.contains("\"prompts\":["));
    QCOMPARE(raw.out.count('\n'), 1);
}

void TstCliBrowse::readsAResource()
{
    QFETCH(QString, era);
    const QStringList in{QStringLiteral("--era"), era};
    const Run about = withDemo(words("resources read demo://about") + in);
    COMPARE_CODE(about, 0);
    QVERIFY2(about.out.startsWith("# The demo server\n"), about.out.constData());
    const Run chart = withDemo(words("resources read demo://chart.png") + in);
    COMPARE_CODE(chart, 0);
    QVERIFY2(
        chart.out.startsWith("[resource, demo://chart.png, image/png, "), chart.out.constData());
    const Run station = withDemo(words("resources read demo://stations/{id} id=17") + in);
    COMPARE_CODE(station, 0);
    QVERIFY2(station.out.contains("17"), station.out.constData());
}

void TstCliBrowse::getsAPrompt()
{
    QFETCH(QString, era);
    const QStringList in{QStringLiteral("--era"), era};
    const Run run = withDemo(words("prompts get packing_list city=Oulu days=2") + in);
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out,
        QByteArray("user:\nI travel to Oulu for 2 days. What shall I pack?\n\n"
                   "assistant:\nLet me look at the weather first.\n"));
    const Run args = withDemo(
        words("prompts get packing_list --json --args {\"city\":\"a\",\"days\":\"1\"}") + in);
    COMPARE_CODE(args, 0);
    QVERIFY(args.out.contains("I travel to a for 1 days"));
}

void TstCliBrowse::completesInContext()
{
    QFETCH(QString, era);
    const QStringList in{QStringLiteral("--era"), era};
    const Run all = withDemo(words("complete prompt review_station station=") + in);
    COMPARE_CODE(all, 0);
    const Run oulu = withDemo(words("complete prompt review_station station= city=Oulu") + in);
    COMPARE_CODE(oulu, 0);
    QVERIFY2(oulu.out.contains("17\n"), oulu.out.constData());
    QVERIFY(all.out.count('\n') > oulu.out.count('\n'));
    const Run city =
        withDemo(words("complete resource demo://forecast/{city}/{station} city=Ou") + in);
    COMPARE_CODE(city, 0);
    QCOMPARE(city.out, QByteArray("Oulu\n"));
}

void TstCliBrowse::walksThroughThePages()
{
    const QStringList switches = words("--page-size 3");
    const Run whole = withDemo(words("resources list --all-pages"), switches);
    COMPARE_CODE(whole, 0);
    const auto rows = [](const QByteArray &out) { return out.count("\ndemo://"); };
    QVERIFY(rows(whole.out) > 3);

    static const QRegularExpression kCursor(QStringLiteral("Next page: --cursor (\\S+)\n"));
    qsizetype shown = 0;
    QStringList page{QStringLiteral("--one-page")};
    for (int i = 0; i < 20 && !page.isEmpty(); ++i) {
        const Run run = withDemo(words("resources list") + page, switches);
        COMPARE_CODE(run, 0);
        QVERIFY(rows(run.out) <= 3);
        shown += rows(run.out);
        const auto match = kCursor.match(QString::fromUtf8(run.err));
        page.clear();
        if (match.hasMatch())
            page = QStringList{QStringLiteral("--cursor"), match.captured(1)};
    }
    QVERIFY(page.isEmpty());
    QCOMPARE(shown, rows(whole.out));

    const Run json = withDemo(words("resources list --json --one-page"), switches);
    COMPARE_CODE(json, 0);
    QCOMPARE(json.out.count('\n'), 1);
    QVERIFY(json.out.contains("\"nextCursor\":"));
    QVERIFY2(json.err.isEmpty(), json.err.constData());
}

void TstCliBrowse::writesContentsToFiles()
{
    const QTemporaryDir folder;
    const QString picture = folder.filePath(QStringLiteral("chart"));
    const Run read =
        withDemo(words("resources read demo://chart.png --output") + QStringList{picture});
    COMPARE_CODE(read, 0);
    QVERIFY(contentOf(picture).startsWith("\x89PNG"));
    QVERIFY2(read.out.startsWith(QByteArray(picture.toUtf8() + ": ")), read.out.constData());

    const Run again =
        withDemo(words("resources read demo://about --output") + QStringList{picture});
    COMPARE_CODE(again, 1);
    QVERIFY(again.err.contains("already exists"));

    const Run prompt =
        withDemo(words("prompts get describe_chart --json --output") + QStringList{folder.path()});
    COMPARE_CODE(prompt, 0);
    QVERIFY(prompt.out.startsWith("{") && prompt.out.contains("\"messages\":["));
    QCOMPARE(contentOf(folder.filePath(QStringLiteral("content-1.png"))), contentOf(picture));
    QVERIFY(contentOf(folder.filePath(QStringLiteral("content-2.txt"))).startsWith("Describe"));
}

void TstCliBrowse::sendsANotificationAsItWasTyped_data()
{
    QTest::addColumn<QString>("era");
    QTest::addColumn<bool>("http");
    QTest::newRow("legacy") << QStringLiteral("legacy") << false;
    QTest::newRow("modern") << QStringLiteral("modern") << false;
    QTest::newRow("legacy, HTTP") << QStringLiteral("legacy") << true;
    QTest::newRow("modern, HTTP") << QStringLiteral("modern") << true;
}

void TstCliBrowse::sendsANotificationAsItWasTyped()
{
    QFETCH(QString, era);
    QFETCH(bool, http);
    const QStringList command{QStringLiteral("notify"), QStringLiteral("notifications/odd"),
        QStringLiteral(R"({ "a":1.0,"a":-0 })"), QStringLiteral("--trace"), QStringLiteral("--era"),
        era};
    const Demo demo;
    const Run run = http
        ? cli(command + QStringList{QStringLiteral("--url"), demo.url().toString()})
        : withDemo(command);
    COMPARE_CODE(run, 0);
    QVERIFY(run.out.isEmpty());
    const QByteArray line =
        R"({"jsonrpc":"2.0","method":"notifications/odd","params":{ "a":1.0,"a":-0 }})";
    QVERIFY2(run.err.contains(line), run.err.constData());
}

void TstCliBrowse::saysWhatHttpHasAgainstANotification()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const QByteArray body = peer.readRequest().body();
            if (body.contains("server/discover"))
                peer.respond(200, "application/json",
                    R"({"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28"]}})");
            else
                peer.respond(418, "text/plain", "no tea");
        }
    });
    const Run run = cli(
        words("notify notifications/x --era modern --url") + QStringList{server.url().toString()});
    COMPARE_CODE(run, 4);
    QVERIFY(run.out.isEmpty());
    QVERIFY2(run.err.contains("418"), run.err.constData());
}

void TstCliBrowse::printsUpdatesUntilItIsInterrupted()
{
    QFETCH(QString, era);
    QProcess process;
    process.setProcessEnvironment(cleanEnvironment());
    process.start(kCli,
        words("resources subscribe demo://pulse --era")
            + QStringList{era, QStringLiteral("--"), kDemo});
    QByteArray out;
    const auto updated = [&] {
        process.waitForReadyRead(50);
        out += process.readAllStandardOutput();
        return out.count(" updated demo://pulse\n") >= 2;
    };
    QTRY_VERIFY_WITH_TIMEOUT(updated(), kDeadline);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Run run = finishedRun(process);
    COMPARE_CODE(run, 130);
    QVERIFY2(run.err.contains("Subscribed."), run.err.constData());
}

void TstCliBrowse::saysWhatTheServerDoesNotDeclare_data()
{
    QTest::addColumn<QByteArray>("capability"); // empty: it is declared, or none is needed
    QTest::addColumn<bool>("isServed");
    const auto row = [](const char *command, const char *capability, bool isServed) {
        QTest::newRow(command) << QByteArray(capability) << isServed;
    };
    row("tools list", "", true);
    row("tools call echo", "", true);
    row("request prompts/list", "", false);
    row("info", "", true);
    row("prompts list", "prompts", false);
    row("prompts get greet", "prompts", false);
    row("resources list", "resources", false);
    row("resources templates", "resources", false);
    row("resources read demo://about", "resources", false);
    row("complete prompt greet name=a", "completions", false);
}

// The request is sent all the same: its response is what the server says about it.
void TstCliBrowse::saysWhatTheServerDoesNotDeclare()
{
    QFETCH(QByteArray, capability);
    QFETCH(bool, isServed);
    const Run run = cli(words(QTest::currentDataTag())
        + QStringList{
            QStringLiteral("--era"), QStringLiteral("legacy"), QStringLiteral("--"), kTestServer});
    QCOMPARE(run.err.count("does not declare"), capability.isEmpty() ? 0 : 1);
    QVERIFY2(capability.isEmpty()
            || run.err.contains(QByteArray("does not declare the capability " + capability + '.')),
        run.err.constData());
    QCOMPARE(run.err.count("-32601"), isServed ? 0 : 1);
    QCOMPARE(run.code == 0, isServed);
}

void TstCliBrowse::endsWithTheDocumentedCode_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<int>("code");
    const auto row = [](const char *line, int code) {
        QTest::newRow(line) << QString::fromLatin1(line) << code;
    };
    row("resources read demo://nothing", 6);
    row("resources read demo://{x} y=1", 1);
    row("resources subscribe demo://nothing --era legacy", 6);
    row("prompts get nothing", 6);
    row("prompts get packing_list", 6);
    row("complete prompt nothing a=", 6);
    row("resources list --cursor bogus", 6);
    row("resources read demo://about --output /no/such/folder/x", 1);
    row("prompts get describe_chart --output ./several", 1);
}

void TstCliBrowse::endsWithTheDocumentedCode()
{
    QFETCH(QString, line);
    QFETCH(int, code);
    const Run run = withDemo(line.split(u' '));
    COMPARE_CODE(run, code);
    QVERIFY2(run.out.isEmpty(), run.out.constData());
    QVERIFY(!run.err.isEmpty());
}

QTEST_GUILESS_MAIN(TstCliBrowse)
#include "tst_clibrowse.moc"
