// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/findinglist.h"
#include "models/findings/findingtree.h"
#include "models/findings/lastfindings.h"
#include "support/handshake.h"
#include "support/patience.h"
#include "support/tracefeed.h"

#include <QAbstractItemModelTester>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::models;
using findings::Identity;
using tests::shakeHands;
using tests::TraceFeed;

namespace {

const QString kServer = QStringLiteral("demo");

Identity rule(const char *name, int number = 0)
{
    return {name, QStringLiteral("tools/call"), QString::number(number)};
}

} // namespace

class LastFindingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void callsNothingNewOnTheFirstConnection();
    void comparesWithTheConnectionBefore();
    void ignoresConnectionsWithoutARevision();
    void remembersForTheNextRun();
    void followsAServerToItsNewName();
    void isBounded();
    void readsNoBrokenFile();
    void marksAndFiltersInTheTree();
};

void LastFindingsTest::callsNothingNewOnTheFirstConnection()
{
    LastFindings last;
    QVERIFY(last.connected(kServer, 1));
    QVERIFY(!last.found(kServer, 1, rule("a")));
    QVERIFY(!last.isNew(kServer, 1, rule("a")));
    QVERIFY(!last.isNew(QStringLiteral("other"), 1, rule("a")));
}

void LastFindingsTest::comparesWithTheConnectionBefore()
{
    LastFindings last;
    last.connected(kServer, 1);
    last.found(kServer, 1, rule("a"));
    QVERIFY(last.connected(kServer, 2));
    last.found(kServer, 2, rule("a"));
    last.found(kServer, 2, rule("b"));
    last.found(kServer, 1, rule("c")); // told too late
    QVERIFY(!last.isNew(kServer, 2, rule("a")));
    QVERIFY(last.isNew(kServer, 2, rule("b")));
    QVERIFY(!last.isNew(kServer, 1, rule("b")));
    last.connected(kServer, 5);
    last.found(kServer, 5, rule("a"));
    QVERIFY(!last.isNew(kServer, 5, rule("b")));
    QVERIFY(!last.isNew(kServer, 2, rule("b")));
    QVERIFY(last.isNew(kServer, 5, rule("c")));
}

void LastFindingsTest::ignoresConnectionsWithoutARevision()
{
    LastFindings last;
    last.connected(kServer, 1);
    last.found(kServer, 1, rule("a"));
    QVERIFY(last.found(kServer, 2, rule("b"))); // it ended before the handshake did
    last.connected(kServer, 3);
    last.found(kServer, 3, rule("a"));
    QVERIFY(!last.isNew(kServer, 3, rule("a")));
    QVERIFY(last.isNew(kServer, 3, rule("b")));
}

void LastFindingsTest::remembersForTheNextRun()
{
    const QTemporaryDir folder;
    {
        LastFindings last(folder.path());
        last.connected(kServer, 1);
        last.found(kServer, 1, rule("a"));
        last.found(QStringLiteral("never connected"), 2, rule("a"));
    }
    {
        LastFindings last(folder.path());
        last.connected(kServer, 1);
        QVERIFY(!last.isNew(kServer, 1, rule("a")));
        QVERIFY(last.isNew(kServer, 1, rule("b")));
        last.connected(QStringLiteral("never connected"), 1);
        QVERIFY(!last.isNew(QStringLiteral("never connected"), 1, rule("b")));
        // A connection without findings is one, too.
    }
    LastFindings last(folder.path());
    last.connected(kServer, 1);
    QVERIFY(last.isNew(kServer, 1, rule("a")));
}

void LastFindingsTest::followsAServerToItsNewName()
{
    QTemporaryDir folder;
    QVERIFY(folder.isValid());
    const QString fresh = QStringLiteral("new name");
    {
        LastFindings left(folder.path()); // of an earlier server with that name
        left.connected(fresh, 1);
        left.found(fresh, 1, rule("old"));
    }
    {
        LastFindings last(folder.path());
        last.connected(kServer, 7);
        last.found(kServer, 7, rule("a"));
        last.rename(kServer, fresh);
        // Its connections are counted from 1 again.
        QVERIFY(last.connected(fresh, 1));
        last.found(fresh, 1, rule("a"));
        last.found(fresh, 1, rule("b"));
        QVERIFY(!last.isNew(fresh, 1, rule("a")));
        QVERIFY(last.isNew(fresh, 1, rule("b")));
        QVERIFY(last.isNew(fresh, 1, rule("old")));
        // Another server with the old name begins without.
        last.connected(kServer, 1);
        last.found(kServer, 1, rule("c"));
        QVERIFY(!last.isNew(kServer, 1, rule("c")));
        last.rename(QStringLiteral("none"), QStringLiteral("nothing"));
    }
    {
        LastFindings last(folder.path());
        last.rename(fresh, QStringLiteral("third")); // before it is connected
        QVERIFY(last.connected(QStringLiteral("third"), 1));
        QVERIFY(!last.isNew(QStringLiteral("third"), 1, rule("b")));
        QVERIFY(last.isNew(QStringLiteral("third"), 1, rule("c")));
    }
    LastFindings later(folder.path());
    later.connected(fresh, 1);
    QVERIFY(!later.isNew(fresh, 1, rule("z"))); // nothing is left there
}

void LastFindingsTest::isBounded()
{
    LastFindings last;
    last.connected(kServer, 1);
    for (std::size_t i = 0; i < LastFindings::kMaxKept; ++i)
        last.found(kServer, 1, rule("a", int(i)));
    last.found(kServer, 1, rule("b"));
    last.connected(kServer, 2);
    // One that was not kept cannot be told from a new one.
    QVERIFY(!last.isNew(kServer, 2, rule("b")));
    QVERIFY(!last.isNew(kServer, 2, rule("c")));
}

void LastFindingsTest::readsNoBrokenFile()
{
    const QTemporaryDir folder;
    QVERIFY(QDir().mkpath(folder.filePath(QStringLiteral("last-findings"))));
    QFile broken(folder.filePath(QStringLiteral("last-findings/demo.json")));
    QVERIFY(broken.open(QIODevice::WriteOnly));
    QVERIFY(broken.write("{\"accepted\":[{}]}") > 0);
    broken.close();
    LastFindings last(folder.path());
    last.connected(kServer, 1);
    QVERIFY(!last.isNew(kServer, 1, rule("a")));
}

// The group of stdio.stdout-messages-only.
const QString kStray =
    QStringLiteral("A line on stdout is no JSON-RPC message: a banner, a log line, "
                   "a progress bar, escape sequences, an empty line. ");

void LastFindingsTest::marksAndFiltersInTheTree()
{
    trace::Recorder recorder;
    TraceModel model(recorder);
    FindingList list(model);
    LastFindings last;
    list.setLast(&last);
    FindingTree tree(list);
    QAbstractItemModelTester tester(&tree);
    const auto check = [&] {
        model.drainNow();
        QTRY_VERIFY_WITH_TIMEOUT(list.behind() == 0, kPatienceMs);
    };
    const auto groups = [&tree] {
        QStringList names;
        for (int row = 0; row < tree.rowCount(); ++row) {
            const QModelIndex group = tree.index(row, 0);
            names << group.data().toString() + u' ' + group.data(TagRole).toString();
        }
        return names;
    };
    TraceFeed first(recorder, kServer, 1);
    shakeHands(first);
    first.received("no message");
    check();
    QCOMPARE(groups(), QStringList(kStray));
    TraceFeed second(recorder, kServer, 2);
    shakeHands(second);
    second.received("no message");
    second.received(
        R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"x"}})");
    check();
    const QStringList found = groups();
    QVERIFY(found.contains(kStray));
    QVERIFY(std::any_of(found.begin(), found.end(),
        [](const QString &name) { return name.endsWith(QStringLiteral(" new")); }));
    FindingTree::Filter filter;
    filter.newOnly = true;
    tree.setFilter(filter);
    QVERIFY(tree.shownFindings() > 0);
    QVERIFY(!groups().contains(kStray));
    const QModelIndex finding = tree.index(0, 0, tree.index(0, 0));
    QCOMPARE(finding.data(TagRole).toString(), QStringLiteral("new"));
    QVERIFY(finding.data(Qt::AccessibleTextRole).toString().contains(QStringLiteral(", new: ")));
    // The next connection makes it old.
    TraceFeed third(recorder, kServer, 3);
    shakeHands(third);
    check();
    QCOMPARE(tree.shownFindings(), 0);
}

QTEST_GUILESS_MAIN(LastFindingsTest)
#include "tst_lastfindings.moc"
