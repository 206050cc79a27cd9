// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/lifecycletext.h"
#include "rpc/lifecycle.h"

#include <QTest>

using namespace sonde;
using models::lifecycleText;

class TestLifecycleText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void saysWhatAnIdMeans_data();
    void saysWhatAnIdMeans();
    void showsAnUnknownIdAsItIs();
};

void TestLifecycleText::saysWhatAnIdMeans_data()
{
    using namespace rpc::lifecycle;
    QTest::addColumn<QString>("id");
    QTest::addColumn<QString>("text");
    QTest::newRow("the end of a process")
        << QString::fromLatin1(kProcessEnded) << QStringLiteral("process ended");
    QTest::newRow("the end over HTTP")
        << QString::fromLatin1(kConnectionEnded) << QStringLiteral("connection ended");
    QTest::newRow("the revision") << QString::fromLatin1(kRevisionNegotiated)
                                  << QStringLiteral("revision negotiated");
    QTest::newRow("a missing token")
        << QString::fromLatin1(kAuthorizationRequired) << QStringLiteral("authorization required");
    QTest::newRow("a rule's response")
        << QString::fromLatin1(kAutomatic) << QStringLiteral("automatic response");
    QTest::newRow("the stream of a GET")
        << QString::fromLatin1(kStandingStreamOpened) << QStringLiteral("GET stream opened");
    QTest::newRow("a tap") << QString::fromLatin1(kTapStarted) << QStringLiteral("tap started");
    QTest::newRow("its host") << QString::fromLatin1(kHostNamed) << QStringLiteral("host named");
    QTest::newRow("a client that may be another one")
        << QString::fromLatin1(kClientGuessed) << QStringLiteral("client guessed");
    QTest::newRow("what was too fast")
        << QString::fromLatin1(kRecordingGap) << QStringLiteral("gap in the recording");
    // The words of files that older versions wrote.
    QTest::newRow("an old file's revision")
        << QStringLiteral("revision agreed") << QStringLiteral("revision negotiated");
    QTest::newRow("an old file's rule")
        << QStringLiteral("answered automatically") << QStringLiteral("automatic response");
}

void TestLifecycleText::saysWhatAnIdMeans()
{
    QFETCH(QString, id);
    QTEST(lifecycleText(id), "text");
}

void TestLifecycleText::showsAnUnknownIdAsItIs()
{
    QCOMPARE(lifecycleText(QStringLiteral("server reloaded")), QStringLiteral("server reloaded"));
    QCOMPARE(lifecycleText(QString()), QString());
}

QTEST_GUILESS_MAIN(TestLifecycleText)
#include "tst_lifecycletext.moc"
