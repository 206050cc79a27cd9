// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/certificatejudge.h"
#include "doctor/program/containercommand.h"
#include "doctor/program/filecheck.h"
#include "doctor/program/programcheck.h"
#include "doctor/program/shebang.h"
#include "doctor/program/stderrcauses.h"
#include "doctor/program/versionrange.h"
#include "doctor/run/doctorreport.h"
#include "doctor/run/secretfilter.h"
#include "support/doctorrun.h"
#include "json/document.h"

#include <QSet>
#include <QTest>

#include <algorithm>

using namespace sonde;
using namespace sonde::doctor;
using namespace Qt::StringLiterals;

// The pure parts of the doctor: tables in, findings out.
class TestDoctorChecks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsEveryKind();
    void fillsValuesOnce();
    void comparesVersions_data();
    void comparesVersions();
    void readsVersions_data();
    void readsVersions();
    void findsPlaceholders_data();
    void findsPlaceholders();
    void readsTheFirstLine_data();
    void readsTheFirstLine();
    void findsTheScript_data();
    void findsTheScript();
    void findsTheLineEndsOfShellScripts_data();
    void findsTheLineEndsOfShellScripts();
    void knowsTextsOfStderr_data();
    void knowsTextsOfStderr();
    void choosesTheTellingLine();
    void saysWhoFindsTheProgram_data();
    void saysWhoFindsTheProgram();
    void saysWhichRunningHostDoesNotFindTheProgram();
    void knowsWhoseOptionCodeIs();
    void redactsSecrets();
    void reportsAsJson();
    void knowsInspectors();
    void findsTheImage_data();
    void findsTheImage();
};

void TestDoctorChecks::knowsEveryKind()
{
    QSet<QString> ids;
    for (int i = 0; i <= static_cast<int>(Kind::Stopped); ++i) {
        const auto kind = static_cast<Kind>(i);
        QVERIFY2(!ids.contains(kindId(kind)), qPrintable(kindId(kind)));
        ids.insert(kindId(kind));
        QVERIFY(!sentenceOf({kind, {u"x"_s}}).isEmpty());
        const bool hasRemedy = !remedyOf({kind, {}}).isEmpty();
        QVERIFY2(hasRemedy == (levelOf(kind) != Level::Note), qPrintable(kindId(kind)));
    }
}

void TestDoctorChecks::fillsValuesOnce()
{
    const QString sentence = sentenceOf({Kind::ProgramNotFound, {u"%2%1"_s, u"7"_s}});
    QVERIFY2(sentence.contains(u"%2%1 was not found") && sentence.contains(u": 7)"),
        qPrintable(sentence));
}

void TestDoctorChecks::comparesVersions_data()
{
    QTest::addColumn<QString>("version");
    QTest::addColumn<QString>("range");
    QTest::addColumn<int>("fits"); // -1: the range is not understood
    const auto row = [](const char *version, const char *range, int fits) {
        QTest::addRow("%s in %s", version, range)
            << QString::fromLatin1(version) << QString::fromLatin1(range) << fits;
    };
    row("18.20.4", ">=18", 1);
    row("18.20.4", ">= 20", 0);
    row("20.0.0", ">20", 0);
    row("21.0.0", ">20", 1);
    row("18.2.0", ">=18 <19", 1);
    row("19.0.0", ">=18 <19", 0);
    row("22.1.0", "^18 || ^20 || >=22", 1);
    row("21.1.0", "^18 || ^20 || >=22", 0);
    row("18.9.9", "18.x", 1);
    row("18.9.9", "18", 1);
    row("19.0.0", "18.*", 0);
    row("1.4.0", "~1.3", 0);
    row("1.3.9", "~1.3.2", 1);
    row("0.3.0", "^0.2.1", 0);
    row("3.11.7", ">=3.10,<4", 1);
    row("3.9.0", ">=3.10,<4", 0);
    row("3.13.0", "~=3.11", 1);
    row("4.0.0", "~=3.11", 0);
    row("3.12.0", ">=3.10,!=3.12", 0);
    row("18.0.0", "16 - 18", 1);
    row("20.0.0", "*", 1);
    row("20.0.0", "", 1);
    row("20.0.0", "latest", -1);
    row("20.0.0", ">=18; rm -rf", -1);
}

void TestDoctorChecks::comparesVersions()
{
    QFETCH(QString, version);
    QFETCH(QString, range);
    QFETCH(int, fits);
    const auto result = satisfies(QVersionNumber::fromString(version), range);
    QCOMPARE(result ? int(*result) : -1, fits);
}

void TestDoctorChecks::readsVersions_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("version");
    QTest::newRow("node") << u"v18.20.4"_s << u"18.20.4"_s;
    QTest::newRow("python") << u"Python 3.11.7"_s << u"3.11.7"_s;
    QTest::newRow("uv") << u"uv 0.5.1 (f399a5271 2026-11-08)"_s << u"0.5.1"_s;
    QTest::newRow("none") << u"command not found"_s << QString();
    QTest::newRow("empty") << QString() << QString();
}

void TestDoctorChecks::readsVersions()
{
    QFETCH(QString, line);
    QFETCH(QString, version);
    const auto read = versionIn(line);
    QCOMPARE(read ? read->toString() : QString(), version);
}

void TestDoctorChecks::findsPlaceholders_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("found");
    for (const char *each : {"${TIDE_KEY}", "${env:TIDE_KEY}", "$TIDE_KEY", "<path>",
             "YOUR_API_KEY", "your-api-key", "your api token here", "/path/to/server.py",
             "xxxxxxxx", "REPLACE_ME", "changeme", "sk-..."})
        QTest::newRow(each) << QString::fromLatin1(each) << QString::fromLatin1(each);
    for (const char *each : {"", "server.js", "--stdio", "https://example.org/mcp", "sk-live-1234",
             "/home/aya/your-project/index.js", "a<b", "$", "cost: 5$"})
        QTest::newRow(each) << QString::fromLatin1(each) << QString();
    QTest::newRow("within") << u"Bearer ${TOKEN}"_s << u"${TOKEN}"_s;
}

void TestDoctorChecks::findsPlaceholders()
{
    QFETCH(QString, text);
    QFETCH(QString, found);
    QCOMPARE(placeholderIn(text).value_or(QString()), found);
}

void TestDoctorChecks::readsTheFirstLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("program");
    QTest::addColumn<bool>("hasCarriageReturn");
    QTest::newRow("plain") << QByteArray("#!/bin/sh\n") << u"sh"_s << false;
    QTest::newRow("env") << QByteArray("#!/usr/bin/env node\n") << u"node"_s << false;
    QTest::newRow("env -S") << QByteArray("#!/usr/bin/env -S python3 -u\n") << u"python3"_s
                            << false;
    for (const char *options : {"-Suv run", "-vS uv", "-iS A=b uv --x", "--split-string=uv run",
             "-S -u FOO uv", "-S -iC /srv --unset=A B=c uv", "uv run"})
        QTest::newRow(options) << QByteArray(QByteArray("#!/usr/bin/env ") + options + '\n')
                               << u"uv"_s << false;
    QTest::newRow("nothing for env") << QByteArray("#!/usr/bin/env -S -u\n") << QString() << false;
    QTest::newRow("a blank") << QByteArray("#! /usr/bin/python3\n") << u"python3"_s << false;
    QTest::newRow("CR LF") << QByteArray("#!/usr/bin/env node\r\n") << u"node"_s << true;
    QTest::newRow("no line end") << QByteArray("#!/bin/sh") << u"sh"_s << false;
    QTest::newRow("nothing") << QByteArray("#!") << QString() << false;
    QTest::newRow("no script") << QByteArray("\x7f"
                                             "ELF")
                               << QString() << false;
}

void TestDoctorChecks::readsTheFirstLine()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, program);
    QFETCH(bool, hasCarriageReturn);
    const Shebang shebang = shebangOf(text);
    QCOMPARE(shebang.programName(), program);
    QCOMPARE(shebang.hasCarriageReturn, hasCarriageReturn);
}

void TestDoctorChecks::findsTheScript_data()
{
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QString>("missing"); // empty: no script is missed
    const auto row = [](const QStringList &command, const QString &missing = {}) {
        QTest::newRow(qPrintable(command.join(u' '))) << command << missing;
    };
    row({u"node"_s, u"--require"_s, u"x"_s, u"s.js"_s}, u"s.js"_s);
    row({u"php"_s, u"-d"_s, u"memory_limit=-1"_s, u"s.php"_s}, u"s.php"_s);
    row({u"perl"_s, u"-d"_s, u"s.pl"_s}, u"s.pl"_s);
    // Their options are not known.
    row({u"php8.2"_s, u"-d"_s, u"memory_limit=-1"_s, u"s.php"_s});
    row({u"ksh"_s, u"-lc"_s, u"exec node s.js"_s});
    row({u"lua"_s, u"-l"_s, u"socket"_s, u"s.lua"_s});
    row({u"ts-node"_s, u"-O"_s, uR"({"module":"commonjs"})"_s, u"s.ts"_s});
    row({u"ts-node"_s, u"src/server"_s});
}

void TestDoctorChecks::findsTheScript()
{
    QFETCH(const QStringList, command);
    QFETCH(const QString, missing);
    const test::FaultFolder folder;
    ServerProgram subject;
    subject.launch.program = command.front();
    subject.launch.arguments = command.mid(1);
    subject.folder = folder.path();
    QString found;
    for (const DoctorFinding &each : checkWorkingFolder(subject, test::ChosenPaths()).findings) {
        if (each.kind == Kind::ScriptMissing)
            found = each.values.value(1);
    }
    QCOMPARE(found, missing);
}

void TestDoctorChecks::findsTheLineEndsOfShellScripts_data()
{
    QTest::addColumn<QStringList>("command"); // before the script
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("line"); // 0: nothing is found
    QTest::addColumn<QByteArray>("bytes"); // of that line
    const QStringList sh{u"/bin/sh"_s};
    QTest::newRow("every line") << sh << QByteArray("\r\ncat\r\n") << 1 << QByteArray("\r\n");
    QTest::newRow("a later line") << sh << QByteArray("# x\n\ncat x\r\n") << 3
                                  << QByteArray("cat x\r\n");
    QTest::newRow("an option of the shell") << QStringList{u"/bin/sh"_s, u"-e"_s}
                                            << QByteArray("cat\r\n") << 1 << QByteArray("cat\r\n");
    QTest::newRow("LF") << sh << QByteArray("cat\n") << 0 << QByteArray();
    QTest::newRow("CR within a line") << sh << QByteArray("printf 'a\rb'\n") << 0 << QByteArray();
    QTest::newRow("code") << QStringList{u"/bin/sh"_s, u"-c"_s} << QByteArray("cat\r\n") << 0
                          << QByteArray();
    QTest::newRow("Python") << QStringList{u"/usr/bin/python3"_s} << QByteArray("x = 1\r\n") << 0
                            << QByteArray();
}

void TestDoctorChecks::findsTheLineEndsOfShellScripts()
{
    QFETCH(const QStringList, command);
    QFETCH(const QByteArray, text);
    QFETCH(const int, line);
    QFETCH(const QByteArray, bytes);
    const test::FaultFolder folder;
    const QString script = folder.write(u"server"_s, text);
    config::Profile profile;
    profile.program = command.front();
    profile.arguments = command.mid(1) << script;
    const CheckResult result = checkExecutable(ServerProgram::of(profile), test::ChosenPaths());
    QVERIFY(!result.findings.empty());
    const DoctorFinding &first = result.findings.front();
    QCOMPARE(first.kind == Kind::ScriptCrlf, line > 0);
    if (line == 0)
        return;
    QCOMPARE(first.values, (QStringList{script, QString::number(line), u"sh"_s}));
    QCOMPARE(result.outcome, Outcome::Warning);
    QCOMPARE(result.bytes, bytes);
    QCOMPARE(result.bytes.mid(result.markedBegin, result.markedEnd - result.markedBegin), "\r\n");
}

void TestDoctorChecks::knowsTextsOfStderr_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("cause"); // the first
    const auto row = [](const char *line, const char *cause) {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromLatin1(cause);
    };
    row("npm error code EBADENGINE", "npm-bad-engine");
    row("npm error code E404", "package-unknown");
    row("npm error ENOTEMPTY: directory not empty, rename '/home/a/.npm/_npx/1/x'", "cache-broken");
    row("Error [ERR_MODULE_NOT_FOUND]: Cannot find module '/root/.npm/_npx/ab/x'", "cache-broken");
    row("Error: listen EADDRINUSE: address already in use :::3000", "port-used");
    row("OSError: [Errno 98] Address already in use", "port-used");
    row("the input device is not a TTY", "needs-terminal");
    row("docker: permission denied while trying to connect to the Docker daemon", "docker-daemon");
    row("Unable to find image 'mcp/tides:latest' locally", "image-unknown");
    row("/lib/libc.so.6: version `GLIBC_2.38' not found (required by x)", "library-too-old");
    row("UnicodeEncodeError: 'charmap' codec can't encode character", "text-encoding");
    row("Error: self-signed certificate in certificate chain", "authority-unknown-to-server");
    row("ssl.SSLCertVerificationError: CERTIFICATE_VERIFY_FAILED", "authority-unknown-to-server");
    row("Error: GITHUB_TOKEN environment variable is required", "variable-demanded");
    row("KeyError: 'TIDE_KEY'", "variable-demanded");
    row("Missing API key", "variable-demanded");
    row("Error: Cannot find module 'zod'", "module-missing");
    row("ModuleNotFoundError: No module named 'mcp'", "python-module-missing");
    row("SyntaxError: Unexpected token '?'", "script-syntax");
    row("ReferenceError: File is not defined", "script-syntax");
    row("Error: getaddrinfo ENOTFOUND registry.example", "name-unresolved-by-server");
    row("Error: connect ECONNREFUSED 127.0.0.1:5432", "refused-to-server");
    row("sqlite3.OperationalError: database is locked", "database-locked");
    row("PermissionError: [Errno 13] Permission denied: '/etc/x'", "permission-denied");
    row("FATAL ERROR: Reached heap limit - JavaScript heap out of memory", "out-of-memory");
    row("error: unrecognized arguments: --stdio", "unknown-option");
    row("Server listening", "");
    row("Loaded 3 tools", "");
}

void TestDoctorChecks::knowsTextsOfStderr()
{
    QFETCH(QString, line);
    QFETCH(QString, cause);
    const CheckResult result = resultOf(Check::Start, knownCauses({u"starting"_s, line}));
    QCOMPARE(result.findings.empty() ? QString() : kindId(result.findings.front().kind), cause);
}

void TestDoctorChecks::choosesTheTellingLine()
{
    QCOMPARE(tellingLine({u"Traceback"_s, u"ValueError: no tide"_s, u"    at x"_s, {}}),
        u"ValueError: no tide"_s);
    QCOMPARE(tellingLine({u"one"_s, u"two"_s, u"  "_s}), u"two"_s);
    QCOMPARE(tellingLine({}), QString());
}

void TestDoctorChecks::saysWhoFindsTheProgram_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<QString>("serverPath"); // of the profile; empty: none
    QTest::addColumn<QStringList>("said");
    QTest::newRow("in two of three")
        << u"tool"_s << QString()
        << QStringList{u"sonde a/tool"_s, u"login-shell b/tool"_s, u"desktop -"_s};
    QTest::newRow("with a PATH of its own") << u"tool"_s << u"/b"_s
                                            << QStringList{u"server b/tool"_s, u"sonde a/tool"_s,
                                                   u"login-shell b/tool"_s, u"desktop -"_s};
    QTest::newRow("nowhere") << u"none"_s << QString()
                             << QStringList{u"sonde -"_s, u"login-shell -"_s, u"desktop -"_s};
    QTest::newRow("a path") << u"/a/tool"_s << QString() << QStringList();
    QTest::newRow("nothing") << QString() << QString() << QStringList();
}

void TestDoctorChecks::saysWhoFindsTheProgram()
{
    QFETCH(const QString, program);
    QFETCH(const QString, serverPath);
    QFETCH(const QStringList, said);
    test::FaultFolder folder;
    folder.write(u"a/tool"_s, "#!/bin/sh\n", true);
    folder.write(u"b/tool"_s, "#!/bin/sh\n", true);
    folder.write(u"c/tool"_s, "no program\n");
    test::ChosenPaths machine;
    machine.own = folder.path(u"a"_s) + u':' + folder.path(u"b"_s);
    machine.shell = folder.path(u"b"_s);
    machine.desktop = folder.path(u"c"_s);
    ServerProgram subject;
    subject.launch.program = program;
    subject.launch.environment = {
        {u"PATH"_s, Secret(serverPath.isEmpty() ? machine.own : folder.path() + serverPath)}};
    QStringList found;
    for (const FoundBy &each : foundByAll(subject, machine)) {
        found << finderId(each.who) + u' '
                + (each.file.isEmpty() ? u"-"_s : each.file.mid(folder.path().size() + 1));
        QVERIFY(!finderWord(each.who).isEmpty());
        QCOMPARE(foundText(each).contains(u"not found in"_s), each.file.isEmpty());
    }
    QCOMPARE(found, said);
}

void TestDoctorChecks::saysWhichRunningHostDoesNotFindTheProgram()
{
    test::FaultFolder folder;
    ServerProgram subject;
    subject.launch.program = u"tool"_s;
    subject.resolved.file = folder.write(u"a/tool"_s, "#!/bin/sh\n", true);
    subject.folder = folder.path();
    test::ChosenPaths machine;
    machine.hosts = {{u"Jan"_s, 41, folder.path(u"a"_s)},
        {u"Claude Desktop"_s, 42, u"/usr/bin:"_s + folder.path(u"b"_s)}};
    const CheckResult result = checkProgram(subject, machine);
    QCOMPARE(result.outcome, Outcome::Warning);
    QVERIFY(result.findings.front().kind == Kind::NotInRunningHost);
    const QString sentence = sentenceOf(result.findings.front());
    QVERIFY2(sentence.contains(u"Claude Desktop") && sentence.contains(u"(pid 42)"),
        qPrintable(sentence));
    QVERIFY2(!sentenceOf(result.findings.back()).contains(u"Jan"),
        qPrintable(sentenceOf(result.findings.back())));
    const Verdict verdict = verdictOf({result});
    QVERIFY(verdict.inHost);
    QCOMPARE(kindId(verdict.inHost->kind), kindId(Kind::NotInRunningHost));
    subject.launch.program = subject.resolved.file; // a path is found by everyone
    QCOMPARE(checkProgram(subject, machine).outcome, Outcome::Passed);
}

// -c belongs to the shell only where no script stands before it.
void TestDoctorChecks::knowsWhoseOptionCodeIs()
{
    test::FaultFolder folder;
    ServerProgram subject;
    subject.launch.program = subject.resolved.file = folder.write(u"bash"_s, "#!/bin/sh\n", true);
    subject.folder = folder.path();
    const test::ChosenPaths machine;
    const auto isSplit = [&](const QStringList &arguments) {
        subject.launch.arguments = arguments;
        const auto findings = checkConfiguration(subject, machine).findings;
        return std::any_of(findings.begin(), findings.end(),
            [](const DoctorFinding &each) { return each.kind == Kind::ShellCodeSplit; });
    };
    QVERIFY(isSplit({u"-c"_s, u"node"_s, u"server.js"_s}));
    QVERIFY(isSplit({u"-l"_s, u"-c"_s, u"node"_s, u"server.js"_s}));
    QVERIFY(!isSplit({u"run.sh"_s, u"-c"_s, u"tide"_s, u"north"_s}));
    QVERIFY(!isSplit({u"node"_s, u"server.js"_s, u"north"_s}));
}

void TestDoctorChecks::redactsSecrets()
{
    config::Profile profile;
    profile.arguments = QStringList{u"--token=hush-1"_s, u"--api-key"_s, u"hush-2"_s};
    profile.environment = {{u"A_SECRET"_s, Secret(u"hush-3"_s)}, {u"PLAIN"_s, Secret(u"seen"_s)}};
    profile.reachByUrl();
    profile.http()->url = u"https://user:hush-4@example.org/mcp?key=hush-5"_s;
    profile.http()->headers = {{u"Authorization"_s, Secret(u"Bearer hush-6"_s), true}};
    const SecretFilter filter(profile);
    const QString text = filter.filtered(
        u"hush-1 hush-2 hush-3 hush-4 hush-5 hush-6 seen Bearer abcdefghijklmnop"_s);
    QVERIFY2(!text.contains(u"hush") && !text.contains(u"abcdef") && text.contains(u"seen"),
        qPrintable(text));
    const CheckResult result =
        filter.filtered(resultOf(Check::Start, {{Kind::CannotStart, {u"x hush-3"_s}}}, "hush-2"));
    QVERIFY2(!result.bytes.contains("hush"), result.bytes.constData());
    QVERIFY2(!sentenceOf(result.findings.front()).contains(u"hush"),
        qPrintable(sentenceOf(result.findings.front())));
    QVERIFY2(!reportText(profile, {result}).contains(u"hush"),
        qPrintable(reportText(profile, {result})));
    CheckResult program = resultOf(Check::Program, {{Kind::ProgramFound, {u"x"_s, u"/x"_s}}});
    program.foundBy = {{FoundBy::Who::Server, u"/hush-3/bin"_s, u"/hush-3/bin/x"_s}};
    program = filter.filtered(program);
    const QString report = reportText(profile, {program});
    QVERIFY2(!report.contains(u"hush"), qPrintable(report));
    QVERIFY2(!reportJson({program}).contains("hush"), reportJson({program}).constData());
    QVERIFY2(report.contains(finderWord(FoundBy::Who::Server)), qPrintable(report));
}

void TestDoctorChecks::reportsAsJson()
{
    const QByteArray text = reportJson({resultOf(
        Check::Program, {{Kind::ProgramNotFound, {u"x\"\n"_s, u"3"_s}}}, QByteArray("\xff\0", 2))});
    QVERIFY2(!text.contains('\n'), text.constData());
    const auto document =
        json::Document::parse(std::string_view(text.constData(), std::size_t(text.size())));
    const json::Value root = document.root();
    QCOMPARE(root["verdict"]["cause"]["kind"].toString(), u"program-not-found"_s);
    QCOMPARE(root["verdict"]["check"].toString(), u"program"_s);
    for (const json::Value check : root["checks"]) {
        QCOMPARE(check["outcome"].toString(), u"failed"_s);
        QCOMPARE(check["base64"].toString(), u"/wA="_s);
    }
}

void TestDoctorChecks::knowsInspectors()
{
    QCOMPARE(inspectorIn(u"CN=Zscaler Intermediate Root CA"_s), u"Zscaler"_s);
    QVERIFY(inspectorIn(u"CN=R11,O=Let's Encrypt"_s).isEmpty());
}

void TestDoctorChecks::findsTheImage_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("image");
    const auto row = [](const char *line, const QString &image) {
        QTest::newRow(line) << QString::fromLatin1(line).split(u' ') << image;
    };
    row("run -i --rm mcp/time", u"mcp/time"_s);
    row("container run -i mcp/time", u"mcp/time"_s);
    row("--context far run -i mcp/time run", u"mcp/time"_s);
    row("exec -i box uv run server.py", QString());
    row("compose run --rm tides", QString());
    row("--context run", QString());
}

void TestDoctorChecks::findsTheImage()
{
    QFETCH(const QStringList, arguments);
    ServerProgram subject;
    subject.launch.program = u"docker"_s;
    subject.launch.arguments = arguments;
    QTEST(containerOf(subject).image, "image");
}

QTEST_GUILESS_MAIN(TestDoctorChecks)
#include "tst_doctorchecks.moc"
