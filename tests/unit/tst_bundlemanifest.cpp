// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "bundle/bundleserver.h"
#include "bundle/manifest.h"
#include "support/shownserver.h"

#include <QTest>

using namespace sonde;
using namespace sonde::bundle;
using namespace Qt::StringLiterals;

// What a manifest of an MCPB bundle makes of a server, and what is said of one that makes none.
class TestBundleManifest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhatTheBundleIs();
    void startsTheServerAsAHost_data();
    void startsTheServerAsAHost();
    void takesTheOverridesOfTheSystem_data();
    void takesTheOverridesOfTheSystem();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void notesWhatMatters_data();
    void notesWhatMatters();
    void readsTheSettings();
    void fillsDefaults();
    void checksValues_data();
    void checksValues();
    void keepsSecretsInVariables();
    void boundsWhatItReads();
    void boundsWhatItMakes();
};

namespace {

const Places &places()
{
    static const Places value{u"/b"_s, u"/home/me"_s, u"/home/me/Desktop"_s,
        u"/home/me/Documents"_s, u"/home/me/Downloads"_s};
    return value;
}

// With everything that the format requires, around a server.mcp_config and further members.
QByteArray manifestOf(const QByteArray &command, const QByteArray &more = {})
{
    return R"({"manifest_version":"0.2","name":"weather","version":"1.2.0","description":"Says it.",
        "author":{"name":"Ann"},"server":{"type":"node","entry_point":"server/index.js",
        "mcp_config":)"
        + command + '}' + (more.isEmpty() ? QByteArray() : ',' + more) + '}';
}

Result<Manifest> parsed(const QByteArray &json, const QString &platform = u"linux"_s)
{
    return readManifest({json.constData(), std::size_t(json.size())}, platform);
}

// "key=one|two;other=x"
Values valuesOf(const QString &text)
{
    Values values;
    for (const QString &each : text.split(u';', Qt::SkipEmptyParts)) {
        for (const QString &value : each.section(u'=', 1).split(u'|'))
            values[each.section(u'=', 0, 0)].emplace_back(value);
    }
    return values;
}

// The server, or the error with a ! before it.
QString serverOfManifest(
    const QByteArray &json, const QString &values, const QString &platform = u"linux"_s)
{
    const auto manifest = parsed(json, platform);
    if (!manifest)
        return u'!' + manifest.error().sentence;
    const auto server = serverOf(*manifest, places(), valuesOf(values));
    return server ? test::shown(server->profiles.front()) : u'!' + server.error().sentence;
}

QString notesOf(const QByteArray &json, const QString &values)
{
    const auto manifest = parsed(json);
    if (!manifest)
        return u'!' + manifest.error().sentence;
    const auto server = serverOf(*manifest, places(), valuesOf(values));
    return server ? server->notes.join(u'\n') : u'!' + server.error().sentence;
}

} // namespace

void TestBundleManifest::saysWhatTheBundleIs()
{
    const auto manifest = parsed(
        R"({"dxt_version":"0.1","name":"w","display_name":" My\n weather\u0007 ","version":"2",
        "description":"One\u0000.\nTwo.","author":{"name":"Ann","email":"a@b"},"server":{
        "type":"binary","entry_point":"w","mcp_config":{"command":"w"}}})");
    QVERIFY2(manifest.ok(), qPrintable(manifest.ok() ? QString() : manifest.error().sentence));
    QCOMPARE(manifest->format, u"0.1"_s);
    QCOMPARE(manifest->name, u"w"_s);
    QCOMPARE(manifest->displayName, u"My weather"_s);
    QCOMPARE(manifest->version, u"2"_s);
    QCOMPARE(manifest->description, u"One.\nTwo."_s);
    QCOMPARE(manifest->author, u"Ann"_s);
    QCOMPARE(manifest->notes, QStringList());
    // Without a display name
    QCOMPARE(parsed(manifestOf(R"({"command":"x"})"))->displayName, u"weather"_s);
}

void TestBundleManifest::startsTheServerAsAHost_data()
{
    QTest::addColumn<QByteArray>("manifest");
    QTest::addColumn<QString>("values");
    QTest::addColumn<QString>("server");
    const auto row = [](const char *name, const QByteArray &manifest, const char *values,
                         const char *server) {
        QTest::newRow(name) << manifest << QString::fromUtf8(values) << QString::fromUtf8(server);
    };
    row("folder", manifestOf(R"({"command":"node","args":["${__dirname}/server/index.js"]})"), "",
        "weather | node /b/server/index.js | /b");
    row("environment", manifestOf(R"({"command":"python","args":["-m","x"],
            "env":{"PYTHONPATH":"${__dirname}/lib","N":1,"B":true}})"),
        "", "weather | PYTHONPATH=/b/lib N=1 B=true python -m x | /b");
    row("program of the bundle", manifestOf(R"({"command":"server/run","args":["server/c.json"]})"),
        "", "weather | /b/server/run server/c.json | /b");
    row("program by variable", manifestOf(R"({"command":"${__dirname}/run"})"), "",
        "weather | /b/run | /b");
    row("absolute program", manifestOf(R"({"command":"/usr/bin/x"})"), "",
        "weather | /usr/bin/x | /b");
    row("places",
        manifestOf(R"({"command":"x","args":["${HOME}","${DESKTOP}","${DOCUMENTS}","${DOWNLOADS}",
            "a${/}b${pathSeparator}c"]})"),
        "",
        "weather | x /home/me /home/me/Desktop /home/me/Documents /home/me/Downloads a/b/c | /b");
    row("not a variable",
        manifestOf(R"({"command":"x","args":["${OTHER}","$HOME","${","a${b","${}"]})"), "",
        "weather | x '${OTHER}' '$HOME' '${' 'a${b' '${}' | /b");

    const QByteArray dirs = R"("user_config":{"dirs":{"type":"directory","title":"D",
        "description":"d","multiple":true},"key":{"type":"string","title":"K","description":"k"}})";
    row("several values",
        manifestOf(R"({"command":"x","args":["a","${user_config.dirs}","z"]})", dirs),
        "dirs=/p|/q r", "weather | x a /p '/q r' z | /b");
    row("no value",
        manifestOf(R"({"command":"x","args":["a","${user_config.dirs}",
            "--key=${user_config.key}","z"],"env":{"K":"${user_config.key}","L":"l"}})",
            dirs),
        "", "weather | L=l x a z | /b");
    row("within a text",
        manifestOf(R"({"command":"x","args":["--key=${user_config.key}"],
            "env":{"K":"Bearer ${user_config.key}"}})",
            dirs),
        "key=a b", "weather | K=Bearer a b x '--key=a b' | /b");
    row("several in one text",
        manifestOf(R"({"command":"x","env":{"D":"${user_config.dirs}"}})", dirs), "dirs=/p|/q",
        "weather | D=/p,/q x | /b");
    row("a value is not searched again",
        manifestOf(R"({"command":"x","args":["${user_config.key}","-${user_config.key}"]})", dirs),
        "key=${HOME}${user_config.key}",
        "weather | x '${HOME}${user_config.key}' '-${HOME}${user_config.key}' | /b");
    row("a setting that is not declared",
        manifestOf(R"({"command":"x","args":["${user_config.no}"]})", dirs), "no=1",
        "weather | x '${user_config.no}' | /b");
    row("uv without a command", R"({"manifest_version":"0.4","name":"u","version":"1",
        "description":"d","author":{"name":"a"},"server":{"type":"uv","entry_point":"src/s.py"}})",
        "", "u | uv run --directory /b src/s.py | /b");
    row("a byte order mark", "\xef\xbb\xbf" + manifestOf(R"({"command":"x"})"), "",
        "weather | x | /b");
}

void TestBundleManifest::startsTheServerAsAHost()
{
    QFETCH(QByteArray, manifest);
    QFETCH(QString, values);
    QFETCH(QString, server);
    QCOMPARE(serverOfManifest(manifest, values), server);
}

void TestBundleManifest::takesTheOverridesOfTheSystem_data()
{
    QTest::addColumn<QString>("platform");
    QTest::addColumn<QString>("server");
    QTest::newRow("linux") << u"linux"_s << u"weather | A=1 B=2 x y | /b"_s;
    QTest::newRow("darwin") << u"darwin"_s << u"weather | A=9 B=2 C=3 x y | /b"_s;
    QTest::newRow("win32") << u"win32"_s << u"weather | A=1 B=2 x.exe w | /b"_s;
}

void TestBundleManifest::takesTheOverridesOfTheSystem()
{
    QFETCH(QString, platform);
    QFETCH(QString, server);
    const QByteArray manifest = manifestOf(R"({"command":"x","args":["y"],"env":{"A":"1","B":"2"},
        "platform_overrides":{"win32":{"command":"x.exe","args":["w"]},
        "darwin":{"env":{"A":"9","C":"3"}}}})");
    QCOMPARE(serverOfManifest(manifest, {}, platform), server);
}

void TestBundleManifest::saysWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("manifest");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QByteArray &manifest, const char *says) {
        QTest::newRow(name) << manifest << QString::fromUtf8(says);
    };
    row("empty", "", "not valid JSON");
    row("not JSON", "PK\x03\x04", "line 1, column 1");
    row("cut off", R"({"manifest_version":"0.2")", "not valid JSON");
    row("array", "[]", "not a JSON object");
    row("no version", R"({"name":"x"})", "manifest_version is missing");
    row("version of another type", R"({"manifest_version":2})", "manifest_version is missing");
    row("a version to come", R"({"manifest_version":"2.0"})", "has the version “2.0”");
    row("a version of words", R"({"manifest_version":"latest"})", "has the version “latest”");
    row("no server", R"({"manifest_version":"0.2"})", "server is missing");
    row("server of another type", R"({"manifest_version":"0.2","server":[]})", "server is missing");
    row("no command", R"({"manifest_version":"0.2","server":{"type":"node"}})",
        "server.mcp_config is missing");
    row("uv without an entry", R"({"manifest_version":"0.4","server":{"type":"uv"}})",
        "server.mcp_config is missing");
    row("empty command", manifestOf(R"({"command":" "})"), "command is missing or empty");
    row("command of another type", manifestOf(R"({"command":["x"]})"),
        "server.mcp_config.command must be a string");
    row("arguments of another type", manifestOf(R"({"command":"x","args":"y"})"),
        "server.mcp_config.args must be an array of strings");
    row("an argument of another type", manifestOf(R"({"command":"x","args":[["y"]]})"),
        "server.mcp_config.args must be an array of strings");
    row("environment of another type", manifestOf(R"({"command":"x","env":["A=b"]})"),
        "server.mcp_config.env must be an object");
    row("a variable of another type", manifestOf(R"({"command":"x","env":{"A":{}}})"),
        "server.mcp_config.env.A must be a string");
    row("override of another type",
        manifestOf(R"({"command":"x","platform_overrides":{"linux":"y"}})"),
        "server.mcp_config.platform_overrides.linux must be an object");
    row("settings of another type", manifestOf(R"({"command":"x"})", R"("user_config":[])"),
        "user_config must be an object");
    row("a setting of another type", manifestOf(R"({"command":"x"})", R"("user_config":{"a":1})"),
        "user_config.a must be an object");
    row("a flag of another type",
        manifestOf(
            R"({"command":"x"})", R"("user_config":{"a":{"type":"string","required":"yes"}})"),
        "user_config.a.required must be true or false");
    row("a bound of another type",
        manifestOf(R"({"command":"x"})", R"("user_config":{"a":{"type":"number","min":"1"}})"),
        "user_config.a.min must be a number");
    row("a default of another type",
        manifestOf(R"({"command":"x"})", R"("user_config":{"a":{"type":"string","default":{}}})"),
        "user_config.a.default must be a string, a number");
}

void TestBundleManifest::saysWhatIsWrong()
{
    QFETCH(QByteArray, manifest);
    QFETCH(QString, says);
    const QString server = serverOfManifest(manifest, {});
    QVERIFY2(server.startsWith(u'!') && server.contains(says), qPrintable(server));
}

void TestBundleManifest::notesWhatMatters_data()
{
    QTest::addColumn<QByteArray>("manifest");
    QTest::addColumn<QString>("values");
    QTest::addColumn<QString>("says"); // empty: there is no note
    const auto row = [](const char *name, const QByteArray &manifest, const char *values,
                         const char *says) {
        QTest::newRow(name) << manifest << QString::fromUtf8(values) << QString::fromUtf8(says);
    };
    const QByteArray x = R"({"command":"x"})";
    row("nothing", manifestOf(x), "", "");
    row("for this system", manifestOf(x, R"("compatibility":{"platforms":["darwin","linux"]})"), "",
        "");
    row("for others", manifestOf(x, R"("compatibility":{"platforms":["darwin","win32"]})"), "",
        "made for darwin, win32, not for linux");
    row("for this system behind many",
        manifestOf(x, R"("compatibility":{"platforms":["a","b","c","d","e","f","g","h","linux"]})"),
        "", "");
    row("for none", manifestOf(x, R"("compatibility":{"platforms":[]})"), "", "not for linux");
    row("a runtime",
        manifestOf(x, R"("compatibility":{"claude_desktop":">=1","runtimes":{"node":">=16.0.0"}})"),
        "", "needs node >=16.0.0");
    row("a later version",
        R"({"manifest_version":"0.9","name":"x","version":"1","description":"d",
        "author":{"name":"a"},"server":{"type":"node","entry_point":"x",
        "mcp_config":{"command":"x"}}})",
        "", "has the version 0.9");
    row("what a host refuses", R"({"manifest_version":"0.2","name":"x","version":1,
        "description":"d","server":{"type":"jar","entry_point":"x","mcp_config":{"command":"x"}}})",
        "",
        "A host refuses this bundle: version of the manifest is missing, empty or not a string.\n"
        "A host refuses this bundle: author.name of the manifest is missing, empty or not a "
        "string.\nA host refuses this bundle: server.type is “jar”");
    row("a variable that is none", manifestOf(R"({"command":"x","args":["${FOO}"]})"), "",
        "${FOO} is not a variable");
    const QByteArray key = R"("user_config":{"k":{"type":"string","title":"Key","description":"k",
        "sensitive":true},"d":{"type":"file","title":"Files","description":"d","multiple":true}})";
    row("a secret in an argument",
        manifestOf(R"({"command":"x","args":["${user_config.k}"]})", key), "k=1",
        "passes a sensitive setting as an argument");
    row("a secret in a variable",
        manifestOf(R"({"command":"x","env":{"K":"${user_config.k}"}})", key), "k=1", "");
    row("several where there is one",
        manifestOf(R"({"command":"x","env":{"D":"${user_config.d}"}})", key), "d=1|2",
        "Files has several values where the format has room for one");
    row("a type that is none", manifestOf(x, R"("user_config":{"e":{"type":"enum"}})"), "",
        "The setting e has the type “enum”");
}

void TestBundleManifest::notesWhatMatters()
{
    QFETCH(QByteArray, manifest);
    QFETCH(QString, values);
    QFETCH(QString, says);
    const QString notes = notesOf(manifest, values);
    QVERIFY2(says.isEmpty() ? notes.isEmpty() : notes.contains(says), qPrintable(notes));
}

void TestBundleManifest::readsTheSettings()
{
    const auto manifest = parsed(manifestOf(R"({"command":"x"})", R"("user_config":{
        "key":{"type":"string","title":"API key","description":"From the site.\nKeep it.",
            "required":true,"sensitive":true},
        "size":{"type":"number","title":"Size","description":"MB","default":10,"min":1,"max":1e2},
        "dirs":{"type":"directory","title":"Folders","description":"d","multiple":true,
            "default":["${HOME}/a","b"]},
        "on":{"type":"boolean","default":false},
        "file":{"type":"file","default":""},
        "on":{"type":"boolean","default":true}})"));
    QVERIFY2(manifest.ok(), qPrintable(manifest.ok() ? QString() : manifest.error().sentence));
    const auto &settings = manifest->settings;
    QCOMPARE(settings.size(), 5U);
    QCOMPARE(settings[0].key, u"key"_s);
    QCOMPARE(settings[0].title, u"API key"_s);
    QCOMPARE(settings[0].description, u"From the site.\nKeep it."_s);
    QVERIFY(settings[0].required && settings[0].sensitive && !settings[0].multiple);
    QCOMPARE(settings[0].defaults, QStringList());
    QCOMPARE(settings[1].type, Setting::Type::Number);
    QCOMPARE(settings[1].defaults, QStringList{u"10"_s});
    QCOMPARE(settings[1].minimum, std::optional(1.0));
    QCOMPARE(settings[1].maximum, std::optional(100.0));
    QCOMPARE(settings[2].type, Setting::Type::Directory);
    QVERIFY(settings[2].multiple && !settings[2].required);
    QCOMPARE(settings[2].defaults, (QStringList{u"${HOME}/a"_s, u"b"_s}));
    QCOMPARE(settings[3].type, Setting::Type::File);
    QCOMPARE(settings[3].title, u"file"_s);
    QCOMPARE(settings[3].defaults, QStringList());
    QCOMPARE(settings[4].type, Setting::Type::Boolean); // the second one
    QCOMPARE(settings[4].defaults, QStringList{u"true"_s});
}

void TestBundleManifest::fillsDefaults()
{
    const auto manifest = parsed(manifestOf(R"({"command":"x"})", R"("user_config":{
        "dirs":{"type":"directory","multiple":true,"default":["${HOME}/a","${user_config.x}"]},
        "none":{"type":"string"}})"));
    QVERIFY(manifest.ok());
    const Values values = defaultValues(*manifest, places());
    QCOMPARE(values.size(), 1U);
    const auto &dirs = values.at(u"dirs"_s);
    QCOMPARE(dirs.size(), 2U);
    QCOMPARE(dirs[0].reveal(), u"/home/me/a"_s);
    QCOMPARE(dirs[1].reveal(), u"${user_config.x}"_s);
}

void TestBundleManifest::checksValues_data()
{
    QTest::addColumn<QString>("values");
    QTest::addColumn<QString>("problems");
    QTest::newRow("all") << u"key=k;size=1.5;on=true;dirs=a|b"_s << QString();
    QTest::newRow("optional") << u"key=k"_s << QString();
    QTest::newRow("missing") << u"size=2"_s << u"key: Key needs a value."_s;
    QTest::newRow("empty") << u"key="_s << u"key: Key needs a value."_s;
    QTest::newRow("number") << u"key=k;size=big"_s << u"size: Size must be a number."_s;
    QTest::newRow("infinite") << u"key=k;size=1e999"_s << u"size: Size must be a number."_s;
    QTest::newRow("small") << u"key=k;size=0.5"_s << u"size: Size must be at least 1."_s;
    QTest::newRow("large") << u"key=k;size=101"_s << u"size: Size must be at most 100."_s;
    QTest::newRow("boolean") << u"key=k;on=yes"_s << u"on: On must be true or false."_s;
    QTest::newRow("several") << u"key=a|b"_s << u"key: Key takes one value (has 2)."_s;
    QTest::newRow("unknown") << u"key=k;kye=k"_s << u"kye: The bundle has no setting kye."_s;
}

void TestBundleManifest::checksValues()
{
    QFETCH(QString, values);
    QFETCH(QString, problems);
    const auto manifest = parsed(manifestOf(R"({"command":"x"})", R"("user_config":{
        "key":{"type":"string","title":"Key","required":true},
        "size":{"type":"number","title":"Size","min":1,"max":100},
        "on":{"type":"boolean","title":"On"},
        "dirs":{"type":"directory","title":"Dirs","multiple":true}})"));
    QVERIFY(manifest.ok());
    QStringList found;
    for (const SettingProblem &problem : checkValues(*manifest, valuesOf(values)))
        found << problem.key + u": "_s + problem.sentence;
    QCOMPARE(found.join(u'\n'), problems);
}

void TestBundleManifest::keepsSecretsInVariables()
{
    const auto manifest = parsed(manifestOf(R"({"command":"x","env":{"A":"${user_config.k}",
        "B":"b${user_config.k}","C":"${user_config.open}","D_TOKEN":"${user_config.open}"}})",
        R"("user_config":{"k":{"type":"string","sensitive":true},"open":{"type":"string"}})"));
    QVERIFY(manifest.ok());
    const auto server = serverOf(*manifest, places(), valuesOf(u"k=secret;open=o"_s));
    QVERIFY(server.ok());
    QCOMPARE(server->profiles.front().secretVariables, (QStringList{u"A"_s, u"B"_s, u"D_TOKEN"_s}));
}

void TestBundleManifest::boundsWhatItReads()
{
    const auto refused = [](const QByteArray &manifest, const char *says) {
        const QString server = serverOfManifest(manifest, {});
        return server.startsWith(u'!') && server.contains(QLatin1String(says))
            && server.size() < 1000;
    };
    QVERIFY(refused(QByteArray(qsizetype(kMaxManifestBytes) + 1, ' '), "larger than"));
    QVERIFY(refused(QByteArray(100'000, '['), "not valid JSON"));
    const QByteArray words = QByteArray("\"a\",").repeated(kMaxBundleEntries) + "\"a\"";
    QVERIFY(refused(manifestOf("{\"command\":\"x\",\"args\":[" + words + "]}"),
        "server.mcp_config.args has more than 1000 entries"));
    // Variables and those that an override adds, each within the bound.
    const auto variables = [](char prefix) {
        QByteArray all;
        for (std::uint32_t i = 0; i < kMaxBundleEntries; ++i)
            all +=
                (i > 0 ? ",\"" : "\"") + QByteArray(1, prefix) + QByteArray::number(i) + "\":\"\"";
        return all;
    };
    QVERIFY(
        refused(manifestOf("{\"command\":\"x\",\"env\":{" + variables('a')
                    + "},\"platform_overrides\":{\"linux\":{\"env\":{" + variables('b') + "}}}}"),
            "has more than 1000 entries"));
    QByteArray settings = "\"user_config\":{";
    for (std::uint32_t i = 0; i <= kMaxSettings; ++i)
        settings += (i > 0 ? ",\"" : "\"") + QByteArray::number(i) + "\":{\"type\":\"string\"}";
    QVERIFY(refused(
        manifestOf(R"({"command":"x"})", settings + '}'), "user_config has more than 200 entries"));
    // The place of a value in a sentence, however long a name in it is.
    QVERIFY(
        refused(manifestOf("{\"command\":\"x\",\"env\":{\"" + QByteArray(500'000, 'n') + "\":[]}}"),
            "must be a string"));
    // Each of these is a note.
    QByteArray types = "\"user_config\":{";
    for (std::uint32_t i = 0; i < kMaxSettings; ++i)
        types += (i > 0 ? ",\"" : "\"") + QByteArray::number(i) + "\":{\"type\":\"t\"}";
    const auto manifest = parsed(manifestOf(R"({"command":"x"})", types + '}'));
    QVERIFY(manifest.ok());
    QCOMPARE(manifest->notes.size(), 50);
}

void TestBundleManifest::boundsWhatItMakes()
{
    QByteArray argument;
    for (int i = 0; i < 40'000; ++i)
        argument += "${user_config.k}";
    const QByteArray manifest = manifestOf("{\"command\":\"x\",\"args\":[\"" + argument + "\"]}",
        R"("user_config":{"k":{"type":"string"}})");
    const QString server = serverOfManifest(manifest, u"k="_s + QString(1000, u'v'));
    QVERIFY2(server.startsWith(u'!') && server.contains(u"longer than 131071"),
        qPrintable(server.left(200)));
}

QTEST_GUILESS_MAIN(TestBundleManifest)
#include "tst_bundlemanifest.moc"
