// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/catalogue.h"
#include "findings/engine/dispatch.h"
#include "findings/engine/ruletables.h"
#include "support/ruleplay.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace sonde;
using namespace sonde::findings;
using namespace sonde::test;

// The examples of resources/rules.
class RulesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRuleHasARequirement();
    void everyRuleHasABadAndAGoodExample();
    void everyRuleIsExercisedByAGoodExample();
    void findsWhatIsWrongAndNothingElse_data();
    void findsWhatIsWrongAndNothingElse();

private:
    QTemporaryDir m_folder{memoryFolder()};
};

namespace {

QString told(const std::vector<Finding> &findings)
{
    QStringList lines;
    for (const Finding &finding : findings) {
        const auto level = levelName(finding.level);
        lines << QStringLiteral("%1 %2 at #%3 %4: %5")
                     .arg(QString::fromUtf8(level.data(), qsizetype(level.size())),
                         QString::fromStdString(finding.requirement->id))
                     .arg(finding.messages.front())
                     .arg(finding.pointer, finding.sentence);
    }
    return lines.join(u'\n');
}

} // namespace

void RulesTest::everyRuleHasARequirement()
{
    QStringList unknown;
    for (const auto table : ruleTables()) {
        for (const Rule &rule : table) {
            if (!Catalogue::instance().find(rule.id))
                unknown << QString::fromStdString(std::string(rule.id));
        }
    }
    QCOMPARE(unknown, QStringList());
    QVERIFY(!boundRules().empty());
}

void RulesTest::everyRuleHasABadAndAGoodExample()
{
    std::set<std::string> bad;
    std::set<std::string> good;
    for (const RuleRow &row : ruleRows())
        (row.isBad ? bad : good).insert(row.requirement.toStdString());
    QStringList missing;
    for (const BoundRule &bound : boundRules()) {
        if (!bad.contains(bound.requirement->id))
            missing << QStringLiteral("bad ") + QString::fromStdString(bound.requirement->id);
        if (!good.contains(bound.requirement->id))
            missing << QStringLiteral("good ") + QString::fromStdString(bound.requirement->id);
    }
    missing.removeDuplicates();
    QCOMPARE(missing, QStringList());
}

// Otherwise no traffic would count as a sign that the requirement is kept.
void RulesTest::everyRuleIsExercisedByAGoodExample()
{
    std::set<std::string> missing;
    for (const BoundRule &bound : boundRules())
        missing.insert(bound.requirement->id);
    missing.erase("cancel.no-further-messages"); // only silence keeps it
    int played = 0;
    for (const RuleRow &row : ruleRows()) {
        if (row.isBad || !missing.contains(row.requirement.toStdString()))
            continue;
        const auto store =
            RulePlay(row).record(m_folder.filePath(QStringLiteral("good%1.sonde").arg(++played)));
        QVERIFY(store);
        for (const Exercised &one : exercisedBy(*store))
            missing.erase(one.requirement->id);
    }
    QStringList names;
    for (const std::string &id : missing)
        names << QString::fromStdString(id);
    QCOMPARE(names.join(u' '), QString());
}

void RulesTest::findsWhatIsWrongAndNothingElse_data()
{
    QTest::addColumn<int>("index");
    const auto rows = ruleRows();
    QVERIFY(!rows.empty());
    for (std::size_t i = 0; i < rows.size(); ++i)
        QTest::newRow(qPrintable(rows[i].name())) << int(i);
}

void RulesTest::findsWhatIsWrongAndNothingElse()
{
    QFETCH(int, index);
    static const std::vector<RuleRow> rows = ruleRows();
    const RuleRow &row = rows[std::size_t(index)];
    const auto *requirement = Catalogue::instance().find(row.requirement.toStdString());
    QVERIFY(requirement);
    const auto revision = revisionFromName(row.revision.toStdString());
    QVERIFY2(revision, qPrintable(row.revision));
    const auto store =
        RulePlay(row).record(m_folder.filePath(QStringLiteral("%1.sonde").arg(index)));
    QVERIFY(store);
    const auto findings = findingsOf(*store);
    const auto isOwn = [&](const Finding &each) { return each.requirement == requirement; };
    // The message before the one that is meant may break the same requirement.
    auto own = std::find_if(findings.begin(), findings.end(),
        [&](const Finding &each) { return isOwn(each) && each.pointer == row.pointer; });
    if (own == findings.end())
        own = std::find_if(findings.begin(), findings.end(), isOwn);
    if (!row.isBad) {
        QVERIFY2(own == findings.end(), qPrintable(told(findings)));
        const bool hasError =
            std::any_of(findings.begin(), findings.end(), [&row](const Finding &finding) {
                const auto isOf = [&finding](Party party) {
                    return finding.party == party || finding.requirement->party == party;
                };
                const bool isMeant = (row.isProvoked && isOf(Party::Client))
                    || (row.isProvoking && isOf(Party::Server));
                return finding.level == Level::Error && !isMeant;
            });
        QVERIFY2(!hasError, qPrintable(told(findings)));
        return;
    }
    QVERIFY2(own != findings.end(), qPrintable(told(findings)));
    QCOMPARE(own->pointer, row.pointer);
    QVERIFY(own->revision == *revision);
    QVERIFY(!own->sentence.isEmpty());
    QVERIFY(own->messages.front() > 0);
    QVERIFY(own->begin < own->end || own->pointer.isEmpty());
}

QTEST_GUILESS_MAIN(RulesTest)
#include "tst_rules.moc"
