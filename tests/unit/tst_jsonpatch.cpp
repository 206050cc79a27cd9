// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/patch.h"

#include <QTest>

using namespace sonde;

// RFC 6902, on the exact bytes: what no operation names stays as it was written.
class TestJsonPatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void applies_data();
    void applies();
    void refuses_data();
    void refuses();
    void boundsTheOperations();
};

void TestJsonPatch::applies_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("patch");
    QTest::addColumn<QByteArray>("expected");
    const auto row = [](const char *name, const char *text, const char *patch, const char *result) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(patch) << QByteArray(result);
    };
    row("nothing", R"({"a":1.0})", "[]", R"({"a":1.0})");
    row("replace a member", R"({"a":1.0, "b":1e400})",
        R"([{"op":"replace","path":"/a","value":2.50}])", R"({"a":2.50, "b":1e400})");
    row("add a member", R"({"a":1})", R"([{"op":"add","path":"/b","value":[1]}])",
        R"({"a":1,"b":[1]})");
    row("add replaces", R"({"a":1})", R"([{"op":"add","path":"/a","value":2}])", R"({"a":2})");
    row("remove", R"({"a":1,"b":2})", R"([{"op":"remove","path":"/a"}])", R"({"b":2})");
    row("insert", "[1,3]", R"([{"op":"add","path":"/1","value":2}])", "[1,2,3]");
    row("append", "[1]", R"([{"op":"add","path":"/-","value":2}])", "[1,2]");
    row("whole", "[1]", R"([{"op":"replace","path":"","value":{}}])", "{}");
    row("escapes", R"({"a/b":1,"c~d":2})",
        R"([{"op":"replace","path":"/a~1b","value":3},{"op":"remove","path":"/c~0d"}])",
        R"({"a/b":3})");
    row("move", R"({"a":{"b":1},"c":[]})", R"([{"op":"move","from":"/a/b","path":"/c/0"}])",
        R"({"a":{},"c":[1]})");
    row("copy", R"({"a":1.0})", R"([{"op":"copy","from":"/a","path":"/b"}])",
        R"({"a":1.0,"b":1.0})");
    row("test", R"({"a":[1,{"b":"x"}]})",
        R"([{"op":"test","path":"/a","value":[1.0,{"b":"\u0078"}]}])", R"({"a":[1,{"b":"x"}]})");
    row("in order", R"({"a":1})",
        R"([{"op":"add","path":"/b","value":{}},{"op":"add","path":"/b/c","value":1}])",
        R"({"a":1,"b":{"c":1}})");
}

void TestJsonPatch::applies()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, patch);
    QFETCH(const QByteArray, expected);
    const auto done =
        json::applyPatch(Bytes::fromByteArray(text), json::Document::parse(patch.toStdString()));
    QVERIFY2(done.ok(), done.ok() ? "" : qPrintable(done.error().sentence));
    QCOMPARE(done->toByteArray(), expected);
}

void TestJsonPatch::refuses_data()
{
    QTest::addColumn<QByteArray>("patch");
    const auto row = [](const char *patch) { QTest::newRow(patch) << QByteArray(patch); };
    row("no JSON");
    row("{}");
    row("[1]");
    row(R"([{"op":"jump","path":"/a"}])");
    row(R"([{"op":"add","path":"/a"}])");
    row(R"([{"op":"add","path":"a","value":1}])");
    row(R"([{"op":"add","value":1}])");
    row(R"([{"op":"replace","path":"/x","value":1}])");
    row(R"([{"op":"remove","path":""}])");
    row(R"([{"op":"remove","path":"/l/01"}])");
    row(R"([{"op":"remove","path":"/l/9"}])");
    row(R"([{"op":"add","path":"/l/99999999999","value":1}])");
    row(R"([{"op":"add","path":"/x/y","value":1}])");
    row(R"([{"op":"test","path":"/a","value":"1"}])");
    row(R"([{"op":"move","from":"/l","path":"/l/0"}])");
    row(R"([{"op":"move","from":"/x","path":"/y"}])");
    row(R"([{"op":"replace","path":"/a","value":2},{"op":"test","path":"/a","value":1}])");
}

void TestJsonPatch::refuses()
{
    QFETCH(const QByteArray, patch);
    const auto done = json::applyPatch(
        Bytes::copyOf(R"({"a":1,"l":[1,2]})"), json::Document::parse(patch.toStdString()));
    QVERIFY(!done.ok());
    QVERIFY(!done.error().sentence.isEmpty());
}

void TestJsonPatch::boundsTheOperations()
{
    std::string patch = "[";
    for (std::uint32_t i = 0; i <= json::kMaxPatch; ++i)
        patch += std::string(i > 0 ? "," : "") + R"({"op":"test","path":"","value":1})";
    patch += "]";
    QVERIFY(!json::applyPatch(Bytes::copyOf("1"), json::Document::parse(patch)).ok());
}

QTEST_APPLESS_MAIN(TestJsonPatch)
#include "tst_jsonpatch.moc"
