// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/nearest.h"
#include "cli/options/parseoptions.h"

#include <QTest>

using namespace sonde;
using namespace sonde::cli;

// What is proposed for a word that was mistyped.
class TstCliNearest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void suggestsTheNearestWord_data();
    void suggestsTheNearestWord();
    void proposesWhatWasMeant_data();
    void proposesWhatWasMeant();
};

void TstCliNearest::suggestsTheNearestWord_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("suggested");
    QTest::newRow("one letter less") << QStringLiteral("--jso") << QStringLiteral("--json");
    QTest::newRow("swapped") << QStringLiteral("--rceord") << QStringLiteral("--record");
    QTest::newRow("case") << QStringLiteral("--JSON") << QStringLiteral("--json");
    QTest::newRow("nothing like it") << QStringLiteral("--banana") << QString();
    QTest::newRow("empty") << QString() << QString();
    QTest::newRow("endless") << QString(100'000, u'x') << QString();
}

void TstCliNearest::suggestsTheNearestWord()
{
    QFETCH(QString, word);
    QFETCH(QString, suggested);
    QCOMPARE(nearest(word, {QStringLiteral("--json"), QStringLiteral("--record")}), suggested);
}

void TstCliNearest::proposesWhatWasMeant_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("meant");
    const auto row = [](const char *line, const char *meant) {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(meant);
    };
    row("tols list -- s", "tools");
    row("infos -- s", "info");
    row("chekc -- s", "check");
    row("snap -- s", "snapshot");
    row("comp -- s", ""); // complete, compare, completion
    row("tools lsit -- s", "list");
    row("tools cal x -- s", "call");
    row("list -- s", "tools list");
    row("call x -- s", "tools call");
    row("login --url http://localhost", "auth login");
    row("tools-list -- s", "tools list");
    row("toolslist -- s", "tools list");
    row("resources reed x -- s", "read");
    row("auth logn --url http://localhost", "login");
    row("--ulr http://localhost info", "--url");
    row("--uri http://localhost info", "--url");
    row("--sever x info", "--server");
    row("-json info -- s", "--json");
    row("--Json info -- s", "--json");
    row("--output_format csv tools list -- s", "--output-format");
    row("--outputformat csv tools list -- s", "--output-format");
    row("--cur x tools list -- s", "--cursor");
    row("tools list --verson -- s", "");
    row("tools call x --arg {} -- s", "--args");
    row("tools call x --type -- s", "--typed");
    row("check --all-revision -- s", "--all-revisions");
    row("check --base x -- s", "--baseline");
    row("--era modren info -- s", "modern");
    row("--era leg info -- s", "legacy");
    row("--output-format jsnol tools list -- s", "jsonl");
    row("--output-format xml tools list -- s", "");
    row("--transport streamble info --url http://localhost", "streamable");
    row("--grant client-credential info --url http://localhost", "client-credentials");
    row("--client-proof private-key-jwt info --url http://localhost", "private_key_jwt");
    row("check --format juint -- s", "junit");
    row("check --level eror -- s", "error");
    row("check --fail-on nevr -- s", "never");
}

void TstCliNearest::proposesWhatWasMeant()
{
    QFETCH(QString, line);
    QFETCH(QString, meant);
    std::vector<std::string> words;
    for (const QString &word : line.split(u' '))
        words.push_back(word.toStdString());
    const Result<Options> options = parseOptions(words);
    QVERIFY(!options.ok());
    const QString sentence = options.error().sentence;
    QVERIFY2(meant.isEmpty() ? !sentence.contains(QStringLiteral("Did you mean"))
                             : sentence.contains(QStringLiteral("Did you mean %1?").arg(meant)),
        qPrintable(sentence));
}

QTEST_GUILESS_MAIN(TstCliNearest)
#include "support/clicommands.h"
#include "tst_clinearest.moc"
