// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/terminal.h"

#include <QRegularExpression>
#include <QTemporaryDir>

using namespace sonde::test;

// What only a terminal gets: colours, and lines that fit it.
class TstCliTerminal : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void coloursATerminalOnly_data();
    void coloursATerminalOnly();
    void forcesColoursIntoAPipe();
    void coloursWhatItReports_data();
    void coloursWhatItReports();
    void fitsEightyColumns_data();
    void fitsEightyColumns();
};

namespace {

constexpr char kEscape = '\x1b';

QProcessEnvironment environmentWith(const char *name, const char *value)
{
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(QStringLiteral("TERM"), QStringLiteral("xterm-256color"));
    if (*name != '\0')
        environment.insert(QString::fromLatin1(name), QString::fromLatin1(value));
    return environment;
}

QStringList toDemo(const char *command)
{
    return words(command) + QStringList{QStringLiteral("--"), kDemo};
}

// As a person sees them: without colours and the terminal's returns.
QStringList linesOf(QByteArray shown)
{
    QString text = QString::fromUtf8(shown.replace('\r', ""));
    static const QRegularExpression colour(QStringLiteral("\x1b\\[[0-9;]*m"));
    return text.remove(colour).split(u'\n');
}

// A session with a call, an error and a request of the server.
QString recorded(const QTemporaryDir &folder)
{
    const QString file = folder.filePath(QStringLiteral("s.sonde"));
    const Run run = cli(
        QStringList{QStringLiteral("--record"), file} + toDemo("tools call get_weather city=Oslo"));
    return run.code == 0 ? file : QString();
}

} // namespace

void TstCliTerminal::coloursATerminalOnly_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<bool>("coloured");
    QTest::newRow("a terminal") << QByteArray() << QByteArray() << true;
    QTest::newRow("NO_COLOR") << QByteArray("NO_COLOR") << QByteArray("1") << false;
    QTest::newRow("an empty NO_COLOR") << QByteArray("NO_COLOR") << QByteArray() << true;
    QTest::newRow("a dumb terminal") << QByteArray("TERM") << QByteArray("dumb") << false;
}

void TstCliTerminal::coloursATerminalOnly()
{
    QFETCH(QByteArray, name);
    QFETCH(QByteArray, value);
    QFETCH(bool, coloured);
    Terminal terminal(
        toDemo("tools list"), environmentWith(name.constData(), value.constData()), 80);
    const QByteArray &shown = terminal.showsAtLast();
    QVERIFY2(shown.contains("get_weather"), shown.constData());
    QCOMPARE(shown.contains(kEscape), coloured);
    QVERIFY(!withDemo(words("tools list")).out.contains(kEscape));
}

void TstCliTerminal::forcesColoursIntoAPipe()
{
    QProcess process;
    process.setProcessEnvironment(environmentWith("CLICOLOR_FORCE", "1"));
    process.start(kCli, toDemo("tools list"));
    QVERIFY(finishedRun(process).out.contains(kEscape));
}

void TstCliTerminal::coloursWhatItReports_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("piece");
    QTest::newRow("a passed check of the doctor")
        << toDemo("doctor") << QByteArray("\x1b[32m\xe2\x9c\x93\x1b[0m");
    QTest::newRow("what is sent, with --trace")
        << toDemo("tools list --trace") << QByteArray("\x1b[34m\xe2\x86\x92\x1b[0m");
    QTest::newRow("an error") << toDemo("tools call no_such_tool")
                              << QByteArray("\x1b[31msonde-cli:\x1b[0m");
    QTest::newRow("the titles of a table") << toDemo("prompts list") << QByteArray("\x1b[2m");
}

void TstCliTerminal::coloursWhatItReports()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, piece);
    Terminal terminal(arguments, environmentWith("", ""), 120);
    const QByteArray &shown = terminal.showsAtLast();
    QVERIFY2(shown.contains(piece), shown.constData());
}

void TstCliTerminal::fitsEightyColumns_data()
{
    QTest::addColumn<QStringList>("arguments");
    for (const char *command : {"info", "tools list", "tools show get_weather", "resources list",
             "prompts list", "doctor"})
        QTest::newRow(command) << toDemo(command);
    QTest::newRow("trace show") << words("trace show SESSION");
    QTest::newRow("trace stats") << words("trace stats SESSION");
    QTest::newRow("--help") << words("--help");
    QTest::newRow("check --help") << words("check --help");
    QTest::newRow("help filter") << words("help filter");
}

void TstCliTerminal::fitsEightyColumns()
{
    QFETCH(QStringList, arguments);
    const QTemporaryDir folder;
    if (const auto at = arguments.indexOf(QStringLiteral("SESSION")); at >= 0) {
        arguments[at] = recorded(folder);
        QVERIFY(!arguments[at].isEmpty());
    }
    Terminal terminal(arguments, environmentWith("", ""), 80);
    const QStringList lines = linesOf(terminal.showsAtLast());
    QVERIFY(lines.size() > 3);
    for (const QString &line : lines)
        QVERIFY2(line.size() <= 80, qPrintable(line));
}

QTEST_GUILESS_MAIN(TstCliTerminal)
#include "tst_cliterminal.moc"
