// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/catalogue.h"
#include "findings/engine/dispatch.h"
#include "support/places.h"

#include <QFile>
#include <QTest>

#include <array>
#include <cstdio>
#include <map>
#include <optional>
#include <vector>

using namespace sonde;
using namespace sonde::findings;

// Each requirement whose violation traffic can show has a rule, or a reason why it has none.
//   tst_rulecoverage --table    prints them, and how many there are of each
class RuleCoverageTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyObservableRequirementHasARuleOrAReason();
    void noReasonIsSuperfluous();
    void noRuleIsLost();
};

namespace {

constexpr std::size_t kLeastWithRule = 560; // of the specification: a rule less is one lost
constexpr std::array<const char *, kOnCount> kKinds{"message", "request", "notification", "result",
    "error", "no message", "exchange", "metadata", "registration", "authorization", "redirect",
    "token", "event"};

struct Row {
    const Requirement *requirement = nullptr;
    QStringList rules; // what each is about: "result tools/list"
    QString reason;

    bool isObservable() const
    {
        return requirement->observable != Observable::No
            && requirement->observable != Observable::Ui;
    }
};

QString wide(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

// The reasons of tests/data/requirements-not-checked.txt, by id; none if a line cannot be read.
std::optional<std::map<QString, QString>> reasons()
{
    QFile file(sonde::test::sourcePath("tests/data/requirements-not-checked.txt"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    std::map<QString, QString> all;
    for (const QString &line : QString::fromUtf8(file.readAll()).split(u'\n')) {
        if (line.isEmpty() || line.startsWith(u'#'))
            continue;
        const QString reason = line.section(QStringLiteral(": "), 1);
        if (reason.isEmpty() || !all.emplace(line.section(u':', 0, 0), reason).second)
            return {};
    }
    return all;
}

// All requirements, in the order of the catalogue.
std::vector<Row> rows(const std::map<QString, QString> &reasons)
{
    std::map<const Requirement *, QStringList> rules;
    for (const BoundRule &bound : boundRules()) {
        const char *const kind = kKinds.at(std::size_t(bound.rule->on));
        rules[bound.requirement]
            << QString(QString::fromLatin1(kind) + u' ' + wide(bound.rule->method)).trimmed();
    }
    std::vector<Row> all;
    for (const Requirement &requirement : Catalogue::instance().all()) {
        const auto reason = reasons.find(QString::fromStdString(requirement.id));
        all.push_back({&requirement, rules[&requirement],
            reason == reasons.end() ? QString() : reason->second});
    }
    return all;
}

struct Counts {
    std::size_t observable = 0;
    std::size_t withRule = 0;
    std::size_t withReason = 0;
    std::size_t withNeither = 0;
};

// Of the specification alone: what experience asks for is not part of it.
Counts countOf(const std::vector<Row> &rows)
{
    Counts counts;
    for (const Row &row : rows) {
        if (!row.isObservable() || row.requirement->basis == Basis::Practice)
            continue;
        ++counts.observable;
        ++(!row.rules.isEmpty()         ? counts.withRule
                : !row.reason.isEmpty() ? counts.withReason
                                        : counts.withNeither);
    }
    return counts;
}

QString said(const Row &row)
{
    const Requirement &requirement = *row.requirement;
    const QString what = !row.rules.isEmpty() ? u"rule: " + row.rules.join(QStringLiteral(", "))
        : !row.reason.isEmpty()               ? u"reason: " + row.reason
                                              : QStringLiteral("NEITHER");
    return QStringList{QString::fromStdString(requirement.id), requirement.keyword,
        wide(partyName(requirement.party)), wide(observableName(requirement.observable)), what}
        .join(u'\t');
}

// 0: each observable requirement has one of the two.
int printTable()
{
    const auto known = reasons();
    if (!known)
        return 1;
    const auto all = rows(*known);
    for (const Row &row : all) {
        if (row.isObservable())
            std::puts(qPrintable(said(row)));
    }
    const Counts counts = countOf(all);
    std::printf("observable %zu, with a rule %zu, with a reason %zu, with neither %zu\n",
        counts.observable, counts.withRule, counts.withReason, counts.withNeither);
    return counts.withNeither == 0 ? 0 : 1;
}

} // namespace

void RuleCoverageTest::everyObservableRequirementHasARuleOrAReason()
{
    const auto known = reasons();
    QVERIFY(known);
    QStringList missing;
    for (const Row &row : rows(*known)) {
        if (row.isObservable() && row.rules.isEmpty() && row.reason.isEmpty())
            missing << QString::fromStdString(row.requirement->id);
    }
    QCOMPARE(missing, QStringList());
}

// A reason that is no longer true is refused, too.
void RuleCoverageTest::noReasonIsSuperfluous()
{
    auto known = reasons();
    QVERIFY(known);
    QStringList wrong;
    for (const Row &row : rows(*known)) {
        if (!row.reason.isEmpty() && !row.rules.isEmpty())
            wrong << QString::fromStdString(row.requirement->id);
        known->erase(QString::fromStdString(row.requirement->id));
    }
    QCOMPARE(wrong, QStringList());
    QVERIFY2(known->empty(), "reasons for requirements that do not exist");
}

void RuleCoverageTest::noRuleIsLost()
{
    const auto known = reasons();
    QVERIFY(known);
    const Counts counts = countOf(rows(*known));
    QVERIFY2(counts.withRule >= kLeastWithRule, qPrintable(QString::number(counts.withRule)));
}

int main(int argc, char *argv[])
{
    const QCoreApplication application(argc, argv);
    if (application.arguments().contains(QLatin1String("--table")))
        return printTable();
    RuleCoverageTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_rulecoverage.moc"
