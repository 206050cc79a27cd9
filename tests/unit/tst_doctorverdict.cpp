// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/base/outcomechange.h"
#include "doctor/base/verdict.h"
#include "doctor/run/doctorreport.h"

#include <QTest>

using namespace sonde;
using namespace sonde::doctor;
using namespace Qt::StringLiterals;

// What the results of the doctor's checks mean together.
class TestDoctorVerdict : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aWarningExplainsAFailure();
    void aWarningAloneIsNoCause();
    void whatFollowsIsNoCause_data();
    void whatFollowsIsNoCause();
    void saysThatItFailsInAHostOnly_data();
    void saysThatItFailsInAHostOnly();
    void separatesFindings();
    void isNotCompleteWhenStopped();
    void whatChanged_data();
    void whatChanged();
};

void TestDoctorVerdict::aWarningExplainsAFailure()
{
    const Verdict verdict = verdictOf(
        {resultOf(Check::Configuration, {{Kind::PlaceholderLeft, {u"Argument 1"_s, u"<x>"_s}}}),
            resultOf(Check::Start, {{Kind::EndedAtOnce, {u"1 s"_s, u"exit code 1"_s}}})});
    QVERIFY(verdict.cause);
    QCOMPARE(verdict.cause->kind, Kind::PlaceholderLeft);
    QCOMPARE(verdict.check, Check::Configuration);
    // The end is no cause of its own.
    QVERIFY(verdict.others.empty());
    QCOMPARE(verdict.consequences.size(), std::size_t(1));
    QCOMPARE(verdict.consequences.front().kind, Kind::EndedAtOnce);
    QCOMPARE(verdict.counts(), u"0 passed, 1 warning, 1 failed"_s);
}

void TestDoctorVerdict::aWarningAloneIsNoCause()
{
    const Verdict verdict =
        verdictOf({resultOf(Check::Configuration, {{Kind::PlaceholderLeft, {u"x"_s, u"y"_s}}}),
            resultOf(Check::Start, {{Kind::Started, {u"1"_s}}})});
    QVERIFY(!verdict.cause);
    QVERIFY(verdict.isComplete);
    QVERIFY(verdict.whatToDo().isEmpty());
    QCOMPARE(verdict.others.size(), std::size_t(1));
}

void TestDoctorVerdict::whatFollowsIsNoCause_data()
{
    QTest::addColumn<Check>("check"); // of the second finding
    QTest::addColumn<Kind>("kind");
    QTest::addColumn<bool>("follows");
    QTest::newRow("the end of the process") << Check::Start << Kind::EndedAtOnce << true;
    QTest::newRow("a second text on stderr") << Check::Start << Kind::PermissionDenied << true;
    QTest::newRow("no response") << Check::FirstOutput << Kind::Silent << true;
    QTest::newRow("another mistake in the settings")
        << Check::Configuration << Kind::DockerNoInput << false;
    QTest::newRow("a warning") << Check::Environment << Kind::VariableUnset << false;
}

void TestDoctorVerdict::whatFollowsIsNoCause()
{
    QFETCH(const Check, check);
    QFETCH(const Kind, kind);
    QFETCH(const bool, follows);
    const Verdict verdict =
        verdictOf({resultOf(Check::Configuration, {{Kind::DockerDetached, {u"docker"_s, u"-d"_s}}}),
            resultOf(check, {{kind, {u"x"_s, u"y"_s, u"z"_s}}})});
    QCOMPARE(verdict.cause->kind, Kind::DockerDetached);
    QCOMPARE(verdict.consequences.size(), std::size_t(follows ? 1 : 0));
    QCOMPARE(verdict.others.size(), std::size_t(follows ? 0 : 1));
}

void TestDoctorVerdict::saysThatItFailsInAHostOnly_data()
{
    QTest::addColumn<std::vector<DoctorFinding>>("found");
    QTest::addColumn<QString>("cause"); // empty: none
    QTest::addColumn<int>("others");
    const DoctorFinding fails{Kind::HostStartFails, {u"/bin"_s, u"No module."_s}};
    const DoctorFinding relative{Kind::RelativePath, {u"./x"_s, u"/a"_s}};
    const DoctorFinding other{Kind::OtherOnDesktop, {u"x"_s, u"/a/x"_s, u"/b/x"_s}};
    const DoctorFinding unset{Kind::VariableUnset, {u"X_KEY"_s, u"x.js"_s}};
    QTest::newRow("nothing") << std::vector<DoctorFinding>() << QString() << 0;
    QTest::newRow("what is no fault of a host") << std::vector{unset} << QString() << 1;
    QTest::newRow("what need not be a fault") << std::vector{relative} << QString() << 1;
    QTest::newRow("another program") << std::vector{other} << QString() << 1;
    QTest::newRow("what explains one") << std::vector{other, fails} << u"other-on-desktop"_s << 0;
    QTest::newRow("what does not explain one")
        << std::vector{relative, fails} << u"host-start-fails"_s << 1;
    QTest::newRow("a start that fails") << std::vector{fails, unset} << u"host-start-fails"_s << 1;
    QTest::newRow("the most probable one")
        << std::vector{fails, DoctorFinding{Kind::NotOnDesktop, {u"x"_s, u"/x"_s, u"/bin"_s}},
               DoctorFinding{Kind::HostEntryDisabled, {u"Cursor"_s, u"x"_s, u"f"_s}}}
        << u"not-on-desktop"_s << 1;
}

void TestDoctorVerdict::saysThatItFailsInAHostOnly()
{
    QFETCH(const std::vector<DoctorFinding>, found);
    QFETCH(const QString, cause);
    QFETCH(const int, others);
    const Verdict verdict = verdictOf({resultOf(Check::AsHost, found)});
    QVERIFY(!verdict.cause);
    QCOMPARE(verdict.inHost ? kindId(verdict.inHost->kind) : QString(), cause);
    QCOMPARE(verdict.others.size(), std::size_t(others));
    QCOMPARE(verdict.sentence().startsWith(u"The server works here, but not in every host: "),
        !cause.isEmpty());
    QCOMPARE(verdict.whatToDo().isEmpty(), cause.isEmpty());
}

// What a program says may come without a period.
void TestDoctorVerdict::separatesFindings()
{
    const DoctorFinding missing{Kind::PythonModuleMissing, {u"No module named 'x'"_s}};
    const DoctorFinding unset{Kind::VariableUnset, {u"X_KEY"_s, u"x.js"_s}};
    QCOMPARE(evidenceOf(resultOf(Check::Start, {missing, unset})),
        sentenceOf(missing) + u" \u00b7 " + sentenceOf(unset));
    const DoctorFinding relative{Kind::RelativePath, {u"./x"_s, u"/a"_s}};
    QCOMPARE(evidenceOf(resultOf(Check::Start, {relative, unset})),
        sentenceOf(relative) + u' ' + sentenceOf(unset));
    // Of facts, the first one is enough, and none beside a fault.
    const DoctorFinding fact{Kind::NoListening};
    QCOMPARE(evidenceOf(resultOf(Check::Stream, {fact, fact})), sentenceOf(fact));
    QCOMPARE(evidenceOf(resultOf(Check::Stream, {unset, fact})), sentenceOf(unset));
}

void TestDoctorVerdict::isNotCompleteWhenStopped()
{
    QVERIFY(!verdictOf({stopped(Check::Start)}).isComplete);
    QVERIFY(!verdictOf({CheckResult()}).isComplete);
    QVERIFY(verdictOf({skipped(Check::Start, u"x"_s)}).isComplete);
    QVERIFY(verdictOf({stopped(Check::Start)}).sentence()
        != verdictOf({skipped(Check::Start, u"x"_s)}).sentence());
}

void TestDoctorVerdict::whatChanged_data()
{
    QTest::addColumn<Outcome>("before");
    QTest::addColumn<Outcome>("after");
    QTest::addColumn<QString>("said"); // empty: nothing changed
    QTest::newRow("repaired") << Outcome::Failed << Outcome::Passed << u"now passes: Program"_s;
    QTest::newRow("broken") << Outcome::Passed << Outcome::Failed << u"now fails: Program"_s;
    QTest::newRow("nearly repaired")
        << Outcome::Failed << Outcome::Warning << u"now with a warning: Program"_s;
    QTest::newRow("the same") << Outcome::Failed << Outcome::Failed << QString();
    QTest::newRow("not reached before") << Outcome::Skipped << Outcome::Failed << QString();
    QTest::newRow("not reached now") << Outcome::Passed << Outcome::Skipped << QString();
    QTest::newRow("not yet") << Outcome::Passed << Outcome::Running << QString();
}

void TestDoctorVerdict::whatChanged()
{
    QFETCH(const Outcome, before);
    QFETCH(const Outcome, after);
    QFETCH(const QString, said);
    const auto results = [](Outcome outcome) {
        CheckResult program;
        program.check = Check::Program;
        program.outcome = outcome;
        return std::vector{program, resultOf(Check::Executable, {{Kind::ExecutableFine}})};
    };
    const auto changes = outcomeChanges(results(before), results(after));
    QCOMPARE(changes.size(), std::size_t(said.isEmpty() ? 0 : 1));
    const QString sentence = changesSentence(changes);
    QVERIFY2(
        sentence.contains(said.isEmpty() ? u"No check has changed"_s : said), qPrintable(sentence));
    // Without a run before, nothing is known.
    QVERIFY(outcomeChanges({}, results(after)).empty());
}

QTEST_GUILESS_MAIN(TestDoctorVerdict)
#include "tst_doctorverdict.moc"
