// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/serveraccess.h"
#include "support/optionline.h"

#include <QTemporaryFile>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::cli;

// The part of the command line that says how to be authorized.
class TestCliAuthOptions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsTheCommands();
    void readsEveryOption();
    void readsTheGrantsWithoutAPerson();
    void explainsWrongInput_data();
    void explainsWrongInput();
    void leavesThePersonsOwnHeaderAlone();
    void quotesTheCommandToRun();
};

void TestCliAuthOptions::readsTheCommands()
{
    const QString url = u" --url http://localhost/mcp"_s;
    QCOMPARE(test::optionsOf(u"auth login"_s + url)->command, Command::AuthLogin);
    QCOMPARE(test::optionsOf(u"auth status"_s + url)->command, Command::AuthStatus);
    QCOMPARE(test::optionsOf(u"auth logout"_s + url)->command, Command::AuthLogout);
    QCOMPARE(test::optionsOf(u"auth token"_s + url)->command, Command::AuthToken);
    QVERIFY(!test::optionsOf(u"auth logout"_s + url)->auth.forgetClient);
    QVERIFY(test::optionsOf(u"auth logout --all"_s + url)->auth.forgetClient);
    const Result<Options> elsewhere = test::optionsOf(u"auth login --all"_s + url);
    QVERIFY(!elsewhere && elsewhere.error().sentence.startsWith(u"--all is only for auth logout"));
}

void TestCliAuthOptions::readsEveryOption()
{
    const Result<Options> options = parseOptions({"--browser", "firefox --new", "--client-id", "me",
        "--client-document", "https://example.org/c.json", "--issuer", "https://a.example",
        "--no-browser", "--no-keychain", "--override", "iss-mismatch", "--override=url-private",
        "--redirect-port", "8765", "--scope", "read write", "--url", "http://localhost/mcp", "auth",
        "login"});
    QVERIFY2(options.ok(), qPrintable(options ? QString() : options.error().sentence));
    const AuthOptions &auth = options->auth;
    QCOMPARE(auth.browser, u"firefox --new"_s);
    QCOMPARE(auth.settings.clientId, u"me"_s);
    QCOMPARE(auth.clientDocument, u"https://example.org/c.json"_s);
    QCOMPARE(auth.settings.issuer, u"https://a.example"_s);
    QVERIFY(auth.noBrowser);
    QVERIFY(auth.noKeychain);
    QCOMPARE(auth.settings.redirectPort, 8765);
    QCOMPARE(auth.settings.scopes, (QStringList{u"read"_s, u"write"_s}));
    QCOMPARE(
        auth.overrides, (auth::Overrides{auth::AuthRule::IssMismatch, auth::AuthRule::UrlPrivate}));
}

void TestCliAuthOptions::readsTheGrantsWithoutAPerson()
{
    QTemporaryFile key;
    QVERIFY(key.open());
    key.write("-----BEGIN PRIVATE KEY-----\n");
    key.close();
    const Result<Options> options =
        parseOptions({"--grant", "enterprise-managed", "--client-id", "robot", "--client-key",
            key.fileName().toStdString(), "--idp-token-endpoint", "https://idp.example/token",
            "--idp-client-id", "desk", "--url", "http://localhost/mcp", "tools", "list"});
    QVERIFY2(options.ok(), qPrintable(options ? QString() : options.error().sentence));
    const config::AuthSettings &settings = options->auth.settings;
    QCOMPARE(settings.grant, config::AuthGrant::EnterpriseManaged);
    QCOMPARE(settings.proof, config::AuthProof::PrivateKey);
    QCOMPARE(settings.privateKey.reveal(), u"-----BEGIN PRIVATE KEY-----\n"_s);
    QCOMPARE(settings.identity.tokenEndpoint, u"https://idp.example/token"_s);
    QCOMPARE(settings.identity.clientId, u"desk"_s);
    qputenv("SONDE_CLIENT_SECRET", "SECRET-1");
    qputenv("SONDE_ID_TOKEN", " a.b.c\n");
    config::AuthSettings whole = settings;
    addSecrets(whole);
    QCOMPARE(whole.clientSecret.reveal(), u"SECRET-1"_s);
    QCOMPARE(whole.identity.idToken.reveal(), u"a.b.c"_s);
    qunsetenv("SONDE_CLIENT_SECRET");
    qunsetenv("SONDE_ID_TOKEN");
}

void TestCliAuthOptions::explainsWrongInput_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("part");
    const auto row = [](const char *line, const char *part) {
        QTest::newRow(line) << QString::fromLatin1(line) << QString::fromUtf8(part);
    };
    row("auth --url http://localhost/", "auth login");
    row("auth lgin --url http://localhost/", "Did you mean login?");
    row("auth login x --url http://localhost/", "takes no further argument");
    row("auth login -- server", "Add --url URL");
    row("info --browser x -- server", "--browser is only for a server with a URL");
    row("auth login --url http://localhost/ --override nonsense", "There is no rule “nonsense”");
    row("auth login --url http://localhost/ --override browser-url", "no rule “browser-url”");
    row("auth login --url http://localhost/ --grant password", "is not a grant");
    row("auth login --url http://localhost/ --client-proof basic", "client_secret_basic");
    row("auth login --url http://localhost/ --client-key /nowhere/key.pem", "Cannot read the file");
    row("auth login --url http://localhost/ --client-key /dev/null", "is empty");
    row("auth login --url http://localhost/ --client-id i --client-key /etc/hostname",
        "--client-key: This is not a private key");
    row("info --url http://localhost/ --grant client-credentials", "--client-id: The client ID");
    row("info --url http://localhost/ --grant enterprise-managed --client-id i",
        "--idp-token-endpoint: ");
    row("info --url http://localhost/ --grant enterprise-managed --client-id i "
        "--idp-token-endpoint http://idp.example/ --idp-client-id j",
        "https://");
    row("info --grant browser -- server", "--grant is only for a server with a URL");
    row("auth login --url http://localhost/ --redirect-port 0", "is not a port");
    row("auth login --url http://localhost/ --redirect-port http", "is not a port");
}

void TestCliAuthOptions::explainsWrongInput()
{
    QFETCH(QString, line);
    QFETCH(QString, part);
    const Result<Options> options = test::optionsOf(line);
    QVERIFY(!options.ok());
    QCOMPARE(options.error().domain, Domain::Usage);
    QVERIFY2(options.error().sentence.contains(part), qPrintable(options.error().sentence));
}

void TestCliAuthOptions::leavesThePersonsOwnHeaderAlone()
{
    QVERIFY(ServerAccess::isRequested(*test::optionsOf(u"info --url http://localhost/"_s)));
    QVERIFY(!ServerAccess::isRequested(
        *test::optionsOf(u"info --url http://localhost/ --header authorization:x"_s)));
    QVERIFY(!ServerAccess::isRequested(*test::optionsOf(u"info -- server"_s)));
}

void TestCliAuthOptions::quotesTheCommandToRun()
{
    const Result<Options> options = test::optionsOf(u"info --url http://localhost/a'b?x=$(id)"_s);
    QVERIFY(options.ok());
    QCOMPARE(ServerAccess::loginCommand(*options, u"read write"_s),
        u"sonde-cli auth login --url 'http://localhost/a'\\''b?x=$(id)' --scope 'read write'"_s);
}

QTEST_GUILESS_MAIN(TestCliAuthOptions)
#include "tst_cliauthoptions.moc"
