// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options.h"
#include "cli/serveraccess.h"

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
    void explainsWrongInput_data();
    void explainsWrongInput();
    void leavesThePersonsOwnHeaderAlone();
    void quotesTheCommandToRun();
};

namespace {

Result<Options> parse(const QString &line)
{
    std::vector<std::string> words;
    for (const QString &word : line.split(u' ', Qt::SkipEmptyParts))
        words.push_back(word.toStdString());
    return parseOptions(words);
}

} // namespace

void TestCliAuthOptions::readsTheCommands()
{
    const QString url = u" --url http://localhost/mcp"_s;
    QCOMPARE(parse(u"auth login"_s + url)->command, Command::AuthLogin);
    QCOMPARE(parse(u"auth status"_s + url)->command, Command::AuthStatus);
    QCOMPARE(parse(u"auth logout"_s + url)->command, Command::AuthLogout);
    QCOMPARE(parse(u"auth token"_s + url)->command, Command::AuthToken);
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
    QCOMPARE(auth.clientId, u"me"_s);
    QCOMPARE(auth.clientDocument, u"https://example.org/c.json"_s);
    QCOMPARE(auth.issuer, u"https://a.example"_s);
    QVERIFY(auth.noBrowser);
    QVERIFY(auth.noKeychain);
    QCOMPARE(auth.redirectPort, 8765);
    QCOMPARE(auth.scopes, (QStringList{u"read"_s, u"write"_s}));
    QCOMPARE(auth.overrides, (auth::Overrides{auth::Rule::IssMismatch, auth::Rule::UrlPrivate}));
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
    row("auth login x --url http://localhost/", "takes nothing more");
    row("auth login -- server", "write --url URL");
    row("info --browser x -- server", "--browser is for a server that is reached by URL");
    row("auth login --url http://localhost/ --override nonsense", "There is no rule “nonsense”");
    row("auth login --url http://localhost/ --override browser-url", "no rule “browser-url”");
    row("auth login --url http://localhost/ --redirect-port 0", "is no port");
    row("auth login --url http://localhost/ --redirect-port http", "is no port");
}

void TestCliAuthOptions::explainsWrongInput()
{
    QFETCH(QString, line);
    QFETCH(QString, part);
    const Result<Options> options = parse(line);
    QVERIFY(!options.ok());
    QCOMPARE(options.error().domain, Domain::Usage);
    QVERIFY2(options.error().sentence.contains(part), qPrintable(options.error().sentence));
}

void TestCliAuthOptions::leavesThePersonsOwnHeaderAlone()
{
    QVERIFY(ServerAccess::isWanted(*parse(u"info --url http://localhost/"_s)));
    QVERIFY(!ServerAccess::isWanted(
        *parse(u"info --url http://localhost/ --header authorization:x"_s)));
    QVERIFY(!ServerAccess::isWanted(*parse(u"info -- server"_s)));
}

void TestCliAuthOptions::quotesTheCommandToRun()
{
    const Result<Options> options = parse(u"info --url http://localhost/a'b?x=$(id)"_s);
    QVERIFY(options.ok());
    QCOMPARE(ServerAccess::loginCommand(*options, u"read write"_s),
        u"sonde-cli auth login --url 'http://localhost/a'\\''b?x=$(id)' --scope 'read write'"_s);
}

QTEST_GUILESS_MAIN(TestCliAuthOptions)
#include "tst_cliauthoptions.moc"
