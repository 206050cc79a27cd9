// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/transfer/redactor.h"

#include <QTest>

using namespace sonde;
using namespace sonde::trace;
using namespace Qt::StringLiterals;

class RedactorTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hidesSecrets_data();
    void hidesSecrets();
    void hidesWhatAPersonNames();
    void leavesOrdinaryWordsAlone();
};

void RedactorTest::hidesSecrets_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("hidden");
    const auto row = [](const char *text, const char *hidden) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(hidden);
    };
    row("{\"Authorization\":\"Bearer xyz\"}", "{\"Authorization\":\"**********\"}");
    row("{\"access_token\":\"a\\\"b\",\"n\":1}", "{\"access_token\":\"****\",\"n\":1}");
    row("{\"a\":{\"apiKey\":\"k\"}}", "{\"a\":{\"apiKey\":\"*\"}}");
    row("{\"env\":{\"HOME\":\"/root\"}}", "{\"env\":{\"HOME\":\"*****\"}}");
    row("GET / HTTP/1.1\r\nCookie: a=b; c=d\r\nHost: x",
        "GET / HTTP/1.1\r\nCookie: ********\r\nHost: x");
    row("using Bearer abcdefgh.ijk now", "using Bearer ************ now");
    row("GITHUB_TOKEN=ghp_1 PATH=/bin", "GITHUB_TOKEN=***** PATH=/bin");
    row("started\tnode \xc2\xb7 pid 12\nnode\n--github-token\nword\nin /home",
        "started\tnode \xc2\xb7 pid 12\nnode\n--github-token\n****\nin /home");
    row("env MY_KEY=sup3rA DATABASE_URL=postgres://u:sup3rC@h/db",
        "env MY_KEY=****** DATABASE_URL=postgres://u:******@h/db");
    row("{\"command\":\"npx\",\"args\":[\"x\",\"--pat\",\"word\",\"-v\"]}",
        "{\"command\":\"npx\",\"args\":[\"x\",\"--pat\",\"****\",\"-v\"]}");
    row("{\"dbPassword\":\"word\",\"progressToken\":\"word\"}",
        "{\"dbPassword\":\"****\",\"progressToken\":\"word\"}");
    row("{\"url\":\"https://u:word@h/mcp?apiKey=word\"}",
        "{\"url\":\"https://u:****@h/mcp?apiKey=****\"}");
}

void RedactorTest::hidesSecrets()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, hidden);
    auto redactor = Redactor::create();
    QVERIFY(redactor.ok());
    std::string changed = text.toStdString();
    QVERIFY(redactor.value().redact(changed));
    QCOMPARE(QByteArray::fromStdString(changed), hidden);
    QCOMPARE(changed.size(), std::size_t(text.size()));
    QVERIFY(!redactor->found().isEmpty());
}

void RedactorTest::hidesWhatAPersonNames()
{
    auto redactor = Redactor::create({u"Ada( Lovelace)?"_s, u"é+"_s, u"x*"_s});
    QVERIFY(redactor.ok());
    std::string text = "ask Ada Lovelace or Ada, ééé";
    QVERIFY(redactor.value().redact(text));
    QCOMPARE(QByteArray::fromStdString(text), QByteArray("ask ************ or ***, ******"));
    QCOMPARE(redactor->found().value(u"Ada( Lovelace)?"_s), quint64(2));
    QVERIFY(!Redactor::create({u"("_s}).ok());
}

void RedactorTest::leavesOrdinaryWordsAlone()
{
    auto redactor = Redactor::create();
    QVERIFY(redactor.ok());
    std::string text = "{\"progressToken\":7,\"cursor\":\"abc\",\"token\":5,\"basic\":\"yes\"}";
    QVERIFY(!redactor.value().redact(text));
}

QTEST_GUILESS_MAIN(RedactorTest)
#include "tst_redactor.moc"
