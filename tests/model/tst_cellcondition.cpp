// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/comparedtext.h"
#include "models/trace/cellcondition.h"
#include "models/trace/tracefilterproxy.h"
#include "models/trace/tracemodel.h"
#include "support/tracefeed.h"

#include <QTest>

using namespace sonde;
using namespace sonde::models;
using sonde::tests::TraceFeed;

namespace {

bool isFilter(const QString &text)
{
    return std::holds_alternative<trace::Filter>(trace::Filter::compile(text));
}

} // namespace

// What a person makes of a cell or a value: a filter that fits it.
class TestCellCondition : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void makesAFilterOfEveryCell();
    void makesAFilterOfEveryValue_data();
    void makesAFilterOfEveryValue();
    void joinsConditions();
    void ignoresIdsAndTimes();
    void boundsLongTexts();
};

void TestCellCondition::makesAFilterOfEveryCell()
{
    trace::Recorder recorder;
    TraceFeed feed(recorder);
    feed.sent(
        R"({"jsonrpc":"2.0","id":"a \"1\"","method":"tools/call","params":{"name":"say \\ it"}})");
    feed.advance(5'000'000);
    feed.received(R"({"jsonrpc":"2.0","id":"a \"1\"","result":{"isError":true}})");
    feed.received(R"({"jsonrpc":"2.0","id":99,"result":{}})");
    feed.diagnostic("hello");
    feed.note("process ended\texit code 0");
    TraceModel model(recorder);
    model.drainNow();
    model.setNote(1, {true, "why \"this\"?\nand that"});
    TraceFilterProxy proxy(model);
    int made = 0;
    for (int row = 0; row < model.rowCount(); ++row) {
        for (int column = 0; column < TraceModel::ColumnCount; ++column) {
            const QString condition = cellCondition(model, row, column);
            if (condition.isEmpty())
                continue;
            const auto filter = trace::Filter::compile(condition);
            QVERIFY2(std::holds_alternative<trace::Filter>(filter), qPrintable(condition));
            TraceFilter only;
            only.conditions = std::get<trace::Filter>(filter);
            proxy.setFilter(only);
            QTRY_VERIFY2(proxy.isComplete(), qPrintable(condition));
            QVERIFY2(proxy.rowOf(model.number(row)) >= 0, qPrintable(condition));
            ++made;
        }
    }
    QVERIFY2(made > 30, QByteArray::number(made).constData());
    QCOMPARE(cellCondition(model, 0, TraceModel::MethodColumn),
        QStringLiteral("method == \"tools/call\""));
    QCOMPARE(
        cellCondition(model, 0, TraceModel::StatusColumn), QStringLiteral("status == tool-error"));
    QCOMPARE(cellCondition(model, 0, TraceModel::DeltaColumn), QString());
}

void TestCellCondition::makesAFilterOfEveryValue_data()
{
    QTest::addColumn<QString>("path");
    QTest::addColumn<QString>("condition");
    const auto row = [](const char *path, const char *condition) {
        QTest::newRow(path) << QString::fromUtf8(path) << QString::fromUtf8(condition);
    };
    row("params.text", R"(params.text == "a \"b\" \\ c\nd")");
    row("params.number", "params.number == 1e400");
    row("params.yes", "params.yes == true");
    row("params.none", "params.none == null");
    row("params.list", "params.list exists");
    row("params.list[1]", "params.list[1] == 2");
    row("params[\"odd name\"]", R"(params["odd name"] == "")");
    row("id", "$.id == 7");
}

void TestCellCondition::makesAFilterOfEveryValue()
{
    QFETCH(QString, path);
    QFETCH(QString, condition);
    const auto document = json::Document::parse(Bytes::copyOf(
        R"({"jsonrpc":"2.0","id":7,"method":"x","params":{"text":"a \"b\" \\ c\nd","number":1e400,)"
        R"("yes":true,"none":null,"list":[1,2],"odd name":""}})"));
    QVERIFY(document.isValid());
    const json::Value value = document.path(path);
    QVERIFY(value);
    QCOMPARE(valueCondition(value), condition);
    QVERIFY(isFilter(condition));
    QVERIFY(valueCondition(document.root()).isEmpty());
}

void TestCellCondition::joinsConditions()
{
    const QString one = QStringLiteral("id == 7");
    QCOMPARE(withCondition({}, one, ConditionUse::And), one);
    QCOMPARE(withCondition({}, one, ConditionUse::Exclude), QStringLiteral("not id == 7"));
    QCOMPARE(withCondition(QStringLiteral("size > 1"), one, ConditionUse::Replace), one);
    QCOMPARE(withCondition(QStringLiteral("size > 1"), one, ConditionUse::And),
        QStringLiteral("size > 1 and id == 7"));
    QCOMPARE(withCondition(QStringLiteral("size > 1 or error"), one, ConditionUse::Exclude),
        QStringLiteral("(size > 1 or error) and not id == 7"));
}

void TestCellCondition::ignoresIdsAndTimes()
{
    const auto lines = [](const char *text) {
        return comparedText(Bytes::copyOf(text), true).toByteArray();
    };
    QCOMPARE(lines(R"({"jsonrpc":"2.0","id":1,"result":{"at":"2026-11-20T12:05:02Z","id":5}})"),
        lines(R"({"jsonrpc":"2.0","id":"x","result":{"at":"2027-01-01 00:00","id":5}})"));
    QCOMPARE(lines(R"({"params":{"_meta":{"progressToken":3},"requestId":4}})"),
        lines(R"({"params":{"_meta":{"progressToken":"t"},"requestId":[1]}})"));
    // An id inside of a result is the server's own, and another date is not a time.
    QVERIFY(lines(R"({"id":1,"result":{"id":5}})") != lines(R"({"id":1,"result":{"id":6}})"));
    QVERIFY(lines(R"({"a":"2026-11-20"})") != lines(R"({"a":"2026-11-21"})"));
    QCOMPARE(comparedText(Bytes::copyOf("no JSON 1"), true).toByteArray(), QByteArray("no JSON 1"));
    QVERIFY(comparedText(Bytes::copyOf(R"({"id":1})"), false).toByteArray().contains('1'));
}

void TestCellCondition::boundsLongTexts()
{
    const std::string text = R"({"params":{"a":")" + std::string(100'000, 'x') + "\"}}";
    const auto document = json::Document::parse(Bytes::copyOf(text));
    const QString condition = valueCondition(document.path(u"params.a"));
    QVERIFY(condition.size() < 300);
    QVERIFY(condition.startsWith(QLatin1String("params.a contains ")));
    QVERIFY(isFilter(condition));
}

QTEST_GUILESS_MAIN(TestCellCondition)
#include "tst_cellcondition.moc"
