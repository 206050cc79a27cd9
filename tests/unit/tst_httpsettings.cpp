// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/profile.h"

#include <QDir>
#include <QTest>

#include <functional>

using namespace sonde;
using namespace sonde::config;

namespace {

HttpSettings goodSettings()
{
    HttpSettings settings;
    settings.url = QStringLiteral("https://example.org/mcp");
    return settings;
}

using Change = std::function<void(HttpSettings &)>;

Change withUrl(const char *url)
{
    return [text = QString::fromUtf8(url)](HttpSettings &s) { s.url = text; };
}

Change withHeader(const QString &name, const QString &value)
{
    return [=](HttpSettings &s) { s.headers.push_back({name, Secret(value), false}); };
}

Change withProxy(const char *url)
{
    return [text = QString::fromUtf8(url)](HttpSettings &s) {
        s.proxy = ProxyMode::Given;
        s.proxyUrl = text;
    };
}

} // namespace

Q_DECLARE_METATYPE(Change)

class TestHttpSettings : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void acceptsAGoodOne_data();
    void acceptsAGoodOne();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void neverSaysASecret();
    void asksForNoProgramBesideAUrl();
    void readsAPinnedKey();
    void knowsHeadersThatHoldSecrets();
    void namesEveryChoice();
};

void TestHttpSettings::acceptsAGoodOne_data()
{
    QTest::addColumn<Change>("change");
    for (const char *url : {"https://example.org", "http://localhost:3000/mcp", "HTTP://LocalHost/",
             "http://127.0.0.1:1/", "http://127.1/", "http://[::1]:8080/sse",
             "http://app.localhost/", "https://example.org/a%20b?x=y&z", "https://münchen.example/",
             "https://[2001:db8::1]/mcp"})
        QTest::newRow(url) << withUrl(url);
    QTest::newRow("header") << withHeader(QStringLiteral("X-Api-Key"), QStringLiteral("a b"));
    QTest::newRow("empty value") << withHeader(QStringLiteral("X!"), QString());
    QTest::newRow("same name twice") << Change([](HttpSettings &s) {
        s.headers = {{QStringLiteral("A"), {}, false}, {QStringLiteral("a"), {}, true}};
    });
    QTest::newRow("file") << Change(
        [](HttpSettings &s) { s.caFile = QCoreApplication::applicationFilePath(); });
    QTest::newRow("http to a socket") << Change([](HttpSettings &s) {
        s.url = QStringLiteral("http://anything/mcp");
        s.unixSocket = QCoreApplication::applicationFilePath();
    });
    for (const char *url :
        {"http://proxy:8080", "https://p", "socks5://user@p:1", "socks5h://[::1]"})
        QTest::newRow(url) << withProxy(url);
    QTest::newRow("proxy that is not used")
        << Change([](HttpSettings &s) { s.proxyUrl = QStringLiteral("nonsense"); });
}

void TestHttpSettings::acceptsAGoodOne()
{
    QFETCH(Change, change);
    HttpSettings settings = goodSettings();
    change(settings);
    const auto problems = validate(settings);
    QVERIFY2(problems.empty(), problems.empty() ? "" : qPrintable(problems[0].sentence));
}

void TestHttpSettings::saysWhatIsWrong_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<int>("field");
    QTest::addColumn<bool>("blocks");
    const auto row = [](const char *name, ProfileField field, bool blocks, const Change &change) {
        QTest::newRow(name) << change << static_cast<int>(field) << blocks;
    };
    using F = ProfileField;
    const QString nul(QChar::Null);
    for (const char *url : {"", "  ", " https://a", "https://a ", "example.org/mcp",
             "localhost:3000/mcp", "ws://a/", "file:///tmp/x", "https://", "https:///mcp",
             "https://a b/", "https://a/b c", "https://a:99999/", "https://a:0/", "https://a/%zz",
             "https://user@a/", "https://user:pass@a/", "https://@a/", "https://a/#",
             "https://a/#x", "https://a/\n", "https://[::1/", "://a", "https://a/<>"})
        row(url, F::Url, true, withUrl(url));
    row("long URL", F::Url, true, [](HttpSettings &s) { s.url += QString(kMaxUrlLength, u'a'); });
    row("clear text", F::Url, false, withUrl("http://example.org/mcp"));
    row("looks local", F::Url, false, withUrl("http://127.0.0.1.example.org/"));
    row("not local", F::Url, false, withUrl("http://localhost.example.org/"));

    for (const char *name : {"", " ", "A:", "A B", "Ä", "A\n", "(x)", "a/b"})
        row(QByteArray(name).prepend("header ").constData(), F::Headers, true,
            withHeader(QString::fromUtf8(name), QStringLiteral("v")));
    for (const QString &value : {QStringLiteral("a\r\nB: c"), QStringLiteral("a\n"),
             QStringLiteral("\r"), nul, QString(kMaxHeaderBytes + 1, u'a')})
        row("value", F::Headers, true, withHeader(QStringLiteral("A"), value));
    row("framing", F::Headers, true,
        withHeader(QStringLiteral("content-LENGTH"), QStringLiteral("1")));
    row("protocol", F::Headers, false,
        withHeader(QStringLiteral("mcp-session-id"), QStringLiteral("1")));
    row("blank after value", F::Headers, false,
        withHeader(QStringLiteral("A"), QStringLiteral("b ")));
    row("many headers", F::Headers, true, [](HttpSettings &s) {
        s.headers.resize(kMaxHeaders + 1, {QStringLiteral("A"), Secret(), false});
    });

    const QString missing = QStringLiteral("/no/such/file");
    row("missing authorities", F::CaFile, false, [=](HttpSettings &s) { s.caFile = missing; });
    row("folder", F::CaFile, false, [](HttpSettings &s) { s.caFile = QDir::tempPath(); });
    row("relative", F::CaFile, true, [](HttpSettings &s) { s.caFile = QStringLiteral("ca.pem"); });
    row("home", F::CaFile, true, [](HttpSettings &s) { s.caFile = QStringLiteral("~/ca.pem"); });
    row("NUL", F::CaFile, true, [=](HttpSettings &s) { s.caFile = u'/' + nul; });
    row("missing certificate", F::CertificateFile, false,
        [=](HttpSettings &s) { s.certificateFile = missing; });
    row("missing key", F::KeyFile, false, [=](HttpSettings &s) {
        s.certificateFile = QCoreApplication::applicationFilePath();
        s.keyFile = missing;
    });
    row("key alone", F::KeyFile, false,
        [](HttpSettings &s) { s.keyFile = QCoreApplication::applicationFilePath(); });
    row("pin", F::PinnedKey, true, [](HttpSettings &s) { s.pinnedKey = QStringLiteral("abcd"); });
    for (const char *url :
        {"", " ", "proxy", "proxy:8080", "http://", "ftp://a", "socks4://a", "http://a b"})
        row(QByteArray(url).prepend("proxy ").constData(), F::Proxy, true, withProxy(url));
    row("relative socket", F::UnixSocket, true,
        [](HttpSettings &s) { s.unixSocket = QStringLiteral("a.sock"); });
    row("long socket", F::UnixSocket, true,
        [](HttpSettings &s) { s.unixSocket = QString(kMaxSocketPathBytes + 1, u'/'); });
    row("missing socket", F::UnixSocket, false, [=](HttpSettings &s) { s.unixSocket = missing; });
}

void TestHttpSettings::saysWhatIsWrong()
{
    QFETCH(Change, change);
    QFETCH(int, field);
    QFETCH(bool, blocks);
    HttpSettings settings = goodSettings();
    change(settings);
    const auto problems = validate(settings);
    QCOMPARE(problems.size(), std::size_t(1));
    QCOMPARE(static_cast<int>(problems[0].field), field);
    QCOMPARE(problems[0].blocks, blocks);
    QCOMPARE(problems[0].row,
        problems[0].field == ProfileField::Headers && settings.headers.size() == 1 ? 0 : -1);
    QVERIFY(problems[0].sentence.endsWith(u'.'));
    QVERIFY(!problems[0].sentence.contains(u'\n'));
}

void TestHttpSettings::neverSaysASecret()
{
    HttpSettings settings;
    settings.url = QStringLiteral("https://hush:hush@a/?hush");
    for (const char *value : {"hush\n", "hush "})
        settings.headers.push_back(
            {QStringLiteral("A"), Secret(QString::fromLatin1(value)), false});
    settings.headers.push_back({QString(), Secret(QStringLiteral("hush")), false});
    settings.proxy = ProxyMode::Given;
    settings.proxyUrl = QStringLiteral("http://u:hush@a");
    for (const char *url :
        {"https://hush:hush@a/", "https://a/?hush b", "http://a/?hush", "hush"}) {
        settings.url = QString::fromLatin1(url);
        const auto problems = validate(settings);
        QCOMPARE(problems.size(), std::size_t(4));
        for (const FieldProblem &problem : problems)
            QVERIFY2(
                !problem.sentence.contains(QStringLiteral("hush")), qPrintable(problem.sentence));
    }
}

void TestHttpSettings::asksForNoProgramBesideAUrl()
{
    Profile profile;
    profile.name = QStringLiteral("a");
    profile.reachByUrl(goodSettings());
    QVERIFY(validate(profile, {}).empty());
    profile.http()->url.clear();
    profile.totalTimeout = std::chrono::milliseconds(0);
    const auto problems = validate(profile, {QStringLiteral("a")});
    QCOMPARE(problems.size(), std::size_t(4));
    QCOMPARE(problems[1].field, ProfileField::Url);
}

void TestHttpSettings::readsAPinnedKey()
{
    const QByteArray key = QByteArray::fromHex(QByteArray("0aff").repeated(16));
    for (const QString &text :
        {QStringLiteral("0aff").repeated(16), QStringLiteral("0AFF").repeated(16),
            QStringLiteral("0a:Ff:").repeated(16).chopped(1), QStringLiteral("0aff ").repeated(16),
            QString(u"sha256//" + QString::fromLatin1(key.toBase64()))})
        QCOMPARE(pinnedKeyBytes(text), std::optional(key));
    for (const QString &text : {QString(), QStringLiteral("0aff").repeated(15),
             QString(QStringLiteral("0aff").repeated(16) + u'0'),
             QStringLiteral("0afg").repeated(16), QStringLiteral("sha256//"),
             QStringLiteral("sha256//AAAA"),
             QString(u"sha256//*" + QString::fromLatin1(key.toBase64())),
             QString(QString(63, u'0') + QChar(0xff10))})
        QVERIFY2(!pinnedKeyBytes(text), qPrintable(text));
}

void TestHttpSettings::knowsHeadersThatHoldSecrets()
{
    for (const auto name : {u"Authorization", u"proxy-authorization", u"Cookie", u"X-API-Key",
             u"api_token", u"X-Secret", u"X-Auth"})
        QVERIFY(isSecretHeader(name));
    for (const auto name : {u"User-Agent", u"X-Region", u"traceparent", u""})
        QVERIFY(!isSecretHeader(name));
}

void TestHttpSettings::namesEveryChoice()
{
    for (const auto one : {HttpTransport::Auto, HttpTransport::Streamable, HttpTransport::Sse})
        QCOMPARE(httpTransportFromName(httpTransportName(one)), one);
    for (const auto one : {ProxyMode::Environment, ProxyMode::None, ProxyMode::Given})
        QCOMPARE(proxyModeFromName(proxyModeName(one)), one);
    QVERIFY(!httpTransportFromName(u"Auto"));
    QVERIFY(!proxyModeFromName(u""));
}

QTEST_GUILESS_MAIN(TestHttpSettings)
#include "tst_httpsettings.moc"
