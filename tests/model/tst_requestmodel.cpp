// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/session/requestmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace sonde;
using models::RequestModel;

class TestRequestModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsWhatWaitsAndWhatIsOver();
    void forgetsTheOldest();
    void findsTheNextOne();

private:
    static void ask(review::ServerRequestQueue &box, int id, const char *server = "demo");
    static QStringList rows(const RequestModel &model);
};

// Without a connection behind it; it ends by lose().
void TestRequestModel::ask(review::ServerRequestQueue &box, int id, const char *server)
{
    auto messages = rpc::decode(Bytes::copyOf("{\"jsonrpc\":\"2.0\",\"id\":" + std::to_string(id)
                                    + ",\"method\":\"roots/list\"}"),
        false);
    box.receive(QString::fromLatin1(server), mcp::ServerRequest(nullptr, std::move(messages[0])));
}

QStringList TestRequestModel::rows(const RequestModel &model)
{
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row)
        all += model.index(row).data(RequestModel::TitleRole).toString()
            + model.index(row).data(RequestModel::IdRole).toString();
    return all;
}

void TestRequestModel::listsWhatWaitsAndWhatIsOver()
{
    review::ServerRequestQueue box;
    RequestModel model(&box);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    QSignalSpy counts(&model, &RequestModel::waitingCountChanged);
    ask(box, 7, "one");
    ask(box, 8, "two");
    ask(box, 9, "one");
    QCOMPARE(rows(model),
        QStringList(
            {QStringLiteral("Roots#7"), QStringLiteral("Roots#8"), QStringLiteral("Roots#9")}));
    QCOMPARE(counts.count(), 3);
    box.lose(QStringLiteral("two"), QStringLiteral("gone"));
    QCOMPARE(rows(model),
        QStringList({QStringLiteral("Roots#7"), QStringLiteral("Roots#9"),
            QStringLiteral("Completed"), QStringLiteral("Roots#8")}));
    QCOMPARE(model.index(3).data(RequestModel::NoteRole).toString(), QStringLiteral("gone"));
    QVERIFY(!model.flags(model.index(2)).testFlag(Qt::ItemIsSelectable));
    box.lose(QStringLiteral("one"), QStringLiteral("too"));
    QCOMPARE(rows(model),
        QStringList({QStringLiteral("Completed"), QStringLiteral("Roots#9"),
            QStringLiteral("Roots#7"), QStringLiteral("Roots#8")}));
    QCOMPARE(model.waitingCount(), 0);
    model.setInReview(1, true);
    QCOMPARE(model.rowOf(1), 2);
}

void TestRequestModel::forgetsTheOldest()
{
    review::ServerRequestQueue box;
    RequestModel model(&box);
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    const int count = int(review::ServerRequestQueue::kMaxOver) + 5;
    for (int id = 0; id < count; ++id)
        ask(box, id);
    box.lose(QStringLiteral("demo"), QStringLiteral("gone"));
    QCOMPARE(model.rowCount(), int(review::ServerRequestQueue::kMaxOver) + 1);
    QCOMPARE(
        model.index(1).data(RequestModel::IdRole).toString(), QStringLiteral("#%1").arg(count - 1));
    QCOMPARE(model.rowOf(1), -1);
}

void TestRequestModel::findsTheNextOne()
{
    review::ServerRequestQueue box;
    RequestModel model(&box);
    QCOMPARE(model.nextWaiting(), quint64(0));
    ask(box, 7);
    ask(box, 8, "other");
    ask(box, 9);
    QCOMPARE(model.nextWaiting(), quint64(1));
    QCOMPARE(model.nextWaiting(1), quint64(2));
    QCOMPARE(model.nextWaiting(3), quint64(1));
    box.lose(QStringLiteral("other"), QStringLiteral("gone"));
    QCOMPARE(model.nextWaiting(1), quint64(3));
}

QTEST_GUILESS_MAIN(TestRequestModel)
#include "tst_requestmodel.moc"
