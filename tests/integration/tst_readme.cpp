// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/commandtable.h"
#include "support/clicommands.h"
#include "support/clirun.h"
#include "support/demohttp.h"
#include "support/places.h"
#include "support/zipwriter.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QRegularExpression>

#include <csignal>
#include <memory>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::test;

// The promises of README.md, of the help pages and of the help of each command: every command in
// them is run against what was built, and every file and folder that they name exists.
class TestReadme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void everyCommandDoesWhatIsWritten_data();
    void everyCommandDoesWhatIsWritten();
    void aCommandThatIsNotKnownIsFound();
    void everyVerbInTheTextIsOne();
    void everyPathInTheTextExists();
    void everyFolderIsInTheTableOfTargets();
    void everyTopicOfTheHelpIsAPage();

private:
    void write(const QString &name, const QByteArray &text) const;
    QString check(const QString &command);
    QString run(const QString &command);
    QString runServer(const QString &command);
    QString replaced(QString command) const;
    void start(QProcess &process, const QString &command) const;

    QTemporaryDir m_folder; // where the commands are run, one after the other
    std::unique_ptr<Demo> m_server; // takes the place of https://example.org
    QString m_verbs; // what ./dev help prints
};

namespace {

// What a command does when that is something else than to end with code 0.
struct Expected {
    QString begin; // of the command
    int code = 0;
    QByteArray sentence; // on standard error
    QByteArray input = {};
    bool interrupted = false; // by SIGINT, after its first output
    QProcess::ProcessChannel output = QProcess::StandardOutput; // where that is
};

const QList<Expected> &expectations()
{
    static const QList<Expected> all{
        {u"sonde-cli resources subscribe"_s, 130, "Subscribed", {}, true},
        {u"sonde-cli tap"_s, 0, "",
            R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})"
            "\n"},
        {u"sonde-cli mock FILE --speed"_s, 0, "",
            R"({"jsonrpc":"2.0","id":1,"method":"ping"})"
            "\n"},
        {u"sonde-cli mock FILE --http"_s, 130, "as the server's address", {}, true},
        {u"sonde-cli mock session.sonde --http"_s, 130, "as the server's address", {}, true},
        {u"sonde-cli tap --url"_s, 130, "Use http://127.0.0.1:", {}, true, QProcess::StandardError},
        {u"sonde-cli --elicitation ask"_s, 0, "Elicitation", ":decline\n"},
        {u"sonde-cli auth login"_s, 0, "does not require authorization"},
        {u"sonde-cli auth status"_s, 3, "Not logged in"},
        {u"sonde-cli auth token"_s, 3, "Not logged in"},
        {u"sonde-cli auth logout"_s, 0, "Not logged in"},
        {u"sonde-cli hosts untap claude-code"_s, 1, "has a tap"},
        {u"sonde-cli trace tail"_s, 0, "", {}, true},
        {u"sonde-cli --on demo tools call confirm_address"_s, 10, "respond 1"},
    };
    return all;
}

// Indented blocks that are no commands, with the reason.
const QMap<QString, QString> &noCommands()
{
    static const QMap<QString, QString> all{
        {u"method == \"tools/call\" and (duration > 50ms or status != ok)"_s, u"a filter"_s},
        {u"source <(sonde-cli completion bash)"_s, u"tst_cli runs it in each shell"_s},
        {u"claude mcp add sonde -- sonde-cli mcp --allow-command 'node build/*'"_s,
            u"it needs another program"_s},
    };
    return all;
}

QString textOf(const QString &page)
{
    QFile file(sonde::test::sourcePath() + QLatin1Char('/') + page);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

QStringList pages()
{
    QStringList all{u"README.md"_s};
    const QDir help(sonde::test::sourcePath("resources/help"));
    for (const QString &name : help.entryList({u"*.md"_s}))
        all += u"resources/help/"_s + name;
    return all;
}

// The indented blocks of a page, each as its commands: without comments, and with continued lines
// put together.
QList<QStringList> blocksOf(const QString &markdown)
{
    static const QRegularExpression comment(u"\\s{2,}#.*$"_s);
    QList<QStringList> blocks;
    bool isFenced = false;
    bool isInBlock = false;
    bool isContinued = false;
    for (QString line : markdown.split(u'\n')) {
        if (line.startsWith(u"```"))
            isFenced = !isFenced;
        const bool isIndented = !isFenced && line.startsWith(u"    ");
        if (!isIndented) {
            isInBlock = false;
            continue;
        }
        line = line.trimmed().remove(comment);
        if (!isInBlock)
            blocks.append(QStringList());
        isInBlock = true;
        if (isContinued)
            blocks.last().last().chop(1);
        if (isContinued)
            blocks.last().last() += line;
        else
            blocks.last() += line;
        isContinued = line.endsWith(u'\\');
    }
    return blocks;
}

// What stands in backticks outside of blocks.
QStringList codeOf(const QString &markdown)
{
    static const QRegularExpression code(u"`([^`\n]+)`"_s);
    QStringList all;
    for (auto match = code.globalMatch(markdown); match.hasNext();)
        all += match.next().captured(1);
    return all;
}

bool exists(const QString &path)
{
    // "ui/models/<room>": any of its rooms.
    const QFileInfo info(sonde::test::sourcePath() + QLatin1Char('/') + path.section(u'<', 0, 0));
    return path.contains(u'*') ? !info.dir().entryList({info.fileName()}).isEmpty() : info.exists();
}

QStringList foldersOf(const QString &area)
{
    return QDir(sonde::test::sourcePath() + QLatin1Char('/') + area)
        .entryList(QDir::Dirs | QDir::NoDotAndDotDot);
}

} // namespace

void TestReadme::initTestCase()
{
    QVERIFY(m_folder.isValid());
    m_server = std::make_unique<Demo>();
    QVERIFY(!m_server->url().host().isEmpty());
    QProcess dev;
    dev.start(sonde::test::sourcePath("dev"), {u"help"_s});
    QVERIFY(dev.waitForFinished(kDeadline));
    QCOMPARE(dev.exitCode(), 0);
    m_verbs = QString::fromUtf8(dev.readAllStandardOutput());
    // The files that the pages name: of hosts, of Sonde's own servers, of the shell.
    const QByteArray program = kDemo.toUtf8();
    write(u".mcp.json"_s, R"({"mcpServers":{"NAME":{"command":")" + program + R"("}}})");
    QVERIFY(QDir(m_folder.path()).mkpath(u"config/sonde"_s));
    write(u"config/sonde/servers.json"_s,
        R"({"version":1,"servers":[{"name":"NAME","program":")" + program + R"("}]})");
    write(u"commands.txt"_s, "tools list\ntools call echo text=hi\n");
    // The recordings that the help pages call FILE.
    QCOMPARE(
        run(u"sonde-cli --record FILE tools call slow_count -- sonde-demo-server"_s), QString());
    QCOMPARE(run(u"sonde-cli trace export FILE --output recording.jsonl"_s), QString());
    QCOMPARE(run(u"sonde-cli snapshot -- sonde-demo-server > before.json"_s), QString());
    QVERIFY(test::ZipWriter()
                .add("manifest.json",
                    test::bundleManifest("{\"command\":\"" + program + "\"}",
                        R"("user_config":{"api_key":{"type":"string","sensitive":true},
                        "folders":{"type":"directory","multiple":true}})"))
                .write(m_folder.filePath(u"weather.mcpb"_s)));
    QVERIFY(QDir(m_folder.path()).mkpath(u"tests/mcp"_s));
    write(u"tests/mcp/calls.json"_s,
        R"({"version":1,"calls":[{"name":"weather","tool":"get_weather","arguments":{"city":"Oulu"},
        "expect":{"schema":{"required":["content"]}}}]})");
    write(u"schema.json"_s, R"({"type":"object"})");
    write(u"data.json"_s, "{}");
    write(u"remote.json"_s,
        R"({"mcpServers":{"NAME":{"url":")" + m_server->url().toString().toUtf8() + R"("}}})");
}

void TestReadme::everyCommandDoesWhatIsWritten_data()
{
    QTest::addColumn<QStringList>("commands");
    for (const QString &page : pages()) {
        int number = 0;
        for (const QStringList &block : blocksOf(textOf(page)))
            QTest::addRow("%s, block %d", qPrintable(page), ++number) << block;
    }
    for (const cli::CommandRow &command : cli::commandRows())
        QTest::addRow("%s --help", command.words.data())
            << command.examples.toString().split(u'\n');
}

void TestReadme::everyCommandDoesWhatIsWritten()
{
    QFETCH(const QStringList, commands);
    for (const QString &command : commands) {
        const QString failure = check(command);
        QVERIFY2(failure.isEmpty(), qPrintable(command + u'\n' + failure));
    }
}

void TestReadme::write(const QString &name, const QByteArray &text) const
{
    QFile file(m_folder.filePath(name));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(text);
}

// Empty, or what is wrong with the command.
QString TestReadme::check(const QString &command)
{
    if (noCommands().contains(command))
        return {};
    if (command.startsWith(u"./dev "))
        return m_verbs.contains(u"\n  "_s + command.section(u' ', 1, 1) + u' ')
            ? QString()
            : u"./dev help does not list this verb."_s;
    if (command.startsWith(u"PATH=") || command.startsWith(u"sonde-cli "))
        return run(command);
    if (command.startsWith(u"sonde-demo-server "))
        return runServer(command);
    return u"This test does not know how to run the command. Add it, or list it in noCommands() "
           "with a reason."_s;
}

// With what takes the place of the names in it.
QString TestReadme::replaced(QString command) const
{
    command.replace(u"$PWD/build/release/bin"_s, sonde::test::programPath());
    command.replace(u"https://example.org/mcp"_s, m_server->url().toString());
    command.replace(u"127.0.0.1:8080"_s, u"127.0.0.1:0"_s);
    command.replace(u"PROGRAM ARG…"_s, u"sonde-demo-server"_s);
    command.replace(u"import FILE NEW_FILE"_s, u"import recording.jsonl imported.sonde"_s);
    return command.replace(u"FILE"_s, u"recording.sonde"_s);
}

// With a keychain that is not there, so that the test neither finds nor leaves a token.
void TestReadme::start(QProcess &process, const QString &command) const
{
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(u"XDG_CONFIG_HOME"_s, m_folder.filePath(u"config"_s));
    environment.insert(u"XDG_DATA_HOME"_s, m_folder.filePath(u"data"_s));
    environment.insert(u"SONDE_TAPS"_s, m_folder.filePath(u"taps"_s));
    environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/nonexistent"_s);
    environment.insert(u"PATH"_s, sonde::test::programPath() + u':' + environment.value(u"PATH"_s));
    process.setProcessEnvironment(environment);
    process.setWorkingDirectory(m_folder.path());
    const bool isProgram = command.startsWith(u"sonde-");
    process.start(u"bash"_s, {u"-c"_s, (isProgram ? u"exec "_s : QString()) + replaced(command)});
}

QString TestReadme::run(const QString &command)
{
    Expected expected;
    for (const Expected &each : expectations()) {
        if (command.startsWith(each.begin))
            expected = each;
    }
    QProcess process;
    start(process, command);
    process.write(expected.input);
    if (!expected.interrupted) // the end of its input ends a tap as well
        process.closeWriteChannel();
    if (expected.interrupted) {
        process.setReadChannel(expected.output);
        while (process.bytesAvailable() == 0 && process.waitForReadyRead(kDeadline)) { }
        process.setReadChannel(QProcess::StandardOutput);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    }
    const Run ended = finishedRun(process);
    if (ended.code != expected.code)
        return u"It ends with "_s + QString::fromUtf8(told(ended));
    if (!ended.err.contains(expected.sentence))
        return u"It does not say “%1”: %2"_s.arg(
            QString::fromUtf8(expected.sentence), QString::fromUtf8(told(ended)));
    const bool isSilent = expected.code != 0 || command.startsWith(u"PATH=")
        || command.contains(u" notify ") || command.contains(u" auth ")
        || command.contains(u" import ") || command.contains(u" --output ")
        || command.contains(u" > ") || command.contains(u" untap ");
    return isSilent || !ended.out.isEmpty() ? QString() : u"It prints nothing."_s;
}

QString TestReadme::runServer(const QString &command)
{
    QProcess process;
    process.setReadChannel(QProcess::StandardError);
    start(process, command);
    QByteArray said;
    while (!said.contains("listening on http://127.0.0.1:") && process.waitForReadyRead(kDeadline))
        said += process.readAllStandardError();
    process.terminate();
    const Run ended = finishedRun(process);
    return ended.code == 0 && said.contains("/mcp")
        ? QString()
        : QString::fromUtf8(said) + QString::fromUtf8(told(ended));
}

void TestReadme::aCommandThatIsNotKnownIsFound()
{
    QVERIFY(!check(u"make install"_s).isEmpty());
    QVERIFY(!check(u"./dev polish"_s).isEmpty());
    QVERIFY(!check(u"sonde-cli tools lst -- sonde-demo-server"_s).isEmpty());
    QCOMPARE(blocksOf(u"text\n\n    a b \\\n        c   # why\n    d\n\ntext\n\n    e\n"_s),
        (QList<QStringList>{{u"a b c"_s, u"d"_s}, {u"e"_s}}));
}

void TestReadme::everyVerbInTheTextIsOne()
{
    static const QRegularExpression verbs(u"^\\./dev ([a-z]+)"_s);
    int found = 0;
    for (const QString &code : codeOf(textOf(u"README.md"_s))) {
        if (const auto match = verbs.match(code); match.hasMatch()) {
            ++found;
            QVERIFY2(check(code).isEmpty(), qPrintable(code));
        }
    }
    QVERIFY(found > 0);
}

void TestReadme::everyPathInTheTextExists()
{
    static const QRegularExpression paths(u"^(src|ui|tests|resources|packaging)/\\S+$"_s);
    static const QRegularExpression links(u"\\]\\(([^):]+)\\)"_s);
    const QString text = textOf(u"README.md"_s);
    QStringList missing;
    for (const QString &code : codeOf(text)) {
        if (paths.match(code).hasMatch() && !exists(code))
            missing += code;
    }
    for (auto match = links.globalMatch(text); match.hasNext();) {
        if (const QString target = match.next().captured(1); !exists(target))
            missing += target;
    }
    QVERIFY2(missing.isEmpty(), qPrintable(missing.join(u'\n')));
}

void TestReadme::everyFolderIsInTheTableOfTargets()
{
    static const QRegularExpression row(
        u"^\\| `([a-z]+)` \\| (.*) \\|$"_s, QRegularExpression::MultilineOption);
    static const QRegularExpression rooms(u"Rooms[^:]*: (.*)$"_s);
    QStringList named;
    for (auto match = row.globalMatch(textOf(u"README.md"_s)); match.hasNext();) {
        const auto found = match.next();
        named += found.captured(1);
        const QString area = exists(u"src/"_s + named.last()) ? u"src/"_s : u"ui/"_s;
        QVERIFY2(exists(area + named.last()), qPrintable(named.last()));
        for (const QString &room : codeOf(rooms.match(found.captured(2)).captured(1)))
            QVERIFY2(exists(area + named.last() + u'/' + room), qPrintable(room));
    }
    for (const QString &folder : foldersOf(u"src"_s) + foldersOf(u"ui"_s))
        QVERIFY2(named.contains(folder), qPrintable(folder));
}

void TestReadme::everyTopicOfTheHelpIsAPage()
{
    const Run list = test::cli({u"help"_s});
    COMPARE_CODE(list, 0);
    for (const QString &page : pages().mid(1)) {
        const QString topic = QFileInfo(page).completeBaseName();
        QVERIFY2(list.out.contains(QByteArray('\n' + topic.toUtf8() + ' ')), qPrintable(topic));
        const Run shown = test::cli({u"help"_s, topic});
        COMPARE_CODE(shown, 0);
        QVERIFY(textOf(page).endsWith(QString::fromUtf8(shown.out)));
        QVERIFY(shown.out.startsWith("# "));
    }
    const Run unknown = test::cli({u"help"_s, u"filtr"_s});
    COMPARE_CODE(unknown, 1);
    QVERIFY2(unknown.err.contains("filter?"), unknown.err.constData());
    COMPARE_CODE(test::cli({u"help"_s, u"filter"_s, u"start"_s}), 1);
}

QTEST_GUILESS_MAIN(TestReadme)
#include "tst_readme.moc"
