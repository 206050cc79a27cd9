// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "accept/hostlist.h"
#include "accept/toolname.h"
#include "base/regex.h"
#include "support/places.h"

#include <QFile>
#include <QTest>

using namespace sonde;
using namespace sonde::accept;

// The list of what hosts accept: its form, and the names that hosts make of it.
class TestHostList : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theListOfTheProjectIsRead();
    void isFoundByIdAndAlias();
    void refusesWhatIsNoList_data();
    void refusesWhatIsNoList();
    void makesTheNameThatTheModelSees_data();
    void makesTheNameThatTheModelSees();
    void rewritesAPart();
};

void TestHostList::theListOfTheProjectIsRead()
{
    QFile file(sonde::test::sourcePath("resources/hosts-accept.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto read = HostList::read(Bytes::fromByteArray(file.readAll()));
    QVERIFY2(read.ok(), read.ok() ? "" : qPrintable(read.error().sentence));
    QCOMPARE(HostList::instance().ids(), read->ids());
    QVERIFY(read->all().size() >= 18);
    for (const JudgingHost &host : read->all()) {
        QVERIFY2(!host.facts.empty(), qPrintable(host.id));
        for (const Fact &fact : host.facts) {
            QVERIFY2(fact.means.endsWith(u'.'), qPrintable(host.id + u' ' + fact.means));
            if (!fact.pattern.empty())
                QVERIFY2(Regex::compileForeign(fact.pattern), fact.pattern.c_str());
        }
    }
}

void TestHostList::isFoundByIdAndAlias()
{
    const HostList &list = HostList::instance();
    QVERIFY(list.find(QStringLiteral("codex")));
    QCOMPARE(list.find(QStringLiteral("gemini")), list.find(QStringLiteral("gemini-cli")));
    QVERIFY(!list.find(QStringLiteral("netscape")));
    QVERIFY(!list.find(QString()));
}

void TestHostList::refusesWhatIsNoList_data()
{
    QTest::addColumn<QByteArray>("facts");
    QTest::addColumn<QString>("member");
    const auto row = [](const char *name, const QByteArray &fact, const char *member) {
        QTest::newRow(name) << fact << QString::fromLatin1(member);
    };
    const QByteArray end = R"("means":"m","source":"https://example.org/a","date":"2026-01-31"})";
    row("about", R"({"about":"weather",)" + end, "about");
    row("level", R"({"about":"tools","level":"bad",)" + end, "level");
    row("no level", R"({"about":"schema","shape":"missing-type",)" + end, "level");
    row("shape", R"({"about":"schema","shape":"round","level":"changed",)" + end, "shape");
    row("no keywords", R"({"about":"schema","shape":"keyword","level":"changed",)" + end,
        "keywords");
    row("no pattern", R"({"about":"schema","shape":"property-name","level":"changed",)" + end,
        "pattern");
    row("no max", R"({"about":"name-length","level":"changed",)" + end, "max");
    row("max 0", R"({"about":"tools","level":"changed","max":0,)" + end, "max");
    row("no tool in the form", R"({"about":"name","form":"mcp",)" + end, "form");
    row("no characters", R"({"about":"name-characters","level":"refused",)" + end, "allowed");
    row("no hash", R"({"about":"name-length","max":9,"cut":"hash","level":"changed",)" + end,
        "hash");
    row("no source", R"({"about":"content","means":"m","date":"2026-01-31"})", "source");
    row("source of a file",
        R"({"about":"content","means":"m","source":"file:///a","date":"2026-01-31"})", "source");
    row("no date", R"({"about":"content","means":"m","source":"https://example.org/a"})", "date");
    row("wrong date",
        R"({"about":"content","means":"m","source":"https://example.org/a","date":"2026-02-31"})",
        "date");
    row("no meaning", R"({"about":"content","source":"https://example.org/a","date":"2026-01-31"})",
        "means");
}

void TestHostList::refusesWhatIsNoList()
{
    QFETCH(const QByteArray, facts);
    QFETCH(const QString, member);
    const auto read = [](const QByteArray &text) {
        return HostList::read(Bytes::fromByteArray(text));
    };
    const auto made = read(R"({"hosts":[{"id":"a","name":"A","facts":[)" + facts + "]}]}");
    QVERIFY(!made);
    QVERIFY2(
        made.error().sentence.contains(u'“' + member + u'”'), qPrintable(made.error().sentence));
    QVERIFY(!read("[]"));
    QVERIFY(!read("{"));
    QVERIFY(!read(R"({"hosts":[{"id":"","name":"A","facts":[]}]})"));
    QVERIFY(!read(R"({"hosts":[{"id":"a","name":"A"},{"id":"a","name":"B"}]})"));
    QVERIFY(!read(QByteArray(qsizetype(HostList::kMaxBytes) + 1, ' ')));
}

void TestHostList::makesTheNameThatTheModelSees_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("tool");
    QTest::addColumn<QString>("seen");
    QTest::addColumn<bool>("isTooLong");
    const auto row = [](const char *host, const QString &server, const QString &tool,
                         const QString &seen, bool isTooLong = false) {
        QTest::addRow("%s %s, %d", host, qPrintable(tool.left(20)), int(tool.size()))
            << QString::fromLatin1(host) << server << tool << seen << isTooLong;
    };
    const QString help = QStringLiteral("Help Desk");
    const QString ask = QStringLiteral("ask.it");
    row("claude-desktop", help, ask, QStringLiteral("ask.it"));
    row("claude-code", help, ask, QStringLiteral("mcp__Help_Desk__ask_it"));
    row("vscode", help, ask, QStringLiteral("mcp_help_desk_ask_it"));
    row("vscode", QStringLiteral("A very long name of a server"), ask,
        QStringLiteral("mcp_a_very_long_n_ask_it"));
    row("codex", help, ask, QStringLiteral("mcp__Help_Desk__ask_it"));
    row("gemini-cli", help, ask, QStringLiteral("mcp_Help_Desk_ask.it"));
    row("cline", QStringLiteral("desk"), QStringLiteral("ask"), QStringLiteral("desk__ask"));
    row("cline", help, ask, QStringLiteral("Help_Desk__ask_it_########"));
    row("roo-code", help, ask, QStringLiteral("mcp--Help_Desk--askit"));
    row("goose", help, ask, QStringLiteral("helpdesk__ask.it"));
    row("continue", QStringLiteral("Help – Desk!"), ask, QStringLiteral("help_desk_ask.it"));
    row("continue", help, QStringLiteral("help_desk_ask"), QStringLiteral("help_desk_ask"));
    row("cursor", help, ask, QString());
    const QString desk = QStringLiteral("desk");
    const QString a60(60, u'a');
    row("codex", desk, a60,
        QStringLiteral("mcp__desk__") + a60.left(40) + QStringLiteral("_############"), true);
    row("vscode", desk, a60, QString(QStringLiteral("mcp_desk_") + a60).left(64), true);
    row("gemini-cli", desk, a60,
        QStringLiteral("mcp_desk_") + a60.left(21) + QStringLiteral("...") + a60.left(30), true);
    row("cursor", desk, a60.left(55), QString());
    row("cursor", desk, a60.left(56), QString(), true);
    row("claude-desktop", desk, QString(64, u'a'), QString(64, u'a'));
    row("claude-desktop", desk, QString(65, u'a'), QString(65, u'a'), true);
}

void TestHostList::makesTheNameThatTheModelSees()
{
    QFETCH(const QString, host);
    QFETCH(const QString, server);
    QFETCH(const QString, tool);
    const ToolName name = toolName(*HostList::instance().find(host), server, tool);
    QTEST(name.seen, "seen");
    QTEST(name.isTooLong, "isTooLong");
}

void TestHostList::rewritesAPart()
{
    QVERIFY(hasCharacter("A-Za-z0-9_-", u'-'));
    QVERIFY(hasCharacter("A-Za-z0-9_-", u'Q'));
    QVERIFY(!hasCharacter("A-Za-z0-9_-", u'.'));
    QVERIFY(!hasCharacter("A-Za-z0-9_-", u'é'));
    QVERIFY(!hasCharacter("", u'a'));
    NameStep step;
    QCOMPARE(rewritten(step, QStringLiteral("A b")), QStringLiteral("A b"));
    step.spaces = QString();
    step.keep = "a-z";
    step.with = QStringLiteral("_");
    step.isLower = true;
    QCOMPARE(rewritten(step, QStringLiteral("A b.!c")), QStringLiteral("ab__c"));
    step.asRun = true;
    step.trim = u'_';
    step.max = 3;
    QCOMPARE(rewritten(step, QStringLiteral(".A b.!c.")), QStringLiteral("ab_"));
}

QTEST_GUILESS_MAIN(TestHostList)
#include "tst_hostlist.moc"
