// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/parseoptions.h"
#include "support/places.h"

#include <QDir>
#include <QTest>

using namespace sonde;
using namespace sonde::cli;
using namespace std::chrono_literals;

namespace {

Result<Options> parse(const QString &line)
{
    std::vector<std::string> words;
    for (const QString &word : line.split(u' ', Qt::SkipEmptyParts))
        words.push_back(word == u"''" ? std::string() : word.toStdString());
    return parseOptions(words);
}

} // namespace

class TstCliOptions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsEveryCommand();
    void readsTheCommandsForResourcesAndPrompts();
    void readsWhichPageAndWhereContentsGo();
    void readsEveryOption();
    void readsEveryHttpOption();
    void hidesHeadersThatUsuallyHoldSecrets();
    void takesAPinInAnyNotation_data();
    void takesAPinInAnyNotation();
    void takesAUrlInPlaceOfAProgram();
    void takesABundleInPlaceOfAProgram();
    void notesWhatMayBeAMistakeInAUrl();
    void takesOptionsBeforeAndAfterTheCommand();
    void takesAValueAfterAnEqualsSign();
    void passesTheServersWordsOnUntouched();
    void keepsTheBytesOfArguments();
    void helpWinsOverMistakes();
    void explainsWrongInput_data();
    void explainsWrongInput();
    void saysNothingOfAnEnvironmentValue();
    void refusesAWordThatIsNotUtf8();
    void pinsARevision();
    void notesAnUnknownRevision();
};

void TstCliOptions::readsEveryCommand()
{
    QCOMPARE(parse(QStringLiteral("tools list -- s"))->command, Command::ToolsList);
    QCOMPARE(parse(QStringLiteral("info -- s"))->command, Command::Info);
    QCOMPARE(parse(QStringLiteral("snapshot -- s"))->command, Command::Snapshot);
    QCOMPARE(parse(QStringLiteral("compare a -- s"))->files, QStringList("a"));
    QCOMPARE(parse(QStringLiteral("compare a b"))->files, QStringList({"a", "b"}));
    QCOMPARE(parse(QStringLiteral("--version"))->command, Command::Version);
    QCOMPARE(parse(QStringLiteral("--help"))->command, Command::Help);
    QCOMPARE(parse(QStringLiteral("-h"))->command, Command::Help);

    const Result<Options> call = parse(QStringLiteral("tools call echo a=1 b:=2 -- s"));
    QVERIFY(call.ok());
    QCOMPARE(call->command, Command::ToolsCall);
    QCOMPARE(call->name, QStringLiteral("echo"));
    QCOMPARE(call->words, (std::vector<std::string>{"a=1", "b:=2"}));

    const Result<Options> request = parse(QStringLiteral("request prompts/get {\"a\":1} -- s"));
    QVERIFY(request.ok());
    QCOMPARE(request->command, Command::Request);
    QCOMPARE(request->name, QStringLiteral("prompts/get"));
    QCOMPARE(request->params, std::string("{\"a\":1}"));

    const Result<Options> notify = parse(QStringLiteral("notify a/b {} -- s"));
    QVERIFY(notify.ok());
    QCOMPARE(notify->command, Command::Notify);
    QCOMPARE(notify->name, QStringLiteral("a/b"));
    QCOMPARE(notify->params, std::string("{}"));
}

void TstCliOptions::readsTheCommandsForResourcesAndPrompts()
{
    const auto check = [](const char *line, Command command, const char *name,
                           const std::vector<std::string> &words) {
        const Result<Options> options = parse(QString::fromLatin1(line));
        QVERIFY2(options.ok(), line);
        QCOMPARE(options->command, command);
        QCOMPARE(options->name, QString::fromLatin1(name));
        QCOMPARE(options->words, words);
    };
    check("resources list -- s", Command::ResourcesList, "", {});
    check("resources templates -- s", Command::ResourcesTemplates, "", {});
    check("resources read a://b -- s", Command::ResourcesRead, "a://b", {});
    check("resources read a://{b} b=c -- s", Command::ResourcesRead, "a://{b}", {"b=c"});
    check("resources subscribe a://b -- s", Command::ResourcesSubscribe, "a://b", {});
    check("prompts list -- s", Command::PromptsList, "", {});
    check("prompts get p a=1 b:=2 -- s", Command::PromptsGet, "p", {"a=1", "b:=2"});
    check("complete prompt p a= b=1 -- s", Command::CompletePrompt, "p", {"a=", "b=1"});
    check("complete resource a://{b} b=1 -- s", Command::CompleteResource, "a://{b}", {"b=1"});
}

void TstCliOptions::readsWhichPageAndWhereContentsGo()
{
    QVERIFY(!parse(QStringLiteral("tools list --all-pages -- s"))->onePage);
    QVERIFY(parse(QStringLiteral("prompts list --one-page -- s"))->onePage);
    const Result<Options> page = parse(QStringLiteral("resources list --cursor '' -- s"));
    QVERIFY(page.ok());
    QVERIFY(page->onePage);
    QCOMPARE(page->cursor, std::optional<std::string>(""));
    QCOMPARE(
        parse(QStringLiteral("tools call t --output x.png -- s"))->output, QStringLiteral("x.png"));
}

void TstCliOptions::readsEveryOption()
{
    const Result<Options> options = parse(
        QStringLiteral("--json --trace --era legacy --revision 2025-06-18 --timeout 2s --env A=1 "
                       "--env B= --cwd /tmp --record x.sonde --args {} tools call t -- s"));
    QVERIFY2(options.ok(), qPrintable(options ? QString() : options.error().sentence));
    QVERIFY(options->json);
    QVERIFY(options->trace);
    QCOMPARE(options->server.era, config::EraMode::Legacy);
    QCOMPARE(options->server.revision, QStringLiteral("2025-06-18"));
    QVERIFY(options->timeout == 2s);
    QCOMPARE(options->server.environment.size(), std::size_t(2));
    QCOMPARE(options->server.environment[0].first, QStringLiteral("A"));
    QCOMPARE(options->server.environment[0].second.reveal(), QStringLiteral("1"));
    QCOMPARE(options->server.environment[1].second.reveal(), QString());
    QCOMPARE(options->server.workingDirectory, QStringLiteral("/tmp"));
    QCOMPARE(options->recordFile, QStringLiteral("x.sonde"));
    QCOMPARE(options->args, std::optional<std::string>("{}"));
}

void TstCliOptions::readsEveryHttpOption()
{
    const QString ca = sonde::test::sourcePath("tests/data/tls/ca.pem");
    const QString own = sonde::test::sourcePath("tests/data/tls/client.pem");
    const QString key = sonde::test::sourcePath("tests/data/tls/client.key");
    const Result<Options> options = parseOptions({"--url", "https://localhost/mcp", "--header",
        "X-b:  two words ", "--header=x-B:", "--ca", ca.toStdString(), "--cert", own.toStdString(),
        "--key", key.toStdString(), "--proxy", "socks5h://localhost:9050", "--unix-socket",
        "relative", "--transport", "sse", "--follow-same-origin", "--probe", "--no-cache", "info"});
    QVERIFY2(options.ok(), qPrintable(options ? QString() : options.error().sentence));
    QVERIFY(options->probe);
    QVERIFY(!options->cache);
    QVERIFY(options->server.http());
    const config::HttpSettings &http = *options->server.http();
    QCOMPARE(http.url, QStringLiteral("https://localhost/mcp"));
    QCOMPARE(http.headers.size(), std::size_t(2));
    QCOMPARE(http.headers[0].name, QStringLiteral("X-b"));
    QCOMPARE(http.headers[0].value.reveal(), QStringLiteral("two words"));
    QCOMPARE(http.headers[1].name, QStringLiteral("x-B"));
    QVERIFY(http.headers[1].value.isEmpty());
    QCOMPARE(http.caFile, ca);
    QCOMPARE(http.certificateFile, own);
    QCOMPARE(http.keyFile, key);
    QCOMPARE(http.proxy, config::ProxyMode::Given);
    QCOMPARE(http.proxyUrl, QStringLiteral("socks5h://localhost:9050"));
    QCOMPARE(http.unixSocket, QDir::current().absoluteFilePath(QStringLiteral("relative")));
    QCOMPARE(http.transport, config::HttpTransport::Sse);
    QVERIFY(http.followSameOrigin);
    QCOMPARE(parse(QStringLiteral("info --url http://[::1]/ --proxy none"))->server.http()->proxy,
        config::ProxyMode::None);
}

void TstCliOptions::hidesHeadersThatUsuallyHoldSecrets()
{
    const Result<Options> options =
        parse(QStringLiteral("info --url http://localhost --header AUTHORIZATION:Bearer --header "
                             "X-Api-Key:k --header X-Trace:1"));
    QVERIFY(options.ok());
    const auto &headers = options->server.http()->headers;
    QVERIFY(headers[0].secret && headers[1].secret && !headers[2].secret);
}

void TstCliOptions::takesAPinInAnyNotation_data()
{
    QTest::addColumn<QString>("pin");
    QTest::newRow("hex") << QStringLiteral("AB").repeated(32);
    QTest::newRow("colons") << QStringLiteral("ab:").repeated(32).chopped(1);
    QTest::newRow("base64") << QString::fromLatin1(QByteArray(32, '\xab').toBase64());
    QTest::newRow("curl") << QStringLiteral("sha256//")
            + QString::fromLatin1(QByteArray(32, '\xab').toBase64());
}

void TstCliOptions::takesAPinInAnyNotation()
{
    QFETCH(QString, pin);
    const Result<Options> options =
        parse(QStringLiteral("info --url https://localhost --insecure-pin ") + pin);
    QVERIFY2(options.ok(), qPrintable(options ? QString() : options.error().sentence));
    QCOMPARE(config::pinnedKeyBytes(options->server.http()->pinnedKey).value_or(QByteArray()),
        QByteArray(32, '\xab'));
}

void TstCliOptions::takesAUrlInPlaceOfAProgram()
{
    const auto options = parse(QStringLiteral("info --timeout 1s -- https://localhost/mcp"));
    QVERIFY2(options.ok(), qPrintable(options ? QString() : options.error().sentence));
    QVERIFY(options->server.http());
    QCOMPARE(options->server.http()->url, QStringLiteral("https://localhost/mcp"));
    QCOMPARE(options->server.program, QString());
    // An argument of a program is the program's.
    const auto program = parse(QStringLiteral("info -- my-server https://localhost/mcp"));
    QCOMPARE(program->server.arguments, QStringList(QStringLiteral("https://localhost/mcp")));
    QVERIFY(!parse(QStringLiteral("info --url http://localhost -- http://localhost")).ok());
}

void TstCliOptions::takesABundleInPlaceOfAProgram()
{
    for (const char *line : {"info a/w.MCPB", "info -- a/w.MCPB", "--setting a=b info a/w.MCPB",
             "tools call t x=y a/w.MCPB --setting a=b --setting a=c", "compare x.json a/w.MCPB"}) {
        const auto options = parse(QString::fromLatin1(line));
        QVERIFY2(options.ok(), qPrintable(options ? QString() : options.error().sentence));
        QCOMPARE(options->bundleFile, QStringLiteral("a/w.MCPB"));
        QCOMPARE(options->server.program, QString());
    }
    const auto options =
        parse(QStringLiteral("info w.dxt --setting a=b --setting a=c=d --setting e="));
    QVERIFY(options.ok());
    QCOMPARE(options->settings.size(), std::size_t(2));
    QCOMPARE(options->settings.at(QStringLiteral("a"))[1].reveal(), QStringLiteral("c=d"));
    QCOMPARE(options->settings.at(QStringLiteral("e"))[0].reveal(), QString());
    // Arguments of a tool and of a program are theirs.
    QCOMPARE(parse(QStringLiteral("tools call t f=w.mcpb -- s"))->bundleFile, QString());
    QCOMPARE(parse(QStringLiteral("info -- s w.mcpb"))->bundleFile, QString());
    QVERIFY(!parse(QStringLiteral("tools call t f=w.mcpb")).ok());
    QVERIFY(!parse(QStringLiteral("info -- s --setting a=b")).value().settings.size());
}

void TstCliOptions::notesWhatMayBeAMistakeInAUrl()
{
    const Result<Options> options = parse(QStringLiteral("info --url http://example.org/mcp"));
    QVERIFY(options.ok());
    QCOMPARE(options->notes.size(), 1);
    QVERIFY(options->notes[0].startsWith(u"--url: http:// is not encrypted"));
}

void TstCliOptions::takesOptionsBeforeAndAfterTheCommand()
{
    const Result<Options> options =
        parse(QStringLiteral("tools --json list --timeout 1s -- s --json"));
    QVERIFY(options.ok());
    QVERIFY(options->json);
    QVERIFY(options->timeout == 1s);
    QCOMPARE(options->server.arguments, QStringList{QStringLiteral("--json")});
}

void TstCliOptions::takesAValueAfterAnEqualsSign()
{
    const Result<Options> options =
        parse(QStringLiteral("tools call t --args={\"a\":\"=\"} --env=A=b=c -- s"));
    QVERIFY(options.ok());
    QCOMPARE(options->args, std::optional<std::string>("{\"a\":\"=\"}"));
    QCOMPARE(options->server.environment[0].second.reveal(), QStringLiteral("b=c"));
}

void TstCliOptions::passesTheServersWordsOnUntouched()
{
    const Result<Options> options =
        parseOptions({"info", "--", "prog", "--", "", " a b ", "$HOME", "--help"});
    QVERIFY(options.ok());
    QCOMPARE(options->server.program, QStringLiteral("prog"));
    QCOMPARE(options->server.arguments,
        (QStringList{QStringLiteral("--"), QString(), QStringLiteral(" a b "),
            QStringLiteral("$HOME"), QStringLiteral("--help")}));
}

void TstCliOptions::keepsTheBytesOfArguments()
{
    const Result<Options> options =
        parseOptions({"tools", "call", "t", "a:=[ 1.0,\t-0 ]", "b= x ", "--", "s"});
    QVERIFY(options.ok());
    QCOMPARE(options->words, (std::vector<std::string>{"a:=[ 1.0,\t-0 ]", "b= x "}));
}

void TstCliOptions::helpWinsOverMistakes()
{
    QCOMPARE(parse(QStringLiteral("nonsense --nope --help"))->command, Command::Help);
    QVERIFY(!parse(QStringLiteral("nonsense -- s --help")).ok());
}

void TstCliOptions::explainsWrongInput_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char *line, const QStringList &says) {
        QTest::newRow(line) << QString::fromLatin1(line) << says;
    };
    row("", {QStringLiteral("The command is missing"), QStringLiteral("tools list")});
    row("-- s", {QStringLiteral("The command is missing")});
    row("tools -- s", {QStringLiteral("Use one of: tools list, tools show NAME, tools call NAME")});
    row("tools lst -- s", {QStringLiteral("“tools lst”"), QStringLiteral("Did you mean list?")});
    row("tool list -- s", {QStringLiteral("“tool”"), QStringLiteral("Did you mean tools?")});
    row("banana -- s",
        {QStringLiteral("“banana”"),
            QStringLiteral("notify, info, check, snapshot, compare, replay, test, load, fan-out, "
                           "doctor, validate, shell, open, close, requests, respond, auth, "
                           "tap, hosts, trace, mock, mcp, skill, rule, help, completion.")});
    row("tools call -- s", {QStringLiteral("needs the name of a tool")});
    row("tools call '' -- s", {QStringLiteral("needs the name of a tool")});
    row("resources -- s",
        {QStringLiteral("resources templates, resources read URI, resources subscribe URI")});
    row("resources tempates -- s", {QStringLiteral("Did you mean templates?")});
    row("resources list x -- s", {QStringLiteral("“resources list” takes no further argument")});
    row("resources read -- s", {QStringLiteral("needs a URI")});
    row("resources subscribe a:b x -- s", {QStringLiteral("takes no further argument, but “x”")});
    row("prompts gt x -- s", {QStringLiteral("“prompts gt”"), QStringLiteral("mean get?")});
    row("prompts get -- s", {QStringLiteral("needs the name of a prompt")});
    row("complete x -- s", {QStringLiteral("“complete x”"), QStringLiteral("complete prompt")});
    row("complete prompt x -- s", {QStringLiteral("needs the argument to complete")});
    row("notify -- s", {QStringLiteral("“notify” needs a method")});
    row("notify m {} x -- s",
        {QStringLiteral("“notify METHOD PARAMS_JSON” takes no further argument")});
    row("--output x tools list -- s",
        {QStringLiteral("--output is only for tools call, resources read")});
    row("--cursor x info -- s", {QStringLiteral("--cursor is only for tools list, resources")});
    row("load echo --count 5 -- s",
        {QStringLiteral("“load” has no option --count. Use --calls for how many calls, --duration "
                        "for how long, and --rate")});
    row("--one-page info -- s", {QStringLiteral("--one-page is only for tools list")});
    row("--on a check", {QStringLiteral("“check” opens connections of its own")});
    row("doctor --on a", {QStringLiteral("“doctor” opens connections"), QStringLiteral("--url")});
    row("fan-out tools call x --on a", {QStringLiteral("“fan-out” opens connections of its own")});
    row("--all-pages --cursor x tools list -- s",
        {QStringLiteral("--cursor, which loads one page")});
    row("--all-pages --one-page tools list -- s", {QStringLiteral("contradicts --one-page")});
    row("--args {} resources read a:b -- s", {QStringLiteral("prompts get, load and fan-out")});
    row("request -- s", {QStringLiteral("needs a method")});
    row("request m {} x -- s", {QStringLiteral("takes no further argument, but “x”")});
    row("tools list x -- s", {QStringLiteral("“tools list” takes no further argument, but “x”")});
    row("info x -- s", {QStringLiteral("“info” takes no further argument")});
    row("tools list", {QStringLiteral("Add -- followed by its program")});
    row("tools list server", {QStringLiteral("“server”"), QStringLiteral("Put -- before")});
    row("tools list --", {QStringLiteral("is missing after --")});
    row("tools list -- ''", {QStringLiteral("after -- is empty")});
    row("--jsn tools list -- s", {QStringLiteral("“--jsn”"), QStringLiteral("mean --json?")});
    row("--time-out 2s info -- s", {QStringLiteral("Did you mean --timeout?")});
    row("-x info -- s", {QStringLiteral("“-x”")});
    row("info -y", {QStringLiteral("own options after -- and its program")});
    row("--json --json info -- s", {QStringLiteral("--json was given twice")});
    row("--era auto --era auto info -- s", {QStringLiteral("--era was given twice")});
    row("--json=1 info -- s", {QStringLiteral("--json takes no value")});
    row("info --timeout -- s", {QStringLiteral("--timeout needs a value. Use --timeout 2s")});
    row("--era --json info -- s", {QStringLiteral("--era needs a value")});
    row("--args --json tools call x -- s", {QStringLiteral("--args needs a value")});
    row("--cwd= info -- s", {QStringLiteral("value of --cwd is empty. Use --cwd DIR")});
    row("info --output-format csv -- s",
        {QStringLiteral("not an output format of “info”"), QStringLiteral("with text, json.")});
    row("tools list --output-format text -- s", {QStringLiteral("with table, name, json")});
    row("tools list --json --output-format csv -- s",
        {QStringLiteral("--json contradicts --output-format csv")});
    row("info --json --output-format text -- s", {QStringLiteral("--json contradicts")});
    row("tools list -x -- s", {QStringLiteral("no option “-x”")});
    row("--record= info -- s", {QStringLiteral("value of --record is empty")});
    row("--era future info -- s",
        {QStringLiteral("“future” is not an era"), QStringLiteral("modern")});
    row("--env A info -- s", {QStringLiteral("no “=”"), QStringLiteral("--env NAME=VALUE")});
    row("--env =b info -- s", {QStringLiteral("no name before")});
    row("--env A=1 --env A=2 info -- s", {QStringLiteral("sets “A” twice")});
    row("--timeout 2d info -- s", {QStringLiteral("“2d” is not a time"), QStringLiteral("500ms")});
    row("--args {} info -- s", {QStringLiteral("--args is only for tools call")});
    row("--args {} tools call x a=1 -- s", {QStringLiteral("“a=1” was given as well")});
    row("info --url", {QStringLiteral("--url needs a value. Use --url https://")});
    row("info --url ftp://x", {QStringLiteral("--url: "), QStringLiteral("ftp://")});
    row("info --url http://u:hunter2@x", {QStringLiteral("--url: "), QStringLiteral("password")});
    row("info --url http://localhost -- s", {QStringLiteral("--url and a program after --")});
    row("info --url http://localhost x", {QStringLiteral("“x” was given. Remove it")});
    row("info --url http://localhost --url http://localhost", {QStringLiteral("given twice")});
    row("info --url http://localhost --cwd /",
        {QStringLiteral("--cwd is only for a server that Sonde st")});
    row("info --url http://localhost --env A=1", {QStringLiteral("--env is only for a server")});
    row("info --ca x -- s", {QStringLiteral("--ca is only for a server with a URL")});
    row("info --follow-same-origin -- s", {QStringLiteral("with a URL. Add --url URL")});
    row("info --url http://localhost --header Token", {QStringLiteral("no name or no colon")});
    row("info --url http://localhost --header a@:b", {QStringLiteral("--header: ")});
    row("info --url http://localhost --header Content-Length:3", {QStringLiteral("where a req")});
    row("info --url http://localhost --ca /nowhere.pem",
        {QStringLiteral("--ca: "), QStringLiteral("/nowhere.pem does not exist")});
    row("info --url http://localhost --key /etc/hosts",
        {QStringLiteral("without a client certificate")});
    row("info --url http://localhost --insecure-pin 12:34", {QStringLiteral("--insecure-pin: ")});
    row("info --url http://localhost --proxy ftp://x", {QStringLiteral("--proxy: ")});
    row("info --url http://localhost --transport tcp",
        {QStringLiteral("“tcp” is not a transport")});
    row("--era modern --revision 2025-06-18 info -- s",
        {QStringLiteral(
            "2025-06-18 is a revision of the legacy era, but the era is set to modern")});
}

void TstCliOptions::explainsWrongInput()
{
    QFETCH(QString, line);
    QFETCH(QStringList, says);
    const Result<Options> options = parse(line);
    QVERIFY(!options.ok());
    QCOMPARE(options.error().domain, Domain::Usage);
    for (const QString &part : says)
        QVERIFY2(options.error().sentence.contains(part), qPrintable(options.error().sentence));
}

void TstCliOptions::saysNothingOfAnEnvironmentValue()
{
    for (const QString &line :
        {QStringLiteral("--env TOKENhunter2 info -- s"), QStringLiteral("--env =hunter2 info -- s"),
            QStringLiteral("--env A=hunter2 --env A=hunter2 info -- s")}) {
        const Result<Options> options = parse(line);
        QVERIFY(!options.ok());
        QVERIFY2(
            !options.error().sentence.contains(u"hunter2"), qPrintable(options.error().sentence));
    }
}

void TstCliOptions::refusesAWordThatIsNotUtf8()
{
    for (const std::vector<std::string> &words :
        {std::vector<std::string>{"tools", "call", "t", "a=\xff", "--", "s"},
            std::vector<std::string>{"info", "--", "s", "caf\xe9"}}) {
        const Result<Options> options = parseOptions(words);
        QVERIFY(!options.ok());
        QVERIFY(options.error().sentence.contains(u"is not UTF-8"));
    }
}

void TstCliOptions::pinsARevision()
{
    const Result<Options> options =
        parse(QStringLiteral("--era modern --revision 2026-07-28 info -- s"));
    QVERIFY(options.ok());
    QCOMPARE(options->server.revision, QStringLiteral("2026-07-28"));
    QVERIFY(options->notes.isEmpty());
}

void TstCliOptions::notesAnUnknownRevision()
{
    const Result<Options> options = parse(QStringLiteral("--revision 2031-01-01 info -- s"));
    QVERIFY(options.ok());
    QCOMPARE(options->notes.size(), 1);
    QVERIFY(options->notes.first().contains(u"2031-01-01"));
    QVERIFY(options->notes.first().contains(u"2025-11-25"));
}

QTEST_GUILESS_MAIN(TstCliOptions)
#include "support/clicommands.h"
#include "tst_clioptions.moc"
