// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/form.h"
#include "support/randomschema.h"

#include <QTest>

using namespace sonde;
using schema::Field;
using schema::FieldKind;
using schema::FieldState;
using schema::Form;

class TestFormFollow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isTheSameAsReadingTheTextAgain_data();
    void isTheSameAsReadingTheTextAgain();
    void keepsEveryFieldOfALargeForm();
    void leavesMoreThanOneValueAlone_data();
    void leavesMoreThanOneValueAlone();
};

namespace {

std::shared_ptr<json::Document> document(const std::string &text)
{
    return std::make_shared<json::Document>(json::Document::parse(text));
}

void describe(const Form &form, const Field &field, QStringList &lines)
{
    QString line = field.pointer + u' ' + QString::number(int(field.kind)) + u' '
        + QString::number(int(field.state)) + u' ' + (field.required ? u'*' : u' ')
        + QString::number(field.choice()) + json::toQString(field.value.raw());
    for (const schema::Picker &picker : field.pickers)
        line +=
            u' ' + picker.id + u'=' + QString::number(picker.chosen) + (picker.fits ? u'+' : u'-');
    lines << line;
    for (const auto &child : form.children(field))
        describe(form, *child, lines);
}

QStringList fieldsOf(const Form &form)
{
    QStringList lines;
    describe(form, *form.root(), lines);
    return lines;
}

void collectLeaves(const Form &form, const Field &field, QStringList &pointers)
{
    if (!field.isContainer() && field.parent)
        pointers << field.pointer;
    for (const auto &child : form.children(field))
        collectLeaves(form, *child, pointers);
}

QStringList leavesOf(const Form &form)
{
    QStringList pointers;
    collectLeaves(form, *form.root(), pointers);
    return pointers;
}

} // namespace

void TestFormFollow::isTheSameAsReadingTheTextAgain_data()
{
    QTest::addColumn<unsigned>("seed");
    for (unsigned seed = 1; seed <= 150; ++seed)
        QTest::newRow(qPrintable(QString::number(seed))) << seed;
}

void TestFormFollow::isTheSameAsReadingTheTextAgain()
{
    QFETCH(unsigned, seed);
    const auto [schemaText, instance] = test::RandomSchema(seed).make();
    const auto schema = document(schemaText);
    Form form(schema);
    QVERIFY(form.setText(Bytes::copyOf(instance)));
    int number = 0;
    for (const QString &pointer : leavesOf(form)) {
        for (const char *raw : {"\"typed\"", "\"\"", "null", "12.50", "true"}) {
            const Field *field = form.find(pointer);
            if (!field)
                break; // another branch of a union has other fields
            const auto text = form.setRaw(*field, ++number % 7 ? raw : "[{}]");
            QVERIFY(text.ok());
            if (!form.follow(*text, pointer))
                QVERIFY(form.setText(*text));
            Form again(schema);
            QVERIFY(again.setText(*text));
            QCOMPARE(fieldsOf(form), fieldsOf(again));
        }
    }
}

void TestFormFollow::keepsEveryFieldOfALargeForm()
{
    std::string schema = R"({"type":"object","properties":{)";
    for (int i = 0; i < 5000; ++i)
        schema += (i ? ",\"p" : "\"p") + std::to_string(i) + R"(":{"type":"string"})";
    Form form(document(schema + "}}"));
    QVERIFY(form.setText(Bytes::copyOf(R"({"p4999":"z"})")));
    const Field *first = form.find(u"/p0");
    const Field *last = form.find(u"/p4999");
    for (const QString &text : {QStringLiteral("a"), QStringLiteral("ab"), QStringLiteral("abc")}) {
        const auto bytes = form.setFieldText(*form.find(u"/p2500"), text);
        QVERIFY(bytes.ok());
        QVERIFY(form.follow(*bytes, QStringLiteral("/p2500")));
        QCOMPARE(form.find(u"/p2500")->text(), text);
    }
    QCOMPARE(form.find(u"/p0"), first);
    QCOMPARE(form.find(u"/p4999"), last);
    QCOMPARE(last->text(), QStringLiteral("z"));
    QCOMPARE(form.root()->state, FieldState::Value);
}

void TestFormFollow::leavesMoreThanOneValueAlone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("another value as well") << QByteArray(R"({"a":"y","b":2})");
    QTest::newRow("another name") << QByteArray(R"({"c":"y","b":1})");
    QTest::newRow("it is gone") << QByteArray(R"({"b":1})");
    QTest::newRow("an object in its place") << QByteArray(R"({"a":{},"b":1})");
    QTest::newRow("no JSON") << QByteArray(R"({"a":,"b":1})");
    QTest::newRow("other spaces") << QByteArray(R"({"a":"y", "b":1})");
}

void TestFormFollow::leavesMoreThanOneValueAlone()
{
    QFETCH(QByteArray, text);
    Form form(document(
        R"({"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"}}})"));
    QVERIFY(form.setText(Bytes::copyOf(R"({"a":"x","b":1})")));
    QVERIFY(form.find(u"/a"));
    QVERIFY(!form.follow(Bytes::fromByteArray(text), QStringLiteral("/a")));
}

QTEST_APPLESS_MAIN(TestFormFollow)
#include "tst_formfollow.moc"
