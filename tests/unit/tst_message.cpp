// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/message.h"

#include <QTest>

#include <limits>

using namespace sonde;
using namespace sonde::rpc;

class TestMessage : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void tellsTheKindsApart_data();
    void tellsTheKindsApart();
    void keepsIdsAsTheirText();
    void comparesAnErrorsCodeByItsValueAlone_data();
    void comparesAnErrorsCodeByItsValueAlone();
    void saysWhatIsWrongWithAnError_data();
    void saysWhatIsWrongWithAnError();
    void takesAResultBesideANullError();
    void cutsAnEndlessCodeForALine();
    void readsEndlessCodesInOnePass();
    void splitsABatchIntoItsMembers();
    void marksABatchOutsideItsRevision();
    void writesWhatItReads();
};

namespace {

Message only(const QByteArray &text)
{
    return std::move(decode(Bytes::fromByteArray(text), false).front());
}

} // namespace

void TestMessage::tellsTheKindsApart_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("problem");
    const auto row = [](const char *name, const char *text, Kind kind, Problem problem = {}) {
        QTest::newRow(name) << QByteArray(text) << int(kind) << int(problem);
    };
    row("request", R"({"jsonrpc":"2.0","id":1,"method":"ping"})", Kind::Request);
    row("id last", R"({"method":"ping","jsonrpc":"2.0","id":"x"})", Kind::Request);
    row("notification", R"({"jsonrpc":"2.0","method":"n","params":{}})", Kind::Notification);
    row("response", R"({"jsonrpc":"2.0","id":1,"result":{}})", Kind::Response);
    row("null result", R"({"jsonrpc":"2.0","id":1,"result":null})", Kind::Response);
    row("error", R"({"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":""}})",
        Kind::ErrorResponse);
    row("error without id", R"({"jsonrpc":"2.0","error":{"code":-32700,"message":""}})",
        Kind::ErrorResponse);
    row("error, id null", R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":""}})",
        Kind::ErrorResponse);
    row("stray", "Server listening on stdio", Kind::Invalid, Problem::StrayOutput);
    row("empty line", "", Kind::Invalid, Problem::StrayOutput);
    row("stray with a bracket", "[INFO] server ready", Kind::Invalid, Problem::StrayOutput);
    row("stray with a time", "[2026-11-27T23:54:06.056Z] ===", Kind::Invalid, Problem::StrayOutput);
    row("stray with a number", "[1] started", Kind::Invalid, Problem::StrayOutput);
    row("stray object", "{ name: 'x', port: 3 }", Kind::Invalid, Problem::StrayOutput);
    row("broken by its keys", "{jsonrpc: \"2.0\"}", Kind::Invalid, Problem::NotJson);
    row("broken batch", "[{\"jsonrpc\":\"2.0\"", Kind::Invalid, Problem::NotJson);
    row("begun", "{", Kind::Invalid, Problem::NotJson);
    row("byte order mark", "\xef\xbb\xbf{}", Kind::Invalid, Problem::NotJson);
    row("stray after a byte order mark", "\xef\xbb\xbfready", Kind::Invalid, Problem::StrayOutput);
    row("broken", R"({"jsonrpc":"2.0",)", Kind::Invalid, Problem::NotJson);
    row("invalid UTF-8", "{\"a\":\"\xff\"}", Kind::Invalid, Problem::InvalidUtf8);
    row("number", "17", Kind::Invalid, Problem::NotJsonRpc);
    row("empty array", "[]", Kind::Invalid, Problem::NotJsonRpc);
    row("no version", R"({"id":1,"method":"ping"})", Kind::Invalid, Problem::NotJsonRpc);
    row("object id", R"({"jsonrpc":"2.0","id":{},"method":"ping"})", Kind::Invalid,
        Problem::NotJsonRpc);
    row("method 5", R"({"jsonrpc":"2.0","id":1,"method":5})", Kind::Invalid, Problem::NotJsonRpc);
    row("nothing", R"({"jsonrpc":"2.0","id":1})", Kind::Invalid, Problem::NotJsonRpc);
}

void TestMessage::tellsTheKindsApart()
{
    QFETCH(QByteArray, text);
    const auto messages = decode(Bytes::fromByteArray(text), false);
    QCOMPARE(messages.size(), std::size_t(1));
    const Message &message = messages.front();
    QTEST(int(message.kind), "kind");
    QTEST(int(message.problem), "problem");
    QCOMPARE(message.reason.isEmpty(), message.kind != Kind::Invalid);
    QCOMPARE(message.bytes().toByteArray(), text);
}

void TestMessage::keepsIdsAsTheirText()
{
    const auto idOf = [](const char *id) {
        const auto text = std::string(R"({"jsonrpc":"2.0","id":)") + id + R"(,"method":"m"})";
        return decode(Bytes::copyOf(text), false).front().id;
    };
    QCOMPARE(idOf("1"), "1");
    QCOMPARE(idOf("1.0"), "1.0");
    QCOMPARE(idOf("\"1\""), "\"1\"");
    QCOMPARE(idOf("9007199254740993"), "9007199254740993");
}

void TestMessage::comparesAnErrorsCodeByItsValueAlone_data()
{
    QTest::addColumn<QByteArray>("written");
    QTest::addColumn<int>("code");
    const auto row = [](const char *written, int code) {
        QTest::newRow(written) << QByteArray(written) << code;
    };
    row("-32601", -32601);
    row("-32601.0", -32601);
    row("-32601e0", -32601);
    row("-326.01E+2", -32601);
    row("-3260100e-2", -32601);
    row("1.0", 1);
    row("1e0", 1);
    row("2147483647", 2147483647);
    row("-2147483648", std::numeric_limits<int>::min());
    row("-0", 0);
    row("0e99999999999", 0);
    // No int: these must not be taken for one.
    row("2147483648", 0);
    row("4294934695", 0); // -32601 in 32 bits
    row("9007199254740993", 0);
    row("-32601.00000000000000000001", 0);
    row("1.5", 0);
    row("1e400", 0);
    row("1e99999999999", 0);
    row("1e99999999999999999999", 0);
    row("1e-99999999999", 0);
    row("\"-32601\"", 0);
    row("true", 0);
    row("[-32601]", 0);
}

void TestMessage::comparesAnErrorsCodeByItsValueAlone()
{
    QFETCH(QByteArray, written);
    QFETCH(int, code);
    const auto message =
        only(R"({"jsonrpc":"2.0","id":1,"error":{"code":)" + written + R"(,"message":"m"}})");
    QCOMPARE(message.kind, Kind::ErrorResponse);
    QCOMPARE(message.errorCode(), code);
    QCOMPARE(
        message.errorCodeText(), std::string_view(written.data(), std::size_t(written.size())));
}

void TestMessage::saysWhatIsWrongWithAnError_data()
{
    QTest::addColumn<QByteArray>("error");
    QTest::addColumn<QString>("reason");
    const auto row = [](const char *error, const char *reason) {
        QTest::newRow(error) << QByteArray(error) << QString::fromUtf8(reason);
    };
    row(R"({"code":-32601,"message":""})", "");
    row(R"({"code":-32601e0,"message":"m","more":1})", "");
    row(R"({"code":1e400,"message":"m"})", "");
    row(R"({"code":0e-5,"message":"m"})", "");
    row(R"({"code":1e-99999999999999999999,"message":"m"})", R"("code" must be an integer)");
    row(R"("a string")", R"("error" must be an object (found string))");
    row("null", R"("error" must be an object (found null))");
    row("{}", R"("code" is missing; "message" is missing)");
    row(R"({"code":"x"})", R"("code" must be an integer (found string); "message" is missing)");
    row(R"({"code":1.5,"message":null})",
        R"("code" must be an integer; "message" must be a string (found null))");
    row(R"({"code":1,"message":"m"},"result":{})", R"(the message has a "result" as well)");
}

void TestMessage::saysWhatIsWrongWithAnError()
{
    QFETCH(QByteArray, error);
    QFETCH(QString, reason);
    const auto message = only(R"({"jsonrpc":"2.0","id":1,"error":)" + error + "}");
    QCOMPARE(message.kind, Kind::ErrorResponse);
    QCOMPARE(message.problem, reason.isEmpty() ? Problem::None : Problem::MalformedError);
    QVERIFY2(message.reason.contains(reason), qPrintable(message.reason));
    QCOMPARE(message.reason.isEmpty(), reason.isEmpty());
}

void TestMessage::takesAResultBesideANullError()
{
    const auto message = only(R"({"jsonrpc":"2.0","id":1,"result":{"a":1},"error":null})");
    QCOMPARE(message.kind, Kind::Response);
    QCOMPARE(message.problem, Problem::MalformedError);
    QVERIFY(message.reason.contains(QLatin1String(R"(null beside a "result")")));
    QCOMPARE(message.result().raw(), R"({"a":1})");
}

void TestMessage::cutsAnEndlessCodeForALine()
{
    QCOMPARE(shownErrorCode("-32601.0"), QStringLiteral("-32601.0"));
    const QString shown = shownErrorCode(std::string(1000, '7'));
    QVERIFY(shown.size() < 100);
    QVERIFY(shown.endsWith(QStringLiteral("… (1000 bytes)")));
}

void TestMessage::readsEndlessCodesInOnePass()
{
    const auto error = [](const QByteArray &code) {
        return only(R"({"jsonrpc":"2.0","id":1,"error":{"code":)" + code + R"(,"message":"m"}})");
    };
    const QByteArray zeros(10'000'000, '0');
    const auto same = error("-32601." + zeros);
    QCOMPARE(same.errorCode(), -32601);
    QCOMPARE(same.problem, Problem::None);
    const auto tooLarge = error('1' + zeros + "e" + QByteArray(1'000'000, '9'));
    QCOMPARE(tooLarge.errorCode(), 0);
    QCOMPARE(tooLarge.problem, Problem::None);
    const auto fraction = error('1' + zeros + "e-" + QByteArray(1'000'000, '9'));
    QCOMPARE(fraction.errorCode(), 0);
    QCOMPARE(fraction.problem, Problem::MalformedError);
    // What is no number is no code either.
    for (const char *text : {"", "-", "01", "1.", "1e", " 1", "1 ", "+1", "\"1\"", "null"})
        QVERIFY2(!Message::integerOf(text), text);
    QCOMPARE(Message::integerOf("1e0"), std::optional<int>(1));
}

void TestMessage::splitsABatchIntoItsMembers()
{
    const auto text =
        R"([{"jsonrpc":"2.0","id":1,"result":{}} , {"jsonrpc":"2.0","method":"n"},7])";
    const auto messages = decode(Bytes::copyOf(text), true);
    QCOMPARE(messages.size(), std::size_t(3));
    QCOMPARE(messages[0].bytes().view(), R"({"jsonrpc":"2.0","id":1,"result":{}})");
    QCOMPARE(messages[0].problem, Problem::None);
    QVERIFY(messages[0].inBatch);
    QCOMPARE(messages[1].kind, Kind::Notification);
    QCOMPARE(messages[2].problem, Problem::NotJsonRpc);
}

void TestMessage::marksABatchOutsideItsRevision()
{
    const auto messages = decode(Bytes::copyOf(R"([{"jsonrpc":"2.0","method":"n"}])"), false);
    QCOMPARE(messages[0].kind, Kind::Notification);
    QCOMPARE(messages[0].problem, Problem::UnexpectedBatch);
}

void TestMessage::writesWhatItReads()
{
    const auto check = [](const Bytes &bytes, Kind kind, const char *text) {
        QCOMPARE(std::string(bytes.view()), std::string(text));
        QCOMPARE(decode(bytes, false).front().kind, kind);
    };
    check(request("7", "tools/call", R"({"a":1.0})"), Kind::Request,
        R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"a":1.0}})");
    check(request("\"a\"", "ping", ""), Kind::Request,
        R"({"jsonrpc":"2.0","id":"a","method":"ping"})");
    check(notification("n", ""), Kind::Notification, R"({"jsonrpc":"2.0","method":"n"})");
    check(response("1", "{}"), Kind::Response, R"({"jsonrpc":"2.0","id":1,"result":{}})");
    check(errorResponse("1", -32601, "no \"x\"", "[1]"), Kind::ErrorResponse,
        R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no \"x\"","data":[1]}})");
    check(errorResponse(unreadId("2025-06-18"), -32700, "No"), Kind::ErrorResponse,
        R"({"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"No"}})");
    check(errorResponse(unreadId("2025-11-25"), -32700, "No"), Kind::ErrorResponse,
        R"({"jsonrpc":"2.0","error":{"code":-32700,"message":"No"}})");
}

QTEST_GUILESS_MAIN(TestMessage)
#include "tst_message.moc"
