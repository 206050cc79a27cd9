// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/comparison.h"
#include "changes/recordedsnapshot.h"
#include "changes/snapshotrun.h"
#include "support/places.h"
#include "support/recordedclient.h"
#include "trace/file/sessionstore.h"

#include <QSignalSpy>

using namespace sonde;
using namespace sonde::changes;

// What a running server offers, and the same from the recording of it.
class TestSnapshotRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRecordingSaysWhatTheServerSaid_data();
    void aRecordingSaysWhatTheServerSaid();
    void aRecordingWithoutAServerIsAnError();
};

void TestSnapshotRun::aRecordingSaysWhatTheServerSaid_data()
{
    QTest::addColumn<QString>("revision");
    QTest::newRow("legacy") << QStringLiteral("2025-11-25");
    QTest::newRow("modern") << QStringLiteral("2026-07-28");
}

void TestSnapshotRun::aRecordingSaysWhatTheServerSaid()
{
    QFETCH(QString, revision);
    mcp::ClientConfig config;
    config.endpoint.launch()->program = sonde::test::programPath("sonde-demo-server");
    config.era.pinned = revision;
    test::RecordedClient peer(config);
    QVERIFY(peer.start());
    SnapshotRun run(*peer.client, {});
    QSignalSpy finished(&run, &SnapshotRun::finished);
    run.start();
    QVERIFY(finished.wait(kLongPatienceMs));
    const Snapshot live = run.snapshot();
    QVERIFY(!run.failed());
    QCOMPARE(live.revision, revision);
    QVERIFY(live.list(ListKind::Tools).items.size() > 5);
    QVERIFY(!live.list(ListKind::Templates).items.empty());
    for (const ListKind kind : kLists)
        QVERIFY(live.list(kind).isComplete);
    QVERIFY(peer.stop());
    QVERIFY(peer.recorder.flush().ok());

    const auto store = trace::SessionStore::open(peer.sessionPath());
    QVERIFY(store.ok());
    const auto records = (*store)->readRecords();
    QVERIFY(records.ok());
    const auto recorded = recordedSnapshot(**store, *records);
    QVERIFY(recorded.ok());
    QVERIFY(compareSnapshots(live, *recorded).isSame());
    QCOMPARE(*recorded, live);
}

void TestSnapshotRun::aRecordingWithoutAServerIsAnError()
{
    trace::Recorder recorder;
    const auto recorded = recordedSnapshot(recorder, trace::RecordSnapshot());
    QVERIFY(!recorded.ok());
    QCOMPARE(recorded.error().domain, Domain::Storage);
}

QTEST_GUILESS_MAIN(TestSnapshotRun)

#include "tst_snapshotrun.moc"
