// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/toolsresponse.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

using namespace sonde::test;

namespace {

const QByteArray kTools =
    R"([{"name":"ask.it","description":"Asks","inputSchema":{"type":"object","properties":)"
    R"({"s":{"type":"string","minLength":1}}}},)"
    R"({"name":"merge","inputSchema":{"type":"object","properties":{},"oneOf":[{},{}]}}])";

Run checkFor(const QString &options, const QByteArray &tools = kTools)
{
    return withTestServer(words("--era legacy") + options.split(u' '), toolsResponse(tools));
}

} // namespace

// `sonde-cli check --for`: what hosts make of the tools of a server.
class TstHostCheck : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhatAHostMakesOfTheTools();
    void printsJson();
    void failsForWhatIsLostOnly_data();
    void failsForWhatIsLostOnly();
    void judgesARecording();
    void onlySaysWhatItWouldDo();
};

void TstHostCheck::saysWhatAHostMakesOfTheTools()
{
    const Run run = checkFor(QStringLiteral("check --for codex"));
    COMPARE_CODE(run, 0);
    for (const char *said :
        {"Codex (main): 2 of 2 tools reach the model", "mcp__mcptestserver__ask_it",
            "ignored: The keyword is not passed on", "/inputSchema/properties/s/minLength",
            "https://github.com/openai/codex/", "with several branches"})
        QVERIFY2(run.out.contains(said), QByteArray(said + run.out).constData());
    QVERIFY2(run.err.contains("“mcptestserver”"), run.err.constData());
}

void TstHostCheck::printsJson()
{
    const Run run = checkFor(QStringLiteral("check --for claude-code,cursor --format json"));
    COMPARE_CODE(run, 11);
    const QJsonObject made = QJsonDocument::fromJson(run.out).object();
    QCOMPARE(made[QStringLiteral("server")].toString(), QStringLiteral("mcptestserver"));
    const QJsonArray hosts = made[QStringLiteral("hosts")].toArray();
    QCOMPARE(hosts.size(), qsizetype(2));
    const QJsonObject code = hosts[0].toObject();
    QCOMPARE(code[QStringLiteral("id")].toString(), QStringLiteral("claude-code"));
    QCOMPARE(code[QStringLiteral("lost")].toInt(), 1);
    const QJsonObject merge = code[QStringLiteral("tools")].toArray()[1].toObject();
    QCOMPARE(merge[QStringLiteral("nameForModel")].toString(),
        QStringLiteral("mcp__mcptestserver__merge"));
    QCOMPARE(merge[QStringLiteral("verdict")].toString(), QStringLiteral("dropped"));
    const QJsonObject issue = merge[QStringLiteral("issues")].toArray()[0].toObject();
    QCOMPARE(issue[QStringLiteral("places")].toArray()[0].toString(),
        QStringLiteral("/inputSchema/oneOf"));
    QVERIFY(issue[QStringLiteral("source")].toString().startsWith(QStringLiteral("https://")));
    const QJsonObject cursor = hosts[1].toObject()[QStringLiteral("tools")].toArray()[0].toObject();
    QVERIFY(cursor[QStringLiteral("nameForModel")].isNull());
    QCOMPARE(cursor[QStringLiteral("verdict")].toString(), QStringLiteral("not-known"));
}

void TstHostCheck::failsForWhatIsLostOnly_data()
{
    QTest::addColumn<QString>("options");
    QTest::addColumn<int>("code");
    QTest::newRow("changed") << QStringLiteral("check --for vscode") << 0;
    QTest::newRow("dropped") << QStringLiteral("check --for claude-code") << 11;
    QTest::newRow("refused") << QStringLiteral("check --for claude-desktop") << 11;
    QTest::newRow("one of all") << QStringLiteral("check --for all") << 11;
    QTest::newRow("never") << QStringLiteral("check --for all --fail-on never") << 0;
    QTest::newRow("unknown host") << QStringLiteral("check --for netscape") << 1;
}

void TstHostCheck::failsForWhatIsLostOnly()
{
    QFETCH(const QString, options);
    QFETCH(const int, code);
    const Run run = checkFor(options);
    COMPARE_CODE(run, code);
}

void TstHostCheck::judgesARecording()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("a.sonde"));
    const Run recorded = checkFor(QStringLiteral("--record %1 tools list").arg(file));
    COMPARE_CODE(recorded, 0);
    const Run run = cli({QStringLiteral("trace"), QStringLiteral("check"), file,
        QStringLiteral("--for"), QStringLiteral("claude-code")});
    COMPARE_CODE(run, 11);
    QVERIFY2(run.out.contains("mcp__mcptestserver__merge"), run.out.constData());
}

void TstHostCheck::onlySaysWhatItWouldDo()
{
    const Run run = checkFor(QStringLiteral("check --dry-run --for all"));
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("nothing else is sent"), run.out.constData());
}

QTEST_GUILESS_MAIN(TstHostCheck)
#include "tst_hostcheck.moc"
