// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/namedmetadata.h"
#include "support/authscript.h"

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::auth;
using test::AuthScript;

// Challenges and documents that are not quite what the standards want: read where it is clear what
// is meant, and named in a sentence.
class TestAuthDiscovery : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void triesEachNamedUrl_data();
    void triesEachNamedUrl();
    void triesTheNextWhenOneIsOfAnotherServer();
    void boundsTheNamedUrls();
    void readsSingleQuotes();
    void namesAUrlThatIsNotRequested_data();
    void namesAUrlThatIsNotRequested();
    void namesTheUrlWithoutMetadata();
    void namesBothIssuers_data();
    void namesBothIssuers();
    void keepsThePercentOfAnIssuer();
    void readsStringsAsLists();
    void saysThatAListIsNone_data();
    void saysThatAListIsNone();
};

namespace {

const QString kMetadata = u"https://mcp.example/.well-known/oauth-protected-resource"_s;
const QString kFirst = u"fetch GET https://mcp.example/one\n"_s;
const QString kSecond = u"fetch GET https://mcp.example/two\n"_s;
const QString kServer = u"fetch GET https://as.example/.well-known/oauth-authorization-server\n"_s;

QString remarksOf(AuthScript &script, StepKind kind)
{
    QStringList remarks;
    for (const Step &step : script.flow().steps()) {
        for (const QString &remark : step.remarks) {
            if (step.kind == kind)
                remarks << remark;
        }
    }
    return remarks.join(u'\n');
}

} // namespace

void TestAuthDiscovery::triesEachNamedUrl_data()
{
    QTest::addColumn<QString>("challenge");
    QTest::addColumn<bool>("isRemarked");
    QTest::newRow("in one challenge")
        << u"Bearer resource_metadata=\"https://mcp.example/one\", error=\"invalid_token\", "
           "resource_metadata=\"https://mcp.example/two\""_s
        << true;
    QTest::newRow("in two challenges") << u"Bearer resource_metadata=\"https://mcp.example/one\", "
                                          "DPoP resource_metadata=\"https://mcp.example/two\""_s
                                       << false;
    QTest::newRow("blanks, and a repetition")
        << u"Basic realm=\"x\", Bearer resource_metadata = \"https://mcp.example/one\" , "
           "Resource_Metadata=https://mcp.example/one, "
           "resource_metadata  =  \"https://mcp.example/two\""_s
        << true;
}

void TestAuthDiscovery::triesEachNamedUrl()
{
    QFETCH(const QString, challenge);
    QFETCH(const bool, isRemarked);
    AuthScript script;
    script.play(QString(u"> wanted 401 "_s % challenge % u'\n' % kFirst % u"> 404\n"_s % kSecond
        % u"> resource\n"_s % kServer));
    QCOMPARE(remarksOf(script, StepKind::Challenge).contains(u"RFC 9110 section 11.2"), isRemarked);
}

void TestAuthDiscovery::triesTheNextWhenOneIsOfAnotherServer()
{
    const QString challenge = u"> wanted 401 Bearer resource_metadata=https://mcp.example/one, "
                              "resource_metadata=https://mcp.example/two\n"_s;
    const QString other = u"> 200 {\"resource\":\"https://other.example/\"}\n"_s;
    AuthScript script;
    script.play(QString(challenge % kFirst % other % kSecond % u"> resource\n"_s % kServer));
    AuthScript without;
    without.play(
        QString(challenge % kFirst % other % kSecond % u"> 404\nrefused resource-mismatch"_s));
    const QString &sentence = without.flow().steps().back().decision;
    QVERIFY2(sentence.contains(u"“https://other.example/”")
            && sentence.contains(u"https://mcp.example/mcp"),
        qPrintable(sentence));
}

void TestAuthDiscovery::boundsTheNamedUrls()
{
    QString challenge = u"> wanted 401 Bearer "_s;
    QString expected;
    for (int i = 0; i < 50; ++i) {
        const QString url = u"https://mcp.example/%1"_s.arg(i);
        challenge += u"resource_metadata=\"%1\", "_s.arg(url);
        if (i < NamedMetadata::kMaxUrls)
            expected += u"fetch GET %1\n> 404\n"_s.arg(url);
    }
    AuthScript script;
    script.play(QString(challenge % u'\n' % expected % u"refused resource-metadata-missing"_s));
}

void TestAuthDiscovery::readsSingleQuotes()
{
    AuthScript script;
    script.play(QString(u"> wanted 401 Bearer scope='a b', resource_metadata="
                        "'https://mcp.example/one'\n"_s
        % kFirst % u"> resource\n"_s % kServer));
    QVERIFY(remarksOf(script, StepKind::Challenge).contains(u"single quotes"));
}

void TestAuthDiscovery::namesAUrlThatIsNotRequested_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("rule");
    QTest::newRow("relative") << u"/.well-known/here"_s << u"url-malformed"_s;
    QTest::newRow("no URL") << u"not a [URL"_s << u"url-malformed"_s;
    QTest::newRow("not secure") << u"http://mcp.example/one"_s << u"url-not-secure"_s;
}

void TestAuthDiscovery::namesAUrlThatIsNotRequested()
{
    QFETCH(const QString, url);
    QFETCH(const QString, rule);
    AuthScript script;
    script.play(u"> wanted 401 Bearer resource_metadata=\"%1\"\nrefused %2"_s.arg(url, rule));
    const QString &sentence = script.flow().steps().back().decision;
    QVERIFY2(sentence.contains(u'“' % url % u'”'), qPrintable(sentence));
}

void TestAuthDiscovery::namesTheUrlWithoutMetadata()
{
    AuthScript script;
    script.play(QString(u"> wanted 401 Bearer resource_metadata=\"https://mcp.example/one\"\n"_s
        % kFirst % u"> 404\nrefused resource-metadata-missing"_s));
    const QString &sentence = script.flow().steps().back().decision;
    QVERIFY2(
        sentence.contains(u"“https://mcp.example/one”") && sentence.contains(u"HTTP status 404."),
        qPrintable(sentence));
}

void TestAuthDiscovery::namesBothIssuers_data()
{
    QTest::addColumn<QString>("issuer");
    QTest::addColumn<QString>("says");
    QTest::newRow("a slash") << u"https://as.example/"_s << u"slash at the end"_s;
    QTest::newRow("a placeholder") << u"https://as.example/{tenantid}/v2"_s << u"placeholder"_s;
    QTest::newRow("another") << u"https://evil.example"_s << u"was requested."_s;
}

// The second document is not there: its status does not replace what is wrong with the first one.
void TestAuthDiscovery::namesBothIssuers()
{
    QFETCH(const QString, issuer);
    QFETCH(const QString, says);
    AuthScript script;
    script.play(QString(u"> wanted 401\nfetch GET "_s % kMetadata % u"/mcp\n> resource\n"_s
        % kServer % u"> server \"issuer\":\""_s % issuer
        % u"\"\nfetch GET https://as.example/.well-known/openid-configuration\n> 404\n"
          "refused issuer-mismatch"_s));
    const QString &sentence = script.flow().steps().back().decision;
    QVERIFY2(sentence.contains(u'“' % issuer % u'”'), qPrintable(sentence));
    QVERIFY2(sentence.contains(u"“https://as.example”"), qPrintable(sentence));
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
}

// What a server writes is no place for another text.
void TestAuthDiscovery::keepsThePercentOfAnIssuer()
{
    AuthScript script;
    script.play(QString(u"> wanted 401\nfetch GET "_s % kMetadata
        % u"/mcp\n> 200 {\"resource\":\"https://mcp.example/mcp\","
          "\"authorization_servers\":[\"as.example/%1/%2\"]}\n"
          "refused url-malformed"_s));
    const QString &sentence = script.flow().steps().back().decision;
    QVERIFY2(sentence.contains(u"“as.example/%1/%2”"), qPrintable(sentence));
}

void TestAuthDiscovery::readsStringsAsLists()
{
    AuthScript script;
    script.play(QString(u"> wanted 401\nfetch GET "_s % kMetadata
        % u"/mcp\n> 200 {\"resource\":\"https://mcp.example/mcp\","
          "\"authorization_servers\":\"https://as.example\",\"scopes_supported\":\"a b\"}\n"_s
        % kServer
        % u"> server \"code_challenge_methods_supported\":\"S256\"\n"
          "listen 0\n> listening 4711\nfetch POST https://as.example/register\n"
          "> 201 {\"client_id\":\"c1\"}\nkeep client c1 none\n"
          "browse https://as.example/authorize"_s));
    QCOMPARE(script.asked(u"scope"_s), u"a b"_s);
    const QString resource = remarksOf(script, StepKind::ResourceMetadata);
    QVERIFY2(resource.contains(u"authorization_servers is a string")
            && resource.contains(u"scopes_supported is a string"),
        qPrintable(resource));
    const QString server = remarksOf(script, StepKind::ServerMetadata);
    QVERIFY2(server.contains(u"code_challenge_methods_supported is a string"), qPrintable(server));
}

void TestAuthDiscovery::saysThatAListIsNone_data()
{
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("says");
    QTest::newRow("an object") << u"{\"url\":\"https://as.example\"}"_s << u"is not an array"_s;
    QTest::newRow("objects") << u"[{\"url\":\"https://as.example\"}]"_s << u"are not strings"_s;
    QTest::newRow("null") << u"null"_s << QString();
}

void TestAuthDiscovery::saysThatAListIsNone()
{
    QFETCH(const QString, value);
    QFETCH(const QString, says);
    AuthScript script;
    script.play(QString(u"> wanted 401\nfetch GET "_s % kMetadata
        % u"/mcp\n> 200 {\"resource\":\"https://mcp.example/mcp\",\"authorization_servers\":"_s
        % value % u"}\nrefused no-authorization-server"_s));
    const QString remarks = remarksOf(script, StepKind::ResourceMetadata);
    QVERIFY2(says.isEmpty() ? remarks.isEmpty() : remarks.contains(says), qPrintable(remarks));
}

QTEST_GUILESS_MAIN(TestAuthDiscovery)
#include "tst_authdiscovery.moc"
