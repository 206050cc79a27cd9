// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/form.h"
#include "support/growth.h"

#include <QTest>

using namespace sonde;
using schema::Field;
using schema::FieldState;
using schema::Form;

// How the time of a form grows with its schema and its value.
class TestFormGrowth : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void staysLinearWithFiveThousandProperties();
    void opensAThousandLevelsOnDemand();
    void asksAPatternWithoutEndOnce();
    void givesUpAGuessThatTakesTooLong();
};

namespace {

std::unique_ptr<Form> formOf(std::string_view schema, std::string_view instance)
{
    auto form =
        std::make_unique<Form>(std::make_shared<json::Document>(json::Document::parse(schema)));
    form->setText(Bytes::copyOf(instance));
    return form;
}

void changeOneOf(int properties)
{
    std::string schema = R"({"type":"object","properties":{)";
    for (int i = 0; i < properties; ++i)
        schema += (i ? ",\"p" : "\"p") + std::to_string(i)
            + R"(":{"type":"string","title":"T","description":"D"})";
    const auto form = formOf(schema + "}}", R"({"p499":"x"})");
    const auto changed =
        form->setFieldText(*form->find(QStringLiteral("/p17")), QStringLiteral("y"));
    QVERIFY(changed.ok());
    form->setText(*changed);
    QCOMPARE(form->children(*form->root()).size(), std::size_t(properties));
}

void openTheDeepestOf(int levels)
{
    std::string instance;
    QString pointer;
    for (int i = 0; i < levels; ++i) {
        instance += R"({"next":)";
        pointer += QStringLiteral("/next");
    }
    instance += "{}" + std::string(std::size_t(levels), '}');
    const auto form = formOf(R"({"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{
        "next":{"$ref":"#/$defs/n"}}}}})",
        instance);
    const Field *deep = form->find(pointer);
    QVERIFY(deep && deep->isRecursive);
    QCOMPARE(deep->state, FieldState::Empty);
}

// The pattern takes exponential time for such a name, up to the limit of steps.
void matchNames(int names)
{
    std::string instance = "{";
    for (int i = 0; i < names; ++i)
        instance += (i ? ",\"" : "\"") + std::string(40, 'a') + "!" + std::to_string(i) + "\":1";
    const auto form = formOf(
        R"({"type":"object","patternProperties":{"^(a+)+$":{"type":"integer"}}})", instance + "}");
    QCOMPARE(form->children(*form->root()).size(), std::size_t(names));
}

void guessTheBranchOf(int values)
{
    std::string items = "[";
    for (int i = 0; i < values; ++i)
        items += (i ? ",\"" : "\"") + std::string(40, 'a') + "!\"";
    const auto form = formOf(R"({"type":"array","items":{"anyOf":[{"title":"a","pattern":"^(a+)+$"},
        {"title":"b","type":"string","pattern":"^(a|a)*$"}]}})",
        items + "]");
    QCOMPARE(form->children(*form->root()).size(), std::size_t(values));
    const Field *last = form->find(QStringLiteral("/%1").arg(values - 1));
    QVERIFY(last);
    QCOMPARE(last->pickers.size(), std::size_t(1));
}

} // namespace

// 10 times as many properties: 10 when linear, 100 when quadratic.
void TestFormGrowth::staysLinearWithFiveThousandProperties()
{
    const double growth = test::growth([] { changeOneOf(500); }, [] { changeOneOf(5000); });
    QVERIFY2(growth < 40, qPrintable(QString::number(growth)));
}

void TestFormGrowth::opensAThousandLevelsOnDemand()
{
    const double growth =
        test::growth([] { openTheDeepestOf(100); }, [] { openTheDeepestOf(1000); });
    QVERIFY2(growth < 40, qPrintable(QString::number(growth)));
}

// A match for each name would take 2,000 times as long.
void TestFormGrowth::asksAPatternWithoutEndOnce()
{
    const double growth = test::growth([] { matchNames(1); }, [] { matchNames(2000); });
    QVERIFY2(growth < 200, qPrintable(QString::number(growth)));
}

// A full guess for each value would take 500 times as long.
void TestFormGrowth::givesUpAGuessThatTakesTooLong()
{
    const double growth = test::growth([] { guessTheBranchOf(1); }, [] { guessTheBranchOf(500); });
    QVERIFY2(growth < 100, qPrintable(QString::number(growth)));
}

QTEST_GUILESS_MAIN(TestFormGrowth)
#include "tst_formgrowth.moc"
