// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/authsettings.h"
#include "config/offers.h"
#include "schema/uritemplate.h"
#include "schema/validator.h"
#include "json/document.h"

#include <QTest>
#include <QTranslator>

using namespace sonde;

namespace {

// Translates into the name of the context, so that a sentence shows where it was looked up.
class ContextTranslator final : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *, const char *, int) const override
    {
        return QLatin1Char('<') + QLatin1String(context) + QLatin1Char('>');
    }
};

json::Document parsed(std::string_view text)
{
    return json::Document::parse(text);
}

} // namespace

// lupdate takes the context from the code; a sentence that is looked up in another one stays
// English in every language.
class TestTranslatedSentences : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QVERIFY(QCoreApplication::installTranslator(&m_translator)); }
    void aSyntaxErrorOfJson();
    void aFindingOfTheValidator();
    void anInvalidTemplate();
    void invalidOffers();
    void invalidAuthorizationSettings();

private:
    ContextTranslator m_translator;
};

void TestTranslatedSentences::aSyntaxErrorOfJson()
{
    const json::Document document = parsed("[1 2]");
    QCOMPARE(document.error()->reason, QStringLiteral("<Json>"));
}

void TestTranslatedSentences::aFindingOfTheValidator()
{
    const auto schema = std::make_shared<json::Document>(parsed(R"({"minLength":2})"));
    auto validator = schema::Validator::make(schema);
    QVERIFY(validator.ok());
    const json::Document instance = parsed("\"a\"");
    const schema::Outcome outcome = validator.value().validate(instance.root());
    QCOMPARE(outcome.errors.size(), std::size_t(1));
    QCOMPARE(outcome.errors[0].sentence, QStringLiteral("<Schema>"));
}

void TestTranslatedSentences::anInvalidTemplate()
{
    QCOMPARE(schema::UriTemplate::parse("a:{b").error().sentence, QStringLiteral("<Schema>"));
}

void TestTranslatedSentences::invalidOffers()
{
    const json::Document document = parsed("[]");
    QCOMPARE(config::offersFromJson(document.root()).error().sentence, QStringLiteral("<Offers>"));
}

void TestTranslatedSentences::invalidAuthorizationSettings()
{
    const json::Document document = parsed("[]");
    QCOMPARE(config::authSettingsFromJson(document.root()).error().sentence,
        QStringLiteral("<AuthSettings>"));
}

QTEST_GUILESS_MAIN(TestTranslatedSentences)
#include "tst_translatedsentences.moc"
