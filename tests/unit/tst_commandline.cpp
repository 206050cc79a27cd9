// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/commandline.h"

#include <QTest>

using namespace sonde::config;

class CommandLineTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void splitsAsAShellDoes_data();
    void splitsAsAShellDoes();
    void refusesWhatIsNotFinished_data();
    void refusesWhatIsNotFinished();
    void refusesATextThatIsTooLong();
    void takesTheVariablesInFrontApart();
    void doesNotTakeQuotedOrLaterWordsForVariables();
    void saysWhatAShellWouldHaveDone();
    void joinsSoThatItSplitsTheSame_data();
    void joinsSoThatItSplitsTheSame();
};

void CommandLineTest::splitsAsAShellDoes_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("words");
    const auto row = [](const char *name, const char *line, const QStringList &words) {
        QTest::newRow(name) << QString::fromUtf8(line) << words;
    };
    row("nothing", "", {});
    row("blanks", " \t\n ", {});
    row("one", "server", {QStringLiteral("server")});
    row("several", "  npx  -y\t@x/y \n",
        {QStringLiteral("npx"), QStringLiteral("-y"), QStringLiteral("@x/y")});
    row("single quotes", R"(a 'b "c" \d')", {QStringLiteral("a"), QStringLiteral(R"(b "c" \d)")});
    row("double quotes", R"(a "b 'c' \" \\ \$ \n")",
        {QStringLiteral("a"), QStringLiteral(R"(b 'c' " \ $ \n)")});
    row("empty arguments", R"(a '' "")", {QStringLiteral("a"), QString(), QString()});
    row("joined pieces", R"(a"b c"'d e'\ f)", {QStringLiteral("ab cd e f")});
    row("backslash", R"(a\"b \'c\' \\)",
        {QStringLiteral("a\"b"), QStringLiteral("'c'"), QStringLiteral("\\")});
    row("continued line", "a \\\n  b", {QStringLiteral("a"), QStringLiteral("b")});
    row("continued in quotes", "\"a\\\nb\"", {QStringLiteral("ab")});
    row("newline in quotes", "'a\nb'", {QStringLiteral("a\nb")});
    row("other letters", "プログラム 'é ü'", {QStringLiteral("プログラム"), QStringLiteral("é ü")});
    row("beyond 16 bits", "🜁 a", {QStringLiteral("🜁"), QStringLiteral("a")});
}

void CommandLineTest::splitsAsAShellDoes()
{
    QFETCH(QString, line);
    QFETCH(QStringList, words);
    const auto split = splitCommandLine(line);
    QVERIFY(split.ok());
    QCOMPARE(split->words, words);
    QVERIFY(split->environment.empty());
}

void CommandLineTest::refusesWhatIsNotFinished_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("said");
    QTest::newRow("single") << QStringLiteral("a 'b") << QStringLiteral("' at character 3");
    QTest::newRow("double") << QStringLiteral("ab \"c") << QStringLiteral("\" at character 4");
    QTest::newRow("escaped end") << QStringLiteral("\"a\\\"") << QStringLiteral("at character 1");
    QTest::newRow("backslash") << QStringLiteral("a \\") << QStringLiteral("ends with a backslash");
}

void CommandLineTest::refusesWhatIsNotFinished()
{
    QFETCH(QString, line);
    QFETCH(QString, said);
    const auto split = splitCommandLine(line);
    QVERIFY(!split.ok());
    QVERIFY2(split.error().sentence.contains(said), qPrintable(split.error().sentence));
}

void CommandLineTest::refusesATextThatIsTooLong()
{
    QVERIFY(splitCommandLine(QString(1 << 20, u'a')).ok());
    QVERIFY(!splitCommandLine(QString((1 << 20) + 1, u'a')).ok());
}

void CommandLineTest::takesTheVariablesInFrontApart()
{
    const auto split = splitCommandLine(u"A=1 _b2='x y' C= npx -y D=4");
    QVERIFY(split.ok());
    QCOMPARE(split->words,
        QStringList({QStringLiteral("npx"), QStringLiteral("-y"), QStringLiteral("D=4")}));
    QCOMPARE(split->environment.size(), std::size_t(3));
    QCOMPARE(split->environment[0], std::pair(QStringLiteral("A"), QStringLiteral("1")));
    QCOMPARE(split->environment[1], std::pair(QStringLiteral("_b2"), QStringLiteral("x y")));
    QCOMPARE(split->environment[2], std::pair(QStringLiteral("C"), QString()));
}

void CommandLineTest::doesNotTakeQuotedOrLaterWordsForVariables()
{
    for (const char *first : {"'A=1'", "\"A\"=1", "1A=1", "A-B=1", "=1"}) {
        const QString line = QString::fromUtf8(first) + QStringLiteral(" x");
        const auto split = splitCommandLine(line);
        QVERIFY(split.ok());
        QVERIFY2(split->environment.empty(), first);
        QCOMPARE(split->words.size(), 2);
    }
}

void CommandLineTest::saysWhatAShellWouldHaveDone()
{
    const auto split = splitCommandLine(u"a | b $HOME '$x' ~/y x~ > f");
    QVERIFY(split.ok());
    QCOMPARE(split->notes.size(), 4);
    QVERIFY(split->notes[1].contains(QStringLiteral("$HOME")));
    QCOMPARE(split->words.size(), 9);
}

void CommandLineTest::joinsSoThatItSplitsTheSame_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("plain") << QStringList({QStringLiteral("npx"), QStringLiteral("-y")});
    QTest::newRow("odd") << QStringList(
        {QStringLiteral("A=b"), QString(), QStringLiteral("it's"), QStringLiteral("a\nb"),
            QStringLiteral("\\"), QStringLiteral("$x \"y\""), QStringLiteral("~")});
}

void CommandLineTest::joinsSoThatItSplitsTheSame()
{
    QFETCH(QStringList, words);
    const auto split = splitCommandLine(joinCommandLine(words));
    QVERIFY(split.ok());
    QCOMPARE(split->words, words);
    QVERIFY(split->notes.isEmpty());
}

QTEST_GUILESS_MAIN(CommandLineTest)
#include "tst_commandline.moc"
