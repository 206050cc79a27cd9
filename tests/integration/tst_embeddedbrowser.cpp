// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/browser/browserrun.h"
#include "auth/browser/embeddedbrowser.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::auth;

namespace {

constexpr int kDeadline = 20'000;
const QUrl kPage(u"https://as.example/authorize?state=s"
                 "&redirect_uri=http%3A%2F%2F127.0.0.1%3A4000%2Fcallback"_s);
constexpr char kReady[] = R"(say '{"type":"ready","protocol":1,"engine":"x"}')";

class OtherBrowser final : public Browser {
public:
    Result<void> open(const QUrl &url) override
    {
        pages << url;
        return {};
    }
    QList<QUrl> pages;
};

// What became of a page.
struct Watcher : QObject {
    PageWatch watch()
    {
        return {this,
            [this](const PageVisit &visit) { visits << QString(visit.what % u' ' % visit.text); },
            [this](const Result<QByteArray> &result) {
                ++ends;
                if (result)
                    query = *result;
                else
                    error = result.error();
            }};
    }
    QStringList visits;
    int ends = 0;
    QByteArray query;
    Error error;
};

} // namespace

// The side of Sonde, against programs in the place of sonde-browser that do what they should not.
class TestEmbeddedBrowser : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesARedirect();
    void tellsTheWay();
    void givesTheOrder();
    void refusesPrograms_data();
    void refusesPrograms();
    void saysWhyTheProgramEnded_data();
    void saysWhyTheProgramEnded();
    void refusesWhoSaysTooMuch();
    void tellsThatThePersonGaveUp();
    void handsOver();
    void opensNothingThatIsNoAddress_data();
    void opensNothingThatIsNoAddress();
    void saysThatItIsNotInstalled();
    void endsTheProgramWhenClosed();
    void outlivesWhoWatched();
    void keepsSecretsFromTheProgram();

private:
    // A program of shell commands; `say` prints its argument as a line.
    QString program(const QString &script)
    {
        const QString path = m_folder.filePath(u"browser-%1"_s.arg(++m_programs));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            return {};
        file.write("#!/bin/sh\nsay() { printf '%s\\n' \"$1\"; }\n" + script.toUtf8() + '\n');
        file.setPermissions(file.permissions() | QFile::ExeOwner);
        return path;
    }
    static QString ready(const QString &more)
    {
        return QLatin1String(kReady) + u'\n' + more + u"\nwhile read -r end; do :; done\n"_s;
    }
    EmbeddedBrowser::Setup with(const QString &script)
    {
        EmbeddedBrowser::Setup setup;
        setup.program = program(script);
        setup.title = u"notes"_s;
        return setup;
    }

    QTemporaryDir m_folder;
    int m_programs = 0;
};

void TestEmbeddedBrowser::takesARedirect()
{
    EmbeddedBrowser browser(with(ready(
        u"read -r order\n"
        "say '{\"type\":\"redirected\",\"url\":\"http://127.0.0.1:4000/callback?code=c%2F1&state=s\"}'"_s)));
    Watcher watcher;
    QVERIFY(browser.openWatched(kPage, watcher.watch()).ok());
    QTRY_COMPARE_WITH_TIMEOUT(watcher.ends, 1, kDeadline);
    QCOMPARE(watcher.query, "code=c%2F1&state=s"_ba);
    QCOMPARE(watcher.visits,
        QStringList(
            u"redirect http://127.0.0.1:4000/callback?code=(hidden, 3 characters)&state=s"_s));
}

void TestEmbeddedBrowser::tellsTheWay()
{
    EmbeddedBrowser browser(with(ready(
        u"say "
        u"'{\"type\":\"navigation\",\"window\":0,\"what\":\"redirect\",\"url\":\"https://a/\"}'\n"
        "say "
        "'{\"type\":\"loaded\",\"window\":0,\"url\":\"https://a/\",\"status\":404,\"secure\":true,"
        "\"text\":\"none\"}'\n"
        "say '{\"type\":\"refused\",\"window\":0,\"what\":\"download\",\"url\":\"https://b/\","
        "\"text\":\"no\"}'\n"
        "say '{\"type\":\"crashed\",\"window\":0,\"text\":\"bang\"}'"_s)));
    Watcher watcher;
    QVERIFY(browser.openWatched(kPage, watcher.watch()).ok());
    QTRY_COMPARE_WITH_TIMEOUT(watcher.visits.size(), 4, kDeadline);
    QCOMPARE(watcher.visits,
        QStringList({u"redirect https://a/"_s, u"loaded https://a/ – 404 none"_s,
            u"refused download: https://b/ – no"_s, u"crashed bang"_s}));
    QCOMPARE(watcher.ends, 0);
}

void TestEmbeddedBrowser::givesTheOrder()
{
    const QString copy = m_folder.filePath(u"order"_s);
    EmbeddedBrowser browser(
        with(ready(u"read -r order; say \"$order\" >'%1.new'; mv '%1.new' '%1'"_s.arg(copy))));
    Watcher watcher;
    QVERIFY(browser.openWatched(kPage, watcher.watch()).ok());
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(copy), kDeadline);
    QFile file(copy);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto order = parseBrowserOrder(Bytes::fromByteArray(file.readAll().trimmed()));
    QVERIFY(order.ok());
    QCOMPARE(order->url, kPage);
    QCOMPARE(order->redirectUri, QUrl(u"http://127.0.0.1:4000/callback"_s));
    QCOMPARE(order->title, u"notes"_s);
    QCOMPARE(order->theme, u"system"_s);
}

void TestEmbeddedBrowser::refusesPrograms_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<int>("domain");
    QTest::addColumn<QString>("says"); // in the sentence or the detail
    const auto row = [](const char *name, const QString &script, Domain domain, const char *says) {
        QTest::newRow(name) << script << int(domain) << QString::fromUtf8(says);
    };
    row("no JSON", u"say hello; read -r end; read -r end"_s, Domain::Protocol, "Invalid message");
    row("not ready first", u"say '{\"type\":\"closed\"}'; read -r end; read -r end"_s,
        Domain::Protocol, "in the wrong order");
    row("ready twice", ready(QLatin1String(kReady)), Domain::Protocol, "in the wrong order");
    row("different version",
        u"say '{\"type\":\"ready\",\"protocol\":2,\"engine\":\"x\"}'; read -r end; read -r end"_s,
        Domain::Protocol, "different version");
    row("redirect to another port",
        ready(
            u"say '{\"type\":\"redirected\",\"url\":\"http://127.0.0.1:4001/callback?code=c\"}'"_s),
        Domain::Protocol, "URL other than");
    row("redirect to another scheme",
        ready(u"say '{\"type\":\"redirected\",\"url\":\"javascript:1\"}'"_s), Domain::Protocol,
        "URL other than");
    row("a huge line", ready(u"head -c 100000 /dev/zero | tr '\\0' x; echo"_s), Domain::Protocol,
        "too long");
    row("ends", u"echo 'no display' >&2; exit 3"_s, Domain::Process, "no display");
    row("is killed", ready(u"kill -9 $$"_s), Domain::Process, "killed");
}

void TestEmbeddedBrowser::refusesPrograms()
{
    QFETCH(const QString, script);
    QFETCH(const int, domain);
    QFETCH(const QString, says);
    EmbeddedBrowser browser(with(script));
    Watcher watcher;
    QVERIFY(browser.openWatched(kPage, watcher.watch()).ok());
    QTRY_COMPARE_WITH_TIMEOUT(watcher.ends, 1, kDeadline);
    QCOMPARE(int(watcher.error.domain), domain);
    QVERIFY2(QString(watcher.error.sentence % watcher.error.detail).contains(says),
        qUtf8Printable(watcher.error.sentence));
}

void TestEmbeddedBrowser::saysWhyTheProgramEnded_data()
{
    QTest::addColumn<QString>("script");
    QTest::addColumn<QString>("says"); // at the end of the sentence
    QTest::newRow("its own words")
        << u"echo 'sonde-browser: Not for root. Use another user.' >&2; echo later >&2; exit 1"_s
        << u"“Not for root. Use another user.”"_s;
    QTest::newRow("the last line")
        << u"printf 'a\n  no   display\n\n' >&2; exit 1"_s << u"“no display”"_s;
    QTest::newRow("nothing") << u"exit 1"_s << u"the authorization server responded."_s;
    QTest::newRow("too much") << u"head -c 90000 /dev/zero | tr '\\0' x >&2; exit 1"_s << u"xxx”"_s;
}

void TestEmbeddedBrowser::saysWhyTheProgramEnded()
{
    QFETCH(const QString, script);
    QFETCH(const QString, says);
    EmbeddedBrowser browser(with(script));
    Watcher watcher;
    QVERIFY(browser.openWatched(kPage, watcher.watch()).ok());
    QTRY_COMPARE_WITH_TIMEOUT(watcher.ends, 1, kDeadline);
    QVERIFY2(watcher.error.sentence.endsWith(says), qUtf8Printable(watcher.error.sentence));
    QVERIFY(watcher.error.sentence.size() < 500);
}

void TestEmbeddedBrowser::refusesWhoSaysTooMuch()
{
    EmbeddedBrowser browser(
        with(ready(u"yes '{\"type\":\"crashed\",\"window\":0,\"text\":\"again\"}'"_s)));
    Watcher watcher;
    QVERIFY(browser.openWatched(kPage, watcher.watch()).ok());
    QTRY_COMPARE_WITH_TIMEOUT(watcher.ends, 1, kDeadline);
    QVERIFY(watcher.error.sentence.contains(u"too many messages"));
    QVERIFY(watcher.visits.size() < BrowserRun::kMaxEvents);
}

void TestEmbeddedBrowser::tellsThatThePersonGaveUp()
{
    EmbeddedBrowser browser(with(ready(u"say '{\"type\":\"closed\"}'"_s)));
    Watcher watcher;
    QVERIFY(browser.openWatched(kPage, watcher.watch()).ok());
    QTRY_COMPARE_WITH_TIMEOUT(watcher.ends, 1, kDeadline);
    QCOMPARE(watcher.error.domain, Domain::Authorization);
    QCOMPARE(watcher.error.code, BrowserRun::kGivenUp);
}

void TestEmbeddedBrowser::handsOver()
{
    OtherBrowser other;
    auto setup = with(ready(u"say '{\"type\":\"elsewhere\"}'"_s));
    setup.elsewhere = &other;
    EmbeddedBrowser browser(setup);
    Watcher watcher;
    QVERIFY(browser.openWatched(kPage, watcher.watch()).ok());
    QTRY_COMPARE_WITH_TIMEOUT(other.pages, QList<QUrl>{kPage}, kDeadline);
    QCOMPARE(watcher.ends, 0); // the redirect will come to the listener
}

void TestEmbeddedBrowser::opensNothingThatIsNoAddress_data()
{
    QTest::addColumn<QString>("url");
    const QString redirect = u"redirect_uri=http%3A%2F%2F127.0.0.1%3A4000%2Fcallback"_s;
    QTest::newRow("javascript") << u"javascript:alert(1)//?"_s + redirect;
    QTest::newRow("file") << u"file:///etc/passwd?"_s + redirect;
    QTest::newRow("http of the network") << u"http://as.example/?"_s + redirect;
    QTest::newRow("shell") << u"https://as.example/'id'?"_s + redirect;
    QTest::newRow("no redirect URI") << u"https://as.example/authorize"_s;
    QTest::newRow("redirect URI elsewhere")
        << u"https://as.example/authorize?redirect_uri=https%3A%2F%2Fevil.example%2F"_s;
}

void TestEmbeddedBrowser::opensNothingThatIsNoAddress()
{
    QFETCH(const QString, url);
    const QString mark = m_folder.filePath(u"started"_s);
    EmbeddedBrowser browser(with(u"touch '%1'"_s.arg(mark)));
    Watcher watcher;
    const Result<void> opened = browser.openWatched(QUrl(url), watcher.watch());
    QVERIFY(!opened.ok());
    QCOMPARE(opened.error().domain, Domain::Authorization);
    QVERIFY(!QFile::exists(mark));
}

void TestEmbeddedBrowser::saysThatItIsNotInstalled()
{
    EmbeddedBrowser::Setup setup;
    setup.program = m_folder.filePath(u"none"_s);
    EmbeddedBrowser browser(setup);
    Watcher watcher;
    QVERIFY(browser.openWatched(kPage, watcher.watch()).ok());
    QTRY_COMPARE_WITH_TIMEOUT(watcher.ends, 1, kDeadline);
    QCOMPARE(watcher.error.domain, Domain::Process);
}

void TestEmbeddedBrowser::endsTheProgramWhenClosed()
{
    const QString mark = m_folder.filePath(u"ended"_s);
    EmbeddedBrowser browser(
        with(u"%1\nsay '{\"type\":\"crashed\",\"window\":0,\"text\":\"\"}'\nwhile read -r x; do :; "
             u"done\n"
             "touch '%2'"_s.arg(QLatin1String(kReady), mark)));
    Watcher watcher;
    QVERIFY(browser.openWatched(kPage, watcher.watch()).ok());
    QTRY_COMPARE_WITH_TIMEOUT(watcher.visits.size(), 1, kDeadline);
    browser.close();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(mark), kDeadline); // its input has ended
    QCOMPARE(watcher.ends, 0);
}

void TestEmbeddedBrowser::outlivesWhoWatched()
{
    const QString mark = m_folder.filePath(u"ended-too"_s);
    EmbeddedBrowser browser(with(ready(u"say '{\"type\":\"crashed\",\"window\":0,\"text\":\"\"}'\n"
                                       "while read -r x; do :; done\ntouch '%1'"_s.arg(mark))));
    auto watcher = std::make_unique<Watcher>();
    QVERIFY(browser.openWatched(kPage, watcher->watch()).ok());
    QTRY_COMPARE_WITH_TIMEOUT(watcher->visits.size(), 1, kDeadline);
    watcher.reset();
    QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(mark), kDeadline);
}

void TestEmbeddedBrowser::keepsSecretsFromTheProgram()
{
    qputenv("SONDE_CLIENT_SECRET", "SECRET-client");
    EmbeddedBrowser browser(with(ready(
        u"say '{\"type\":\"crashed\",\"window\":0,\"text\":\"'\"<$SONDE_CLIENT_SECRET>\"'\"}'"_s)));
    Watcher watcher;
    QVERIFY(browser.openWatched(kPage, watcher.watch()).ok());
    QTRY_COMPARE_WITH_TIMEOUT(watcher.visits.size(), 1, kDeadline);
    qunsetenv("SONDE_CLIENT_SECRET");
    QCOMPARE(watcher.visits.front(), u"crashed <>"_s);
}

QTEST_GUILESS_MAIN(TestEmbeddedBrowser)
#include "tst_embeddedbrowser.moc"
