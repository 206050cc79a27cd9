// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/tap/editedvalues.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace sonde;
using namespace Qt::StringLiterals;
using models::EditedValueModel;
using models::EditedValues;

// What a person changed in a held message, and whether its tool accepts that.
class TestEditedValues : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesWhatChanged_data();
    void namesWhatChanged();
    void comparesNothingThatIsNoJson_data();
    void comparesNothingThatIsNoJson();
    void listsThem();
};

namespace {

constexpr char kSchema[] =
    R"({"type":"object","properties":{"days":{"type":"integer","maximum":7},)"
    R"("units":{"enum":["metric","imperial"]},"at":{"type":"object",)"
    R"("properties":{"lat":{"type":"number"}}}},"required":["days"]})";

Bytes call(const QByteArray &arguments)
{
    return Bytes::fromByteArray(
        R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get","arguments":)"
        + arguments + "}}");
}

std::shared_ptr<const json::Document> schema()
{
    return std::make_shared<json::Document>(json::Document::parse(kSchema));
}

// "place: before -> after (misfit)"; of a misfit only that there is one.
QStringList shown(const EditedValues &values)
{
    QStringList lines;
    for (const models::EditedValue &one : values.values)
        lines += one.pointer.mid(QStringLiteral("/params/arguments").size()) + u": "_s + one.before
            + u" -> "_s + one.after + (one.misfit.isEmpty() ? QString() : u" !"_s);
    return lines;
}

} // namespace

void TestEditedValues::namesWhatChanged_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QStringList>("lines");
    QTest::addColumn<bool>("fits");
    const auto row = [](const char *name, const char *before, const char *after,
                         const QStringList &lines, bool fits) {
        QTest::newRow(name) << QByteArray(before) << QByteArray(after) << lines << fits;
    };
    row("nothing", R"({"days":3})", R"({ "days" : 3 })", {}, true);
    row("a value", R"({"days":3,"units":"metric"})", R"({"days":7,"units":"imperial"})",
        {u"/days: 3 -> 7"_s, u"/units: \"metric\" -> \"imperial\""_s}, true);
    row("a value that does not fit", R"({"days":3})", R"({"days":8})", {u"/days: 3 -> 8 !"_s},
        false);
    row("one inside of it", R"({"days":3})", R"({"days":3,"at":{"lat":"x"}})",
        {u"/at:  -> {\"lat\":\"x\"} !"_s}, false);
    row("one that did not fit before", R"({"days":"x"})", R"({"days":"x"})",
        {u"/days: \"x\" -> \"x\" !"_s}, false);
    row("a required one that is removed", R"({"days":3})", "{}",
        {u"/days: 3 -> "_s, u": {\"days\":3} -> {} !"_s}, false);
    row("a name that the schema does not have", R"({"days":3})", R"({"days":3,"day":1})",
        {u"/day:  -> 1 !"_s}, true);
    row("exact numbers", R"({"days":1,"n":9007199254740993})", R"({"days":1,"n":9007199254740992})",
        {u"/n: 9007199254740993 -> 9007199254740992 !"_s}, true);
}

void TestEditedValues::namesWhatChanged()
{
    QFETCH(const QByteArray, before);
    QFETCH(const QByteArray, after);
    const EditedValues values = models::editedValues(call(before), call(after), schema());
    QTEST(shown(values), "lines");
    QVERIFY(values.fits.has_value());
    QTEST(*values.fits, "fits");

    // Without a schema the same values changed, and nothing is said of it.
    const EditedValues plain = models::editedValues(call(before), call(after), nullptr);
    QVERIFY(!plain.fits.has_value());
    for (const models::EditedValue &one : plain.values)
        QCOMPARE(one.misfit, QString());
}

void TestEditedValues::comparesNothingThatIsNoJson_data()
{
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("cut") << QByteArray(R"({"jsonrpc":"2.0",)");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("too long") << '"' + QByteArray(qsizetype(models::kMaxEdited), 'x') + '"';
}

void TestEditedValues::comparesNothingThatIsNoJson()
{
    QFETCH(const QByteArray, after);
    const EditedValues values =
        models::editedValues(call("{}"), Bytes::fromByteArray(after), schema());
    QVERIFY(values.values.empty());
    QVERIFY(!values.fits);
    QCOMPARE(models::calledTool(call("{}")), "get");
    QCOMPARE(models::calledTool(Bytes::copyOf(R"({"jsonrpc":"2.0","id":1,"result":{}})")), "");
}

void TestEditedValues::listsThem()
{
    EditedValueModel model;
    const QAbstractItemModelTester tester(&model);
    model.setValues(models::editedValues(
        call(R"({"days":3})"), call(R"({"days":9,"units":"metric"})"), schema()));
    QCOMPARE(model.rowCount(), 2);
    const auto cell = [&model](int row, int column) { return model.index(row, column).data(); };
    QCOMPARE(cell(0, EditedValueModel::PlaceColumn), QVariant(u"/params/arguments/days"_s));
    QCOMPARE(cell(0, EditedValueModel::BeforeColumn), QVariant(u"3"_s));
    QCOMPARE(cell(0, EditedValueModel::AfterColumn), QVariant(u"9"_s));
    QVERIFY(!cell(0, EditedValueModel::SchemaColumn).toString().isEmpty());
    QCOMPARE(model.index(0, EditedValueModel::SchemaColumn).data(models::SignRole).toInt(),
        int(models::Sign::ProtocolError));
    QCOMPARE(cell(1, EditedValueModel::BeforeColumn), QVariant(u"not there"_s));
    QCOMPARE(cell(1, EditedValueModel::SchemaColumn), QVariant(u"fits"_s));
    model.setValues({});
    QCOMPARE(model.rowCount(), 0);
}

QTEST_GUILESS_MAIN(TestEditedValues)
#include "tst_editedvalues.moc"
