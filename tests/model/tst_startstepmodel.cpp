// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/session/startstepmodel.h"
#include "models/signs/sign.h"

#include <QAbstractItemModelTester>
#include <QFont>
#include <QSignalSpy>
#include <QTest>

#include <set>

using namespace sonde;
using namespace sonde::models;
using Step = sonde::mcp::StartStep;

class StartStepModelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsHowFarAStartCame();
    void changesInPlace();
    void namesEveryStepTwice();
};

void StartStepModelTest::showsHowFarAStartCame()
{
    StartStepModel model;
    QAbstractItemModelTester tester(&model);
    model.setSteps({{Step::Kind::FindProgram, Step::Status::Done, QStringLiteral("/x"), 412'000},
        {Step::Kind::StartProcess, Step::Status::Failed, QStringLiteral("no <b>"), 1'000'000},
        {Step::Kind::SendFirst, Step::Status::NotReached, {}, 0}});
    QCOMPARE(model.rowCount(), 3);
    using M = StartStepModel;
    const auto sign = [&](int row) {
        return static_cast<Sign>(model.index(row, M::StepColumn).data(SignRole).toInt());
    };
    QCOMPARE(sign(0), Sign::Ok);
    QCOMPARE(sign(1), Sign::ProtocolError);
    QCOMPARE(sign(2), Sign::NotReached);
    QCOMPARE(model.index(0, M::StepColumn).data(TextColorRole).toInt(),
        static_cast<int>(ColorRole::Normal));
    // Green only here, where it says how far things went before they failed.
    QCOMPARE(
        model.index(0, M::StepColumn).data(SignColorRole).toInt(), static_cast<int>(ColorRole::Ok));
    QVERIFY(!model.index(1, M::StepColumn).data(SignColorRole).isValid());
    QCOMPARE(model.index(0, M::TimeColumn).data().toString(), QStringLiteral("0.412 ms"));
    QCOMPARE(model.index(2, M::DetailColumn).data().toString(), QStringLiteral("not reached"));
    QCOMPARE(model.index(2, M::TimeColumn).data().toString(), QString());
    QVERIFY(model.index(1, M::StepColumn).data(Qt::FontRole).value<QFont>().bold());
    QVERIFY(model.index(1, M::DetailColumn).data(M::FailedRole).toBool());
}

void StartStepModelTest::changesInPlace()
{
    StartStepModel model;
    QAbstractItemModelTester tester(&model);
    model.setSteps({{Step::Kind::FindProgram, Step::Status::Running, {}, 0}});
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setSteps({{Step::Kind::FindProgram, Step::Status::Done, {}, 5}});
    QCOMPARE(reset.size(), 0);
    model.setSteps({});
    QCOMPARE(model.rowCount(), 0);
}

// In the list, and while a start waits for it.
void StartStepModelTest::namesEveryStepTwice()
{
    QSet<QString> names;
    std::set<Step::Kind> kinds;
    for (const auto &all : {mcp::StartLog::kProcess, mcp::StartLog::kHttp, mcp::StartLog::kHttps})
        kinds.insert(all.begin(), all.end());
    for (const Step::Kind kind : kinds)
        names << StartStepModel::stepName(kind) << StartStepModel::runningText(kind);
    QVERIFY(!names.contains(QString()));
    QCOMPARE(names.size(), qsizetype(kinds.size() * 2));
    QCOMPARE(StartStepModel::stepName(Step::Kind::ReadFirst), QStringLiteral("Read the response"));
    QCOMPARE(StartStepModel::runningText(Step::Kind::ReadFirst),
        QStringLiteral("Waiting for the response to the first request"));
}

QTEST_MAIN(StartStepModelTest)
#include "tst_startstepmodel.moc"
