// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/difference.h"
#include "findings/page/rulepage.h"
#include "models/fanout/fanmarkdown.h"
#include "models/fanout/fanservermodel.h"
#include "models/fanout/fantablemodel.h"
#include "models/signs/sign.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde;
using fanout::FanResult;
using models::ColorRole;
using models::FanServer;
using models::FanServerModel;
using models::FanTableModel;

// The servers that a call goes to, and what came of it, side by side.
class TestFanModels : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsResponsesInColumns();
    void marksDifferencesByASignAndAColour();
    void callsNothingEqualThatDiffersElsewhere();
    void callsNothingEqualThatWasNotCompared();
    void hidesWhatIsEqual();
    void findsTheNextDifference();
    void takesFindingsLater();
    void saysHowManyDiffer();
    void saysWhyThereIsNoResponse();
    void countsServersWithoutAResponse();
    void tellsMarksFromValues();
    void copiesNoSecret();
    void copiesNoSecretOfAChangedObject();
    void copiesNoVariableOfAnEnvironment();
    void showsTheBeginningOfALongPlace();
    void keepsWhatWasChosen();
    void keepsADecisionWhileNotConnected();
    void choosesNoServerThatBecomesDestructive();
    void offersNoServerWithAnObstacle();
    void warnsOfArgumentsThatDoNotFit();
    void tellsTheRevisionsOfAServerApart();
};

namespace {

FanResult resultOf(const QString &title, const QByteArray &value)
{
    FanResult result;
    result.title = title;
    result.serverName = u"server"_s;
    result.revision = u"2025-11-25"_s;
    result.outcome = FanResult::Outcome::Result;
    result.value = Bytes::fromByteArray(value);
    result.took = std::chrono::milliseconds(2);
    return result;
}

FanResult failed(const QString &title)
{
    FanResult result;
    result.title = title;
    result.sentence = u"Cannot start it."_s;
    return result;
}

fanout::FanReport threeColumns()
{
    return fanout::reportOf({resultOf(u"alpha"_s, R"({"a":1,"b":2,"token":"t0psecret"})"),
        resultOf(u"beta"_s, R"({"a":1.0,"b":3,"token":"other"})"), failed(u"gamma"_s)});
}

int rowOf(const FanTableModel &model, const QString &name)
{
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, 0).data().toString() == name)
            return row;
    }
    return -1;
}

QString cellOf(const FanTableModel &model, const QString &name, int column)
{
    return model.index(rowOf(model, name), column).data().toString();
}

FanServer serverOf(const QString &name, const QString &obstacle = {})
{
    return {name, u"2025-11-25"_s, obstacle, false, true};
}

} // namespace

void TestFanModels::showsResponsesInColumns()
{
    FanTableModel model;
    QAbstractItemModelTester tester(&model);
    model.setReport(threeColumns());
    QCOMPARE(model.columnCount(), 4);
    QCOMPARE(model.headerData(2, Qt::Horizontal).toString(), u"beta"_s);
    QCOMPARE(cellOf(model, u"Outcome"_s, 1), u"result"_s);
    QCOMPARE(cellOf(model, u"Outcome"_s, 3), u"not connected"_s);
    QCOMPARE(cellOf(model, u"Comparison"_s, 2), u"different (2)"_s);
    QVERIFY(!cellOf(model, u"Duration"_s, 1).isEmpty());
    QVERIFY(cellOf(model, u"Duration"_s, 3).isEmpty());
}

void TestFanModels::marksDifferencesByASignAndAColour()
{
    FanTableModel model;
    model.setReport(threeColumns());
    const int row = rowOf(model, u"/result/b"_s);
    const QModelIndex first = model.index(row, 1);
    const QModelIndex differs = model.index(row, 2);
    QCOMPARE(first.data().toString(), u"2"_s);
    QCOMPARE(first.data(FanTableModel::DiffersRole).toBool(), false);
    QCOMPARE(differs.data().toString(), u"≠ 3"_s);
    QCOMPARE(differs.data(FanTableModel::DiffersRole).toBool(), true);
    QCOMPARE(differs.data(models::TextColorRole).toInt(), int(ColorRole::Warn));
    QCOMPARE(differs.data(Qt::AccessibleTextRole).toString(), u"differs: 3"_s);
    QCOMPARE(model.index(row, 3).data().toString(), u"–"_s);
}

void TestFanModels::callsNothingEqualThatDiffersElsewhere()
{
    FanResult error = resultOf(u"beta"_s, R"({"code":-1})");
    error.outcome = FanResult::Outcome::Error;
    FanTableModel model;
    model.setReport(fanout::reportOf({resultOf(u"alpha"_s, R"({"content":[{"text":"one"}]})"),
        error, resultOf(u"gamma"_s, R"({"content":[{"text":"two"}]})")}));
    for (const QModelIndex &cell : {model.index(rowOf(model, u"/result/content/0/text"_s), 2),
             model.index(rowOf(model, u"/result"_s), 3)}) {
        QCOMPARE(cell.data().toString(), u"≠ …"_s);
        QCOMPARE(cell.data(Qt::AccessibleTextRole).toString(), u"differs"_s);
        QVERIFY(cell.data(FanTableModel::DiffersRole).toBool());
        QCOMPARE(cell.data(models::TextColorRole).toInt(), int(ColorRole::Warn));
    }
    QCOMPARE(cellOf(model, u"/error"_s, 3), u"="_s);
}

void TestFanModels::callsNothingEqualThatWasNotCompared()
{
    const auto many = [](int value) {
        QByteArray items;
        for (std::size_t i = 0; i <= changes::kMaxDifferences; ++i)
            items += "\"m" + QByteArray::number(i) + "\":" + QByteArray::number(value) + ',';
        return QByteArray('{' + items + "\"z\":1}");
    };
    FanTableModel model;
    model.setOnlyDifferences(false);
    model.setReport(fanout::reportOf({resultOf(u"alpha"_s, many(1)), resultOf(u"beta"_s, many(2)),
        resultOf(u"gamma"_s, many(1))}));
    const int row = rowOf(model, u"/result/z"_s);
    QVERIFY(row >= 0);
    QCOMPARE(model.index(row, 2).data().toString(), u"?"_s);
    QCOMPARE(model.index(row, 2).data(Qt::AccessibleTextRole).toString(), u"not compared"_s);
    QCOMPARE(model.index(row, 3).data().toString(), u"="_s);
}

void TestFanModels::hidesWhatIsEqual()
{
    FanTableModel model;
    QAbstractItemModelTester tester(&model);
    model.setReport(threeColumns());
    QCOMPARE(rowOf(model, u"/result/a"_s), -1);
    const int few = model.rowCount();
    model.setOnlyDifferences(false);
    QCOMPARE(model.rowCount(), few + 1);
    QCOMPARE(cellOf(model, u"/result/a"_s, 1), u"1"_s);
    QCOMPARE(cellOf(model, u"/result/a"_s, 2), u"="_s); // 1.0 is equal, and is not 1
    model.setOnlyDifferences(true);
    QCOMPARE(model.rowCount(), few);
}

void TestFanModels::findsTheNextDifference()
{
    FanTableModel model;
    model.setReport(threeColumns());
    model.setOnlyDifferences(false);
    const int first = rowOf(model, u"/result/b"_s);
    QCOMPARE(model.nextDifference(0, false), first);
    QCOMPARE(model.nextDifference(first, false), rowOf(model, u"/result/token"_s));
    QCOMPARE(model.nextDifference(first + 1, false), -1);
    QCOMPARE(model.nextDifference(first, true), -1);
}

void TestFanModels::takesFindingsLater()
{
    FanTableModel model;
    model.setReport(threeColumns());
    QVERIFY(rowOf(model, u"Findings"_s) >= 0);
    QCOMPARE(cellOf(model, u"Findings"_s, 2), QString()); // not known yet
    model.setFindings(0, {});
    findings::ListedFinding finding;
    finding.requirement = findings::findChecked("tools.name-charset");
    finding.messages = {5};
    model.setFindings(1, {finding});
    QCOMPARE(cellOf(model, u"Findings"_s, 2), u"1: tools.name-charset"_s);
    QCOMPARE(cellOf(model, u"Findings"_s, 1), u"none"_s);
}

void TestFanModels::saysHowManyDiffer()
{
    FanTableModel model;
    model.setReport(threeColumns());
    QCOMPARE(model.summary(), u"Differ from the response of alpha: 1 of 1"_s);
    model.setReport(fanout::reportOf({resultOf(u"a"_s, "{}"), resultOf(u"b"_s, "{}")}));
    QCOMPARE(model.summary(), u"All 2 responses are equal"_s);
    model.setReport(fanout::reportOf({failed(u"a"_s), resultOf(u"b"_s, "{}")}));
    QCOMPARE(model.summary(), u"Only b sent a response"_s);
    model.setReport(fanout::reportOf({failed(u"a"_s)}));
    QCOMPARE(model.summary(), u"No server sent a response"_s);
}

void TestFanModels::saysWhyThereIsNoResponse()
{
    FanTableModel model;
    model.setReport(threeColumns());
    QCOMPARE(cellOf(model, u"Reason"_s, 3), u"Cannot start it."_s);
    model.setReport(fanout::reportOf({resultOf(u"a"_s, "{}")}));
    QCOMPARE(rowOf(model, u"Reason"_s), -1);
}

void TestFanModels::countsServersWithoutAResponse()
{
    FanTableModel model;
    model.setReport(fanout::reportOf(
        {resultOf(u"a"_s, "{}"), failed(u"b"_s), resultOf(u"c"_s, "{}"), failed(u"d"_s)}));
    QCOMPARE(model.summary(), u"All 2 responses are equal; servers without a response: 2"_s);
}

void TestFanModels::tellsMarksFromValues()
{
    FanTableModel model;
    model.setReport(fanout::reportOf({resultOf(u"alpha"_s, R"({"a":1,"b":2})"),
        resultOf(u"+ beta"_s, R"({"a":2,"c":3})"), failed(u"gamma"_s)}));
    const auto parts = [&model](const QString &row, int column) {
        const QModelIndex cell = model.index(rowOf(model, row), column);
        return QStringList{cell.data(FanTableModel::MarkRole).toString(),
            cell.data(FanTableModel::ValueRole).toString()};
    };
    QCOMPARE(parts(u"/result/a"_s, 1), (QStringList{QString(), u"1"_s}));
    QCOMPARE(parts(u"/result/a"_s, 2), (QStringList{u"≠ "_s, u"2"_s}));
    QCOMPARE(parts(u"/result/a"_s, 3), (QStringList{u"–"_s, QString()}));
    QCOMPARE(parts(u"/result/b"_s, 2), (QStringList{u"−"_s, QString()}));
    QCOMPARE(parts(u"/result/c"_s, 1), (QStringList{u"–"_s, QString()}));
    QCOMPARE(parts(u"/result/c"_s, 2), (QStringList{u"+ "_s, u"3"_s}));
    QCOMPARE(parts(u"Outcome"_s, 1), (QStringList{QString(), u"result"_s}));
}

void TestFanModels::copiesNoSecret()
{
    FanTableModel model;
    model.setReport(threeColumns());
    const QString text = models::fanMarkdown(model, u"get|it"_s);
    QVERIFY2(text.startsWith(u"**get\\|it on several servers: "_s), qPrintable(text));
    QVERIFY2(text.contains(u"| /result/b | 2 | ≠ 3 | – |\n"_s), qPrintable(text));
    QVERIFY2(!text.contains(u"t0psecret"_s), qPrintable(text));
}

void TestFanModels::copiesNoSecretOfAChangedObject()
{
    FanTableModel model;
    model.setReport(fanout::reportOf({resultOf(u"alpha"_s, R"({"a":1})"),
        resultOf(u"beta"_s, R"({"a":{"env":{"DB":"hunter2"}}})"),
        resultOf(u"gamma"_s, R"({"a":1,"b":{"env":{"DB":"hunter3"}}})")}));
    const QString text = models::fanMarkdown(model, u"get"_s);
    QVERIFY2(text.contains(u"| ≠ {"_s) && text.contains(u"| + {"_s), qPrintable(text));
    QVERIFY2(!text.contains(u"hunter"_s), qPrintable(text));
}

// Each of them may be a row of its own.
void TestFanModels::copiesNoVariableOfAnEnvironment()
{
    FanTableModel model;
    model.setReport(
        fanout::reportOf({resultOf(u"alpha"_s, R"({"env":{"DB":"hunter2"},"environment":1})"),
            resultOf(u"beta"_s, R"({"env":{"DB":"hunter3"},"environment":2})")}));
    const QString text = models::fanMarkdown(model, u"get"_s);
    QVERIFY2(text.contains(u"/result/env/DB"_s) && !text.contains(u"hunter"_s), qPrintable(text));
    QVERIFY2(text.contains(u"| 1 | ≠ 2 |"_s), qPrintable(text));
}

// What a server names is of any length.
void TestFanModels::showsTheBeginningOfALongPlace()
{
    const QByteArray name(5000, 'n');
    FanTableModel model;
    model.setReport(fanout::reportOf({resultOf(u"alpha"_s, "{\"" + name + "\":1}"),
        resultOf(u"beta"_s, "{\"" + name + "\":2}")}));
    const QModelIndex place = model.index(model.rowCount() - 1, 0);
    QVERIFY(place.data().toString().size() < 300 && place.data().toString().endsWith(u'…'));
    QCOMPARE(place.data(FanTableModel::PointerRole).toString(),
        QString(u"/result/"_s + QString::fromLatin1(name)));
}

void TestFanModels::keepsWhatWasChosen()
{
    FanServerModel model;
    QAbstractItemModelTester tester(&model);
    model.setServers({serverOf(u"alpha"_s), serverOf(u"beta"_s)});
    QCOMPARE(model.chosen(), (QStringList{u"alpha"_s, u"beta"_s}));
    QVERIFY(model.setData(model.index(0, 0), Qt::Unchecked, Qt::CheckStateRole));
    model.setServers({serverOf(u"alpha"_s), serverOf(u"beta"_s), serverOf(u"gamma"_s)});
    QCOMPARE(model.chosen(), (QStringList{u"beta"_s, u"gamma"_s}));
}

void TestFanModels::keepsADecisionWhileNotConnected()
{
    FanServerModel model;
    model.setServers({serverOf(u"alpha"_s), serverOf(u"beta"_s)});
    QVERIFY(model.setData(model.index(0, 0), Qt::Unchecked, Qt::CheckStateRole));
    const QString obstacle = u"Not connected"_s;
    model.setServers({serverOf(u"alpha"_s, obstacle), serverOf(u"beta"_s, obstacle)});
    QVERIFY(model.chosen().isEmpty());
    model.setServers({serverOf(u"alpha"_s), serverOf(u"beta"_s)});
    QCOMPARE(model.chosen(), QStringList{u"beta"_s});
}

void TestFanModels::choosesNoServerThatBecomesDestructive()
{
    FanServerModel model;
    model.setServers({serverOf(u"alpha"_s)});
    FanServer destructive = serverOf(u"alpha"_s);
    destructive.isDestructive = true;
    model.setServers({destructive});
    QVERIFY(model.chosen().isEmpty());
    QVERIFY(model.setData(model.index(0, 0), Qt::Checked, Qt::CheckStateRole));
    model.setServers({destructive});
    QCOMPARE(model.chosenDestructive(), QStringList{u"alpha"_s});
}

void TestFanModels::offersNoServerWithAnObstacle()
{
    FanServerModel model;
    model.setServers({serverOf(u"alpha"_s, u"Not connected"_s)});
    QVERIFY(model.chosen().isEmpty());
    QVERIFY(!model.setData(model.index(0, 0), Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(model.index(0, FanServerModel::StateColumn).data().toString(), u"Not connected"_s);
    model.setServers({serverOf(u"alpha"_s)});
    QCOMPARE(model.chosen(), QStringList{u"alpha"_s});
}

void TestFanModels::warnsOfArgumentsThatDoNotFit()
{
    FanServer server = serverOf(u"alpha"_s);
    server.misfit = u"/a: Must be of type string."_s;
    FanServerModel model;
    model.setServers({server});
    const QModelIndex state = model.index(0, FanServerModel::StateColumn);
    QCOMPARE(state.data().toString(),
        u"Offers the tool, but the arguments do not fit: /a: Must be of type string."_s);
    QCOMPARE(state.data(models::SignRole).toInt(), int(models::Sign::ToolError));
    QCOMPARE(model.chosen(), QStringList{u"alpha"_s});
    server.isDestructive = true;
    model.setServers({server});
    QCOMPARE(state.data().toString(),
        u"Marks the tool destructive, and the arguments do not fit: /a: Must be of type string."_s);
    server.obstacle = u"Not connected"_s;
    model.setServers({server});
    QCOMPARE(state.data().toString(), u"Not connected"_s);
}

void TestFanModels::tellsTheRevisionsOfAServerApart()
{
    FanServerModel model;
    FanServer old = serverOf(u"alpha"_s);
    old.asked = u"2025-06-18"_s;
    model.setServers({serverOf(u"alpha"_s), old});
    QVERIFY(model.setData(model.index(0, 0), Qt::Unchecked, Qt::CheckStateRole));
    model.setServers({serverOf(u"alpha"_s), old});
    QCOMPARE(model.chosen(), QStringList{u"alpha, 2025-06-18"_s});
    QCOMPARE(model.rowOf(old), 1);
    QCOMPARE(model.askedOf(u"alpha"_s), QStringList{u"2025-06-18"_s});
    QCOMPARE(model.askedCount(), std::size_t(1));
}

QTEST_GUILESS_MAIN(TestFanModels)
#include "tst_fanmodels.moc"
