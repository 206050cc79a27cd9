// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow/requesttext.h"

#include <QTest>

using namespace sonde;
using namespace sonde::auth;
using namespace Qt::StringLiterals;

namespace {

wire::HttpRequest tokenRequest()
{
    wire::HttpRequest request;
    request.method = "POST";
    request.url = QUrl(u"https://auth.example/token?a=%20b"_s);
    request.headers.add("Content-Type", "application/x-www-form-urlencoded");
    request.headers.add({"X-Key", "SECRET-key", true});
    request.body = Bytes::copyOf("grant_type=authorization_code&code=SECRET-code\nend");
    request.hasBody = true;
    return request;
}

} // namespace

class AuthRequestTextTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhatItWrote();
    void keepsSecretFieldsSecret();
    void saysWhichLineCannotBeSent_data();
    void saysWhichLineCannotBeSent();
    void hidesSecretsUntilTheyAreAskedFor();
    void showsARequestThatWasNotSent();
};

void AuthRequestTextTest::readsWhatItWrote()
{
    const wire::HttpRequest request = tokenRequest();
    const auto read = requestFromText(editableText(request), request);
    QVERIFY(read.ok());
    QCOMPARE(read->method, request.method);
    QCOMPARE(read->url.toEncoded(), request.url.toEncoded());
    QCOMPARE(read->body.view(), request.body.view());
    QVERIFY(read->hasBody);
    QCOMPARE(read->headers.fields().size(), request.headers.fields().size());
    QCOMPARE(read->headers.value("content-type"),
        std::optional(QByteArray("application/x-www-form-urlencoded")));
}

void AuthRequestTextTest::keepsSecretFieldsSecret()
{
    const QString text =
        u"POST https://auth.example/other\r\nx-key: changed\r\nAuthorization: Basic eA==\r\n"
        "Accept: */*\r\n\r\nbody"_s;
    const auto read = requestFromText(text, tokenRequest());
    QVERIFY(read.ok());
    const auto &fields = read->headers.fields();
    QCOMPARE(fields.size(), std::size_t(3));
    QVERIFY(fields[0].secret);
    QVERIFY(fields[1].secret);
    QVERIFY(!fields[2].secret);
    QCOMPARE(read->body.view(), std::string_view("body"));
}

void AuthRequestTextTest::saysWhichLineCannotBeSent_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("line");
    QTest::newRow("empty") << QString() << u"Line 1 "_s;
    QTest::newRow("no address") << u"GET"_s << u"Line 1 "_s;
    QTest::newRow("method with a slash") << u"G/T https://a.example"_s << u"Line 1 "_s;
    QTest::newRow("javascript") << u"GET javascript:alert(1)"_s << u"Line 1 "_s;
    QTest::newRow("file") << u"GET file:///etc/passwd"_s << u"Line 1 "_s;
    QTest::newRow("no colon") << u"GET https://a.example\nA: b\nSECRET"_s << u"Line 3 "_s;
    QTest::newRow("blank in a name") << u"GET https://a.example\nA b: c"_s << u"Line 2 "_s;
    QTest::newRow("control in a value") << u"GET https://a.example\nA: b\u0001c"_s << u"Line 2 "_s;
}

void AuthRequestTextTest::saysWhichLineCannotBeSent()
{
    QFETCH(QString, text);
    QFETCH(QString, line);
    const auto read = requestFromText(text, tokenRequest());
    QVERIFY(!read.ok());
    QVERIFY2(read.error().sentence.startsWith(line), qPrintable(read.error().sentence));
    QVERIFY(!read.error().sentence.contains(u"SECRET"));
}

void AuthRequestTextTest::hidesSecretsUntilTheyAreAskedFor()
{
    Attempt attempt;
    attempt.requestHead = Bytes::copyOf("POST /token HTTP/1.1\r\nAuthorization: (hidden)\r\n\r\n");
    attempt.exactRequestHead = Secret(u"POST /token HTTP/1.1\r\nAuthorization: SECRET\r\n\r\n"_s);
    attempt.requestBody = Bytes::copyOf("code=(hidden)");
    attempt.exactRequestBody = Secret(u"code=SECRET"_s);
    attempt.head = Bytes::copyOf("HTTP/1.1 200 OK\r\n\r\n");
    attempt.body = Bytes::copyOf("{}");
    attempt.exactBody = Secret(u"{\"access_token\":\"SECRET\"}"_s);
    QCOMPARE(requestText(attempt, false).view(),
        std::string_view("POST /token HTTP/1.1\r\nAuthorization: (hidden)\r\n\r\ncode=(hidden)"));
    QCOMPARE(requestText(attempt, true).view(),
        std::string_view("POST /token HTTP/1.1\r\nAuthorization: SECRET\r\n\r\ncode=SECRET"));
    QCOMPARE(responseText(attempt, false).view(), std::string_view("HTTP/1.1 200 OK\r\n\r\n{}"));
    QVERIFY(responseText(attempt, true).view().find("SECRET") != std::string_view::npos);
}

void AuthRequestTextTest::showsARequestThatWasNotSent()
{
    Attempt attempt;
    attempt.method = "POST";
    attempt.url = QUrl(u"https://auth.example/token"_s);
    attempt.requestHeaders.add({"Authorization", "", true});
    attempt.requestBody = Bytes::copyOf("code=(hidden)");
    QCOMPARE(requestText(attempt, false).view(),
        std::string_view("POST https://auth.example/token\r\nAuthorization: "
                         "(hidden)\r\n\r\ncode=(hidden)"));
    QVERIFY(responseText(attempt, false).isEmpty());
}

QTEST_GUILESS_MAIN(AuthRequestTextTest)
#include "tst_authrequesttext.moc"
