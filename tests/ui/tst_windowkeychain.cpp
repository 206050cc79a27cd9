// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the window keeps in the keychain of the desktop: a session bus and a gnome-keyring of the
// test's own.

#include "support/commandbrowser.h"
#include "support/keyring.h"
#include "support/protectedserver.h"

#include "app/program/mainwindow.h"
#include "app/servers/servercommands.h"
#include "app/workspace/authorizations.h"
#include "look/controls/inlinemessage.h"
#include "setup/profilesecrets.h"
#include "support/patience.h"
#include "widgets/servers/servereditor.h"

#include <QApplication>
#include <QDirIterator>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::test;

class TestWindowKeychain : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void keepsAValueOfASecretHeaderAndSendsIt();
    void bringsTheValuesIntoTheEditor();
    void movesValuesOutOfAnOldFile();
    void followsANewNameAndNotANewOrigin();
    void forgetsTheValuesOfARemovedServer();
    void givesASecretVariableToTheProgram();
    void sendsThePasswordOfTheProxy();
    void movesVariablesAndProxyPasswordsOutOfAnOldFile();
    void keepsSecretsInMemoryWithoutAKeychain();
    void logsInOnceForTwoRuns();
    void saysThatTheKeychainIsLocked();
    void leavesAnOldFileWhenTheKeychainIsLocked();
    void writesNothingInTheClear();
    void saysThatItWaitsForTheKeychain();

private:
    std::unique_ptr<QTemporaryDir> m_home = std::make_unique<QTemporaryDir>();
    std::unique_ptr<Keyring> m_keyring;
    QString m_folder; // of the configuration
};

namespace {

const QString kServer = QStringLiteral("notes");

config::Profile profileOf(const QUrl &url)
{
    config::Profile profile;
    profile.name = kServer;
    profile.reachByUrl();
    profile.http()->url = url.toString(QUrl::FullyEncoded);
    profile.era = config::EraMode::Legacy;
    return profile;
}

config::Profile withKey(config::Profile profile)
{
    profile.http()->headers = {
        {QStringLiteral("X-Key"), Secret(QStringLiteral("SECRET-header-1")), true}};
    return profile;
}

// One run of the program, with the keychain.
struct OneRun {
    explicit OneRun(const QString &folder, bool keychain = true)
        : workspace({folder, {}, browserCommand(kAgree), keychain})
        , window(workspace)
    {
        workspace.load();
        window.show();
    }
    mcp::ClientState state() const
    {
        const mcp::Client *client = workspace.client(kServer);
        return client ? client->state() : mcp::ClientState::Stopped;
    }
    bool shows(const QString &text) const
    {
        const auto messages = window.findChildren<look::InlineMessage *>();
        return std::any_of(messages.begin(), messages.end(), [&](look::InlineMessage *message) {
            return message->isVisible() && message->sentence().contains(text);
        });
    }
    // The keychain responds in order, so it has done everything before.
    bool isAtRest()
    {
        bool answered = false;
        workspace.authorizations().store().read(QStringLiteral("nothing"), &window,
            [&answered](const Result<Secret> &) { answered = true; });
        return QTest::qWaitFor([&answered] { return answered; }, kPatienceMs);
    }
    // What the keychain has for it: after everything before, because it responds in order.
    Secret kept(const config::Profile &profile)
    {
        config::Profile empty = profile;
        if (empty.http())
            empty.http()->headers.front().value = Secret();
        else
            empty.environment.front().second = Secret();
        std::optional<Secret> value;
        setup::ProfileSecrets secrets(workspace.authorizations().store());
        secrets.fill(empty, &secrets, [&](const Result<config::Profile> &filled) {
            value = !filled      ? Secret()
                : filled->http() ? filled->http()->headers.front().value
                                 : filled->environment.front().second;
        });
        const bool answered = QTest::qWaitFor([&] { return value.has_value(); }, kPatienceMs);
        return answered ? *value : Secret(QStringLiteral("no answer"));
    }

    app::Workspace workspace;
    app::MainWindow window;
};

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

bool writeFile(const QString &path, const QByteArray &content)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(content) == content.size();
}

QByteArray oldFile(const QUrl &url)
{
    return R"({"version":1,"servers":[{"name":"notes","url":")" + url.toEncoded()
        + R"(","headers":[{"name":"X-Key","value":"SECRET-header-1","secret":true}],)"
          R"("era":"legacy"}]})";
}

QByteArray oldFileWithVariables()
{
    return R"({"version":1,"servers":[{"name":"a","program":"p","arguments":[],)"
           R"("environment":{"MY_KEY":"SECRET-variable","LANG":"C"}},)"
           R"({"name":"b","url":"http://127.0.0.1:9/","proxy":"given",)"
           R"("proxyUrl":"http://me:SECRET-proxy@127.0.0.1:7"}]})";
}

} // namespace

void TestWindowKeychain::initTestCase()
{
    if (const QString missing = Keyring::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
    QVERIFY(m_home->isValid());
    m_keyring = std::make_unique<Keyring>(m_home->path());
    QVERIFY(m_keyring->runs());
}

void TestWindowKeychain::init()
{
    m_folder = m_home->filePath(QLatin1String(QTest::currentTestFunction()));
    QVERIFY(QDir().mkpath(m_folder));
}

void TestWindowKeychain::keepsAValueOfASecretHeaderAndSendsIt()
{
    ProtectedServer server;
    server.wantsNothing = true;
    const config::Profile profile = withKey(profileOf(server.url()));
    {
        OneRun first(m_folder);
        QVERIFY(first.workspace.save({}, profile).ok());
        QCOMPARE(first.kept(profile).reveal(), QStringLiteral("SECRET-header-1"));
    }
    QVERIFY(!contentOf(m_folder + QStringLiteral("/servers.json")).contains("SECRET"));
    OneRun second(m_folder);
    QVERIFY(setup::ProfileSecrets::missing(*second.workspace.profiles().find(kServer)));
    second.workspace.connectTo(kServer);
    QTRY_COMPARE_WITH_TIMEOUT(second.state(), mcp::ClientState::Ready, kPatienceMs);
    QVERIFY(server.everything().contains("X-Key: SECRET-header-1\r\n"));
}

void TestWindowKeychain::bringsTheValuesIntoTheEditor()
{
    const config::Profile profile = withKey(profileOf(QUrl(QStringLiteral("http://127.0.0.1:9/"))));
    {
        OneRun first(m_folder);
        QVERIFY(first.workspace.save({}, profile).ok());
        QCOMPARE(first.kept(profile).reveal(), QStringLiteral("SECRET-header-1"));
    }
    OneRun second(m_folder);
    second.window.serverCommands().openEditor(kServer);
    QTRY_VERIFY_WITH_TIMEOUT(second.window.findChild<widgets::ServerEditor *>(), kPatienceMs);
    const auto *editor = second.window.findChild<widgets::ServerEditor *>();
    QCOMPARE(editor->profile().http()->headers.front().value.reveal(),
        QStringLiteral("SECRET-header-1"));
}

void TestWindowKeychain::movesValuesOutOfAnOldFile()
{
    const QString path = m_folder + QStringLiteral("/servers.json");
    const QUrl url(QStringLiteral("http://127.0.0.1:9/moved"));
    QVERIFY(writeFile(path, oldFile(url)));
    {
        OneRun first(m_folder);
        QTRY_VERIFY_WITH_TIMEOUT(!contentOf(path).contains("SECRET"), kPatienceMs);
        QCOMPARE(first.workspace.profiles().find(kServer)->http()->headers.front().value.reveal(),
            QStringLiteral("SECRET-header-1"));
    }
    OneRun second(m_folder);
    QCOMPARE(second.kept(*second.workspace.profiles().find(kServer)).reveal(),
        QStringLiteral("SECRET-header-1"));
}

void TestWindowKeychain::followsANewNameAndNotANewOrigin()
{
    const config::Profile profile = withKey(profileOf(QUrl(QStringLiteral("http://127.0.0.1:7/"))));
    OneRun one(m_folder);
    QVERIFY(one.workspace.save({}, profile).ok());
    config::Profile renamed = profile;
    renamed.name = QStringLiteral("journal");
    renamed.http()->headers.front().value = Secret(); // as after a start
    QVERIFY(one.workspace.save(kServer, renamed).ok());
    QCOMPARE(one.kept(renamed).reveal(), QStringLiteral("SECRET-header-1"));
    QCOMPARE(one.kept(profile).reveal(), QString());
    config::Profile elsewhere = renamed;
    elsewhere.http()->url = QStringLiteral("http://127.0.0.1:8/");
    QVERIFY(one.workspace.save(renamed.name, elsewhere).ok());
    QCOMPARE(one.kept(elsewhere).reveal(), QString());
}

void TestWindowKeychain::forgetsTheValuesOfARemovedServer()
{
    const config::Profile profile = withKey(profileOf(QUrl(QStringLiteral("http://127.0.0.1:6/"))));
    OneRun one(m_folder);
    QVERIFY(one.workspace.save({}, profile).ok());
    QCOMPARE(one.kept(profile).reveal(), QStringLiteral("SECRET-header-1"));
    QVERIFY(one.workspace.remove(kServer).ok());
    QCOMPARE(one.kept(profile).reveal(), QString());
}

void TestWindowKeychain::givesASecretVariableToTheProgram()
{
    const QString said = m_folder + QStringLiteral("/said");
    config::Profile profile;
    profile.name = kServer;
    profile.program = QStringLiteral("sh");
    // The value itself stands nowhere in the description.
    profile.arguments = {QStringLiteral("-c"),
        QStringLiteral("case $API_TOKEN in S*T-variable) echo yes-$PLAIN > '%1';; esac").arg(said)};
    profile.environment = {{QStringLiteral("API_TOKEN"), Secret(QStringLiteral("SECRET-variable"))},
        {QStringLiteral("PLAIN"), Secret(QStringLiteral("shown"))}};
    config::markSecretVariables(profile);
    QCOMPARE(profile.secretVariables, QStringList(QStringLiteral("API_TOKEN")));
    {
        OneRun first(m_folder);
        QVERIFY(first.workspace.save({}, profile).ok());
        QCOMPARE(first.kept(profile).reveal(), QStringLiteral("SECRET-variable"));
    }
    QVERIFY(!contentOf(m_folder + QStringLiteral("/servers.json")).contains("SECRET"));
    OneRun second(m_folder);
    QVERIFY(setup::ProfileSecrets::missing(*second.workspace.profiles().find(kServer)));
    second.workspace.connectTo(kServer);
    QTRY_COMPARE_WITH_TIMEOUT(contentOf(said), QByteArray("yes-shown\n"), kPatienceMs);
    QVERIFY(second.workspace.remove(kServer).ok());
    QCOMPARE(second.kept(profile).reveal(), QString());
}

void TestWindowKeychain::sendsThePasswordOfTheProxy()
{
    ProtectedServer proxy; // it sees what is asked of it
    config::Profile profile = profileOf(QUrl(QStringLiteral("http://mcp.example/mcp")));
    profile.http()->proxy = config::ProxyMode::Given;
    profile.http()->proxyUrl =
        QStringLiteral("http://me:SECRET-proxy@127.0.0.1:%1").arg(proxy.url().port());
    {
        OneRun first(m_folder);
        QVERIFY(first.workspace.save({}, profile).ok());
        QTRY_VERIFY_WITH_TIMEOUT(first.isAtRest(), kPatienceMs);
    }
    const QByteArray file = contentOf(m_folder + QStringLiteral("/servers.json"));
    QVERIFY(file.contains("\"http://me@127.0.0.1:"));
    QVERIFY(!file.contains("SECRET"));
    OneRun second(m_folder);
    second.workspace.connectTo(kServer);
    const QByteArray pair = "Basic " + QByteArray("me:SECRET-proxy").toBase64();
    QTRY_VERIFY_WITH_TIMEOUT(proxy.everything().contains(pair), kPatienceMs);
}

void TestWindowKeychain::movesVariablesAndProxyPasswordsOutOfAnOldFile()
{
    const QString path = m_folder + QStringLiteral("/servers.json");
    QVERIFY(writeFile(path, oldFileWithVariables()));
    {
        OneRun first(m_folder);
        QTRY_VERIFY_WITH_TIMEOUT(!contentOf(path).contains("SECRET"), kPatienceMs);
    }
    QVERIFY(contentOf(path).contains("\"LANG\":\"C\""));
    OneRun second(m_folder);
    for (const char *name : {"a", "b"}) {
        const QString server = QLatin1String(name);
        bool fetched = false;
        QVERIFY(setup::ProfileSecrets::missing(*second.workspace.profiles().find(server)));
        second.workspace.fetchSecrets(server, [&fetched](const Result<void> &) { fetched = true; });
        QTRY_VERIFY_WITH_TIMEOUT(fetched, kPatienceMs);
    }
    const config::ProfileStore &profiles = second.workspace.profiles();
    QCOMPARE(profiles.find(QStringLiteral("a"))->environment.front().second.reveal(),
        QStringLiteral("SECRET-variable"));
    QCOMPARE(profiles.find(QStringLiteral("b"))->http()->proxyUrl,
        QStringLiteral("http://me:SECRET-proxy@127.0.0.1:7"));
}

void TestWindowKeychain::keepsSecretsInMemoryWithoutAKeychain()
{
    config::Profile profile;
    profile.name = kServer;
    profile.program = QStringLiteral("p");
    profile.environment = {{QStringLiteral("MY_KEY"), Secret(QStringLiteral("SECRET-variable"))}};
    config::markSecretVariables(profile);
    OneRun one(m_folder, false);
    QVERIFY(one.workspace.save({}, profile).ok());
    QVERIFY(one.shows(QStringLiteral("kept in memory for this run")));
    QVERIFY(!contentOf(m_folder + QStringLiteral("/servers.json")).contains("SECRET"));
    QCOMPARE(one.workspace.profiles().find(kServer)->environment.front().second.reveal(),
        QStringLiteral("SECRET-variable"));
}

void TestWindowKeychain::logsInOnceForTwoRuns()
{
    ProtectedServer server;
    {
        OneRun first(m_folder);
        QVERIFY(first.workspace.save({}, profileOf(server.url())).ok());
        first.workspace.authorize(kServer);
        QTRY_COMPARE_WITH_TIMEOUT(first.state(), mcp::ClientState::Ready, kPatienceMs);
        auth::CredentialCache &cache = first.workspace.authorizations().cache();
        QVERIFY(cache.isPersistent());
        QTRY_VERIFY_WITH_TIMEOUT(!cache.isWriting(), kPatienceMs);
    }
    OneRun second(m_folder);
    second.workspace.connectTo(kServer);
    QTRY_COMPARE_WITH_TIMEOUT(second.state(), mcp::ClientState::Ready, kPatienceMs);
    QCOMPARE(server.count("/authorize"), 1);
}

void TestWindowKeychain::saysThatTheKeychainIsLocked()
{
    ProtectedServer server;
    server.wantsNothing = true;
    const config::Profile profile = withKey(profileOf(server.url()));
    {
        OneRun first(m_folder);
        QVERIFY(first.workspace.save({}, profile).ok());
        QCOMPARE(first.kept(profile).reveal(), QStringLiteral("SECRET-header-1"));
    }
    QVERIFY(m_keyring->lock());
    OneRun second(m_folder);
    second.workspace.connectTo(kServer);
    QTRY_VERIFY_WITH_TIMEOUT(second.shows(QStringLiteral("X-Key of “notes”")), kPatienceMs);
    QVERIFY(second.shows(QStringLiteral("The keychain is locked")));
    QCOMPARE(second.state(), mcp::ClientState::Stopped); // never without what it needs
    QCOMPARE(server.messages, 0);
    // Entered anew it works, for this run.
    QVERIFY(second.workspace.save(kServer, profile).ok());
    QTRY_VERIFY_WITH_TIMEOUT(
        second.shows(QStringLiteral("kept in memory for this run")), kPatienceMs);
    second.workspace.connectTo(kServer);
    QTRY_COMPARE_WITH_TIMEOUT(second.state(), mcp::ClientState::Ready, kPatienceMs);
    QVERIFY(!contentOf(m_folder + QStringLiteral("/servers.json")).contains("SECRET"));
}

void TestWindowKeychain::leavesAnOldFileWhenTheKeychainIsLocked()
{
    const QString path = m_folder + QStringLiteral("/servers.json");
    const QByteArray old = oldFile(QUrl(QStringLiteral("http://127.0.0.1:9/locked")));
    QVERIFY(writeFile(path, old));
    OneRun one(m_folder);
    QTRY_VERIFY_WITH_TIMEOUT(
        one.shows(path + QStringLiteral(" holds secret values in plain text")), kPatienceMs);
    QCOMPARE(contentOf(path), old);
    QVERIFY(QFile::remove(path));
}

// Whatever the runs before have left in the person's folders.
void TestWindowKeychain::writesNothingInTheClear()
{
    int files = 0;
    QDirIterator all(m_home->path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        const QString path = all.next();
        ++files;
        QVERIFY2(!contentOf(path).contains("SECRET"), qPrintable(path));
    }
    QVERIFY(files > 4); // settings, servers, recordings, the keyring's own
}

void TestWindowKeychain::saysThatItWaitsForTheKeychain()
{
    OneRun one(m_folder, false);
    auth::TokenStore &store = one.workspace.authorizations().store();
    Q_EMIT store.waiting();
    QVERIFY(one.shows(QStringLiteral("Waiting for the keychain")));
    Q_EMIT store.waited(true);
    QVERIFY(!one.shows(QStringLiteral("Waiting for the keychain")));
}

int main(int argc, char **argv)
{
    if (const auto played = playBrowser(argc, argv))
        return *played;
    QApplication application(argc, argv);
    TestWindowKeychain test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_windowkeychain.moc"
