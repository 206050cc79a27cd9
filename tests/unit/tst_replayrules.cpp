// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "replay/replayrules.h"

#include <QTest>

using namespace sonde;
using namespace sonde::replay;

// Which differences do not count, and the file that says it.
class TestReplayRules : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void allowsDifferences_data();
    void allowsDifferences();
    void readsWhatItWrites();
    void saysWhichLineIsWrong_data();
    void saysWhichLineIsWrong();
    void limitsAFile();
};

namespace {

changes::Difference difference(
    const QByteArray &pointer, const QByteArray &before, const QByteArray &after)
{
    return {changes::ChangeKind::Changed, QString::fromUtf8(pointer), Bytes::fromByteArray(before),
        Bytes::fromByteArray(after)};
}

} // namespace

void TestReplayRules::allowsDifferences_data()
{
    QTest::addColumn<QByteArray>("rules");
    QTest::addColumn<QByteArray>("pointer");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<bool>("isAllowed");
    const auto row = [](const char *rules, const char *pointer, const char *before,
                         const char *after, bool isAllowed) {
        QTest::addRow("%s at %s", rules, pointer)
            << QByteArray(rules) << QByteArray(pointer) << QByteArray(before) << QByteArray(after)
            << isAllowed;
    };
    row("value * /result/a", "/result/a", "1", "2", true);
    row("value * /result/a", "/result/b", "1", "2", false);
    row("value * /result/a", "/result/ab", "1", "2", false);
    row("value * /result/a", "/result/a/b/0", "1", "2", true);
    row("value * /result/a/b", "/result/a", "1", "2", false);
    row("value * /result/*/a", "/result/17/a/x", "1", "2", true);
    row("value * /result/*/a", "/result/x/a", "1", "2", false);
    row("value tools/call /result/a", "/result/a", "1", "2", true);
    row("value tools/list /result/a", "/result/a", "1", "2", false);
    row("value tools/call my tool /result/a", "/result/a", "1", "2", true);
    row("value tools/call other /result/a", "/result/a", "1", "2", false);
    row("value * /result/a b", "/result/a b", "1", "2", true);
    row("time * /result/a", "/result/a", "\"at 12:00:01\"", "\"at 12:00:02\"", true);
    row("time * /result/a", "/result/a", "\"at 12:00:01\"", "\"on 12:00:02\"", false);
    row("# value * /result/a", "/result/a", "1", "2", false);
}

void TestReplayRules::allowsDifferences()
{
    QFETCH(QByteArray, rules);
    QFETCH(QByteArray, pointer);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(bool, isAllowed);
    const auto read = ReplayRules::read(rules.toStdString());
    QVERIFY(read.ok());
    const changes::Difference its = difference(pointer, before, after);
    QCOMPARE(read->allows("tools/call", "my tool", its), isAllowed);
    ReplayRules tolerant = *read;
    tolerant.setTolerance(0.5);
    QCOMPARE(tolerant.allows("tools/call", "my tool", its), isAllowed);
    tolerant.setTolerance(1);
    QCOMPARE(tolerant.allows("tools/call", "my tool", its), isAllowed || before == "1");
}

void TestReplayRules::readsWhatItWrites()
{
    ReplayRules rules;
    using Kind = changes::VolatilePlace::Kind;
    rules.add({"tools/call", "my tool", {QStringLiteral("/result/a b"), Kind::Id}});
    rules.add({"tools/call", "my tool", {QStringLiteral("/result/a b"), Kind::Id}}); // once
    rules.add({"prompts/get", "a /b", {QStringLiteral("/result"), Kind::Value}});
    rules.add({"", "", {QStringLiteral("/error/message"), Kind::Time}});
    QCOMPARE(rules.rules().size(), std::size_t(3));
    const std::string text = rules.text();
    QVERIFY(text.starts_with("# Rules of sonde-cli replay"));
    const auto read = ReplayRules::read(text);
    QVERIFY(read.ok());
    QCOMPARE(read->rules().size(), std::size_t(3));
    QCOMPARE(read->rules()[0], rules.rules()[0]);
    QCOMPARE(read->rules()[1].target, std::string()); // a target that looks like a path: for all
    QCOMPARE(read->rules()[2], rules.rules()[2]);
}

void TestReplayRules::saysWhichLineIsWrong_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sentence");
    QTest::newRow("a kind") << QByteArray("# x\n\nnever * /a")
                            << QByteArray("Line 3: “never” is not a kind of rule.");
    QTest::newRow("no path") << QByteArray("value tools/call")
                             << QByteArray("Line 1: The path is missing.");
    QTest::newRow("binary") << QByteArray("\0\1\2", 3) << QByteArray("Line 1: ");
}

void TestReplayRules::saysWhichLineIsWrong()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, sentence);
    const auto read = ReplayRules::read(text.toStdString());
    QVERIFY(!read.ok());
    QVERIFY2(
        read.error().sentence.toUtf8().startsWith(sentence), qPrintable(read.error().sentence));
}

void TestReplayRules::limitsAFile()
{
    std::string text;
    for (std::size_t i = 0; i <= ReplayRules::kMaxRules; ++i)
        text += "value * /" + std::to_string(i) + '\n';
    const auto read = ReplayRules::read(text);
    QVERIFY(!read.ok());
    QVERIFY2(read.error().sentence.contains(QStringLiteral("at most 10000 rules")),
        qPrintable(read.error().sentence));
}

QTEST_GUILESS_MAIN(TestReplayRules)
#include "tst_replayrules.moc"
