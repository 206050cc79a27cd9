// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/brokensession.h"
#include "support/clirun.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

using namespace Qt::StringLiterals;
using namespace sonde::test;

// sonde-cli rule, and what check and trace check take of it.
class TestCliRule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void printsAPage_data();
    void printsAPage();
    void printsThePagesOfAnArea();
    void listsRules();
    void completesIds();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void reportsChosenRulesOnly_data();
    void reportsChosenRulesOnly();
    void explainsWhatItFound_data();
    void explainsWhatItFound();
    void annotatesAWorkflow();
    void checksAServerForChosenRules();

private:
    Run check(const QStringList &options) const
    {
        return cli(QStringList{u"trace"_s, u"check"_s, m_file} + options);
    }

    QTemporaryDir m_folder;
    QString m_file;
};

// A conversation in which the server breaks a MUST and a SHOULD.
void TestCliRule::initTestCase()
{
    m_file = m_folder.filePath(u"broken.sonde"_s);
    QVERIFY(recordBrokenSession(
        m_file, R"({"name":"a b","description":"Adds.","inputSchema":{"type":"object"}})"));
}

void TestCliRule::printsAPage_data()
{
    QTest::addColumn<QStringList>("parts");
    QTest::newRow("tools.input-schema-object")
        << QStringList{u"tools.input-schema-object  error · MUST · server\n"_s,
               u"\nWhat it demands\n  inputSchema is a JSON object whose root type is object"_s,
               u"\nWhat breaks it\n  "_s, u"\nWhy it matters\n  The arguments of tools/call are"_s,
               u"\nHow to fix it\n  Make the value a property of an object"_s,
               u"\nBad, in revision 2025-06-18\n  → {\"id\":1,\"method\":\"tools/list\"}\n  ← "_s,
               u"\nGood, in revision 2025-06-18\n  → {\"id\":1,\"method\":\"tools/list\"}\n"_s,
               u"\nRevisions\n  2026-07-28  MUST        https://modelcontextprotocol.io/"_s};
    QTest::newRow("session.ended-404")
        << QStringList{u"session.ended-404  error · MUST · server\n"_s,
               u"\n  Clients begin a new session only after 404."_s, u"\n  POST "_s,
               u"Mcp-Session-Id: "_s};
    QTest::newRow("practice.description-present")
        << QStringList{u"practice.description-present  info · advice · server\n"_s,
               u"\n  A model chooses a tool by its description"_s, u"\n  2025-11-25  "_s};
}

void TestCliRule::printsAPage()
{
    QFETCH(const QStringList, parts);
    const Run run = cli({u"rule"_s, QString::fromLatin1(QTest::currentDataTag())});
    COMPARE_CODE(run, 0);
    for (const QString &part : parts)
        QVERIFY2(run.out.contains(part.toUtf8()),
            QByteArray(part.toUtf8() + "\n\n" + run.out).constData());
    const Run json = cli({u"rule"_s, QString::fromLatin1(QTest::currentDataTag()), u"--json"_s});
    const QJsonObject page = QJsonDocument::fromJson(json.out).object();
    QCOMPARE(page.value(u"rule"_s).toString(), QLatin1String(QTest::currentDataTag()));
    for (const QString &name : {u"demands"_s, u"why"_s, u"fix"_s, u"level"_s, u"party"_s})
        QVERIFY2(!page.value(name).toString().isEmpty(), qPrintable(name));
    QVERIFY(!page.value(u"bad"_s).toObject().value(u"text"_s).toString().isEmpty());
    QVERIFY(!page.value(u"good"_s).toObject().value(u"text"_s).toString().isEmpty());
    QVERIFY(!page.value(u"revisions"_s).toArray().isEmpty());
    const Run markdown = cli(
        {u"rule"_s, QString::fromLatin1(QTest::currentDataTag()), u"--format"_s, u"markdown"_s});
    QVERIFY(
        markdown.out.startsWith(QByteArray(QByteArray("## `") + QTest::currentDataTag() + "`\n")));
    QVERIFY(markdown.out.contains("\n### Why it matters\n\n"));
}

void TestCliRule::printsThePagesOfAnArea()
{
    const Run run = cli({u"rule"_s, u"ping"_s});
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out.count("\nWhy it matters\n"), qsizetype(3));
    const Run json = cli({u"rule"_s, u"ping"_s, u"--json"_s});
    QCOMPARE(QJsonDocument::fromJson(json.out).array().size(), 3);
}

void TestCliRule::listsRules()
{
    const Run run = cli({u"rule"_s});
    COMPARE_CODE(run, 0);
    QVERIFY(run.out.count('\n') > 500);
    QVERIFY(run.out.contains("\ntools.name-unique "));
    const Run area = cli({u"rule"_s, u"--area"_s, u"session"_s});
    QVERIFY(area.out.contains("\nsession.ended-404 ") && !area.out.contains("tools.name-unique"));
    const QJsonArray all =
        QJsonDocument::fromJson(cli({u"rule"_s, u"--format"_s, u"json"_s}).out).array();
    QVERIFY(all.size() > 500);
    QVERIFY(!all.first().toObject().value(u"demands"_s).toString().isEmpty());
    const Run markdown = cli({u"rule"_s, u"--format"_s, u"markdown"_s});
    QVERIFY(markdown.out.startsWith("| Rule | Party | Level | What it demands |\n|---|"));
    QVERIFY(markdown.out.contains("| `tools.name-unique` | server | warning | No two tools"));
}

void TestCliRule::completesIds()
{
    const auto words = [](const QStringList &before) {
        return cli(QStringList{u"completion"_s, u"words"_s} + before).out;
    };
    QVERIFY(words({u"tools.name-u"_s, u"rule"_s}) == "tools.name-unique\n");
    QVERIFY(words({u"tools.name-u"_s, u"check"_s, u"--select"_s}) == "tools.name-unique\n");
    QVERIFY(words({u"sess"_s, u"rule"_s, u"--area"_s}) == "session\n");
}

void TestCliRule::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("says");
    const auto row = [](const char *line, const char *says) {
        QTest::newRow(line) << QString::fromUtf8(says);
    };
    row("rule tools.name-uniqe", "Did you mean tools.name-unique");
    row("rule content-present", "Did you mean tools.content-present");
    row("rule --area tols", "There is no area “tols”. Did you mean tools?");
    row("rule tools --area tools", "Both “tools” and --area were given");
    row("rule tools --json --format markdown", "--json contradicts --format markdown");
    row("rule tools --format xml", "“xml” is not a format. Use --format text, json, markdown.");
    row("rule tools auth", "takes no further argument");
    row("trace check FILE --select tols", "There is no rule or area “tols”. Did you mean tools");
    row("trace check FILE --ignore tools.name-uniqe", "Did you mean tools.name-unique");
    row("check --select nothing.here -- server", "There is no rule or area “nothing.here”");
}

void TestCliRule::saysWhatIsWrong()
{
    QFETCH(const QString, says);
    const Run run = cli(QString::fromUtf8(QTest::currentDataTag()).split(u' '));
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains(says.toUtf8()), run.err.constData());
}

void TestCliRule::reportsChosenRulesOnly_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("summary");
    const auto row = [](const char *options, int code, const char *summary) {
        QTest::newRow(options) << QString::fromLatin1(options) << code
                               << QString::fromLatin1(summary);
    };
    row("--level warning", 11, "Errors: 1, warnings: 1, notes: 0.");
    row("--select tools", 0, "Errors: 0, warnings: 1, notes: 0.");
    row("--select tools --fail-on warning", 11, "Errors: 0, warnings: 1, notes: 0.");
    row("--select tools --select pagination", 11, "Errors: 1, warnings: 1, notes: 0.");
    row("--ignore pagination,tools.name-*,practice", 0, "Errors: 0, warnings: 0, notes: 0.");
    row("--select pagination.* --ignore pagination.cursor-string-or-absent", 0, "Errors: 0,");
}

void TestCliRule::reportsChosenRulesOnly()
{
    QFETCH(const QString, options);
    QFETCH(const int, code);
    QFETCH(const QString, summary);
    const Run run = check(options.split(u' '));
    COMPARE_CODE(run, code);
    QVERIFY2(run.out.contains(summary.toUtf8()), run.out.constData());
}

void TestCliRule::explainsWhatItFound_data()
{
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("text") << QByteArray("\n    Why it matters: Strict clients refuse");
    QTest::newRow("json") << QByteArray(R"("why":"Strict clients refuse)");
    QTest::newRow("junit") << QByteArray("\nWhy it matters: Strict clients refuse");
    QTest::newRow("sarif") << QByteArray(R"("help":{"text":"Why it matters: Strict clients)");
    QTest::newRow("markdown") << QByteArray("\n\nWhy it matters: Strict clients refuse");
    QTest::newRow("github") << QByteArray("%0AWhy it matters: Strict clients refuse");
}

void TestCliRule::explainsWhatItFound()
{
    QFETCH(const QByteArray, why);
    const QStringList options{u"--format"_s, QString::fromLatin1(QTest::currentDataTag()),
        u"--select"_s, u"pagination"_s};
    const Run run = check(options + QStringList{u"--explain"_s});
    COMPARE_CODE(run, 11);
    QVERIFY2(run.out.contains(why), run.out.constData());
    QVERIFY(!check(options).out.contains(why));
}

void TestCliRule::annotatesAWorkflow()
{
    const Run run = check({u"--format"_s, u"github"_s, u"--level"_s, u"warning"_s});
    COMPARE_CODE(run, 11);
    const QList<QByteArray> lines = run.out.split('\n');
    QVERIFY2(lines[0].startsWith("::error file="), run.out.constData());
    QVERIFY(
        lines[0].contains(",title=pagination.cursor-string-or-absent::#5 /result/nextCursor: "));
    QVERIFY(lines[1].startsWith("::warning file="));
    QVERIFY(lines[2].startsWith("Errors: 1, warnings: 1, notes: 0."));
}

void TestCliRule::checksAServerForChosenRules()
{
    const Run run = withDemo({u"check"_s, u"--select"_s, u"tools.name-*,stdio"_s, u"--explain"_s,
        u"--format"_s, u"github"_s});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.startsWith("Errors: 0, warnings: 0, notes: 0."), run.out.constData());
}

QTEST_GUILESS_MAIN(TestCliRule)
#include "tst_clirule.moc"
