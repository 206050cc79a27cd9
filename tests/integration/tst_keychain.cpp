// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/places.h"
#include "support/protectedserver.h"

#include <QDirIterator>
#include <QStandardPaths>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde::test;

// The keychain of a desktop: a session bus and a gnome-keyring of the test's own, and the programs
// that use them.
class TestKeychain : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void keepsWhatIsWritten();
    void readsWhatIsMissingAsEmpty();
    void saysThatItIsLocked();
    void losesNothingWhenItIsLocked();
    void saysThatThereIsNone();
    void givesUpWhenNobodyResponds();
    void recognisesAResponseThatComesLate();
    void saysOnATerminalThatItWaits();
    void logsInOnceForManyCommands();
    void keepsTheSecretOfAClient();
    void forgetsTheClientWhenThatIsSaid();
    void keepsAClientThatAnotherServerNeeds();
    void goesOnWhenAnEntryWasDeletedMeanwhile();
    void goesOnWithoutAKeychain();
    void readsTheSecretsOfASavedServer();
    void writesNothingInTheClear();

private:
    // Runs a script of sh on a session bus of its own, with an unlocked keyring.
    Run inSession(const QString &script);
    QTemporaryDir m_home;
};

namespace {

const QString kProbe = sonde::test::programPath("keychainprobe");
const QString kAgree = sonde::test::sourcePath("tests/conformance/browser.mjs");

const QString kLock =
    QStringLiteral("dbus-send --session --print-reply --dest=org.freedesktop.secrets "
                   "/org/freedesktop/secrets org.freedesktop.Secret.Service.Lock "
                   "array:objpath:/org/freedesktop/secrets/collection/login >/dev/null\n");

// The daemon goes to the background before it is on the bus. Who asks for it too early is given
// another one, which is locked.
const QString kAwaitKeyring =
    QStringLiteral("until dbus-send --session --print-reply --dest=org.freedesktop.DBus / "
                   "org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets "
                   "| grep -q 'boolean true'; do :; done\n");

const QString kPid =
    QStringLiteral("PID=$(dbus-send --session --print-reply=literal --dest=org.freedesktop.DBus / "
                   "org.freedesktop.DBus.GetConnectionUnixProcessID string:org.freedesktop.secrets "
                   "| sed 's/.*uint32 *//')\n");

Run run(
    const QString &program, const QStringList &arguments, const QProcessEnvironment &environment)
{
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    process.closeWriteChannel();
    return finishedRun(process);
}

} // namespace

void TestKeychain::initTestCase()
{
    for (const QString &program :
        {u"dbus-run-session"_s, u"gnome-keyring-daemon"_s, u"dbus-send"_s}) {
        if (QStandardPaths::findExecutable(program).isEmpty())
            QSKIP(qPrintable(program % u" is not installed (./dev test installs it)"));
    }
}

Run TestKeychain::inSession(const QString &script)
{
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(u"HOME"_s, m_home.path());
    environment.insert(u"XDG_RUNTIME_DIR"_s, m_home.path());
    environment.insert(u"XDG_DATA_HOME"_s, m_home.filePath(u"data"_s));
    environment.remove(u"XDG_CURRENT_DESKTOP"_s);
    return run(u"dbus-run-session"_s,
        {u"--"_s, u"sh"_s, u"-c"_s,
            u"echo pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1\n"_s
                % kAwaitKeyring % script},
        environment);
}

void TestKeychain::keepsWhatIsWritten()
{
    // Two programs, and two sessions of the desktop.
    const Run first = inSession(kProbe % u" write a 'one ü' read a\n"_s % kProbe % u" read a"_s);
    QCOMPARE(first.out, QByteArray("fine\n“one ü”\n“one ü”\n"));
    const Run second = inSession(kProbe % u" read a write a two read a remove a read a"_s);
    QCOMPARE(second.out, QByteArray("“one ü”\nfine\n“two”\nfine\n“”\n"));
}

void TestKeychain::readsWhatIsMissingAsEmpty()
{
    const Run gone = inSession(kProbe % u" read never remove never remove never"_s);
    QCOMPARE(gone.out, QByteArray("“”\nfine\nfine\n"));
}

void TestKeychain::saysThatItIsLocked()
{
    const Run locked =
        inSession(kProbe % u" write a one\n"_s % kLock % kProbe % u" read a write a two"_s);
    // It reads as if nothing were there, which CredentialCache does not believe.
    QCOMPARE(locked.out,
        QByteArray("fine\n“”\nfailed: The keychain is locked, or access to it was denied.\n"));
}

void TestKeychain::losesNothingWhenItIsLocked()
{
    if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
        QSKIP("Node.js is not installed (./dev test installs it)");
    ProtectedServer server;
    const QString url = u" --url "_s % server.url().toString();
    const QString cli = kCli % u" --era legacy "_s;
    const QString agree = u" --browser 'node "_s % kAgree % u'\'';
    const Run locked = inSession(cli % u"auth login"_s % agree % url % u" >/dev/null; echo $?\n"_s
        % kLock % cli % u"auth status"_s % url % u"; echo $?\n"_s % cli % u"tools list"_s % agree
        % url % u"; echo $?"_s);
    QVERIFY2(locked.out == "0\n3\n0\n", told(locked).constData()); // the last with a new token
    QVERIFY2(locked.err.contains("The keychain is locked"), told(locked).constData());
    const Run unlocked = inSession(cli % u"auth token"_s % url);
    QVERIFY2(unlocked.out == "SECRET-access-1\n", told(unlocked).constData());
}

void TestKeychain::saysThatThereIsNone()
{
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/nonexistent"_s);
    const Run none = run(kProbe, {u"read"_s, u"a"_s}, environment);
    QVERIFY2(none.out.startsWith("failed: "), told(none).constData());
}

// Without GLib's event loop QtKeychain never finishes; so would a prompt that is not seen.
void TestKeychain::givesUpWhenNobodyResponds()
{
    const Run silent = inSession(u"QT_NO_GLIB=1 "_s % kProbe % u" read a read b"_s);
    const QByteArray line = "failed: The keychain has not responded within 3 s. If it asks for its "
                            "password, enter it and try again.\n";
    QCOMPARE(silent.out, line + line);
}

// As while the user enters the password of the keychain.
void TestKeychain::recognisesAResponseThatComesLate()
{
    const Run late = inSession(kPid % u"kill -STOP $PID\n"_s % kProbe
        % u" write a one run \"kill -CONT $PID\" waited read a"_s);
    const QList<QByteArray> lines = late.out.split('\n');
    QVERIFY2(lines.value(0).startsWith("failed: The keychain has not responded within 3 s."),
        told(late).constData());
    QCOMPARE(lines.mid(1), (QList<QByteArray>{"0", "waited, fine", "“one”", ""}));
}

// The line is what makes the keychain go on here, as it makes a person look for the prompt.
void TestKeychain::saysOnATerminalThatItWaits()
{
    const QString server = u"{\"version\":1,\"servers\":[{\"name\":\"lift\",\"program\":\"sh\","
                           "\"arguments\":[\"-c\",\"exit 7\"],\"environment\":{\"DOOR\":\"\"},"
                           "\"secretVariables\":[\"DOOR\"]}]}"_s;
    const QString folder = m_home.filePath(u"terminal"_s);
    const Run told = inSession(u"mkdir -p "_s % folder % u"/sonde\necho '"_s % server % u"' >"_s
        % folder % u"/sonde/servers.json\n"_s % kPid % kProbe
        % u" write 'variables program lift' '[{\"name\":\"DOOR\",\"value\":\"OPENED\"}]'\n"
          "kill -STOP $PID\nXDG_CONFIG_HOME="_s
        % folder % u" script -qefc '"_s % kCli
        % u" info --era legacy --server lift' /dev/null </dev/null | while read -r line; do\n"
          "echo \"$line\"\ncase $line in *'not responded yet'*) kill -CONT $PID;; esac\ndone"_s);
    const QByteArray sentence = "The keychain has not responded yet. It may be asking for its "
                                "password in a window.";
    QCOMPARE(told.out.count(sentence), 1);
    QVERIFY2(told.out.contains("exit code 7"), told.out.constData()); // it was started
}

void TestKeychain::logsInOnceForManyCommands()
{
    if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
        QSKIP("Node.js is not installed (./dev test installs it)");
    ProtectedServer server;
    const QString url = u" --url "_s % server.url().toString();
    const QString cli = kCli % u" --era legacy "_s;
    const Run all = inSession(cli % u"tools list"_s % url % u"; echo code $?\n"_s % cli
        % u"auth login --browser 'node "_s % kAgree % u'\'' % url % u" >/dev/null; echo code $?\n"_s
        % cli % u"tools list"_s % url % u"; echo code $?\n"_s % cli % u"auth token"_s % url
        % u"; echo code $?\n"_s % cli % u"auth status"_s % url % u" | head -1\n"_s % cli
        % u"auth logout"_s % url % u"; echo code $?\n"_s % cli % u"auth status"_s % url
        % u"; echo code $?"_s);
    const QByteArray expected = "code 3\ncode 0\ncode 0\nSECRET-access-1\ncode 0\nresource        "
        + server.url().toEncoded() + "\ncode 0\ncode 3\n";
    QVERIFY2(all.out == expected, told(all).constData());
    const QByteArray command = "sonde-cli auth login --url '" + server.url().toEncoded() + '\'';
    QVERIFY2(all.err.contains(command), told(all).constData());
    QCOMPARE(all.err.count("SECRET"), 0);
    QCOMPARE(server.count("/authorize"), 1);
    QCOMPARE(server.count("/revoke"), 1);
}

// By another program: the index still names what is gone.
void TestKeychain::goesOnWhenAnEntryWasDeletedMeanwhile()
{
    ProtectedServer server;
    const QString robot = u" --era legacy --grant client-credentials --client-id robot --url "_s
        % server.url().toString();
    const QString tokens = u"tokens "_s % server.origin() % u' ' % server.url().toString();
    const QString code = u"; echo code $?\n"_s;
    const Run all = inSession(u"SONDE_CLIENT_SECRET=SECRET-robot "_s % kCli % u" auth login"_s
        % robot % u" >/dev/null\n"_s % kProbe % u" remove '"_s % tokens % u"'\n"_s % kCli
        % u" auth status"_s % robot % code % kCli % u" tools list"_s % robot % code % kCli
        % u" auth token"_s % robot % code);
    // A new token, with the secret that is still kept.
    QVERIFY2(all.out == "fine\ncode 3\ncode 0\nSECRET-access-2\ncode 0\n", told(all).constData());
    QVERIFY2(all.err.contains("Not logged in."), told(all).constData());
}

void TestKeychain::goesOnWithoutAKeychain()
{
    if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
        QSKIP("Node.js is not installed (./dev test installs it)");
    ProtectedServer server;
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(u"DBUS_SESSION_BUS_ADDRESS"_s, u"unix:path=/nonexistent"_s);
    environment.insert(u"SONDE_BROWSER"_s, u"node "_s % kAgree);
    const Run call = run(kCli,
        {u"--era"_s, u"legacy"_s, u"tools"_s, u"list"_s, u"--url"_s, server.url().toString()},
        environment);
    COMPARE_CODE(call, 0); // with a token in memory
    const Run login = run(kCli,
        {u"--era"_s, u"legacy"_s, u"auth"_s, u"login"_s, u"--url"_s, server.url().toString()},
        environment);
    COMPARE_CODE(login, 3);
    QVERIFY2(login.err.contains("The token was not stored"), told(login).constData());
    QVERIFY2(!told(login).contains("SECRET"), told(login).constData());
}

// Those of the window; a value on the command line counts more.
void TestKeychain::readsTheSecretsOfASavedServer()
{
    const QString folder = m_home.filePath(u"config/sonde"_s);
    QVERIFY(QDir().mkpath(folder));
    QFile file(folder % u"/servers.json"_s);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"version":1,"servers":[{"name":"gate","program":"sh",)"
               R"("arguments":["-c","echo \"got $DOOR\" >&2"],)"
               R"("environment":{"DOOR":""},"secretVariables":["DOOR"]}]})");
    file.close();
    const QString info = u"XDG_CONFIG_HOME="_s % m_home.filePath(u"config"_s) % u' ' % kCli
        % u" info --era legacy --server gate"_s;
    const QString code = u"; echo code $?\n"_s;
    const QString kept = u"'[{\"name\":\"DOOR\",\"value\":\"OPENED\"}]'\n"_s;
    const Run all = inSession(info % code % kProbe % u" write 'variables program gate' "_s % kept
        % info % code % info % u" --env DOOR=GIVEN"_s % code % info % u" --no-keychain"_s % code);
    QVERIFY2(all.out == "code 1\nfine\ncode 4\ncode 4\ncode 1\n", told(all).constData());
    for (const char *line : {"The environment variable DOOR of “gate” is not in the keychain. Edit "
                             "the server and enter "
                             "it again. Or give it to this command with --env.",
             "got OPENED", "got GIVEN",
             "The value of “DOOR” is in the keychain, and --no-keychain is given. Give the value "
             "with --env DOOR=…."})
        QVERIFY2(all.err.contains(line), told(all).constData());
}

// Whatever the runs before have left in the person's folders.
void TestKeychain::writesNothingInTheClear()
{
    int files = 0;
    QDirIterator all(m_home.path(), QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (all.hasNext()) {
        QFile file(all.next());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        ++files;
        const QByteArray content = file.readAll();
        QVERIFY2(
            !content.contains("SECRET") && !content.contains("one ü"), qPrintable(file.fileName()));
    }
    QVERIFY(files > 0); // the keyring's own
}

// The second token is got without what the first command was given.
void TestKeychain::keepsTheSecretOfAClient()
{
    ProtectedServer server;
    const QString robot = u" --era legacy --grant client-credentials --client-id robot --url "_s
        % server.url().toString();
    const Run all = inSession(u"SONDE_CLIENT_SECRET=SECRET-robot "_s % kCli % u" auth login"_s
        % robot % u" >/dev/null; echo code $?\n"_s % kCli % u" auth logout"_s % robot
        % u"; echo code $?\n"_s % kCli % u" tools list"_s % robot % u"; echo code $?"_s);
    QVERIFY2(all.out == "code 0\ncode 0\ncode 0\n", told(all).constData());
    QCOMPARE(server.count("/token"), 2);
    QCOMPARE(server.count("/authorize"), 0);
    QCOMPARE(all.err.count("SECRET"), 0);
}

// A logout says what it leaves in the keychain; with --all that is nothing about the server.
void TestKeychain::forgetsTheClientWhenThatIsSaid()
{
    ProtectedServer server;
    const QString url = u" --url "_s % server.url().toString();
    const QString robot = u" --era legacy --grant client-credentials --client-id robot"_s % url;
    const QString entry = u"given client "_s % server.url().toString();
    const QString list = kProbe % u" read index | grep -c '"_s % entry % u"'\n"_s;
    const QString logout = kCli % u" auth logout"_s % robot;
    const Run all = inSession(u"SONDE_CLIENT_SECRET=SECRET-robot "_s % kCli % u" auth login"_s
        % robot % u" >/dev/null; echo code $?\n"_s % logout % u"; echo code $?\n"_s % list % logout
        % u" --all; echo code $?\n"_s % list % kProbe % u" read '"_s % entry % u"'\n"_s % logout
        % u" --all; echo code $?"_s);
    QVERIFY2(all.out == "code 0\ncode 0\n1\ncode 0\n0\n“”\ncode 0\n", told(all).constData());
    for (const char *sentence :
        {"Logged out. Kept for the next login: the client robot (client secret). Use --all to "
         "delete it as well.",
            "Not logged in. Deleted: the client robot (client secret)."})
        QVERIFY2(all.err.contains(sentence), told(all).constData());
    QVERIFY2(all.err.trimmed().endsWith("Not logged in."), told(all).constData());
    QCOMPARE(all.err.count("SECRET"), 0);
}

// One authorization server for two servers: its registration goes with the last of their tokens,
// also when that logout was an earlier one.
void TestKeychain::keepsAClientThatAnotherServerNeeds()
{
    if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
        QSKIP("Node.js is not installed (./dev test installs it)");
    ProtectedServer server;
    const QString cli = kCli % u" --era legacy "_s;
    const QString one = u" --url "_s % server.url().toString();
    const QString other = u" --url "_s % server.origin() % u"/other"_s;
    const QString agree = u" --browser 'node "_s % kAgree % u"' >/dev/null\n"_s;
    const QString code = u"; echo code $?\n"_s;
    const Run all = inSession(cli % u"auth login"_s % one % agree % cli % u"auth login"_s % other
        % agree % cli % u"auth logout --all"_s % one % code % cli % u"auth token"_s % other % code
        % cli % u"auth logout"_s % other % code % cli % u"auth logout --all"_s % one % code % kProbe
        % u" read index | grep -c '"_s % server.origin() % u"'"_s);
    QVERIFY2(
        all.out == "code 0\nSECRET-access-2\ncode 0\ncode 0\ncode 0\n0\n", told(all).constData());
    QCOMPARE(server.count("/register"), 1);
    const QByteArray client("the client client-1, registered with " + server.origin().toLatin1());
    QVERIFY2(
        all.err.contains(QByteArray("Kept for the next login: " + client)), told(all).constData());
    QCOMPARE(all.err.count(QByteArray(" Deleted: " + client)), 1);
}

QTEST_GUILESS_MAIN(TestKeychain)
#include "tst_keychain.moc"
