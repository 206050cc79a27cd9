// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/ruleselection.h"

#include <QTest>

using namespace sonde;
using namespace sonde::cli;

// Which rules --select and --ignore mean.
class RuleSelectionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void choosesRules_data();
    void choosesRules();
    void refusesWhatIsNoRule_data();
    void refusesWhatIsNoRule();
};

void RuleSelectionTest::choosesRules_data()
{
    QTest::addColumn<QString>("select");
    QTest::addColumn<QString>("ignore");
    QTest::addColumn<QString>("rule");
    QTest::addColumn<bool>("isChosen");
    const auto row = [](const char *select, const char *ignore, const char *rule, bool isChosen) {
        QTest::addRow("%s without %s: %s", select, ignore, rule)
            << QString::fromLatin1(select) << QString::fromLatin1(ignore)
            << QString::fromLatin1(rule) << isChosen;
    };
    row("", "", "tools.name-unique", true);
    row("tools", "", "tools.name-unique", true);
    row("tools", "", "tasks.cancel", false);
    row("tools.*", "", "tools.name-unique", true);
    row("tools.name-*", "", "tools.name-unique", true);
    row("tools.name-*", "", "tools.capability", false);
    row("*-unique", "", "tools.name-unique", true);
    row("*.name-*,auth", "", "auth.pkce", true);
    row("*e*e*", "", "tools.name-unique", true);
    row("*", "", "tools.name-unique", true);
    row("tools.name-unique, auth", "", "auth.pkce", true);
    row("tools.name-unique", "", "tools.name-length", false);
    row("", "tools", "tools.name-unique", false);
    row("", "tools", "tasks.cancel", true);
    row("tools", "tools.name-*", "tools.name-unique", false);
    row("tools", "tools.name-*", "tools.capability", true);
    row("ext", "", "ext-tasks.unknown-id", false); // an area is a whole word
}

void RuleSelectionTest::choosesRules()
{
    QFETCH(const QString, select);
    QFETCH(const QString, ignore);
    QFETCH(const QString, rule);
    RuleSelection rules;
    if (!select.isEmpty())
        QVERIFY(rules.select(select).ok());
    if (!ignore.isEmpty())
        QVERIFY(rules.ignore(ignore).ok());
    QTEST(rules.has(rule.toStdString()), "isChosen");
}

void RuleSelectionTest::refusesWhatIsNoRule_data()
{
    QTest::addColumn<QString>("words");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *words, const char *says) {
        QTest::newRow(words) << QString::fromLatin1(words) << QString::fromUtf8(says);
    };
    row("tool", "There is no rule or area “tool”. Did you mean tools");
    row("tools,resorces", "no rule or area “resorces”. Did you mean resources");
    row("tools.name-uniqe", "Did you mean tools.name-unique");
    row("content-present", "Did you mean tools.content-present");
    row("tols.*", "There is no rule or area “tols.*”");
    row("tools.*unique*unique", "There is no rule or area"); // no character counts twice
    row("*a*e*i*o*u*a*e*i*o*u*a*e*i*o*u*a*e*i*o*u*", "There is no rule or area"); // at once
    row("tools,,auth", "There is no rule or area “”");
    row("zzzzzzzz", "There is no rule or area “zzzzzzzz”. sonde-cli rule lists them.");
    row("apps.app-only-hidden", "No rule checks “apps.app-only-hidden”");
}

void RuleSelectionTest::refusesWhatIsNoRule()
{
    QFETCH(const QString, words);
    QFETCH(const QString, says);
    RuleSelection rules;
    const Result<void> selected = rules.select(words);
    QVERIFY(!selected.ok());
    QVERIFY2(selected.error().sentence.contains(says), qPrintable(selected.error().sentence));
    QVERIFY(!rules.ignore(words).ok());
}

QTEST_GUILESS_MAIN(RuleSelectionTest)
#include "tst_ruleselection.moc"
