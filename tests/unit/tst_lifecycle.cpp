// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/lifecycle.h"

#include <QTest>

using namespace sonde::rpc;

class TestLifecycle : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsTheIdOfALine_data();
    void readsTheIdOfALine();
    void knowsWhatEndsAConnection();
};

void TestLifecycle::readsTheIdOfALine_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QByteArray>("id");
    QTest::newRow("an id and a detail")
        << QByteArray("process ended\texit code 1") << QByteArray("process ended");
    QTest::newRow("an id alone") << QByteArray("connected") << QByteArray("connected");
    QTest::newRow("a colon for the tab")
        << QByteArray("connection ended: by us") << QByteArray("connection ended");
    QTest::newRow("a detail with a colon")
        << QByteArray("rule failed\trule 1: no answer") << QByteArray("rule failed");
    QTest::newRow("a step of the authorization")
        << QByteArray("authorization: token\tat https://a") << QByteArray("authorization: token");
    QTest::newRow("nothing") << QByteArray() << QByteArray();
}

void TestLifecycle::readsTheIdOfALine()
{
    QFETCH(QByteArray, line);
    QFETCH(QByteArray, id);
    const auto read = lifecycle::idOf({line.data(), std::size_t(line.size())});
    QCOMPARE(QByteArray(read.data(), qsizetype(read.size())), id);
}

void TestLifecycle::knowsWhatEndsAConnection()
{
    QVERIFY(lifecycle::endsConnection(lifecycle::kProcessEnded));
    QVERIFY(lifecycle::endsConnection(lifecycle::kConnectionEnded));
    // Session files of all versions have these words.
    QVERIFY(lifecycle::endsConnection("process ended"));
    QVERIFY(lifecycle::endsConnection("connection ended"));
    QVERIFY(!lifecycle::endsConnection(lifecycle::kSessionEnded));
    QVERIFY(!lifecycle::endsConnection(lifecycle::kStandingStreamEnded));
    QVERIFY(!lifecycle::endsConnection("process ended badly"));
    QVERIFY(!lifecycle::endsConnection(""));
}

QTEST_APPLESS_MAIN(TestLifecycle)
#include "tst_lifecycle.moc"
