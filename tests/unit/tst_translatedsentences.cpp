// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/authsettings.h"
#include "config/offers.h"
#include "review/chatcompletions.h"
#include "review/requestedinput.h"
#include "review/responsedraft.h"
#include "review/responserule.h"
#include "review/ruledraft.h"
#include "rpc/message.h"
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
    void anInvalidMessage();
    void aServerRequest();
    void anInvalidRule();
    void anInvalidResponseOfAModel();

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
    QCOMPARE(config::offersFromJson(document.root()).error().sentence, QStringLiteral("<Config>"));
}

void TestTranslatedSentences::invalidAuthorizationSettings()
{
    const json::Document document = parsed("[]");
    QCOMPARE(
        config::authSettingsFromJson(document.root()).error().sentence, QStringLiteral("<Config>"));
}

void TestTranslatedSentences::anInvalidMessage()
{
    const auto reason = [](const char *bytes) {
        return rpc::decode(Bytes::copyOf(bytes), false).front().reason;
    };
    for (const char *bytes : {"1", "{}", R"({"jsonrpc":"2.0","id":{}})", "{", "print()",
             R"({"jsonrpc":"2.0","id":1,"error":{}})", R"([{"jsonrpc":"2.0","method":"m"}])"})
        QCOMPARE(reason(bytes), QStringLiteral("<Rpc>"));
}

void TestTranslatedSentences::aServerRequest()
{
    const json::Document params = parsed(R"({"messages":[]})");
    for (const auto kind : {review::Kind::Sampling, review::Kind::Form, review::Kind::Roots}) {
        const review::RequestedInput input{{}, {}, kind, params.root()};
        QCOMPARE(review::titleOf(input), QStringLiteral("<Review>"));
        QCOMPARE(review::summaryOf(input), QStringLiteral("<Review>"));
    }
}

void TestTranslatedSentences::anInvalidRule()
{
    const json::Document document = parsed("{}");
    QCOMPARE(review::ruleFromJson(document.root()).error().sentence, QStringLiteral("<Review>"));
    review::RuleDraft draft;
    draft.raw = "{";
    QCOMPARE(review::problemOf(draft), QStringLiteral("<Review>"));
}

void TestTranslatedSentences::anInvalidResponseOfAModel()
{
    const json::Document document = parsed("{}");
    QCOMPARE(
        review::samplingResult(document.root(), {}).error().sentence, QStringLiteral("<Review>"));
    QCOMPARE(
        review::withText(Bytes::copyOf("[]"), "text").error().sentence, QStringLiteral("<Review>"));
    QCOMPARE(review::ChatStream().result({}).error().sentence, QStringLiteral("<Review>"));
}

QTEST_GUILESS_MAIN(TestTranslatedSentences)
#include "tst_translatedsentences.moc"
