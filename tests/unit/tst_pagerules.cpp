// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/urlrules.h"
#include "auth/browser/pagerules.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde::auth;
using Verdict = PageRules::Verdict;

Q_DECLARE_METATYPE(sonde::auth::PageRules::Verdict)

// Where the pages of an authorization may lead.
class TestPageRules : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void judgesPages_data();
    void judgesPages();
    void judgesPagesOfAServerOnThisMachine_data();
    void judgesPagesOfAServerOnThisMachine();
    void judgesFrames_data();
    void judgesFrames();
    void judgesRequests_data();
    void judgesRequests();
    void hidesSecretsOfAddresses_data();
    void hidesSecretsOfAddresses();
    void showsAddressesThatAreNotTooLong();
};

namespace {

const QUrl kRedirect(u"http://127.0.0.1:4000/callback"_s);

PageRules publicRules()
{
    return {QUrl(u"https://as.example/authorize?state=s"_s), kRedirect};
}

PageRules localRules()
{
    return {QUrl(u"http://localhost:9000/authorize?state=s"_s), kRedirect};
}

void row(const char *name, const char *url, Verdict verdict)
{
    QTest::newRow(name) << QUrl(QString::fromUtf8(url)) << verdict;
}

void columns()
{
    QTest::addColumn<QUrl>("url");
    QTest::addColumn<Verdict>("verdict");
}

void check(const PageRules::Judgement &judgement)
{
    QFETCH(const Verdict, verdict);
    QVERIFY2(judgement.verdict == verdict, qUtf8Printable(judgement.reason));
    QCOMPARE(judgement.reason.isEmpty(), verdict != Verdict::Refused);
}

} // namespace

void TestPageRules::judgesPages_data()
{
    columns();
    row("https", "https://login.example/", Verdict::Allowed);
    row("http", "http://login.example/", Verdict::Allowed);
    row("the page of a new window", "about:blank", Verdict::Allowed);
    row("answer", "http://127.0.0.1:4000/callback?code=c&state=s", Verdict::Redirected);
    row("answer without a query", "http://127.0.0.1:4000/callback", Verdict::Redirected);
    row("answer with another state", "http://127.0.0.1:4000/callback?code=c&state=x",
        Verdict::Redirected); // the flow says what is wrong with it
    row("another port", "http://127.0.0.1:4001/callback?code=c&state=s", Verdict::Refused);
    row("another path", "http://127.0.0.1:4000/other?code=c&state=s", Verdict::Refused);
    row("another name", "http://localhost:4000/callback?code=c&state=s", Verdict::Refused);
    row("another scheme", "https://127.0.0.1:4000/callback?code=c", Verdict::Refused);
    row("with a user", "http://a@127.0.0.1:4000/callback?code=c", Verdict::Refused);
    row("this machine", "http://localhost:8080/", Verdict::Refused);
    row("this machine, IPv6", "http://[::1]:8080/", Verdict::Refused);
    row("javascript", "javascript:alert(1)", Verdict::Refused);
    row("javascript with a host", "javascript://as.example/%0aalert(1)", Verdict::Refused);
    row("file", "file:///etc/passwd", Verdict::Refused);
    row("file of a host", "file://as.example/etc/passwd", Verdict::Refused);
    row("data", "data:text/html,<p>x", Verdict::Refused);
    row("blob", "blob:https://as.example/1", Verdict::Refused);
    row("about:srcdoc", "about:srcdoc", Verdict::Refused);
    row("source", "view-source:https://as.example/", Verdict::Refused);
    row("settings of the engine", "chrome://settings", Verdict::Refused);
    row("resource of the program", "qrc:///x", Verdict::Refused);
    row("of another program", "mailto:a@b", Verdict::Refused);
    row("ftp", "ftp://as.example/", Verdict::Refused);
    row("user", "https://as.example@evil.example/", Verdict::Refused);
    row("no host", "https:///x", Verdict::Refused);
}

void TestPageRules::judgesPages()
{
    QFETCH(const QUrl, url);
    check(publicRules().navigation(url, true));
}

void TestPageRules::judgesPagesOfAServerOnThisMachine_data()
{
    columns();
    row("itself", "http://localhost:9000/log-in", Verdict::Allowed);
    row("another one", "http://127.0.0.1:9001/log-in?state=s", Verdict::Allowed);
    row("the network", "https://login.example/", Verdict::Allowed);
    row("answer", "http://127.0.0.1:4000/callback?code=c&state=s", Verdict::Redirected);
    row("answer to another port", "http://127.0.0.1:4001/callback?code=c&state=s",
        Verdict::Refused);
    row("error to another port", "http://127.0.0.1:4001/?error=e&state=s", Verdict::Refused);
    row("answer to another name", "http://localhost:4001/callback?code=c&state=s",
        Verdict::Refused);
    row("its own use of our state", "http://localhost:9000/back?code=c&state=s", Verdict::Allowed);
}

void TestPageRules::judgesPagesOfAServerOnThisMachine()
{
    QFETCH(const QUrl, url);
    check(localRules().navigation(url, true));
}

void TestPageRules::judgesFrames_data()
{
    columns();
    row("https", "https://captcha.example/", Verdict::Allowed);
    row("srcdoc", "about:srcdoc", Verdict::Allowed);
    row("data", "data:text/html,<p>x", Verdict::Allowed);
    row("answer", "http://127.0.0.1:4000/callback?code=c&state=s", Verdict::Refused);
    row("this machine", "http://127.0.0.1:80/", Verdict::Refused);
    row("file", "file:///etc/passwd", Verdict::Refused);
    row("javascript", "javascript:1", Verdict::Refused);
}

void TestPageRules::judgesFrames()
{
    QFETCH(const QUrl, url);
    check(publicRules().navigation(url, false));
}

void TestPageRules::judgesRequests_data()
{
    columns();
    row("picture", "https://cdn.example/a.png", Verdict::Allowed);
    row("data", "data:image/png;base64,AA", Verdict::Allowed);
    row("socket", "wss://as.example/", Verdict::Allowed);
    row("the listener", "http://127.0.0.1:4000/callback?code=c&state=s", Verdict::Refused);
    row("this machine", "http://localhost:6379/", Verdict::Refused);
    row("a socket of this machine", "ws://127.0.0.1:9222/", Verdict::Refused);
    row("file", "file:///etc/passwd", Verdict::Refused);
    row("ftp", "ftp://as.example/a", Verdict::Refused);
}

void TestPageRules::judgesRequests()
{
    QFETCH(const QUrl, url);
    check(publicRules().request(url));
}

void TestPageRules::hidesSecretsOfAddresses_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("shown");
    const auto shows = [](const char *name, const char *url, const char *shown) {
        QTest::newRow(name) << QString::fromUtf8(url) << QString::fromUtf8(shown);
    };
    shows("nothing secret", "https://a.example/p?x=%2F&y", "https://a.example/p?x=%2F&y");
    shows("code", "https://a.example/p?code=abc&x=1",
        "https://a.example/p?code=(hidden, 3 characters)&x=1");
    shows("user and fragment", "https://u:p@a.example/#access_token=t", "https://a.example/");
    shows("script", "javascript:alert(1)", "javascript:alert(1)");
}

void TestPageRules::hidesSecretsOfAddresses()
{
    QFETCH(const QString, url);
    QFETCH(const QString, shown);
    QCOMPARE(shownAddress(QUrl(url)), shown);
}

void TestPageRules::showsAddressesThatAreNotTooLong()
{
    const QString many = u"https://a.example/?"_s + u"a=1&"_s.repeated(1000) + u"code=abc"_s;
    QCOMPARE(shownAddress(QUrl(many)), u"https://a.example/?(hidden, too many parameters)"_s);
    const QString longOne = u"https://a.example/"_s + QString(100'000, u'x');
    QCOMPARE(shownAddress(QUrl(longOne)).size(), kMaxUrl);
    QCOMPARE(publicRules().navigation(QUrl(longOne), true).verdict, Verdict::Refused);
}

QTEST_GUILESS_MAIN(TestPageRules)
#include "tst_pagerules.moc"
