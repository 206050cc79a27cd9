// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/demohttp.h"
#include "support/foundrules.h"
#include "support/publishedservers.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace sonde::test;

// `sonde-cli check` with servers that follow the specification.
class TestCheckCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void dryRunOnlySaysWhatItWouldDo();
    void callsNoToolUnlessItIsNamed();
    void complainsOfAToolThatIsNotThere();
    void saysWhatCannotBeConnected();
    void acceptsWhatABaselineAccepts();
    void refusesAFileThatIsNoBaseline();
    void choosesWhatFails();
    void findsNoErrorOfTheDemoServer();
    void findsNoErrorOfTheDemoServerOverHttp();
    void findsNoErrorOfPublishedServers_data();
    void findsNoErrorOfPublishedServers();

private:
    QTemporaryDir m_folder;
};

namespace {

// Errors of published servers that are right, with the reason.
struct Known {
    const char *server;
    const char *rule;
    const char *reason;
};
constexpr Known kKnown[]{
    {"everything over HTTP", "http.origin-validated",
        "It allows the origin *, also to pages that it does not know."},
    {"everything over HTTP", "session.ended-404", "It gives an unknown session the status 400."},
    {"modern", "version.unsupported-error", "It takes any revision in _meta for its own."},
    {"modern over HTTP", "http.origin-validated", "It checks the host of a request only."},
};

QStringList node(const QString &name, const QStringList &more = {})
{
    return QStringList{QStringLiteral("--"), QStringLiteral("node"), publishedServer(name)} + more;
}

// Every call of a tool in a recording, by name.
QList<QByteArray> callsIn(const QString &file)
{
    const Run run = cli({QStringLiteral("trace"), QStringLiteral("filter"), file,
        QStringLiteral("method == \"tools/call\" and kind == request"), QStringLiteral("--json")});
    QList<QByteArray> lines = run.out.split('\n');
    lines.removeAll(QByteArray());
    return lines;
}

} // namespace

void TestCheckCommand::initTestCase()
{
    const QString missing = missingServers();
    QVERIFY2(missing.isEmpty(), qPrintable(missing));
}

void TestCheckCommand::dryRunOnlySaysWhatItWouldDo()
{
    const Run run = cli(words("check --dry-run --call echo -- /no/such/server"));
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("Checking /no/such/server"), run.out.constData());
    QVERIFY(run.out.contains("tools that are called: echo"));
    QVERIFY(run.err.isEmpty());
}

void TestCheckCommand::callsNoToolUnlessItIsNamed()
{
    const QString none = m_folder.filePath(QStringLiteral("none.sonde"));
    const Run run = withDemo({QStringLiteral("check"), QStringLiteral("--record"), none});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.err.contains("no tool is called"), run.err.constData());
    for (const QByteArray &call : callsIn(none))
        QVERIFY2(
            call.contains("sonde-unknown-tool") || !call.contains("\"name\""), call.constData());
    const QString one = m_folder.filePath(QStringLiteral("one.sonde"));
    COMPARE_CODE(withDemo({QStringLiteral("check"), QStringLiteral("--record"), one,
                     QStringLiteral("--call"), QStringLiteral("echo={\"text\":\"called\"}")}),
        0);
    const Run called = cli({QStringLiteral("trace"), QStringLiteral("filter"), one,
        QStringLiteral("tool == echo and kind == request"), QStringLiteral("--count")});
    QCOMPARE(called.out.trimmed(), QByteArray("1"));
}

void TestCheckCommand::complainsOfAToolThatIsNotThere()
{
    const Run run = withDemo(words("--quiet check --call nothing"));
    COMPARE_CODE(run, 0);
    QVERIFY2(run.err.contains("lists no tool “nothing”"), run.err.constData());
}

void TestCheckCommand::saysWhatCannotBeConnected()
{
    const Run run = cli(words("--quiet check -- /no/such/server"));
    COMPARE_CODE(run, 4);
    QVERIFY2(run.err.contains("Cannot connect"), run.err.constData());
    QVERIFY(run.out.isEmpty());
}

void TestCheckCommand::acceptsWhatABaselineAccepts()
{
    const QString file = m_folder.filePath(QStringLiteral("accepted.json"));
    const QStringList check = words("--quiet --no-cache check --fail-on info --format json");
    const QStringList memory = node(QStringLiteral("memory"));
    const Run before = cli(check + memory);
    COMPARE_CODE(before, 11);
    QVERIFY(!foundRules(before).isEmpty());
    COMPARE_CODE(cli(check + QStringList{QStringLiteral("--write-baseline"), file} + memory), 0);
    const Run after = cli(check + QStringList{QStringLiteral("--baseline"), file} + memory);
    COMPARE_CODE(after, 0);
    QVERIFY(foundRules(after).isEmpty());
    const auto report = QJsonDocument::fromJson(after.out).object();
    QVERIFY(report.value(QStringLiteral("accepted")).toInt() > 0);
    // A new file has what the old one accepts as well, also what is not shown.
    const QString newer = m_folder.filePath(QStringLiteral("newer.json"));
    COMPARE_CODE(
        cli(check
            + QStringList{QStringLiteral("--level"), QStringLiteral("error"),
                QStringLiteral("--baseline"), file, QStringLiteral("--write-baseline"), newer}
            + memory),
        0);
    QFile first(file);
    QFile second(newer);
    QVERIFY(first.open(QIODevice::ReadOnly) && second.open(QIODevice::ReadOnly));
    QCOMPARE(second.readAll(), first.readAll());
    // An existing file is kept.
    COMPARE_CODE(cli(check + QStringList{QStringLiteral("--write-baseline"), file} + memory), 1);
}

void TestCheckCommand::refusesAFileThatIsNoBaseline()
{
    const QString file = m_folder.filePath(QStringLiteral("wrong.json"));
    QFile made(file);
    QVERIFY(made.open(QIODevice::WriteOnly));
    made.write("{\"accepted\":[{\"method\":\"ping\"}]}");
    made.close();
    const Run run = withDemo({QStringLiteral("check"), QStringLiteral("--baseline"), file});
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains("has no “rule”"), run.err.constData());
    const Run missing = withDemo(words("check --baseline /no/such/file"));
    COMPARE_CODE(missing, 1);
    QVERIFY2(missing.err.contains("Cannot read the baseline"), missing.err.constData());
}

void TestCheckCommand::choosesWhatFails()
{
    const QStringList memory = node(QStringLiteral("memory"));
    COMPARE_CODE(cli(words("--quiet --no-cache check") + memory), 0);
    COMPARE_CODE(cli(words("--quiet --no-cache check --fail-on warning") + memory), 11);
    const Run never = cli(words("--quiet --no-cache check --fail-on never --level error") + memory);
    COMPARE_CODE(never, 0);
    QVERIFY2(never.out.contains("Errors: 0, "), never.out.constData());
    QVERIFY2(!never.out.contains("tools.unknown-tool-error"), never.out.constData());
    QVERIFY2(never.out.contains(" requirements checked.\n"), never.out.constData());
}

void TestCheckCommand::findsNoErrorOfTheDemoServer()
{
    const Run run = withDemo(words("--no-cache check --all-revisions --call echo "
                                   "--fail-on warning --format json"));
    COMPARE_CODE(run, 0);
    QCOMPARE(run.err.count("Connected with revision"), qsizetype(5));
    const auto coverage =
        QJsonDocument::fromJson(run.out).object().value(QStringLiteral("coverage")).toObject();
    QVERIFY(coverage.value(QStringLiteral("checked")).toInt() > 50);
    QVERIFY(coverage.value(QStringLiteral("all")).toInt()
        > coverage.value(QStringLiteral("checked")).toInt());
}

void TestCheckCommand::findsNoErrorOfTheDemoServerOverHttp()
{
    const Demo server;
    const Run run = cli(words("--no-cache check --all-revisions --level error --url")
        + QStringList{server.url().toString()});
    COMPARE_CODE(run, 0);
    QCOMPARE(run.err.count("Connected with revision"), qsizetype(5));
}

void TestCheckCommand::findsNoErrorOfPublishedServers_data()
{
    QTest::addColumn<QString>("kind"); // of everything over HTTP
    QTest::addColumn<QString>("call"); // tools that end soon
    QTest::addColumn<QStringList>("server");
    const auto row = [](const char *name, const QString &kind, const char *call,
                         const QStringList &server) {
        QTest::newRow(name) << kind << QString::fromLatin1(call) << server;
    };
    const char *readOnly = "--call-read-only";
    const QString modern = serversFolder() + u"modern.mjs";
    row("everything", {}, "--call=get-tiny-image", node(QStringLiteral("everything")));
    row("filesystem", {}, readOnly, node(QStringLiteral("filesystem"), {m_folder.path()}));
    row("memory", {}, readOnly, node(QStringLiteral("memory")));
    row("everything over HTTP", QStringLiteral("streamableHttp"), "--call=get-tiny-image", {});
    row("everything over HTTP+SSE", QStringLiteral("sse"), "--call=get-tiny-image", {});
    row("modern", {}, readOnly, {QStringLiteral("--"), QStringLiteral("node"), modern});
    row("modern over HTTP", QStringLiteral("modern"), readOnly, {});
}

void TestCheckCommand::findsNoErrorOfPublishedServers()
{
    QFETCH(QString, kind);
    QFETCH(QString, call);
    QFETCH(QStringList, server);
    std::optional<NodeServer> http;
    if (!kind.isEmpty()) {
        http.emplace(kind);
        const QString path = kind == u"sse" ? QStringLiteral("/sse") : QStringLiteral("/mcp");
        server = {QStringLiteral("--url"), http->url(path).toString()};
    }
    const Run run =
        cli(words("--no-cache --quiet check --all-revisions --level error --format json")
            + QStringList{call} + server);
    QVERIFY2(!run.err.contains("lists no tool"), told(run).constData());
    QStringList found = foundRules(run);
    for (const Known &known : kKnown) {
        if (QLatin1String(known.server) == QLatin1String(QTest::currentDataTag()))
            QVERIFY2(found.removeAll(QString::fromLatin1(known.rule)) > 0, known.reason);
    }
    QVERIFY2(found.isEmpty(), told(run).constData());
    QVERIFY2(run.code == 0 || run.code == 11, told(run).constData());
}

QTEST_GUILESS_MAIN(TestCheckCommand)
#include "tst_checkcommand.moc"
