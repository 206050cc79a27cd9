// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/responserule.h"
#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::review;

// Rules that respond to what a server asks: how they are written, what they fit, what they say.
class TestResponseRule : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fitsRequests_data();
    void fitsRequests();
    void fillsInValues_data();
    void fillsInValues();
    void readsEverySort();
    void saysWhatDoesNotFit_data();
    void saysWhatDoesNotFit();
    void leavesOutOnlyTheRuleThatCannotBeUsed();
};

namespace {

constexpr char kParams[] =
    "{\"messages\":[{\"role\":\"user\",\"content\":{\"type\":\"text\",\"text\":\"a \\\"b\\\"\"}}],"
    "\"maxTokens\":1e2,\"odd\":9007199254740993}";

ReadRules read(const QByteArray &text)
{
    return rulesFromJson(json::Document::parse(Bytes::fromByteArray(text)).root());
}

} // namespace

void TestResponseRule::fitsRequests_data()
{
    QTest::addColumn<QByteArray>("rule");
    QTest::addColumn<bool>("expected");
    const auto row = [](const char *name, const char *members, bool expected) {
        QTest::newRow(name) << QByteArray("[{\"ask\":true") + members + "}]" << expected;
    };
    row("everything", "", true);
    row("the method", ",\"method\":\"sampling/createMessage\"", true);
    row("another method", ",\"method\":\"roots/list\"", false);
    row("a value", ",\"when\":\"params.maxTokens == 100\"", true);
    row("another value", ",\"when\":\"params.maxTokens > 100\"", false);
    row("what led to it", ",\"when\":\"target == \\\"summarize\\\"\"", true);
    row("switched off", ",\"enabled\":false", false);
    row("the method in the filter", ",\"when\":\"method == \\\"elicitation/create\\\"\"", false);
    row("both of two", ",\"method\":\"roots/list\",\"when\":\"params.maxTokens == 100\"", false);
}

void TestResponseRule::fitsRequests()
{
    QFETCH(QByteArray, rule);
    const auto rules = read(rule).rules;
    QCOMPARE(rules.size(), std::size_t(1));
    const json::Document params = json::Document::parse(std::string_view(kParams));
    QTEST(fits(rules.front(), "sampling/createMessage", params.root(), "summarize"), "expected");
}

void TestResponseRule::fillsInValues_data()
{
    QTest::addColumn<QByteArray>("response");
    QTest::addColumn<QByteArray>("sent");
    QTest::newRow("nothing to fill in") << QByteArray("{\"a\": 1.0}") << QByteArray("{\"a\": 1.0}");
    QTest::newRow("a text") << QByteArray("{\"a\":\"{{/messages/0/content/text}}\"}")
                            << QByteArray("{\"a\":\"a \\\"b\\\"\"}");
    QTest::newRow("inside a text") << QByteArray("{\"a\":\"<{{/messages/0/content/text}}>\"}")
                                   << QByteArray("{\"a\":\"<a \\\"b\\\">\"}");
    QTest::newRow("a number as written")
        << QByteArray("{\"a\":\"{{/odd}}\",\"b\":\"{{/maxTokens}}\"}")
        << QByteArray("{\"a\":9007199254740993,\"b\":1e2}");
    QTest::newRow("an object in a text")
        << QByteArray("{\"a\":\"= {{/messages/0/role}} {{/messages/0/content/type}}\"}")
        << QByteArray("{\"a\":\"= user text\"}");
    QTest::newRow("what is not there") << QByteArray("{\"a\":\"{{/no}}\",\"b\":\"x{{/no}}\"}")
                                       << QByteArray("{\"a\":null,\"b\":\"x\"}");
    QTest::newRow("never closed") << QByteArray("{\"a\":\"{{/odd\"}")
                                  << QByteArray("{\"a\":\"{{/odd\"}");
}

void TestResponseRule::fillsInValues()
{
    QFETCH(QByteArray, response);
    const json::Document params = json::Document::parse(std::string_view(kParams));
    QTEST(QByteArray::fromStdString(expandResponse(response.toStdString(), params.root())), "sent");
}

void TestResponseRule::readsEverySort()
{
    using How = ResponseRule::How;
    const auto [rules, problems] =
        read("[{\"answer\":{\"a\":1.0}},{\"decline\":true},"
             "{\"error\":{\"code\":-1,\"message\":\"no\"}},"
             "{\"program\":[\"p\",\"x y\"],\"delayMs\":20},{\"ask\":true},"
             "{\"cancel\":true,\"enabled\":false}]");
    QVERIFY(problems.empty());
    QCOMPARE(rules.size(), std::size_t(6));
    QVERIFY(rules[0].how == How::Response);
    QCOMPARE(rules[0].response, std::string("{\"a\":1.0}"));
    QVERIFY(rules[1].how == How::Decline);
    QCOMPARE(rules[2].code, -1);
    QCOMPARE(rules[2].message, QStringLiteral("no"));
    QCOMPARE(rules[3].program, QStringList({QStringLiteral("p"), QStringLiteral("x y")}));
    QCOMPARE(rules[3].delay, std::chrono::milliseconds(20));
    QVERIFY(rules[4].how == How::Ask);
    QVERIFY(rules[5].how == How::Cancel);
    QVERIFY(rules[4].enabled && !rules[5].enabled);
}

void TestResponseRule::saysWhatDoesNotFit_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no list") << QByteArray("{}");
    QTest::newRow("nothing to do") << QByteArray("[{\"method\":\"x\"}]");
    QTest::newRow("two things to do") << QByteArray("[{\"ask\":true,\"decline\":true}]");
    QTest::newRow("no object") << QByteArray("[{\"answer\":1}]");
    QTest::newRow("no filter") << QByteArray("[{\"ask\":true,\"when\":\"params.a ==\"}]");
    QTest::newRow("no code") << QByteArray("[{\"error\":{\"message\":\"m\"}}]");
    QTest::newRow("no program") << QByteArray("[{\"program\":[]}]");
    QTest::newRow("too late") << QByteArray("[{\"ask\":true,\"delayMs\":600001}]");
    QTest::newRow("neither on nor off") << QByteArray("[{\"ask\":true,\"enabled\":1}]");
    QTest::newRow("too early") << QByteArray("[{\"ask\":true,\"delayMs\":-1}]");
    QTest::newRow("too many") << '[' + QByteArray("{\"ask\":true},").repeated(100)
            + "{\"ask\":true}]";
}

void TestResponseRule::saysWhatDoesNotFit()
{
    QFETCH(QByteArray, text);
    const auto got = read(text);
    QCOMPARE(got.problems.size(), std::size_t(1));
    QVERIFY(!got.problems.front().sentence.isEmpty());
    for (const ResponseRule &rule : got.rules)
        QVERIFY(!rule.enabled);
}

// By its number and its place; the others keep theirs.
void TestResponseRule::leavesOutOnlyTheRuleThatCannotBeUsed()
{
    const auto got = read("[{\"method\":\"roots/list\",\"decline\":true},"
                          "{\"when\":\"params.a ==\",\"decline\":true},7,"
                          "{\"error\":{\"code\":-1,\"message\":\"no\"}}]");
    QCOMPARE(got.rules.size(), std::size_t(4));
    QVERIFY(got.rules[0].enabled && got.rules[3].enabled);
    QVERIFY(!got.rules[1].enabled && !got.rules[2].enabled);
    QCOMPARE(got.problems.size(), std::size_t(2));
    QCOMPARE(got.problems[0].number, 2);
    QCOMPARE(got.problems[1].number, 3);
    QVERIFY2(got.problems[1].sentence.startsWith(QLatin1String("rule 3 (/2) cannot be used: ")),
        qPrintable(got.problems[1].sentence));
    QVERIFY(!fits(got.rules[1], "roots/list", {}, {}));
    QVERIFY(fits(got.rules[3], "sampling/createMessage", {}, {}));
}

QTEST_GUILESS_MAIN(TestResponseRule)
#include "tst_responserule.moc"
