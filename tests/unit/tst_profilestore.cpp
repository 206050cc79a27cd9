// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/profilejson.h"
#include "config/profilestore.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::config;

class ProfileStoreTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void startsEmptyWithoutAFile();
    void keepsEveryField();
    void keepsEveryFieldOfAServerReachedByUrl();
    void keepsMembersThatAreOursOnlyBesideAUrl();
    void saysWhichMemberOfAUrlIsWrong();
    void writesForTheOwnerOnly();
    void writesNoValueOfASecretHeader();
    void writesNoValueOfASecretVariable();
    void writesNoPasswordOfAProxy();
    void namesServersWhoseSecretsAreInTheFile();
    void keepsUnknownMembersByteForByte();
    void keepsUnreadableServersAndSaysSo();
    void knowsWhatAConnectionDependsOn();
    void keepsTheSecondOfTwoOfAName();
    void movesABrokenFileAsideAndSaysSo_data();
    void movesABrokenFileAsideAndSaysSo();
    void keepsEveryBrokenFile();
    void refusesToReplaceWhatItCouldNotRead();
    void saysWhyItCannotSave();
    void replacesInPlaceAndRemoves();

private:
    QString path() const { return m_folder->filePath(QStringLiteral("conf/servers.json")); }
    QByteArray content(const QString &name = {}) const
    {
        QFile file(name.isEmpty() ? path() : name);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray &bytes)
    {
        QVERIFY(QDir().mkpath(QFileInfo(path()).path()));
        QFile file(path());
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(bytes), bytes.size());
    }
    std::unique_ptr<QTemporaryDir> m_folder;
};

void ProfileStoreTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void ProfileStoreTest::startsEmptyWithoutAFile()
{
    ProfileStore store(path());
    QVERIFY(store.load().ok());
    QVERIFY(store.profiles().empty());
    QVERIFY(store.notices().isEmpty());
}

void ProfileStoreTest::keepsEveryField()
{
    Profile profile;
    profile.name = QStringLiteral("dé\"mo");
    profile.program = QStringLiteral("/usr/bin/x y");
    profile.arguments = {QString(), QStringLiteral("a\nb"), QStringLiteral("🜁")};
    profile.workingDirectory = QStringLiteral("/tmp");
    profile.environment.emplace_back(QStringLiteral("B"), Secret(QStringLiteral("2")));
    profile.environment.emplace_back(QStringLiteral("A"), Secret(QStringLiteral("1")));
    profile.era = EraMode::Modern;
    profile.revision = QStringLiteral("2026-07-28");
    profile.handshakeTimeout = std::chrono::milliseconds(1);
    profile.idleTimeout = std::chrono::milliseconds(2);
    profile.totalTimeout = std::chrono::milliseconds(3);
    profile.watch = {true, {QStringLiteral("src/**/*.py"), QStringLiteral("!*.log")},
        std::chrono::milliseconds(4), {QStringLiteral("npm"), QStringLiteral("run\tbuild"), {}},
        QStringLiteral("/srv"), true};
    ProfileStore store(path());
    store.add(profile);
    QVERIFY(store.save().ok());

    ProfileStore again(path());
    QVERIFY(again.load().ok());
    QVERIFY(again.notices().isEmpty());
    QCOMPARE(again.profiles().size(), std::size_t(1));
    const Profile &read = again.profiles()[0];
    QCOMPARE(read.name, profile.name);
    QCOMPARE(read.program, profile.program);
    QCOMPARE(read.arguments, profile.arguments);
    QCOMPARE(read.workingDirectory, profile.workingDirectory);
    QCOMPARE(read.environment.size(), std::size_t(2));
    QCOMPARE(read.environment[0].first, QStringLiteral("B"));
    QCOMPARE(read.environment[1].second.reveal(), QStringLiteral("1"));
    QCOMPARE(read.era, profile.era);
    QCOMPARE(read.revision, profile.revision);
    QCOMPARE(read.handshakeTimeout, profile.handshakeTimeout);
    QCOMPARE(read.idleTimeout, profile.idleTimeout);
    QCOMPARE(read.totalTimeout, profile.totalTimeout);
    QVERIFY(read.watch == profile.watch);
    QVERIFY(read.unknown.empty());
}

void ProfileStoreTest::keepsEveryFieldOfAServerReachedByUrl()
{
    HttpSettings http;
    http.url = QStringLiteral("https://example.org/mcp?a=%20");
    http.transport = HttpTransport::Sse;
    http.headers = {{QStringLiteral("X-b"), Secret(QStringLiteral("1")), false},
        {QStringLiteral("Authorization"), Secret(QStringLiteral("Bearer é\"")), true},
        {QStringLiteral("x-B"), Secret(), false}};
    http.caFile = QStringLiteral("/ca.pem");
    http.certificateFile = QStringLiteral("/cert.pem");
    http.keyFile = QStringLiteral("/key.pem");
    http.pinnedKey = QStringLiteral("AB:CD");
    http.proxy = ProxyMode::Given;
    http.proxyUrl = QStringLiteral("socks5h://localhost:1");
    http.unixSocket = QStringLiteral("/run/x");
    http.followSameOrigin = true;
    http.authorization.clientId = QStringLiteral("id");
    http.authorization.clientSecret = Secret(QStringLiteral("not in the file"));
    http.authorization.scopes = {QStringLiteral("read")};
    Profile profile;
    profile.name = QStringLiteral("a");
    profile.reachByUrl(http);
    Profile plain;
    plain.name = QStringLiteral("b");
    plain.reachByUrl();
    plain.http()->url = QStringLiteral("http://localhost");
    plain.program = QStringLiteral("kept");
    plain.arguments = {QStringLiteral("as well")};
    ProfileStore store(path());
    store.add(profile);
    store.add(plain);
    QVERIFY(store.save().ok());

    ProfileStore again(path());
    QVERIFY(again.load().ok());
    QVERIFY(again.notices().isEmpty());
    QCOMPARE(again.profiles().size(), std::size_t(2));
    QVERIFY(again.profiles()[0].unknown.empty());
    QVERIFY(again.profiles()[0].http());
    const HttpSettings &read = *again.profiles()[0].http();
    QCOMPARE(read.url, http.url);
    QCOMPARE(read.transport, http.transport);
    QCOMPARE(read.headers.size(), std::size_t(3));
    for (std::size_t i = 0; i < 3; ++i) {
        QCOMPARE(read.headers[i].name, http.headers[i].name);
        QCOMPARE(read.headers[i].value.reveal(),
            http.headers[i].secret ? QString() : http.headers[i].value.reveal());
        QCOMPARE(read.headers[i].secret, http.headers[i].secret);
    }
    QCOMPARE(read.caFile, http.caFile);
    QCOMPARE(read.certificateFile, http.certificateFile);
    QCOMPARE(read.keyFile, http.keyFile);
    QCOMPARE(read.pinnedKey, http.pinnedKey);
    QCOMPARE(read.proxy, http.proxy);
    QCOMPARE(read.proxyUrl, http.proxyUrl);
    QCOMPARE(read.unixSocket, http.unixSocket);
    QVERIFY(read.followSameOrigin);
    QCOMPARE(read.authorization.clientId, http.authorization.clientId);
    QCOMPARE(read.authorization.scopes, http.authorization.scopes);
    QVERIFY(read.authorization.clientSecret.isEmpty());
    QCOMPARE(again.profiles()[1].http()->url, plain.http()->url);
    QCOMPARE(again.profiles()[1].program, plain.program);
    QCOMPARE(again.profiles()[1].arguments, plain.arguments);
    const QByteArray text = content();
    QVERIFY(again.save().ok());
    QCOMPARE(content(), text);
}

void ProfileStoreTest::keepsMembersThatAreOursOnlyBesideAUrl()
{
    write(R"({"servers":[{"name":"a","program":"p","headers":[1.0],"proxy":{}},)"
          R"({"name":"b","url":"http://localhost","later":[ 1 ]}]})");
    ProfileStore store(path());
    QVERIFY(store.load().ok());
    QVERIFY(store.notices().isEmpty());
    QVERIFY(!store.profiles()[0].http());
    QVERIFY(store.profiles()[1].http());
    QVERIFY(store.save().ok());
    QVERIFY(content().contains(R"("headers":[1.0],"proxy":{})"));
    QVERIFY(content().contains(R"("later":[ 1 ])"));
}

void ProfileStoreTest::saysWhichMemberOfAUrlIsWrong()
{
    const QByteArrayList members = {R"("url":1)", R"("url":"u","transport":"ws")",
        R"("url":"u","headers":{"a":"b"})", R"("url":"u","headers":[{"name":"a","value":1}])",
        R"("url":"u","headers":[7])", R"("url":"u","headers":[{"name":"a"}])",
        R"("url":"u","headers":[{"name":"a","value":1,"secret":true}])",
        R"("url":"u","headers":[{"name":"a","value":"","secret":"no"}])",
        R"("url":"u","proxy":"given to")", R"("url":"u","followSameOrigin":1)"};
    for (const QByteArray &member : members) {
        write(R"({"servers":[{"name":"a",)" + member + "}]}");
        ProfileStore store(path());
        QVERIFY(store.load().ok());
        QVERIFY(store.profiles().empty());
        QCOMPARE(store.notices().size(), 1);
        QVERIFY(store.notices()[0].contains(QStringLiteral("servers[0].")));
    }
}

void ProfileStoreTest::writesForTheOwnerOnly()
{
    write("{\"servers\":[]}");
    QVERIFY(QFile::setPermissions(path(), QFile::ReadOwner | QFile::WriteOwner | QFile::ReadOther));
    ProfileStore store(path());
    QVERIFY(store.load().ok());
    QVERIFY(store.save().ok());
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ExeGroup | QFile::ReadOther
        | QFile::WriteOther | QFile::ExeOther;
    QVERIFY(!(QFile::permissions(path()) & others));
}

void ProfileStoreTest::writesNoValueOfASecretHeader()
{
    Profile profile;
    profile.name = QStringLiteral("a");
    profile.reachByUrl();
    profile.http()->url = QStringLiteral("https://example.org/mcp");
    profile.http()->headers = {{QStringLiteral("X-Key"), Secret(QStringLiteral("SECRET-1")), true},
        {QStringLiteral("X-Plain"), Secret(QStringLiteral("shown")), false}};
    ProfileStore store(path());
    store.add(profile);
    QVERIFY(store.save().ok());
    QVERIFY(!content().contains("SECRET"));
    QVERIFY(content().contains(R"({"name":"X-Key","secret":true})"));
    QVERIFY(content().contains("shown"));
    QCOMPARE(store.profiles()[0].http()->headers[0].value.reveal(), QStringLiteral("SECRET-1"));
}

// Earlier versions have written them.
void ProfileStoreTest::writesNoValueOfASecretVariable()
{
    ProfileStore store(path());
    Profile profile;
    profile.name = QStringLiteral("a");
    profile.program = QStringLiteral("p");
    profile.environment = {{QStringLiteral("API_KEY"), Secret(QStringLiteral("SECRET-1"))},
        {QStringLiteral("LANG"), Secret(QStringLiteral("C"))},
        {QStringLiteral("MY_TOKEN"), Secret(QStringLiteral("no secret"))}};
    profile.secretVariables = {QStringLiteral("API_KEY")};
    store.add(profile);
    QVERIFY(store.save().ok());
    QVERIFY(!content().contains("SECRET"));
    ProfileStore again(path());
    QVERIFY(again.load().ok());
    const Profile &read = again.profiles().front();
    QCOMPARE(read.environment.size(), std::size_t(3));
    QVERIFY(read.environment[0].second.isEmpty());
    QCOMPARE(read.environment[2].second.reveal(), QStringLiteral("no secret"));
    QCOMPARE(read.secretVariables, profile.secretVariables); // what a person says counts
    QVERIFY(again.withSecretsInFile().isEmpty());
}

void ProfileStoreTest::writesNoPasswordOfAProxy()
{
    ProfileStore store(path());
    Profile profile;
    profile.name = QStringLiteral("a");
    profile.reachByUrl();
    profile.http()->url = QStringLiteral("http://127.0.0.1/");
    profile.http()->proxy = ProxyMode::Given;
    profile.http()->proxyUrl = QStringLiteral("http://me:SECRET%2F1@proxy.example:8080");
    store.add(profile);
    QVERIFY(store.save().ok());
    QVERIFY(!content().contains("SECRET"));
    ProfileStore again(path());
    QVERIFY(again.load().ok());
    HttpSettings read = *again.profiles().front().http();
    QVERIFY(read.proxyPasswordKept);
    QCOMPARE(read.proxyUrl, QStringLiteral("http://me@proxy.example:8080"));
    setProxyPassword(read, Secret(QStringLiteral("SECRET/1")));
    QCOMPARE(read.proxyUrl, profile.http()->proxyUrl);
}

void ProfileStoreTest::namesServersWhoseSecretsAreInTheFile()
{
    write(R"({"servers":[{"name":"old","url":"u","headers":)"
          R"([{"name":"X-Key","value":"SECRET-1","secret":true}]},)"
          R"({"name":"plain","url":"u","headers":[{"name":"X","value":"1"}]}]})");
    ProfileStore store(path());
    QVERIFY(store.load().ok());
    QVERIFY(store.notices().isEmpty());
    QCOMPARE(store.withSecretsInFile(), QStringList(QStringLiteral("old")));
    QCOMPARE(store.profiles()[0].http()->headers[0].value.reveal(), QStringLiteral("SECRET-1"));
    QVERIFY(content().contains("SECRET-1")); // reading changes nothing
    QVERIFY(store.save().ok());
    QVERIFY(store.withSecretsInFile().isEmpty());
    QVERIFY(!content().contains("SECRET"));
}

void ProfileStoreTest::keepsUnknownMembersByteForByte()
{
    write(R"({"later":{"b":1.0,"a":1e400},"version":7,)"
          R"("servers":[{"name":"a","program":"p","color":[ 9007199254740993 ],"x":-0}]})");
    ProfileStore store(path());
    QVERIFY(store.load().ok());
    QCOMPARE(store.notices().size(), 1); // from a newer version
    QVERIFY(store.save().ok());
    const QByteArray text = content();
    QVERIFY(text.contains(R"("later":{"b":1.0,"a":1e400})"));
    QVERIFY(text.contains(R"("version":7)"));
    QVERIFY(text.contains(R"("color":[ 9007199254740993 ],"x":-0)"));
}

void ProfileStoreTest::knowsWhatAConnectionDependsOn()
{
    Profile profile;
    profile.name = QStringLiteral("a");
    profile.program = QStringLiteral("p");
    profile.environment.emplace_back(QStringLiteral("TOKEN"), Secret(QStringLiteral("1")));
    profile.secretVariables = QStringList{QStringLiteral("TOKEN")};
    Profile other = profile;
    QVERIFY(differsOnlyInWatch(profile, other));
    other.watch.isOn = true;
    other.watch.paths = QStringList{QStringLiteral("src")};
    QVERIFY(differsOnlyInWatch(profile, other));
    Profile changed = other;
    changed.arguments << QString();
    QVERIFY(!differsOnlyInWatch(profile, changed));
    changed = other;
    changed.environment.front().second = Secret(QStringLiteral("2")); // which is not in the file
    QVERIFY(!differsOnlyInWatch(profile, changed));
    changed = other;
    changed.offers.sampling = false;
    QVERIFY(!differsOnlyInWatch(profile, changed));
    changed = other;
    changed.reachByUrl();
    QVERIFY(!differsOnlyInWatch(changed, changed));
}

void ProfileStoreTest::keepsUnreadableServersAndSaysSo()
{
    const QByteArrayList entries = {"17", R"({"program":"p"})",
        R"({"name":"a","arguments":["x",1]})", R"({"name":"b","environment":{"K":null}})",
        R"({"name":"c","era":"old"})", R"({"name":"d","idleTimeoutMs":1.5})",
        R"({"name":"e","watch":true})", R"({"name":"f","watch":{"on":"yes"}})",
        R"({"name":"g","watch":{"paths":"src"}})", R"({"name":"h","watch":{"build":[1]}})",
        R"({"name":"i","watch":{"quietMs":"soon"}})", R"({"name":"j","watch":{"buildFolder":7}})"};
    write("{\"servers\":[" + entries.join(',') + R"(,{"name":"good","program":"p"}]})");
    ProfileStore store(path());
    QVERIFY(store.load().ok());
    QCOMPARE(store.profiles().size(), std::size_t(1));
    QCOMPARE(store.notices().size(), entries.size());
    QVERIFY2(store.notices()[2].contains(QStringLiteral("servers[2].arguments[1]")),
        qPrintable(store.notices()[2]));
    QVERIFY(store.save().ok());
    for (const QByteArray &entry : entries)
        QVERIFY2(content().contains(entry), entry.constData());
}

void ProfileStoreTest::keepsTheSecondOfTwoOfAName()
{
    write(R"({"servers":[{"name":"a","program":"p"},{"name":"a","program":"q"}]})");
    ProfileStore store(path());
    QVERIFY(store.load().ok());
    QCOMPARE(store.profiles().size(), std::size_t(1));
    QCOMPARE(store.notices().size(), 1);
    QVERIFY(store.save().ok());
    QVERIFY(content().contains(R"({"name":"a","program":"q"})"));
}

void ProfileStoreTest::movesABrokenFileAsideAndSaysSo_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray("");
    QTest::newRow("not JSON") << QByteArray("{\"servers\":[}");
    QTest::newRow("an array") << QByteArray("[]");
    QTest::newRow("no servers") << QByteArray("{\"server\":[]}");
    QTest::newRow("servers is text") << QByteArray("{\"servers\":\"x\"}");
    QTest::newRow("too deep") << QByteArray(1000, '[');
    QTest::newRow("too large") << QByteArray((16 << 20) + 1, ' ');
}

void ProfileStoreTest::movesABrokenFileAsideAndSaysSo()
{
    QFETCH(QByteArray, bytes);
    write(bytes);
    ProfileStore store(path());
    QVERIFY(store.load().ok());
    QVERIFY(store.profiles().empty());
    QCOMPARE(store.notices().size(), 1);
    QVERIFY(store.notices()[0].contains(QStringLiteral("servers.json.broken")));
    QVERIFY(store.save().ok());
    QCOMPARE(content(path() + QStringLiteral(".broken")), bytes);
}

void ProfileStoreTest::keepsEveryBrokenFile()
{
    for (const char *bytes : {"one", "two"}) {
        write(bytes);
        ProfileStore store(path());
        QVERIFY(store.load().ok());
    }
    QCOMPARE(content(path() + QStringLiteral(".broken")), QByteArray("one"));
    QCOMPARE(content(path() + QStringLiteral(".broken-2")), QByteArray("two"));
}

void ProfileStoreTest::refusesToReplaceWhatItCouldNotRead()
{
    // A folder of that name cannot be read as a file, not even by root.
    QVERIFY(QDir().mkpath(path()));
    ProfileStore store(path());
    const auto loaded = store.load();
    QVERIFY(!loaded.ok());
    QVERIFY(loaded.error().domain == Domain::Config);
    QVERIFY(loaded.error().sentence.contains(path()));
    QVERIFY(!store.save().ok());
}

void ProfileStoreTest::saysWhyItCannotSave()
{
    write("x");
    ProfileStore store(path() + QStringLiteral("/below/servers.json"));
    const auto saved = store.save();
    QVERIFY(!saved.ok());
    QVERIFY(saved.error().sentence.contains(QStringLiteral("below")));
}

void ProfileStoreTest::replacesInPlaceAndRemoves()
{
    write(R"({"servers":[{"name":"a","x":1},{"name":"b"}]})");
    ProfileStore store(path());
    QVERIFY(store.load().ok());
    Profile changed;
    changed.name = QStringLiteral("c");
    QVERIFY(store.replace(QStringLiteral("a"), changed));
    QVERIFY(!store.replace(QStringLiteral("a"), changed));
    QCOMPARE(store.profiles()[0].name, QStringLiteral("c"));
    QCOMPARE(store.profiles()[0].unknown.size(), std::size_t(1));
    QCOMPARE(store.namesExcept(QStringLiteral("c")), QStringList(QStringLiteral("b")));
    QVERIFY(store.find(QStringLiteral("b")));
    QVERIFY(store.remove(QStringLiteral("b")));
    QVERIFY(!store.remove(QStringLiteral("b")));
    QCOMPARE(store.profiles().size(), std::size_t(1));
}

QTEST_GUILESS_MAIN(ProfileStoreTest)
#include "tst_profilestore.moc"
