// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/completions.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mcp;

namespace {

const CompletionRef kPrompt{CompletionRef::Kind::Prompt, QStringLiteral("review")};
const CompletionRef kTemplate{CompletionRef::Kind::Resource, QStringLiteral("demo://x/{a}/{b}")};
const FilledIn kFilledIn{{QStringLiteral("a"), QStringLiteral("Oulu")},
    {QStringLiteral("b"), QStringLiteral("1")}, {QStringLiteral("c"), QString()}};

std::string params(const CompletionRef &ref, const FilledIn &others, const char *revision)
{
    return std::string(completionParams(
        ref, QStringLiteral("b"), QStringLiteral("1"), others, QString::fromLatin1(revision))
                           .view());
}

} // namespace

class TstCompletion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesThePromptOrTheTemplate()
    {
        QCOMPARE(params(kPrompt, {}, "2025-11-25"),
            std::string(R"({"ref":{"type":"ref/prompt","name":"review"},)"
                        R"("argument":{"name":"b","value":"1"}})"));
        QCOMPARE(params(kTemplate, {}, "2025-11-25"),
            std::string(R"({"ref":{"type":"ref/resource","uri":"demo://x/{a}/{b}"},)"
                        R"("argument":{"name":"b","value":"1"}})"));
    }

    // Neither the argument itself nor what is empty.
    void sendsWhatElseIsFilledInWhereTheRevisionKnowsIt_data()
    {
        QTest::addColumn<QByteArray>("revision");
        QTest::addColumn<bool>("sent");
        QTest::newRow("2024-11-05") << QByteArray("2024-11-05") << false;
        QTest::newRow("2025-03-26") << QByteArray("2025-03-26") << false;
        QTest::newRow("2025-06-18") << QByteArray("2025-06-18") << true;
        QTest::newRow("2026-07-28") << QByteArray("2026-07-28") << true;
    }

    void sendsWhatElseIsFilledInWhereTheRevisionKnowsIt()
    {
        QFETCH(QByteArray, revision);
        QFETCH(bool, sent);
        const std::string text = params(kPrompt, kFilledIn, revision.constData());
        QCOMPARE(text.find(R"("context":{"arguments":{"a":"Oulu"}})") != std::string::npos, sent);
        QCOMPARE(text.find("context") != std::string::npos, sent);
    }

    void readsTheValues()
    {
        const auto document = json::Document::parse(
            R"({"completion":{"values":["a",1,"b"],"total":7,"hasMore":true}})");
        const auto read = Completions::read(document.root());
        QVERIFY(read.ok());
        QCOMPARE(read->values, (QStringList{QStringLiteral("a"), QStringLiteral("b")}));
        QCOMPARE(read->total, qint64(7));
        QVERIFY(read->hasMore);
    }

    void keepsNoMoreThanTheLimit()
    {
        std::string text = R"({"completion":{"values":[)";
        for (std::size_t i = 0; i <= Completions::kMaxValues; ++i)
            text += i ? R"(,"x")" : R"("x")";
        const auto document = json::Document::parse(text + "]}}");
        const auto read = Completions::read(document.root());
        QVERIFY(read.ok());
        QCOMPARE(std::size_t(read->values.size()), Completions::kMaxValues);
        QVERIFY(read->hasMore);
    }

    void refusesWhatIsNoCompletion()
    {
        for (const char *text : {"{}", R"({"completion":{"values":{}}})", "[]"}) {
            const auto document = json::Document::parse(text);
            QVERIFY(!Completions::read(document.root()).ok());
        }
    }
};

QTEST_APPLESS_MAIN(TstCompletion)
#include "tst_completion.moc"
