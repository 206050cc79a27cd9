// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/link/challenge.h"

#include <QTest>

using namespace sonde::wire;

namespace {

// "scheme token68 name=<value> …" for each challenge, and what was left out after a bar.
QByteArray shown(const HttpHeaders &headers)
{
    QByteArray unread;
    QByteArrayList list;
    for (const Challenge &challenge : parseChallenges(headers, &unread)) {
        QByteArray text = challenge.scheme;
        if (!challenge.token68.isEmpty())
            text += ' ' + challenge.token68;
        for (const auto &[name, value] : challenge.parameters)
            text += ' ' + name + "=<" + value + '>';
        list += text;
    }
    return list.join("; ") + (unread.isEmpty() ? QByteArray() : " | " + unread);
}

} // namespace

class TestChallenge : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsWhatServersSend_data();
    void readsWhatServersSend();
    void readsEveryField();
    void comparesWithoutCase();
    void takesTheFirstOfTwoParameters();
    void boundsTheirNumber();
    void keepsOfGarbageAboutItsLength();
};

void TestChallenge::readsWhatServersSend_data()
{
    QTest::addColumn<QByteArray>("field");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const char *field, const char *expected) {
        QTest::newRow(name) << QByteArray(field) << QByteArray(expected);
    };
    row("empty", "", "");
    row("scheme alone", "Bearer", "Bearer");
    row("scheme and blanks", " Bearer  ", "Bearer");
    row("one", "Bearer realm=\"x\"", "Bearer realm=<x>");
    row("MCP's",
        "Bearer error=\"insufficient_scope\", scope=\"files:read files:write\", "
        "resource_metadata=\"https://a.example/.well-known/oauth-protected-resource/mcp\"",
        "Bearer error=<insufficient_scope> scope=<files:read files:write> "
        "resource_metadata=<https://a.example/.well-known/oauth-protected-resource/mcp>");
    row("RFC 9110 11.6.1",
        "Basic realm=\"simple\", Newauth realm=\"apps\", type=1, title=\"Login to \\\"apps\\\"\"",
        "Basic realm=<simple>; Newauth realm=<apps> type=<1> title=<Login to \"apps\">");
    row("no blank after comma", "Bearer a=1,b=\"2\",Basic realm=x",
        "Bearer a=<1> b=<2>; Basic realm=<x>");
    row("comma in quotes", "Bearer realm=\"a, Basic b=c\", d=e",
        "Bearer realm=<a, Basic b=c> d=<e>");
    row("escapes", "A b=\"\\\\\\\"\\x\\,\"", "A b=<\\\"x,>");
    row("token68", "Negotiate YII-._~+/==, Basic realm=\"x\"",
        "Negotiate YII-._~+/==; Basic realm=<x>");
    row("token68 last", "Basic realm=\"x\", Negotiate abc=", "Basic realm=<x>; Negotiate abc=");
    row("schemes alone", "Negotiate, NTLM,Bearer", "Negotiate; NTLM; Bearer");
    row("empty elements", ",, Bearer ,, realm=\"x\",,,Basic,", "Bearer realm=<x>; Basic");
    row("blanks around equals", "Bearer realm = \"x\" , a\t=\tb", "Bearer realm=<x> a=<b>");
    row("empty values", "Bearer a=\"\", b=, c=d", "Bearer a=<> b=<> c=<d>");
    row("no comma between parameters", "Bearer realm=\"x\" error=\"y\"",
        "Bearer realm=<x> error=<y>");
    row("nothing between parameters", "Bearer realm=\"x\"error=\"y\"",
        "Bearer realm=<x> error=<y>");
    row("address without quotes", "Bearer resource_metadata=https://a/b?c=d, e=f",
        "Bearer resource_metadata=<https://a/b?c=d> e=<f>");
    row("single quotes", "Bearer a='x, y', b = 'https://a/b' c='', d=e",
        "Bearer a=<'x, y'> b=<'https://a/b'> c=<''> d=<e>");
    row("a single quote alone", "Bearer a='x, b=y'z, c='d", "Bearer a=<'x> b=<y'z> c=<'d>");
    row("bytes above 127", "Bearer realm=\"\xc3\xa9\xff\"", "Bearer realm=<\xc3\xa9\xff>");
    row("folded", "Bearer realm=\"x\",\r\n\terror=\"y\"", "Bearer realm=<x> error=<y>");
    row("never closed", "Bearer a=b, realm=\"x, error=y", "Bearer a=<b> | realm=\"x, error=y");
    row("backslash at the end", "Bearer realm=\"x\\", "Bearer | realm=\"x\\");
    row("parameters of nobody", "realm=\"x, y\", Bearer a=b", "Bearer a=<b> | realm=\"x, y\"");
    row("two schemes without a comma", "Bearer a=b Basic c=d, e=f",
        "Bearer a=<b> e=<f> | Basic c=d");
    row("more than one token", "Bearer one two, a=b", "Bearer a=<b> | one two");
    row("semicolons", "Bearer a=\"b\"; c=\"d,e\", f=g", "Bearer a=<b> f=<g> | ; c=\"d,e\"");
    row("no token", "@@@, \"quoted, text\", Bearer", "Bearer | @@@, \"quoted, text\"");
    row("equals signs", "===, Bearer", "Bearer | ===");
}

void TestChallenge::readsWhatServersSend()
{
    QFETCH(QByteArray, field);
    QFETCH(QByteArray, expected);
    QCOMPARE(shown({{"WWW-Authenticate", field}}), expected);
    QCOMPARE(parseChallenges({{"WWW-Authenticate", field}}).size(),
        parseChallenges({{"www-authenticate", field}}).size());
}

void TestChallenge::readsEveryField()
{
    const HttpHeaders headers{{"WWW-Authenticate", "Basic realm=\"a\""}, {"Server", "Bearer x=y"},
        {"www-authenticate", "b=c, Bearer realm=\"d\""}, {"Proxy-Authenticate", "Basic"}};
    QCOMPARE(shown(headers), QByteArray("Basic realm=<a>; Bearer realm=<d> | b=c"));
    QVERIFY(parseChallenges({}).empty());
}

void TestChallenge::comparesWithoutCase()
{
    const auto challenges = parseChallenges({{"WWW-Authenticate", "bEARER Scope=\"A b\""}});
    QCOMPARE(challenges.size(), std::size_t(1));
    QVERIFY(challenges[0].isScheme("Bearer"));
    QVERIFY(!challenges[0].isScheme("Bear"));
    QCOMPARE(challenges[0].parameter("scope"), std::optional<QByteArray>("A b"));
    QVERIFY(!challenges[0].parameter("scopes"));
}

void TestChallenge::takesTheFirstOfTwoParameters()
{
    const auto challenges = parseChallenges({{"WWW-Authenticate", "Bearer a=1, A=2"}});
    QCOMPARE(challenges[0].parameters.size(), std::size_t(2));
    QCOMPARE(challenges[0].parameter("a"), std::optional<QByteArray>("1"));
}

void TestChallenge::boundsTheirNumber()
{
    QByteArray unread;
    const QByteArray schemes = QByteArray("Bearer,").repeated(10'000);
    QCOMPARE(parseChallenges({{"WWW-Authenticate", schemes}}, &unread).size(), std::size_t(100));
    QVERIFY(!unread.isEmpty());
    const QByteArray parameters = "Bearer " + QByteArray("a=b,").repeated(10'000);
    QCOMPARE(
        parseChallenges({{"WWW-Authenticate", parameters}})[0].parameters.size(), std::size_t(100));
}

void TestChallenge::keepsOfGarbageAboutItsLength()
{
    for (const char *piece : {"a ", "a=", "a='", "a=' ", "'", "\"", "\\", ",", "a=\"", "a =", "= ",
             "a,b c,", "@", "a a=\"\\"}) {
        const QByteArray text = QByteArray(piece).repeated(100'000 / qsizetype(qstrlen(piece)));
        QByteArray unread;
        parseChallenges({{"WWW-Authenticate", text}}, &unread);
        parseChallenges({{"WWW-Authenticate", "Bearer " + text}}, &unread);
        QVERIFY(unread.size() <= 4 * text.size() + 100);
    }
}

QTEST_GUILESS_MAIN(TestChallenge)
#include "tst_challenge.moc"
