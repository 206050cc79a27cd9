// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/dispatch.h"
#include "support/places.h"
#include "support/ruleplay.h"

#include <QFile>
#include <QTest>

#include <algorithm>
#include <map>

using namespace sonde;
using namespace sonde::findings;
using namespace sonde::test;

// The examples of resources/rules notice each row of a rule that reports nothing, or always.
class RuleMutantsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aRowThatReportsNothingIsNoticed();
    void aRowThatAlwaysReportsIsNoticed();

private:
    struct Example {
        RuleRow row;
        std::unique_ptr<trace::SessionStore> store;
    };
    QString unnoticed(void (*check)(const Context &, Report &), bool isBad) const;

    QTemporaryDir m_folder{memoryFolder()};
    std::map<QString, std::vector<Example>> m_examples; // by requirement
};

namespace {

void nothing(const Context &, Report &) { }

void always(const Context &, Report &report)
{
    report.whole(QStringLiteral("Always."));
}

QString nameOf(const BoundRule &bound)
{
    return QStringLiteral("%1 %2 %3")
        .arg(QString::fromStdString(bound.requirement->id))
        .arg(int(bound.rule->on))
        .arg(QString::fromStdString(std::string(bound.rule->method)))
        .trimmed();
}

// The rows of which it is known, in tests/data/rule-mutants.txt: "silent ID …".
QString exceptions(const QString &kind)
{
    QFile file(sonde::test::sourcePath("tests/data/rule-mutants.txt"));
    QStringList names;
    if (!file.open(QIODevice::ReadOnly))
        return QStringLiteral("The file cannot be read.");
    for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n')) {
        if (line.startsWith(kind + u' '))
            names << line.mid(kind.size() + 1);
    }
    return names.join(u'\n');
}

// QCOMPARE shows the beginning of a text only.
void compare(const QString &found, const QString &known)
{
    if (found != known)
        qInfo("%s", qPrintable(found));
    QCOMPARE(found, known);
}

// Whether the example says something else than what it is an example of.
bool isNoticed(const RuleRow &row, const trace::SessionStore &store)
{
    const auto findings = findingsOf(store);
    const bool isFound = std::any_of(findings.begin(), findings.end(), [&row](const Finding &each) {
        return each.requirement->id == row.requirement.toStdString()
            && (!row.isBad || each.pointer == row.pointer);
    });
    return isFound != row.isBad;
}

} // namespace

void RuleMutantsTest::initTestCase()
{
    for (const RuleRow &row : ruleRows()) {
        auto &examples = m_examples[row.requirement];
        const QString file = row.file + QString::number(row.line);
        examples.push_back({row, RulePlay(row).record(m_folder.filePath(file))});
        QVERIFY(examples.back().store);
    }
}

// The rows that may be exchanged for that check without an example that shows it.
QString RuleMutantsTest::unnoticed(void (*check)(const Context &, Report &), bool isBad) const
{
    QStringList names;
    for (const BoundRule &bound : boundRules()) {
        auto &writable = const_cast<BoundRule &>(bound); // of a list of the program's own
        const Rule *const own = bound.rule;
        Rule mutant = *own;
        mutant.check = check;
        writable.rule = &mutant;
        const auto &examples = m_examples.at(QString::fromStdString(bound.requirement->id));
        const bool isSeen = std::any_of(examples.begin(), examples.end(), [&](const Example &each) {
            return each.row.isBad == isBad && isNoticed(each.row, *each.store);
        });
        writable.rule = own;
        if (!isSeen)
            names << nameOf(bound);
    }
    names.sort();
    return names.join(u'\n');
}

void RuleMutantsTest::aRowThatReportsNothingIsNoticed()
{
    compare(unnoticed(&nothing, true), exceptions(QStringLiteral("silent")));
}

void RuleMutantsTest::aRowThatAlwaysReportsIsNoticed()
{
    compare(unnoticed(&always, false), exceptions(QStringLiteral("loud")));
}

QTEST_GUILESS_MAIN(RuleMutantsTest)
#include "tst_rulemutants.moc"
