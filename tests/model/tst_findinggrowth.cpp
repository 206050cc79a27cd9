// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/findingtree.h"
#include "support/growth.h"
#include "support/handshake.h"
#include "support/patience.h"
#include "support/tracefeed.h"

#include <QSignalSpy>
#include <QTest>

#include <string>

using namespace sonde;
using namespace sonde::models;

// Four times as many findings must take about four times as long.
class FindingGrowthTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void filtersAndGroupsFindings();
    void addsFindings();
};

namespace {

constexpr int kFew = 300;
constexpr int kTimes = 4;
constexpr double kLimit = 10; // quadratic would be 16

struct GrowthSession {
    explicit GrowthSession(int count)
    {
        tests::shakeHands(feed);
        for (int i = 0; i < count; ++i)
            feed.received("no message " + std::to_string(i));
        model.drainNow();
    }
    bool wait()
    {
        return QTest::qWaitFor([this] { return list.behind() == 0; }, kPatienceMs);
    }

    trace::Recorder recorder;
    tests::TraceFeed feed{recorder};
    TraceModel model{recorder};
    FindingList list{model};
};

void refill(FindingTree &tree)
{
    for (const auto grouping : {FindingTree::Grouping::Message, FindingTree::Grouping::Rule})
        tree.setGrouping(grouping);
    for (const char *word : {"message 1", "message 2", ""})
        tree.setFilter({{}, QString::fromLatin1(word), {true, true, true}});
}

} // namespace

void FindingGrowthTest::filtersAndGroupsFindings()
{
    GrowthSession few(kFew);
    GrowthSession many(kTimes * kFew);
    QVERIFY(few.wait() && many.wait());
    QVERIFY(many.list.size() >= std::size_t(kTimes * kFew) * 8 / 10);
    FindingTree small(few.list);
    FindingTree large(many.list);
    const double growth = test::growth([&] { refill(small); }, [&] { refill(large); });
    QVERIFY2(growth < kLimit, qPrintable(QString::number(growth)));
    QCOMPARE(large.shownFindings(), int(many.list.size()));
}

// One list after the other, with a tree that shows each finding as it comes.
void FindingGrowthTest::addsFindings()
{
    int shown = 0;
    const auto fill = [&shown](int count) {
        GrowthSession session(count);
        FindingTree tree(session.list);
        tree.setGrouping(FindingTree::Grouping::Message);
        shown = session.wait() ? tree.shownFindings() : 0;
    };
    const double growth = test::growth([&] { fill(kFew); }, [&] { fill(kTimes * kFew); });
    QVERIFY2(growth < kLimit, qPrintable(QString::number(growth)));
    QVERIFY(shown > kFew);
}

QTEST_MAIN(FindingGrowthTest)
#include "tst_findinggrowth.moc"
