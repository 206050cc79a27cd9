// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/page/pagefile.h"
#include "findings/page/rulepage.h"
#include "json/document.h"

#include <QStringList>
#include <QTest>

using namespace sonde;
using namespace sonde::findings;

// What is said about each rule.
class RulePageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRuleHasAPageWithAllParts();
    void everyAreaAndOwnSentenceBelongsToARule();
    void theRulesThatMatterMostHaveSentencesOfTheirOwn();
    void marksWhatIsWrongInTheBadExample_data();
    void marksWhatIsWrongInTheBadExample();
    void shortensALongExample();
};

namespace {

const Requirement &rule(const char *id)
{
    const Requirement *found = findChecked(id);
    if (!found)
        qFatal("There is no rule %s", id);
    return *found;
}

const json::Document &pages()
{
    static const auto document =
        json::Document::parse(pageFile(QStringLiteral("requirements/pages.json")));
    return document;
}

bool isExample(const RuleExample &example, const Requirement &requirement)
{
    return !example.text.isEmpty() && requirement.revisions.has(example.revision);
}

} // namespace

void RulePageTest::everyRuleHasAPageWithAllParts()
{
    QStringList missing;
    for (const Requirement *requirement : checkedRequirements()) {
        const RulePage page = pageOf(*requirement);
        const QString id = QString::fromStdString(requirement->id);
        const auto need = [&](bool isThere, const char *part) {
            if (!isThere)
                missing << id + u' ' + QLatin1String(part);
        };
        need(!requirement->summary.isEmpty(), "demand");
        need(!page.words.why.isEmpty(), "why");
        need(!page.words.fix.isEmpty(), "fix");
        need(isExample(page.examples.bad, *requirement), "bad example");
        need(!page.examples.good.text.isEmpty(), "good example");
        // The same traffic may be right in another revision.
        need(page.examples.bad.text != page.examples.good.text
                || page.examples.bad.revision != page.examples.good.revision,
            "two different examples");
        need(!requirement->revisions.isEmpty(), "revision");
        for (const Revision revision : kRevisions) {
            const bool isOwn = requirement->basis == Basis::Practice;
            if (requirement->revisions.has(revision) && !isOwn)
                need(!requirement->addressIn(revision).isEmpty(), "reference");
        }
    }
    QCOMPARE(missing.join(u'\n'), QString());
    QVERIFY(checkedRequirements().size() > 500);
}

void RulePageTest::everyAreaAndOwnSentenceBelongsToARule()
{
    QVERIFY(pages().isValid());
    QStringList areas;
    for (const json::Value area : pages().root()["areas"])
        areas << QString::fromStdString(area.key());
    areas.sort();
    QCOMPARE(areas, checkedAreas());
    QStringList unknown;
    for (const json::Value own : pages().root()["rules"]) {
        if (!findChecked(own.key()) || own["why"].toString().isEmpty()
            || own["fix"].toString().isEmpty())
            unknown << QString::fromStdString(own.key());
    }
    QCOMPARE(unknown, QStringList());
}

void RulePageTest::theRulesThatMatterMostHaveSentencesOfTheirOwn()
{
    const json::Value own = pages().root()["rules"];
    QVERIFY(own.count() >= 100);
    QStringList without;
    for (const Requirement *requirement : checkedRequirements()) {
        if (requirement->rank > 0 && !own[requirement->id])
            without << QString::fromStdString(requirement->id);
    }
    QCOMPARE(without, QStringList());
}

void RulePageTest::marksWhatIsWrongInTheBadExample_data()
{
    QTest::addColumn<QString>("marked");
    const auto row = [](const char *id, const char *marked) {
        QTest::newRow(id) << QString::fromUtf8(marked);
    };
    row("tools.input-schema-object", R"({"name":"a"})");
    row("tools.name-charset", R"("Create Share")");
    row("pagination.cursor-string-or-absent", "null");
}

void RulePageTest::marksWhatIsWrongInTheBadExample()
{
    QFETCH(const QString, marked);
    const RuleExample bad = pageOf(rule(QTest::currentDataTag())).examples.bad;
    QCOMPARE(bad.text.mid(bad.markBegin, bad.markEnd - bad.markBegin), marked);
    const RuleExample good = pageOf(rule(QTest::currentDataTag())).examples.good;
    QCOMPARE(good.markBegin, good.markEnd);
}

void RulePageTest::shortensALongExample()
{
    for (const Requirement *requirement : checkedRequirements()) {
        const RuleExamples examples = pageOf(*requirement).examples;
        for (const RuleExample &example : {examples.bad, examples.good}) {
            for (const QString &line : example.text.split(u'\n'))
                QVERIFY2(line.size() <= 610, requirement->id.c_str());
            QVERIFY2(example.markEnd <= example.text.size(), requirement->id.c_str());
        }
    }
}

QTEST_GUILESS_MAIN(RulePageTest)
#include "tst_rulepage.moc"
