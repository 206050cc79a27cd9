// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/fitcheck.h"

#include <QTest>

using namespace sonde;

// What an older text says to a schema that has changed.
class TestFitCheck : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatNoLongerFits_data();
    void saysWhatNoLongerFits();
    void tellsWhereItStands();
    void saysWhyNothingCanBeSaid_data();
    void saysWhyNothingCanBeSaid();
    void saysNoMoreThanSoMuch();
};

namespace {

schema::FitCheck check(const QByteArray &text, const QByteArray &schema)
{
    return schema::checkFit(Bytes::fromByteArray(text),
        std::make_shared<json::Document>(json::Document::parse(Bytes::fromByteArray(schema))));
}

} // namespace

void TestFitCheck::saysWhatNoLongerFits_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("places"); // with a ? for those that only have no name
    const auto row = [](const char *name, const char *schema, const char *text,
                         const QStringList &places) {
        QTest::newRow(name) << QByteArray(schema) << QByteArray(text) << places;
    };
    const char *const plain = "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"integer\"},"
                              "\"b\":{\"enum\":[\"x\",\"y\"]}}}";
    row("everything fits", plain, "{\"a\":1,\"b\":\"x\"}", {});
    row("another type", plain, "{\"a\":\"1\"}", {"/a"});
    row("no longer listed", plain, "{\"b\":\"z\",\"a\":null}", {"/b", "/a"});
    row("a name that is gone", plain, "{\"a\":1,\"old\":2}", {"?/old"});
    row("a name that is forbidden", "{\"properties\":{\"a\":{}},\"additionalProperties\":false}",
        "{\"a\":1,\"old\":2}", {"/old"});
    row("any name is meant", "{\"type\":\"object\"}", "{\"a\":1}", {});
    row("a pattern takes the name", "{\"properties\":{\"a\":{}},\"patternProperties\":{\"^x\":{}}}",
        "{\"x1\":1}", {});
    row("further names are described",
        "{\"properties\":{\"a\":{}},\"additionalProperties\":{\"type\":\"string\"}}",
        "{\"x\":\"1\"}", {});
    row("inside an array", "{\"items\":{\"properties\":{\"a\":{}}}}", "[{\"a\":1},{\"b\":1}]",
        {"?/1/b"});
    row("named in a branch",
        "{\"anyOf\":[{\"properties\":{\"a\":{}}},{\"properties\":{\"b\":{}}}]}",
        "{\"b\":1,\"c\":1}", {"?/c"});
    row("required and missing", "{\"required\":[\"a\"]}", "{}", {""});
    row("through a reference",
        "{\"$ref\":\"#/$defs/d\",\"$defs\":{\"d\":{\"properties\":{\"a\":{}}}}}", "{\"b\":1}",
        {"?/b"});
}

void TestFitCheck::saysWhatNoLongerFits()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, text);
    QFETCH(QStringList, places);
    const auto result = check(text, schema);
    QCOMPARE(result.problem, QString());
    QStringList found;
    for (const schema::Misfit &misfit : result.misfits) {
        QVERIFY(!misfit.sentence.isEmpty());
        found << (misfit.isUnnamed ? QStringLiteral("?") : QString()) + misfit.pointer;
    }
    QCOMPARE(found, places);
}

void TestFitCheck::tellsWhereItStands()
{
    const QByteArray text = "{\"old\": 12}";
    const auto result = check(text, "{\"properties\":{\"a\":{}}}");
    QCOMPARE(result.misfits.size(), std::size_t(1));
    const schema::Misfit &misfit = result.misfits.front();
    QCOMPARE(text.mid(qsizetype(misfit.begin), qsizetype(misfit.end - misfit.begin)),
        QByteArray("\"old\""));
    QCOMPARE(misfit.sentence, QStringLiteral("The schema has no property “old”."));
}

void TestFitCheck::saysWhyNothingCanBeSaid_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no JSON") << QByteArray("{}") << QByteArray("{");
    QTest::newRow("no schema") << QByteArray("{\"$ref\":\"#/nowhere\"}") << QByteArray("{}");
    QTest::newRow("too complex") << QByteArray(
        "{\"$ref\":\"#/$defs/a\",\"$defs\":{\"a\":{\"allOf\":["
        "{\"$ref\":\"#/$defs/a\"},{\"$ref\":\"#/$defs/a\"}]}}}")
                                 << QByteArray("{}");
}

void TestFitCheck::saysWhyNothingCanBeSaid()
{
    QFETCH(QByteArray, schema);
    QFETCH(QByteArray, text);
    const auto result = check(text, schema);
    QVERIFY(!result.problem.isEmpty());
    QVERIFY(result.misfits.empty());
}

void TestFitCheck::saysNoMoreThanSoMuch()
{
    QByteArray text = "{";
    for (int i = 0; i < 5000; ++i)
        text += (i ? ",\"" : "\"") + QByteArray::number(i) + "\":1";
    text += "}";
    QCOMPARE(check(text, "{\"properties\":{\"a\":{}}}").misfits.size(), schema::kMaxMisfits);
}

QTEST_GUILESS_MAIN(TestFitCheck)
#include "tst_fitcheck.moc"
