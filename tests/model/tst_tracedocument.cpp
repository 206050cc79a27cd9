// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/document/tracedocument.h"
#include "models/findings/acceptedfindings.h"
#include "models/findings/findinglist.h"
#include "models/timeaxis/timelanes.h"
#include "models/trace/errorcount.h"
#include "models/trace/tracemodel.h"
#include "support/patience.h"
#include "support/tracefeed.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace sonde;
using namespace sonde::models;
using tests::TraceFeed;

class TraceDocumentTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void derivesFindingsLanesAndErrorsFromOneModel();
    void goesOnWithItsRowsAfterItWasDerivedAgain();
    void keepsWhatIsAcceptedWhenItIsDerivedAgain();

private:
    void ping(int id)
    {
        m_feed->sent(R"({"jsonrpc":"2.0","method":"ping","id":)" + std::to_string(id) + "}");
    }
    // Until all of it is checked.
    static void check(const TraceDocument &document)
    {
        document.model().drainNow();
        QTRY_COMPARE_WITH_TIMEOUT(document.findings().behind(), std::uint64_t(0), kPatienceMs);
    }

    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<TraceFeed> m_feed;
};

void TraceDocumentTest::init()
{
    m_feed.reset();
    m_recorder = std::make_unique<trace::Recorder>();
    m_feed = std::make_unique<TraceFeed>(*m_recorder);
}

void TraceDocumentTest::derivesFindingsLanesAndErrorsFromOneModel()
{
    TraceDocument document(*m_recorder);
    ping(1);
    m_feed->received(R"({"jsonrpc":"2.0","error":{"code":-32603,"message":"no"},"id":1})");
    m_feed->received("no message");
    check(document);
    QCOMPARE(document.model().rowCount(), 3);
    QCOMPARE(document.errors().count(), std::uint64_t(2)); // the request that failed, and the text
    QCOMPARE(document.findings().of(3).size(), std::size_t(1));
    QVERIFY(document.model().findings() == &document.findings());
    QTRY_VERIFY(document.lanes().laneOf(1));
}

// As when the window is replaced by one in another language.
void TraceDocumentTest::goesOnWithItsRowsAfterItWasDerivedAgain()
{
    TraceDocument document(*m_recorder);
    const TraceModel &model = document.model();
    QAbstractItemModelTester tester(&document.model());
    ping(1);
    document.model().drainNow();
    document.model().clear();
    ping(2);
    ping(3);
    document.model().drainNow();
    ping(4); // which comes later
    document.deriveAgain();
    m_feed->received(R"({"jsonrpc":"2.0","result":{},"id":2})");
    QCOMPARE(model.rowCount(), 2);
    document.model().drainNow();
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.number(0), trace::Number(2)); // what was cleared stays away
    QCOMPARE(model.record(0).state, trace::State::Ok);
    QCOMPARE(model.record(1).state, trace::State::Pending);
    QCOMPARE(model.index(2, TraceModel::IdColumn).data().toString(), QStringLiteral("4"));
    QTRY_VERIFY(document.lanes().laneOf(4));
}

void TraceDocumentTest::keepsWhatIsAcceptedWhenItIsDerivedAgain()
{
    AcceptedFindings accepted;
    TraceDocument document(*m_recorder, {nullptr, &accepted});
    m_feed->received("no message");
    check(document);
    QCOMPARE(document.findings().size(), std::size_t(1));
    const auto identity = document.findings().identityOf(document.findings().at(0));
    QVERIFY(accepted.accept(QStringLiteral("demo"), {identity, {}, {}}));
    QVERIFY(document.findings().isAccepted(0));
    document.deriveAgain();
    check(document);
    QTRY_COMPARE_WITH_TIMEOUT(document.findings().size(), std::size_t(1), kPatienceMs);
    QVERIFY(document.findings().isAccepted(0));
    QVERIFY(document.model().findings()->about(1).empty());
}

QTEST_GUILESS_MAIN(TraceDocumentTest)
#include "tst_tracedocument.moc"
