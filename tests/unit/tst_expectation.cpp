// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "expect/expectation.h"

#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::expect;
using namespace Qt::StringLiterals;

// What a test expects of a response, and what is said when it is not so.
class TestExpectation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatIsWrongWithIt_data();
    void saysWhatIsWrongWithIt();
    void limitsIgnoredPlaces();
    void judgesAResult_data();
    void judgesAResult();
    void judgesAnErrorResponse_data();
    void judgesAnErrorResponse();
    void needsAResponse();
    void limitsTheDuration();
    void namesEachDifference();
};

namespace {

constexpr char kText[] = R"({"content":[{"type":"text","text":"at 12:00:01"}],"isError":false})";

Result<Expectation> read(const QByteArray &text)
{
    const auto document = json::Document::parse(Bytes::fromByteArray(text));
    return Expectation::read(document.root());
}

Judgement judge(const QByteArray &expected, const CallOutcome &outcome)
{
    const auto expectation = read(expected);
    return expectation ? expectation->judge(outcome)
                       : Judgement{{u"unreadable: "_s + expectation.error().sentence}, {}};
}

CallOutcome resultOf(const QByteArray &text)
{
    return {.result = Bytes::fromByteArray(text)};
}

} // namespace

void TestExpectation::saysWhatIsWrongWithIt_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *text, const char *sentence) {
        QTest::newRow(text) << QByteArray(text) << QString::fromUtf8(sentence);
    };
    row("[]", "“expect” must be an object.");
    row(R"({"reslut":{}})", "“expect” has the member “reslut”, which is not known. Use result, ");
    row(R"({"result":1})", "“result” must be an object.");
    row(R"({"compare":"close"})", "“compare” must be \"exact\" or \"contains\".");
    row(R"({"ignore":"/a"})", "“ignore” must be an array.");
    row(R"({"ignore":["a"]})", "“ignore” must be an array of JSON pointers");
    row(R"({"ignore":[1]})", "“ignore” must be an array of JSON pointers");
    row(R"({"ignore":["day /a"]})", "“day” in “ignore” is not a kind. Use time, id or value.");
    row(R"({"tolerance":"1"})", "“tolerance” must be a number that is not negative.");
    row(R"({"tolerance":-1})", "“tolerance” must be a number that is not negative.");
    row(R"({"tolerance":1e999})", "“tolerance” must be a number that is not negative.");
    row(R"({"isError":1})", "“isError” must be true or false.");
    row(R"({"errorCode":-1.5})", "“errorCode” must be a whole number");
    row(R"({"withinMs":0})", "“withinMs” must be a whole number of milliseconds");
    row(R"({"withinMs":1e3})", "“withinMs” must be a whole number of milliseconds");
    row(R"({"schema":{"type":"strin"}})", "“schema” is no usable JSON Schema: ");
    row(R"({"result":{},"errorCode":1})", "“expect” has both result and errorCode.");
}

void TestExpectation::saysWhatIsWrongWithIt()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, sentence);
    const auto expectation = read(text);
    QVERIFY(!expectation);
    QCOMPARE(expectation.error().domain, Domain::Usage);
    QVERIFY2(expectation.error().sentence.startsWith(sentence),
        qPrintable(expectation.error().sentence));
}

void TestExpectation::limitsIgnoredPlaces()
{
    const auto text = [](std::size_t count) {
        QByteArray list("\"/a\"");
        for (std::size_t i = 1; i < count; ++i)
            list += ",\"/a\"";
        return QByteArray("{\"ignore\":[" + list + "]}");
    };
    QVERIFY(read(text(Expectation::kMaxIgnored)));
    QVERIFY(!read(text(Expectation::kMaxIgnored + 1)));
}

void TestExpectation::judgesAResult_data()
{
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QString>("sentence"); // empty: it passes
    const auto row = [](const char *name, const char *expected, const char *result,
                         const char *sentence) {
        QTest::newRow(name) << QByteArray(expected) << QByteArray(result)
                            << QString::fromUtf8(sentence);
    };
    const char *const differs = "The result differs from the expected one.";
    row("any", "{}", kText, "");
    row("an error of the tool", "{}", R"({"content":[{"type":"text","text":"No"}],"isError":true})",
        "The tool reported an error: No");
    row("an error without a text", "{}", R"({"content":[],"isError":true})",
        "The tool reported an error.");
    row("an expected error", R"({"isError":true})", R"({"content":[],"isError":true})", "");
    row("an expected error that is none", R"({"isError":true})", kText,
        "The result has no isError: true, which was expected.");
    row("an error in the result", R"({"result":{"isError":true}})", R"({"isError":true})", "");
    row("equal", R"({"result":{"a":1,"b":[1,2]}})", R"({"b":[1,2.0],"a":1.0})", "");
    row("its _meta is not compared", R"({"result":{"a":1,"_meta":{"x":1}}})",
        R"({"_meta":{"y":2},"a":1})", "");
    row("JSON in a text", R"({"result":{"content":[{"type":"text","text":"{\"a\":1}"}]}})",
        R"({"content":[{"type":"text","text":"{ \"a\": 1 }"}]})", "");
    row("another value", R"({"result":{"a":1}})", R"({"a":2})", differs);
    row("one member more", R"({"result":{"a":1}})", R"({"a":1,"b":2})", differs);
    row("one member more, contained", R"({"result":{"a":1},"compare":"contains"})",
        R"({"a":1,"b":2})", "");
    row("contained in an element", R"({"result":{"l":[{"a":1}]},"compare":"contains"})",
        R"({"l":[{"a":1,"b":2}]})", "");
    row("one element more, contained", R"({"result":{"l":[1]},"compare":"contains"})",
        R"({"l":[1,2]})", differs);
    row("one member less, contained", R"({"result":{"a":1},"compare":"contains"})", R"({"b":1})",
        differs);
    row("an ignored value", R"({"result":{"a":1},"ignore":["/a"]})", R"({"a":{"b":2}})", "");
    row("an ignored time", R"({"result":{"a":"at 12:00:01"},"ignore":["time /a"]})",
        R"({"a":"at 12:00:02"})", "");
    row("more than an ignored time", R"({"result":{"a":"at 12:00:01"},"ignore":["time /a"]})",
        R"({"a":"in 12:00:02"})", differs);
    row("any element", R"({"result":{"l":[{"a":1},{"a":1}]},"ignore":["/l/*/a"]})",
        R"({"l":[{"a":3},{"a":4}]})", "");
    row("close enough", R"({"result":{"a":1},"tolerance":0.5})", R"({"a":1.5})", "");
    row("not close enough", R"({"result":{"a":1},"tolerance":0.5})", R"({"a":1.6})", differs);
    row("the schema", R"({"schema":{"required":["a"]}})", R"({"a":1})", "");
    row("not the schema", R"({"schema":{"properties":{"a":{"type":"string"}}}})", R"({"a":1})",
        "The result does not fit the schema. /a: ");
    row("an error response", R"({"errorCode":-32602})", "{}",
        "The response is a result. The error -32602 was expected.");
}

void TestExpectation::judgesAResult()
{
    QFETCH(QByteArray, expected);
    QFETCH(QByteArray, result);
    QFETCH(QString, sentence);
    const Judgement judgement = judge(expected, resultOf(result));
    const QString said = judgement.sentences.join(u' ');
    if (sentence.isEmpty()) {
        QVERIFY2(judgement.hasPassed(), qPrintable(said));
        QVERIFY(judgement.differences.empty());
    } else {
        QVERIFY2(said.startsWith(sentence), qPrintable(said));
        QCOMPARE(judgement.sentences.size(), 1);
    }
}

void TestExpectation::judgesAnErrorResponse_data()
{
    QTest::addColumn<QByteArray>("expected");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("expected") << QByteArray(R"({"errorCode":-32602})") << QString();
    QTest::newRow("another code")
        << QByteArray(R"({"errorCode":-32601})")
        << u"The response is the error -32602, and not -32601: No such tool."_s;
    QTest::newRow("any result") << QByteArray("{}")
                                << u"The response is the error -32602: No such tool."_s;
    QTest::newRow("a result") << QByteArray(R"({"result":{},"schema":{"type":"object"}})")
                              << u"The response is the error -32602: No such tool."_s;
}

void TestExpectation::judgesAnErrorResponse()
{
    QFETCH(QByteArray, expected);
    QFETCH(QString, sentence);
    const Judgement judgement =
        judge(expected, {.errorCode = -32602, .sentence = u"No such tool."_s});
    QCOMPARE(judgement.sentences.join(u' '), sentence);
}

void TestExpectation::needsAResponse()
{
    for (const char *expected : {"{}", R"({"errorCode":-32602})", R"({"result":{}})"})
        QCOMPARE(judge(expected, {.sentence = u"It timed out."_s}).sentences,
            QStringList{u"There is no response: It timed out."_s});
}

void TestExpectation::limitsTheDuration()
{
    CallOutcome outcome = resultOf("{}");
    outcome.took = std::chrono::milliseconds(500);
    QVERIFY(judge(R"({"withinMs":500})", outcome).hasPassed());
    outcome.took += std::chrono::nanoseconds(1000);
    QCOMPARE(judge(R"({"withinMs":500})", outcome).sentences,
        QStringList{u"It took 500.001 ms. At most 500.000 ms were expected."_s});
    outcome.took = std::chrono::nanoseconds(-1); // not known
    QVERIFY(judge(R"({"withinMs":500})", outcome).hasPassed());
}

void TestExpectation::namesEachDifference()
{
    const Judgement judgement =
        judge(R"({"result":{"a":1,"b":2,"c":3}})", resultOf(R"({"a":1,"b":5,"d":4})"));
    QStringList places;
    for (const changes::Difference &each : judgement.differences)
        places << each.pointer + u' ' + QString::fromUtf8(each.before.toByteArray()) + u' '
                + QString::fromUtf8(each.after.toByteArray());
    places.sort();
    QCOMPARE(places, (QStringList{u"/b 2 5"_s, u"/c 3 "_s, u"/d  4"_s}));
}

QTEST_GUILESS_MAIN(TestExpectation)
#include "tst_expectation.moc"
