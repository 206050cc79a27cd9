// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/changes/restartmodel.h"
#include "models/changes/startfigures.h"
#include "models/signs/sign.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace sonde;
using namespace sonde::models;
using namespace Qt::StringLiterals;

namespace {

Restart start(int number, int milliseconds = 100)
{
    Restart restart;
    restart.number = number;
    restart.at.wall = 1'764'000'000'000'000'000 + number;
    restart.cause.words = u"Restarted"_s;
    restart.firstResponse = std::chrono::milliseconds(milliseconds);
    restart.memory = std::uint64_t(milliseconds) * 1'000'000;
    restart.snapshot = std::make_shared<const changes::Snapshot>();
    return restart;
}

std::deque<Restart> starts(int first, int last)
{
    std::deque<Restart> all;
    for (int number = first; number <= last; ++number)
        all.push_back(start(number));
    return all;
}

QString tag(const RestartModel &model, int row)
{
    return model.index(row).data(TagRole).toString();
}

QList<int> numbersOf(const StartFigures &figures)
{
    QList<int> numbers;
    for (const StartFigure &figure : figures)
        numbers << figure.number;
    return numbers;
}

} // namespace

// The list of the starts of a server, and the figures of the last ones.
class TestRestartModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void marksTheReference();
    void theOldestOneGoesButNotTheReference();
    void figures_data();
    void figures();
    void figuresAreShares();
    void sayWhatIsNotKnown();
};

void TestRestartModel::marksTheReference()
{
    RestartModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    std::deque<Restart> all = starts(1, 3);
    model.setRestarts(u"s"_s, all);
    QVERIFY(tag(model, 0).isEmpty() && tag(model, 2).isEmpty());
    const QString spoken = model.index(2).data(Qt::AccessibleTextRole).toString();
    all[0].isReference = true;
    const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setRestarts(u"s"_s, all);
    QCOMPARE(reset.count(), 0); // the selection stays
    QVERIFY(!tag(model, 2).isEmpty() && tag(model, 0).isEmpty());
    QVERIFY(model.index(2).data(Qt::AccessibleTextRole).toString().size() > spoken.size());
}

void TestRestartModel::theOldestOneGoesButNotTheReference()
{
    RestartModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    std::deque<Restart> all = starts(1, 4);
    all[0].isReference = true;
    model.setRestarts(u"s"_s, all);
    const QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    all.erase(all.begin() + 1);
    all.push_back(start(5));
    model.setRestarts(u"s"_s, all);
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.restart(0).number, 5);
    QCOMPARE(model.restart(2).number, 3);
    QCOMPARE(model.restart(3).number, 1);
    all.pop_front();
    all.push_back(start(6));
    model.setRestarts(u"s"_s, all);
    QCOMPARE(model.restart(3).number, 3);
    QCOMPARE(reset.count(), 0);
}

void TestRestartModel::figures_data()
{
    QTest::addColumn<int>("count"); // starts 1 to count
    QTest::addColumn<int>("current");
    QTest::addColumn<int>("other");
    QTest::addColumn<QList<int>>("shown");
    QTest::newRow("one") << 1 << 1 << 0 << QList<int>{1};
    QTest::newRow("those before") << 4 << 3 << 2 << QList<int>{1, 2, 3};
    QTest::newRow("a later one to compare with") << 5 << 2 << 4 << QList<int>{1, 2, 4};
    QTest::newRow("the last ones")
        << 20 << 20 << 19 << QList<int>{9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
    QTest::newRow("an old reference")
        << 20 << 20 << 2 << QList<int>{2, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20};
    QTest::newRow("no such start") << 2 << 0 << 0 << QList<int>{};
}

void TestRestartModel::figures()
{
    QFETCH(const int, count);
    QFETCH(const int, current);
    QFETCH(const int, other);
    QFETCH(const QList<int>, shown);
    const StartFigures figures = firstResponseFigures(starts(1, count), current, other);
    QCOMPARE(numbersOf(figures), shown);
    for (const StartFigure &figure : figures) {
        QCOMPARE(figure.isCurrent, figure.number == current);
        QCOMPARE(figure.isOther, figure.number == other);
    }
    QCOMPARE(numbersOf(memoryFigures(starts(1, count), current, other)), shown);
}

void TestRestartModel::figuresAreShares()
{
    const std::deque<Restart> all{start(1, 50), start(2, 200), start(3, 100)};
    const StartFigures times = firstResponseFigures(all, 3, 2);
    QCOMPARE(times[0].share, 0.25);
    QCOMPARE(times[1].share, 1.0);
    QCOMPARE(times[2].share, 0.5);
    QVERIFY2(times[1].text.contains(u"200"), qPrintable(times[1].text));
    const StartFigures memory = memoryFigures(all, 3, 2);
    QCOMPARE(memory[2].share, 0.5);
    QVERIFY2(memory[2].text.contains(u"MB"), qPrintable(memory[2].text));
}

void TestRestartModel::sayWhatIsNotKnown()
{
    std::deque<Restart> all = starts(1, 4);
    all[0].memory = 0;
    all[1].outcome = Restart::Outcome::Failed;
    all[2].outcome = Restart::Outcome::NotBuilt; // goes on as it was
    const StartFigures figures = memoryFigures(all, 4, 0);
    QCOMPARE(numbersOf(figures), (QList<int>{1, 2, 4}));
    QCOMPARE(figures[0].kind, StartFigure::Kind::Unknown);
    QCOMPARE(figures[1].kind, StartFigure::Kind::Failed);
    QCOMPARE(figures[2].kind, StartFigure::Kind::Known);
    for (const StartFigure &figure : figures)
        QVERIFY(figure.share >= 0 && figure.share <= 1 && figure.text.contains(u": "_s));
    QVERIFY(figures[0].text != figures[1].text);
}

QTEST_GUILESS_MAIN(TestRestartModel)

#include "tst_restartmodel.moc"
