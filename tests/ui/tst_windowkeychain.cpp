// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the window keeps in the keychain of the desktop: a session bus and a gnome-keyring of the
// test's own.

#include "support/commandbrowser.h"
#include "support/keyring.h"
#include "support/protectedserver.h"

#include "app/authorizations.h"
#include "app/headersecrets.h"
#include "app/mainwindow.h"
#include "content/inlinemessage.h"
#include "widgets/servereditor.h"

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
    void logsInOnceForTwoRuns();
    void saysThatTheKeychainIsLocked();
    void leavesAnOldFileWhenTheKeychainIsLocked();
    void writesNothingInTheClear();

private:
    std::unique_ptr<QTemporaryDir> m_home = std::make_unique<QTemporaryDir>();
    std::unique_ptr<Keyring> m_keyring;
    QString m_folder; // of the configuration
};

namespace {

constexpr int kPatienceMs = 20'000;
const QString kServer = QStringLiteral("notes");

config::Profile profileOf(const QUrl &url)
{
    config::Profile profile;
    profile.name = kServer;
    profile.http = config::HttpSettings();
    profile.http->url = url.toString(QUrl::FullyEncoded);
    profile.era = config::EraMode::Legacy;
    return profile;
}

config::Profile withKey(config::Profile profile)
{
    profile.http->headers = {
        {QStringLiteral("X-Key"), Secret(QStringLiteral("SECRET-header-1")), true}};
    return profile;
}

// One run of the program, with the keychain.
struct OneRun {
    explicit OneRun(const QString &folder)
        : workspace({folder, {}, browserCommand(kAgree), true})
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
        const auto messages = window.findChildren<content::InlineMessage *>();
        return std::any_of(messages.begin(), messages.end(), [&](content::InlineMessage *message) {
            return message->isVisible() && message->sentence().contains(text);
        });
    }
    // What the keychain has for it: after everything before, because it answers in order.
    Secret kept(const config::Profile &profile)
    {
        config::Profile empty = profile;
        for (config::CustomHeader &header : empty.http->headers)
            header.value = Secret();
        std::optional<Secret> value;
        app::HeaderSecrets secrets(workspace.authorizations().store());
        secrets.fill(empty, &secrets, [&](const Result<app::HeaderSecrets::Headers> &filled) {
            value = filled ? filled->front().value : Secret();
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
    QVERIFY(app::HeaderSecrets::missing(*second.workspace.profiles().find(kServer)));
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
    second.window.openEditor(kServer);
    QTRY_VERIFY_WITH_TIMEOUT(second.window.findChild<widgets::ServerEditor *>(), kPatienceMs);
    const auto *editor = second.window.findChild<widgets::ServerEditor *>();
    QCOMPARE(
        editor->profile().http->headers.front().value.reveal(), QStringLiteral("SECRET-header-1"));
}

void TestWindowKeychain::movesValuesOutOfAnOldFile()
{
    const QString path = m_folder + QStringLiteral("/servers.json");
    const QUrl url(QStringLiteral("http://127.0.0.1:9/moved"));
    QVERIFY(writeFile(path, oldFile(url)));
    {
        OneRun first(m_folder);
        QTRY_VERIFY_WITH_TIMEOUT(!contentOf(path).contains("SECRET"), kPatienceMs);
        QCOMPARE(first.workspace.profiles().find(kServer)->http->headers.front().value.reveal(),
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
    renamed.http->headers.front().value = Secret(); // as after a start
    QVERIFY(one.workspace.save(kServer, renamed).ok());
    QCOMPARE(one.kept(renamed).reveal(), QStringLiteral("SECRET-header-1"));
    QCOMPARE(one.kept(profile).reveal(), QString());
    config::Profile elsewhere = renamed;
    elsewhere.http->url = QStringLiteral("http://127.0.0.1:8/");
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

void TestWindowKeychain::logsInOnceForTwoRuns()
{
    ProtectedServer server;
    {
        OneRun first(m_folder);
        QVERIFY(first.workspace.save({}, profileOf(server.url())).ok());
        first.workspace.authorize(kServer);
        QTRY_COMPARE_WITH_TIMEOUT(first.state(), mcp::ClientState::Ready, kPatienceMs);
        auth::CredentialBook &book = first.workspace.authorizations().book();
        QVERIFY(book.isPersistent());
        QTRY_VERIFY_WITH_TIMEOUT(!book.isWriting(), kPatienceMs);
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
    QTRY_VERIFY_WITH_TIMEOUT(second.shows(QStringLiteral("X-Key of notes")), kPatienceMs);
    QVERIFY(second.shows(QStringLiteral("The keychain is locked")));
    QCOMPARE(second.state(), mcp::ClientState::Stopped); // never without what it needs
    QCOMPARE(server.messages, 0);
    // Entered anew it works, for this run.
    QVERIFY(second.workspace.save(kServer, profile).ok());
    QTRY_VERIFY_WITH_TIMEOUT(second.shows(QStringLiteral("kept in memory only")), kPatienceMs);
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
    QTRY_VERIFY_WITH_TIMEOUT(one.shows(QStringLiteral("in the clear in ") + path), kPatienceMs);
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

int main(int argc, char **argv)
{
    if (const auto played = playBrowser(argc, argv))
        return *played;
    QApplication application(argc, argv);
    TestWindowKeychain test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_windowkeychain.moc"
