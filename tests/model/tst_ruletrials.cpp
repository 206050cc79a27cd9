// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/review/ruletrials.h"
#include "json/document.h"

#include <QTest>
#include <QTranslator>

using namespace sonde;

namespace {

// Puts the context in front of each sentence, so that it shows where the sentence was looked up.
class ContextTranslator final : public QTranslator {
public:
    bool isEmpty() const override { return false; }
    QString translate(const char *context, const char *source, const char *, int) const override
    {
        return QStringLiteral("<%1> ").arg(QLatin1String(context)) + QString::fromUtf8(source);
    }
};

// What rules would do with a request for sampling, the key of which is "k".
QStringList trialOf(std::string_view rules)
{
    const auto params = json::Document::parse(R"({"maxTokens":7,"messages":[]})");
    const auto ask = std::make_shared<review::QueuedRequest>(
        review::QueuedRequest{1, QStringLiteral("s"), QStringLiteral("2025-11-25"),
            mcp::InputRound(), {}, {}, 0, 0, review::State::Waiting, {}});
    ask->questions = {
        {"k", QStringLiteral("sampling/createMessage"), review::Kind::Sampling, params.root()}};
    const auto list = json::Document::parse(rules);
    const auto rows =
        session::trialRows(review::rulesFromJson(list.root()).rules, {ask}, QString(), 10);
    return rows.size() == 1 ? rows.front() : QStringList();
}

} // namespace

// What the rules of a server would do with what was asked.
class TestRuleTrials : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void sayWhichRuleApplies();
    void sayThatAPersonIsAsked();
    void speakInTheContextOfTheirLibrary();
};

void TestRuleTrials::sayWhichRuleApplies()
{
    const QStringList row = trialOf(
        R"([{"method":"roots/list","decline":true},{"program":["cat","-n"],"delayMs":20}])");
    QCOMPARE(row,
        QStringList({QStringLiteral("Sampling #k"), QStringLiteral("rule 2"),
            QStringLiteral("after 20 ms: the output of cat -n (not run in this preview)")}));
}

void TestRuleTrials::sayThatAPersonIsAsked()
{
    const QStringList row = trialOf(R"([{"method":"roots/list","decline":true}])");
    QCOMPARE(row,
        QStringList({QStringLiteral("Sampling #k"), QStringLiteral("none"),
            QStringLiteral("you are asked")}));
}

void TestRuleTrials::speakInTheContextOfTheirLibrary()
{
    ContextTranslator translator;
    QVERIFY(QCoreApplication::installTranslator(&translator));
    QCOMPARE(trialOf("[]").mid(1),
        QStringList({QStringLiteral("<Session> none"), QStringLiteral("<Session> you are asked")}));
    QCOMPARE(trialOf(R"([{"program":["cat"]}])").mid(1),
        QStringList({QStringLiteral("<Session> rule 1"),
            QStringLiteral("<Session> the output of cat (not run in this preview)")}));
}

QTEST_GUILESS_MAIN(TestRuleTrials)
#include "tst_ruletrials.moc"
