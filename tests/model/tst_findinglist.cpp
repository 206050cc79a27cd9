// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/findinglist.h"
#include "models/findings/findingtext.h"
#include "models/trace/cellcondition.h"
#include "models/trace/filterwords.h"
#include "models/trace/tracefilterproxy.h"
#include "support/handshake.h"
#include "support/patience.h"
#include "support/tracefeed.h"
#include "support/watchedstore.h"
#include "trace/file/sessionstore.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace sonde;
using namespace sonde::models;
using findings::Level;
using tests::shakeHands;
using tests::TraceFeed;

namespace {

// A list of one tool, whose name breaks a SHOULD.
void listTool(TraceFeed &feed, int id)
{
    const std::string start = R"({"jsonrpc":"2.0","id":)" + std::to_string(id);
    feed.sent(start + R"(,"method":"tools/list"})");
    feed.received(start
        + R"(,"result":{"tools":[{"name":"a b","description":"Adds.",)"
          R"("inputSchema":{"type":"object"}}]}})");
}

QStringList rulesOf(const FindingList &list)
{
    QStringList rules;
    for (std::size_t i = 0; i < list.size(); ++i)
        rules << QStringLiteral("%1 #%2 %3")
                     .arg(QString::fromStdString(list.at(i).requirement->id))
                     .arg(list.at(i).messages.front())
                     .arg(list.serverOf(list.at(i)));
    return rules;
}

// Everything that the trace has is checked.
bool isChecked(const FindingList &list)
{
    return list.trace().waiting() == 0 && list.behind() == 0;
}

} // namespace

class FindingListTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void findsWhileMessagesArrive();
    void findsWhileAHandshakeWaits();
    void givesRowsTheirFindings();
    void findsTheSameInAnOpenedFile();
    void keepsServersApart();
    void countsRequirementsAndNotOccurrences();
    void checksWhatIsClearedBeforeItIsChecked();
    void checksNothingWhileTheListIsPaused();
    void saysHowFarItIsBehind();
    void waitsForTheBackgroundBeforeTheStoreGoes();
    void keepsAFewOfMany();
    void filtersByFindings();
    void writesMarkdownWithoutSecrets();

private:
    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<TraceFeed> m_feed;
};

void FindingListTest::init()
{
    m_feed.reset();
    m_recorder = std::make_unique<trace::Recorder>();
    m_feed = std::make_unique<TraceFeed>(*m_recorder);
}

void FindingListTest::findsWhileMessagesArrive()
{
    TraceModel model(*m_recorder);
    FindingList list(model);
    QSignalSpy added(&list, &FindingList::added);
    shakeHands(*m_feed);
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() == 3 && isChecked(list), kPatienceMs);
    QCOMPARE(list.size(), std::size_t(0));
    listTool(*m_feed, 1);
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() == 5 && isChecked(list), kPatienceMs);
    QCOMPARE(rulesOf(list), QStringList(QStringLiteral("tools.name-charset #5 demo")));
    QCOMPARE(added.count(), 1);
    QCOMPARE(list.at(0).pointer, QStringLiteral("/result/tools/0/name"));
    listTool(*m_feed, 2);
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() == 7 && isChecked(list), kPatienceMs);
    QCOMPARE(list.size(), std::size_t(2));
    QCOMPARE(list.of(7), std::vector<std::size_t>{1});
    QCOMPARE(list.of(6), std::vector<std::size_t>());
    QVERIFY(list.levelOf(7) == Level::Warning);
    QVERIFY(!list.levelOf(6));
}

// A server that prints something and never responds.
void FindingListTest::findsWhileAHandshakeWaits()
{
    TraceModel model(*m_recorder);
    FindingList list(model);
    m_feed->received("Server ready");
    m_feed->sent(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{)"
                 R"("protocolVersion":"2025-06-18","capabilities":{},)"
                 R"("clientInfo":{"name":"c","version":"1"}}})");
    const QStringList banner(QStringLiteral("stdio.stdout-messages-only #1 demo"));
    QTRY_COMPARE_WITH_TIMEOUT(rulesOf(list), banner, kPatienceMs);
    QVERIFY(list.at(0).revision == findings::Revision::R20251125);
    m_feed->note("process ended\texit code 1");
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() == 3 && isChecked(list), kPatienceMs);
    QCOMPARE(rulesOf(list), banner);
}

void FindingListTest::givesRowsTheirFindings()
{
    TraceModel model(*m_recorder);
    QAbstractItemModelTester tester(&model);
    FindingList list(model);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    shakeHands(*m_feed);
    listTool(*m_feed, 1);
    m_feed->received("Listening on port 3000");
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() == 6 && isChecked(list), kPatienceMs);
    const auto cell = [&model](int row) { return model.index(row, TraceModel::FindingsColumn); };
    const auto sign = [&cell](int row) { return Sign(cell(row).data(SignRole).toInt()); };
    QCOMPARE(cell(4).data().toString(), QStringLiteral("1 · tools.name-charset"));
    QCOMPARE(sign(4), Sign::Finding);
    QVERIFY(cell(4).data(Qt::ToolTipRole).toString().startsWith(u"warning: "));
    QVERIFY(cell(4).data(Qt::ToolTipRole).toString().contains(u"a b"));
    QCOMPARE(cell(4).data(Qt::AccessibleDescriptionRole).toString(), QStringLiteral("warning"));
    QCOMPARE(sign(5), Sign::FindingError);
    QCOMPARE(ColorRole(cell(5).data(TextColorRole).toInt()), ColorRole::Error);
    QCOMPARE(sign(3), Sign::None);
    QCOMPARE(cell(3).data().toString(), QString());
    QVERIFY(std::any_of(changed.begin(), changed.end(), [](const QList<QVariant> &one) {
        const auto from = one.value(0).toModelIndex();
        return from.row() <= 4 && from.column() == TraceModel::FindingsColumn;
    }));
}

void FindingListTest::findsTheSameInAnOpenedFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.sonde"));
    QStringList live;
    {
        trace::Recorder recorder;
        QVERIFY(recorder.open(path).ok());
        TraceFeed feed(recorder);
        TraceModel model(recorder);
        FindingList list(model);
        shakeHands(feed);
        for (int id = 1; id <= 300; ++id)
            listTool(feed, id);
        feed.received("no message");
        QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() == 604 && isChecked(list), kPatienceMs);
        live = rulesOf(list);
        QCOMPARE(live.size(), 301);
        QVERIFY(recorder.flush().ok());
    }
    auto store = trace::SessionStore::open(path);
    QVERIFY(store.ok());
    TraceModel model(**store);
    FindingList list(model);
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() == 604 && isChecked(list), kPatienceMs);
    QCOMPARE(rulesOf(list), live);
}

void FindingListTest::keepsServersApart()
{
    TraceFeed other(*m_recorder, QStringLiteral("other"));
    TraceModel model(*m_recorder);
    FindingList list(model);
    shakeHands(*m_feed);
    shakeHands(other);
    listTool(other, 1);
    m_feed->sent(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    m_feed->received(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() == 10 && isChecked(list), kPatienceMs);
    QCOMPARE(rulesOf(list), QStringList(QStringLiteral("tools.name-charset #8 other")));
    QCOMPARE(list.violated(QStringLiteral("demo")).all(), 0);
    QCOMPARE(list.violated(QStringLiteral("other")).of(Level::Warning), 1);
    QCOMPARE(list.violated(QStringLiteral("nobody")).all(), 0);
    QVERIFY(!list.exercises(QStringLiteral("demo")).empty());
    QVERIFY(list.exercises(QStringLiteral("demo")).size()
        < list.exercises(QStringLiteral("other")).size());
}

void FindingListTest::countsRequirementsAndNotOccurrences()
{
    TraceModel model(*m_recorder);
    FindingList list(model);
    shakeHands(*m_feed);
    listTool(*m_feed, 1);
    listTool(*m_feed, 2);
    m_feed->received("no message");
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() == 8 && isChecked(list), kPatienceMs);
    const LevelCounts counts = list.violated();
    QCOMPARE(list.size(), std::size_t(3));
    QCOMPARE(counts.of(Level::Warning), 1);
    QCOMPARE(counts.of(Level::Error), 1);
    QCOMPARE(countsText(counts), QStringLiteral("1 error, 1 warning"));
    QCOMPARE(countsText({{2, 0, 3}}), QStringLiteral("3 errors, 2 notes"));
    QCOMPARE(countsText({}), QStringLiteral("no findings"));
    const auto all = list.exercises();
    const auto named = std::find_if(all.begin(), all.end(),
        [](const auto &one) { return one.first->id == "tools.name-charset"; });
    QVERIFY(named != all.end());
    QCOMPARE(named->second.findings, 2);
    QVERIFY(named->second.revision == findings::Revision::R20251125);
}

void FindingListTest::checksWhatIsClearedBeforeItIsChecked()
{
    TraceModel model(*m_recorder);
    FindingList list(model);
    shakeHands(*m_feed);
    for (int id = 1; id <= 5; ++id)
        listTool(*m_feed, id);
    model.drainNow();
    listTool(*m_feed, 6); // that the list has not taken yet
    model.clear();
    listTool(*m_feed, 7);
    model.drainNow();
    model.clear();
    listTool(*m_feed, 8);
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() == 2 && isChecked(list), kPatienceMs);
    QCOMPARE(list.size(), std::size_t(8));
    QCOMPARE(list.at(7).messages.front(), trace::Number(19));
    QCOMPARE(model.index(1, TraceModel::FindingsColumn).data().toString(),
        QStringLiteral("1 · tools.name-charset"));
}

void FindingListTest::checksNothingWhileTheListIsPaused()
{
    TraceModel model(*m_recorder);
    FindingList list(model);
    shakeHands(*m_feed);
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() == 3 && isChecked(list), kPatienceMs);
    model.setPaused(true);
    listTool(*m_feed, 1);
    QCOMPARE(list.behind(), std::uint64_t(0));
    model.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() == 5 && isChecked(list), kPatienceMs);
    QCOMPARE(list.size(), std::size_t(1));
}

void FindingListTest::saysHowFarItIsBehind()
{
    constexpr int kMany = 10'000;
    shakeHands(*m_feed);
    for (int id = 1; id <= kMany; ++id) {
        const std::string start = R"({"jsonrpc":"2.0","id":)" + std::to_string(id);
        m_feed->sent(start + R"(,"method":"vendor/look"})");
        m_feed->received(start + R"(,"result":{}})");
    }
    TraceModel model(*m_recorder);
    FindingList list(model);
    model.drainNow();
    QCOMPARE(list.behind(), std::uint64_t(2 * kMany + 3));
    QCOMPARE(behindText(list.behind()), QStringLiteral("Checking… 20,003 messages behind"));
    QCOMPARE(behindText(999), QString());
    std::uint64_t before = list.behind();
    bool isMonotone = true;
    int slices = 0;
    connect(&list, &FindingList::progressed, this, [&] {
        isMonotone = isMonotone && list.behind() <= before;
        before = list.behind();
        ++slices;
    });
    // As long as slices come, however slow the machine is: they run with the lowest priority.
    QSignalSpy sliced(&list, &FindingList::progressed);
    while (!isChecked(list))
        QVERIFY2(sliced.wait(kPatienceMs), "No slice came.");
    QVERIFY(isMonotone);
    QVERIFY(slices >= kMany * 2 / int(FindingCheck::kMaxRecords));
    QCOMPARE(list.size(), std::size_t(0));
}

void FindingListTest::waitsForTheBackgroundBeforeTheStoreGoes()
{
    shakeHands(*m_feed);
    listTool(*m_feed, 1);
    auto store = std::make_unique<tests::WatchedStore>(*m_recorder);
    auto model = std::make_unique<TraceModel>(*store);
    auto list = std::make_unique<FindingList>(*model);
    model->drainNow();
    QTRY_VERIFY_WITH_TIMEOUT(store->readers() > 0, kPatienceMs);
    store->release();
    list.reset();
    QCOMPARE(store->readers(), 0);
    QCOMPARE(model->index(4, TraceModel::FindingsColumn).data().toString(), QString());
    model.reset();
}

void FindingListTest::keepsAFewOfMany()
{
    TraceModel model(*m_recorder);
    FindingList list(model);
    const int many = int(findings::Checker::kMaxOfRule) + 500;
    for (int i = 0; i < many; ++i)
        m_feed->received("no message");
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() == many && isChecked(list), kPatienceMs);
    QCOMPARE(list.size(), findings::Checker::kMaxOfRule);
    QCOMPARE(list.omitted(), std::uint64_t(500));
}

void FindingListTest::filtersByFindings()
{
    TraceModel model(*m_recorder);
    FindingList list(model);
    TraceFilterProxy proxy(model);
    QAbstractItemModelTester tester(&proxy);
    const auto filter = [&proxy](const char *text) {
        TraceFilter made;
        made.conditions =
            std::get<trace::Filter>(trace::Filter::compile(QString::fromLatin1(text)));
        proxy.setFilter(made);
    };
    filter("finding.level >= warning");
    shakeHands(*m_feed);
    listTool(*m_feed, 1);
    // The row comes when its finding does.
    QTRY_VERIFY_WITH_TIMEOUT(isChecked(list) && proxy.rowCount() == 1, kPatienceMs);
    QCOMPARE(proxy.number(0), trace::Number(5));
    filter("finding.rule == \"tools.name-charset\" and text contains \"a b\"");
    QTRY_COMPARE(proxy.rowCount(), 1);
    filter("finding.level == error");
    QCOMPARE(proxy.rowCount(), 0);
    filter("finding == no");
    QCOMPARE(proxy.rowCount(), 4);
    QCOMPARE(filterWords(model).value(trace::FilterField::FindingRule),
        QStringList(QStringLiteral("tools.name-charset")));
    QCOMPARE(cellCondition(model, 4, TraceModel::FindingsColumn),
        QStringLiteral("finding.rule == \"tools.name-charset\""));
}

void FindingListTest::writesMarkdownWithoutSecrets()
{
    findings::Finding finding;
    TraceModel model(*m_recorder);
    FindingList list(model);
    shakeHands(*m_feed);
    listTool(*m_feed, 1);
    QTRY_VERIFY_WITH_TIMEOUT(model.rowCount() == 5 && isChecked(list), kPatienceMs);
    finding = list.at(0);
    finding.sentence = QStringLiteral("*It* says Authorization: Bearer abcdefghijklmnop");
    const QString text = findingMarkdown(finding, QStringLiteral("de_mo"));
    QVERIFY(text.startsWith(u"## warning: tools.name-charset\n\n"));
    QVERIFY(!text.contains(u"abcdefghijklmnop"));
    QVERIFY(text.contains(u"\\*It\\*"));
    QVERIFY(text.contains(u"- **Server:** de\\_mo\n"));
    QVERIFY(text.contains(u"#5 /result/tools/0/name"));
    QVERIFY(text.contains(u"<https://modelcontextprotocol.io/specification/2025-11-25/"));
}

QTEST_MAIN(FindingListTest)
#include "tst_findinglist.moc"
