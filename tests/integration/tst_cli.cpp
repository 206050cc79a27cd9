// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "trace/file/sessionreader.h"

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

#include <unistd.h>

using namespace sonde;
using namespace sonde::test;

namespace {

const QByteArray kExact = R"({"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2})";

bool has(const QByteArray &text, const QByteArray &part)
{
    return text.contains(part);
}

QByteArray bytesOf(const trace::SessionReader &reader, const trace::Record &record)
{
    const auto bytes = reader.read(record.stream, record.offset, record.length);
    return bytes ? bytes->toByteArray() : QByteArray();
}

} // namespace

class TstCli : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsTheToolsAsATable();
    void fitsTheTableIntoNarrowTerminals();
    void listsEveryPageOnALineAsItArrived();
    void tellsWhatWasAgreed();
    void callsAToolWithWords();
    void sendsTheExactArguments_data();
    void sendsTheExactArguments();
    void sendsSplicedWordsExactly();
    void readsTheArgumentsFromStdinAndFile();
    void printsAnyRequestsResult();
    void showsTheWireTraffic();
    void passesEnvironmentAndFolderOn();
    void hidesSecretsFromTheRecording();
    void goesOnWithNoiseOnStdout();
    void cancelsTheCallOnInterrupt();
    void endsQuietlyWhenNobodyReads();
    void leavesNoProcessBehind();
    void keepsEscapeSequencesOffTheOutput();
    void respondsToHelpAndVersionWithoutAServer();
    void completesItsCommandLine_data();
    void completesItsCommandLine();
    void speaksTheLanguageOfTheDesktop_data();
    void speaksTheLanguageOfTheDesktop();
    void resultsAreTheSameInEveryLanguage();
};

void TstCli::listsTheToolsAsATable()
{
    const Run run = withDemo(words("tools list"));
    COMPARE_CODE(run, 0);
    QVERIFY(run.out.startsWith("TOOL"));
    QVERIFY(run.out.contains("echo"));
    QVERIFY2(run.err.isEmpty(), run.err.constData());
}

void TstCli::fitsTheTableIntoNarrowTerminals()
{
    QProcess process;
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(QStringLiteral("COLUMNS"), QStringLiteral("44"));
    process.setProcessEnvironment(environment);
    process.start(kCli, words("tools list --") + QStringList{kDemo});
    const Run run = finishedRun(process);
    COMPARE_CODE(run, 0);
    for (const QString &line : QString::fromUtf8(run.out).split(u'\n'))
        QVERIFY2(line.size() <= 44, qPrintable(line));
}

void TstCli::listsEveryPageOnALineAsItArrived()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("pages.sonde"));
    const Run run = withDemo(words("tools list --json --era legacy --record") + QStringList{file},
        words("--page-size 4"));
    COMPARE_CODE(run, 0);
    const QList<QByteArray> pages = run.out.trimmed().split('\n');
    QVERIFY(pages.size() > 2);

    const auto reader = trace::SessionReader::open(file);
    QVERIFY(reader.ok());
    const auto records = (*reader)->records(1, (*reader)->messageCount());
    QVERIFY(records.ok());
    qsizetype found = 0;
    for (const trace::Record &record : *records) {
        const QByteArray bytes = bytesOf(**reader, record);
        if (record.kind == rpc::Kind::Response && found < pages.size()
            && has(bytes, "\"result\":" + pages[found]))
            ++found;
    }
    QCOMPARE(found, pages.size());
}

void TstCli::tellsWhatWasAgreed()
{
    const Run legacy = withDemo(words("info --era legacy"));
    COMPARE_CODE(legacy, 0);
    QVERIFY(legacy.out.contains("2025-11-25 (legacy)"));
    QVERIFY(legacy.out.contains("tools"));
    const Run modern = withDemo(words("info"));
    COMPARE_CODE(modern, 0);
    QVERIFY2(modern.out.contains("2026-07-28 (modern)"), modern.out.constData());
    const Run pinned = withDemo(words("info --revision 2025-03-26 --json"));
    COMPARE_CODE(pinned, 0);
    QVERIFY2(pinned.out.startsWith("{") && pinned.out.endsWith("}\n")
            && pinned.out.contains("2025-03-26"),
        pinned.out.constData());
}

void TstCli::callsAToolWithWords()
{
    const Run run = withDemo({QStringLiteral("tools"), QStringLiteral("call"),
        QStringLiteral("echo"), QStringLiteral("city=Reykjavík"), QStringLiteral("n:=1.0")});
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out, QByteArray("{\"city\":\"Reykjavík\",\"n\":1.0}\n"));
    QVERIFY2(run.err.isEmpty(), run.err.constData());
}

void TstCli::sendsTheExactArguments_data()
{
    QTest::addColumn<QString>("revision");
    for (const char *revision :
        {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"})
        QTest::addRow("%s", revision) << QString::fromLatin1(revision);
}

void TstCli::sendsTheExactArguments()
{
    QFETCH(QString, revision);
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("exact.sonde"));
    const Run run = withDemo(words("tools call echo --json --trace --record")
        + QStringList{file, QStringLiteral("--revision"), revision, QStringLiteral("--args"),
            QString::fromLatin1(kExact)});
    COMPARE_CODE(run, 0);
    const bool hasStructured = revision >= QStringLiteral("2025-06-18");
    QByteArray asString = kExact; // inside the text block
    asString.replace('"', "\\\"");
    QVERIFY(run.out.contains(asString));
    if (hasStructured)
        QVERIFY2(has(run.out, "\"structuredContent\":" + kExact), run.out.constData());
    QVERIFY2(has(run.err, "\"arguments\":" + kExact), run.err.constData());

    const auto reader = trace::SessionReader::open(file);
    QVERIFY2(reader.ok(), qPrintable(reader ? QString() : reader.error().sentence));
    const auto records = (*reader)->records(1, (*reader)->messageCount());
    QVERIFY(records.ok());
    bool sent = false;
    bool received = false;
    for (const trace::Record &record : *records) {
        const QByteArray bytes = bytesOf(**reader, record);
        sent = sent
            || (record.kind == rpc::Kind::Request && record.channel == rpc::Channel::Sent
                && has(bytes, "\"arguments\":" + kExact));
        received = received
            || (record.kind == rpc::Kind::Response
                && has(bytes, "\"result\":" + run.out.chopped(1)));
        if (record.kind == rpc::Kind::Request || record.kind == rpc::Kind::Response)
            QVERIFY2(run.err.contains(bytes), bytes.constData()); // --trace tells the same story
    }
    QVERIFY(sent);
    QVERIFY(received);
}

void TstCli::sendsSplicedWordsExactly()
{
    const Run run = withDemo(words("tools call echo a:=9007199254740993 b:=1.0 c:=1e400 d:=-0 a:=2 "
                                   "--json --revision 2025-11-25"));
    COMPARE_CODE(run, 0);
    QVERIFY(has(run.out, "\"structuredContent\":" + kExact));
    QVERIFY(run.err.contains("“a” was given more than once"));
}

void TstCli::readsTheArgumentsFromStdinAndFile()
{
    const QStringList before = words("tools call echo --args");
    const QStringList server{QStringLiteral("--"), kDemo};
    const Run fromStdin = cli(before + QStringList{QStringLiteral("-")} + server, kExact + "\n");
    COMPARE_CODE(fromStdin, 0);
    QCOMPARE(fromStdin.out, kExact + "\n");

    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("arguments.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(kExact);
    file.close();
    const Run fromFile = cli(before + QStringList{u'@' + file.fileName()} + server);
    COMPARE_CODE(fromFile, 0);
    QCOMPARE(fromFile.out, kExact + "\n");
}

void TstCli::printsAnyRequestsResult()
{
    const Run ping = withDemo(words("request ping --json --era legacy"));
    COMPARE_CODE(ping, 0);
    QCOMPARE(ping.out, QByteArray("{}\n"));
    const Run call =
        withDemo(words("request tools/call {\"name\":\"echo\",\"arguments\":{\"x\":1.0}} --json"));
    COMPARE_CODE(call, 0);
    QVERIFY(call.out.contains("{\"x\":1.0}"));
}

void TstCli::showsTheWireTraffic()
{
    const Run run = withTestServer(
        words("tools list --trace --era legacy"), words("--stderr hello --garbage noise"));
    COMPARE_CODE(run, 0);
    const QString err = QString::fromUtf8(run.err);
    const QString time = QStringLiteral("^\\d\\d:\\d\\d:\\d\\d\\.\\d{6} ");
    for (const QString &line :
        {QStringLiteral("→ \\{\"jsonrpc\":\"2.0\",\"id\":.*\"method\":\"initialize\""),
            QStringLiteral("← \\{\"jsonrpc\":\"2.0\",\"id\":.*\"result\":\\{\"tools\":"),
            QStringLiteral("! hello$"), QStringLiteral("← noise$")}) {
        const QRegularExpression expression(time + line, QRegularExpression::MultilineOption);
        QVERIFY2(expression.match(err).hasMatch(), qPrintable(line + u'\n' + err));
    }
    QVERIFY(run.out.startsWith("TOOL"));
}

void TstCli::passesEnvironmentAndFolderOn()
{
    QTemporaryDir folder;
    const Run run = withTestServer(
        words("tools list --trace --era legacy --env SONDE_TEST=a=b --cwd")
            + QStringList{folder.path()},
        words("--print-env SONDE_TEST --print-env QT_NO_GLIB --print-cwd --print-args -- $HOME"));
    COMPARE_CODE(run, 0);
    QVERIFY(run.err.contains("! SONDE_TEST=a=b\n"));
    QVERIFY(run.err.contains("! QT_NO_GLIB is not set\n"));
    QVERIFY(has(run.err, "! " + QDir(folder.path()).canonicalPath().toUtf8() + "\n"));
    QVERIFY(run.err.contains("! $HOME\n"));
}

void TstCli::hidesSecretsFromTheRecording()
{
    QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("secret.sonde"));
    const Run run = withDemo(
        words("tools list --env TOKEN=hunter2hunter2 --trace --record") + QStringList{file});
    COMPARE_CODE(run, 0);
    QVERIFY(!run.err.contains("hunter2hunter2"));
    QFile recorded(file);
    QVERIFY(recorded.open(QIODevice::ReadOnly));
    QVERIFY(!recorded.readAll().contains("hunter2hunter2"));
}

void TstCli::goesOnWithNoiseOnStdout()
{
    const Run run = withTestServer(words("tools list --json --era legacy"),
        words("--garbage Starting… --invalid-utf8 --huge 100000 "
              "--flood 1000 200 --twice --chunk 7"));
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out,
        QByteArray("{\"tools\":[{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}]}\n"));
}

void TstCli::cancelsTheCallOnInterrupt()
{
    QProcess process;
    process.setProcessEnvironment(cleanEnvironment());
    process.start(kCli,
        words("tools call slow_count n:=1 delay_ms:=60000 --trace --era legacy --")
            + QStringList{kDemo});
    QByteArray err;
    const auto called = [&] {
        process.waitForReadyRead(50);
        err += process.readAllStandardError();
        return err.contains("tools/call");
    };
    QTRY_VERIFY_WITH_TIMEOUT(called(), kDeadline);
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    const Run run = finishedRun(process);
    err += run.err;
    QVERIFY2(run.code == 130, err.constData());
    QVERIFY(run.out.isEmpty());
    QVERIFY2(err.contains("notifications/cancelled"), err.constData());
}

void TstCli::endsQuietlyWhenNobodyReads()
{
    int ends[2];
    QCOMPARE(::pipe(ends), 0);
    ::close(ends[0]); // the reader is gone before the first byte is written
    QProcess process;
    process.setChildProcessModifier([&] { ::dup2(ends[1], STDOUT_FILENO); });
    process.setProcessEnvironment(cleanEnvironment());
    process.start(kCli, words("tools list --") + QStringList{kDemo});
    ::close(ends[1]);
    const Run run = finishedRun(process);
    COMPARE_CODE(run, 0);
    QVERIFY2(run.err.isEmpty(), run.err.constData());
}

void TstCli::leavesNoProcessBehind()
{
    for (const char *switches : {"", "--ignore-sigterm"}) {
        const Run run = cli(words("tools list --trace --era legacy -- /bin/sh -c")
            + QStringList{
                QStringLiteral("echo pid $$ >&2; exec \"$0\" %1").arg(QLatin1String(switches)),
                kTestServer});
        COMPARE_CODE(run, 0);
        const auto match =
            QRegularExpression(QStringLiteral("! pid (\\d+)")).match(QString::fromUtf8(run.err));
        QVERIFY(match.hasMatch());
        QCOMPARE(::kill(match.captured(1).toInt(), 0), -1);
        QCOMPARE(errno, ESRCH);
    }
}

void TstCli::keepsEscapeSequencesOffTheOutput()
{
    const Run run = withDemo({QStringLiteral("tools"), QStringLiteral("call"),
        QStringLiteral("complex_form"), QStringLiteral("--args"),
        QStringLiteral(R"({"title":"\u001b[31mred\u0007","customer":{},)"
                       R"("delivery":{}})")});
    COMPARE_CODE(run, 0);
    QVERIFY(!run.out.contains('\x1b'));
    QVERIFY(!run.out.contains('\x07'));
}

void TstCli::respondsToHelpAndVersionWithoutAServer()
{
    const Run help = cli({QStringLiteral("--help")});
    COMPARE_CODE(help, 0);
    QVERIFY(help.out.contains("\n  tools call "));
    QVERIFY(help.err.isEmpty());
    const Run version = cli({QStringLiteral("--version")});
    COMPARE_CODE(version, 0);
    const QString lines = QString::fromUtf8(version.out);
    const QRegularExpression form(
        QStringLiteral("^sonde-cli \\d+\\.\\d+\\.\\d+\n"
                       "Qt 6\\.[\\d.]+, libcurl \\d[\\w.-]+, SQLite 3\\.[\\d.]+\n"
                       "(Commit [0-9a-f]{40,64}\n)?$"));
    QVERIFY2(form.match(lines).hasMatch(), version.out.constData());
    for (const char *option : {"--json", "--output-format json"}) {
        const Run json = cli(words(option) + QStringList{QStringLiteral("--version")});
        COMPARE_CODE(json, 0);
        const QJsonObject all = QJsonDocument::fromJson(json.out).object();
        QCOMPARE(all.value(QStringLiteral("program")).toString(), QStringLiteral("sonde-cli"));
        for (const char *key : {"version", "qt", "libcurl", "sqlite"})
            QVERIFY2(lines.contains(all.value(QLatin1String(key)).toString()), key);
        QCOMPARE(json.out.count('\n'), 1);
    }
}

void TstCli::completesItsCommandLine_data()
{
    QTest::addColumn<QString>("shell");
    QTest::addColumn<QString>("script");
    // As the shells call the functions; fish completes a line by itself.
    QTest::newRow("bash") << QStringLiteral("bash")
                          << QStringLiteral("source <(sonde-cli completion bash)\n"
                                            "COMP_WORDS=(sonde-cli tools --help s) COMP_CWORD=3\n"
                                            "_sonde_cli; printf '%s\\n' \"${COMPREPLY[@]}\"");
    QTest::newRow("zsh") << QStringLiteral("zsh")
                         << QStringLiteral(
                                "autoload -U compinit; compinit -D\n"
                                "source <(sonde-cli completion zsh)\n"
                                "compadd() { print -l ${(P)2} }\n"
                                "words=(sonde-cli tools --help s) CURRENT=4; _sonde_cli");
    QTest::newRow("fish") << QStringLiteral("fish")
                          << QStringLiteral("sonde-cli completion fish | source\n"
                                            "complete -C 'sonde-cli tools --help s'");
}

void TstCli::completesItsCommandLine()
{
    QFETCH(const QString, shell);
    QFETCH(const QString, script);
    if (QStandardPaths::findExecutable(shell).isEmpty())
        QSKIP(qPrintable(shell + QStringLiteral(" is not installed")));
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(QStringLiteral("PATH"),
        QFileInfo(kCli).path() + u':' + environment.value(QStringLiteral("PATH")));
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(shell, {QStringLiteral("-c"), script});
    const Run run = finishedRun(process);
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out, QByteArray("show\n"));
}

void TstCli::speaksTheLanguageOfTheDesktop_data()
{
    QTest::addColumn<QString>("variable");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QStringList>("texts");
    const auto row = [](const char *variable, const char *value, const QStringList &texts) {
        QTest::newRow(qPrintable(QString(QLatin1String(variable) + u'=' + QLatin1String(value))))
            << QString::fromUtf8(variable) << QString::fromUtf8(value) << texts;
    };
    const QStringList ja{QStringLiteral("オプション --timeout が 2 回指定されています。"),
        QStringLiteral("ヘルプトピック"), QStringLiteral("ツールを呼び出します")};
    const QStringList zh{QStringLiteral("选项 --timeout 出现了两次。"),
        QStringLiteral("没有帮助主题"), QStringLiteral("调用工具")};
    const QStringList en{QStringLiteral("The option --timeout was given twice."),
        QStringLiteral("There is no help topic"), QStringLiteral("calls a tool")};
    row("LANG", "ja_JP.UTF-8", ja);
    row("LC_MESSAGES", "zh_CN.UTF-8", zh);
    row("LC_ALL", "ja_JP.UTF-8", ja);
    row("LANG", "en_GB.UTF-8", en);
    row("LANG", "C.UTF-8", en);
}

void TstCli::speaksTheLanguageOfTheDesktop()
{
    QFETCH(QString, variable);
    QFETCH(QString, value);
    QFETCH(QStringList, texts);
    QProcessEnvironment environment = cleanEnvironment();
    for (const char *each : {"LC_ALL", "LC_MESSAGES", "LANG"})
        environment.remove(QLatin1String(each));
    environment.insert(variable, value);
    const auto printed = [&](const char *line) {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(kCli, words(line));
        const Run run = finishedRun(process);
        return QString::fromUtf8(run.out + run.err);
    };
    const QStringList found{printed("info --timeout 1s --timeout 2s -- server"),
        printed("help nothing"), printed("tools call --help")};
    for (qsizetype i = 0; i < texts.size(); ++i)
        QVERIFY2(found[i].contains(texts[i]), qPrintable(found[i]));
}

void TstCli::resultsAreTheSameInEveryLanguage()
{
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("ja_JP.UTF-8"));
    for (const char *line : {"--json tools list", "--json info",
             "--json tools call echo note=text exact:=1e400", "tools call echo note=text"}) {
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(kCli, words(line) + QStringList{QStringLiteral("--"), kDemo});
        const Run translated = finishedRun(process);
        COMPARE_CODE(translated, 0);
        QCOMPARE(translated.out, withDemo(words(line)).out);
    }
}

QTEST_GUILESS_MAIN(TstCli)
#include "tst_cli.moc"
