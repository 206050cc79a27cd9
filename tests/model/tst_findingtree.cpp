// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/catalogue.h"
#include "findings/engine/dispatch.h"
#include "models/findings/acceptedfindings.h"
#include "models/findings/coveragemodel.h"
#include "models/findings/exerciseaction.h"
#include "models/findings/exercisestep.h"
#include "models/findings/findingtext.h"
#include "models/findings/findingtree.h"
#include "models/findings/notseenmodel.h"
#include "models/signs/sign.h"
#include "support/findingsession.h"
#include "support/handshake.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::models;
using tests::listTool;
using tests::shakeHands;
using tests::TraceFeed;
using Session = tests::FindingSession;

namespace {

QStringList groupsOf(const QAbstractItemModel &tree)
{
    QStringList groups;
    for (int row = 0; row < tree.rowCount(); ++row) {
        const QVariant rule = tree.index(row, 0).data(FindingTree::RuleRole);
        groups << (rule.isValid() ? rule : tree.index(row, 0).data()).toString() + u' '
                + tree.index(row, 1).data().toString();
    }
    return groups;
}

AreaCoverage areaOf(const Coverage &coverage, const char *name)
{
    for (const AreaCoverage &area : coverage.areas) {
        if (area.area == QLatin1String(name))
            return area;
    }
    return {};
}

} // namespace

class FindingTreeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void groupsByRuleMessageOrArea();
    void addsWhatIsFoundLater();
    void filtersByServerLevelAndText();
    void countsRequirementsByArea();
    void coversTheNegotiatedRevisionAfterAProbe();
    void saysWhatIsCovered();
    void listsWhatIsAcceptedAsTheLastGroup();
    void saysWhatWouldExerciseARequirement();
    void hasAnActionForEveryRule();
    void namesTheStepOfARequirement_data();
    void namesTheStepOfARequirement();
    void namesTheServersOfFindings();
    void writesNoMarksOfCode();
    void leavesOutWhatTheTransportCannotShow();
    void listsWhatIsViolatedInAnArea();

private:
    std::unique_ptr<Session> m_session;
};

void FindingTreeTest::init()
{
    m_session = std::make_unique<Session>();
    shakeHands(m_session->feed);
    listTool(m_session->feed, 1, "a b");
    m_session->feed.received("no message");
    listTool(m_session->feed, 2, "c d");
    m_session->check();
}

void FindingTreeTest::groupsByRuleMessageOrArea()
{
    FindingTree tree(m_session->list);
    QAbstractItemModelTester tester(&tree);
    QCOMPARE(groupsOf(tree),
        QStringList({QStringLiteral("stdio.stdout-messages-only 1"),
            QStringLiteral("tools.name-charset 2")}));
    // One message may violate a rule in several places.
    QCOMPARE(tree.headerData(FindingTree::MessageColumn, Qt::Horizontal).toString(),
        QStringLiteral("Places"));
    const QModelIndex group = tree.index(1, 0);
    QCOMPARE(Sign(group.data(SignRole).toInt()), Sign::Finding);
    QCOMPARE(Sign(tree.index(0, 0).data(SignRole).toInt()), Sign::FindingError);
    QCOMPARE(tree.rowCount(group), 2);
    QVERIFY(!tree.findingAt(group));
    QCOMPARE(tree.findingAt(tree.index(1, 0, group))->messages.front(), trace::Number(8));
    QCOMPARE(tree.index(1, 1, group).data().toString(), QStringLiteral("#8"));
    QVERIFY(tree.index(1, 0, group).data().toString().contains(u"c d"));
    QVERIFY(group.data(Qt::AccessibleTextRole).toString().startsWith(u"warning: "));
    // A sentence, with the id on hover.
    const auto &requirement = *tree.findingAt(tree.index(0, 0, group))->requirement;
    QCOMPARE(group.data().toString(), violationText(requirement));
    QVERIFY(group.data().toString().contains(u' '));
    QVERIFY(group.data(Qt::ToolTipRole).toString().startsWith(u"tools.name-charset: "));

    tree.setGrouping(FindingTree::Grouping::Message);
    QCOMPARE(groupsOf(tree),
        QStringList({QStringLiteral("#5 · response · tools/list 1"),
            QStringLiteral("#6 · non-protocol output 1"),
            QStringLiteral("#8 · response · tools/list 1")}));
    QVERIFY(
        tree.index(0, 0, tree.index(0, 0)).data().toString().startsWith(u"tools.name-charset: "));
    tree.setGrouping(FindingTree::Grouping::Area);
    QCOMPARE(groupsOf(tree), QStringList({QStringLiteral("stdio 1"), QStringLiteral("tools 2")}));
}

void FindingTreeTest::addsWhatIsFoundLater()
{
    FindingTree tree(m_session->list);
    QAbstractItemModelTester tester(&tree);
    QSignalSpy reset(&tree, &QAbstractItemModel::modelReset);
    const QPersistentModelIndex kept = tree.index(1, 0, tree.index(1, 0));
    listTool(m_session->feed, 3, "e f");
    m_session->feed.received(
        R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"x"}})");
    m_session->check();
    QVERIFY(tree.rowCount() > 2);
    QCOMPARE(tree.rowCount(kept.parent()), 3);
    QVERIFY(kept.data().toString().contains(u"c d"));
    QCOMPARE(reset.count(), 0);
    QCOMPARE(tree.shownFindings(), int(m_session->list.size()));
    FindingTree again(m_session->list);
    QCOMPARE(groupsOf(tree), groupsOf(again));
}

void FindingTreeTest::filtersByServerLevelAndText()
{
    shakeHands(m_session->other);
    listTool(m_session->other, 1, "g h");
    m_session->check();
    FindingTree tree(m_session->list);
    QAbstractItemModelTester tester(&tree);
    tree.setFilter({QStringLiteral("other"), {}, {true, true, true}});
    QCOMPARE(groupsOf(tree), QStringList(QStringLiteral("tools.name-charset 1")));
    tree.setFilter({QStringLiteral("demo"), {}, {true, true, true}});
    QCOMPARE(tree.shownFindings(), 3);
    tree.setFilter({QStringLiteral("demo"), {}, {true, false, true}});
    QCOMPARE(groupsOf(tree), QStringList(QStringLiteral("stdio.stdout-messages-only 1")));
    tree.setFilter({{}, QStringLiteral("CHARSET  g"), {true, true, true}});
    QVERIFY(tree.shownFindings() >= 1);
    tree.setFilter({{}, QStringLiteral("no stdout"), {true, true, true}});
    QCOMPARE(tree.shownFindings(), 1);
    tree.setFilter({{}, QStringLiteral("nothing like this"), {true, true, true}});
    QCOMPARE(tree.rowCount(), 0);
    m_session->feed.received("nothing like this");
    m_session->feed.received("something else");
    m_session->check();
    QCOMPARE(groupsOf(tree), QStringList(QStringLiteral("stdio.stdout-messages-only 1")));
}

void FindingTreeTest::countsRequirementsByArea()
{
    CoverageModel model;
    QAbstractItemModelTester tester(&model);
    model.setCoverage(coverageOf(m_session->list, QStringLiteral("nobody")));
    QCOMPARE(model.rowCount(), 0);
    const Coverage coverage = coverageOf(m_session->list, QStringLiteral("demo"));
    QVERIFY(coverage.revision == findings::Revision::R20251125);
    model.setCoverage(coverage);
    QVERIFY(model.rowCount() > 10);
    const auto rowOf = [&model](const QString &area) {
        for (int row = 0; row < model.rowCount(); ++row) {
            if (model.index(row, 0).data().toString() == area)
                return row;
        }
        return -1;
    };
    const int stdio = rowOf(QStringLiteral("stdio"));
    QVERIFY(stdio >= 0);
    QCOMPARE(model.at(stdio).violated, 1);
    QCOMPARE(
        model.index(stdio, CoverageModel::ViolatedColumn).data().toString(), QStringLiteral("1"));
    QCOMPARE(
        ColorRole(model.index(stdio, CoverageModel::ViolatedColumn).data(TextColorRole).toInt()),
        ColorRole::Error);
    const int tools = rowOf(QStringLiteral("tools"));
    QVERIFY(model.at(tools).passed > 0);
    QVERIFY(model.at(tools).notSeen > 0);
    const int sum = model.rowCount() - 1;
    QCOMPARE(rowOf(QStringLiteral("All")), sum);
    int violated = 0;
    for (int row = 0; row < sum; ++row)
        violated += model.at(row).violated;
    QCOMPARE(model.at(sum).violated, violated);
    QCOMPARE(violated, m_session->list.violated(QStringLiteral("demo")).all());
    QVERIFY(model.at(sum).notObservable > 0);
    QVERIFY(model.largest() > 0);
}

// A client asks for the modern era first, and goes on in the older one when the server refuses.
void FindingTreeTest::coversTheNegotiatedRevisionAfterAProbe()
{
    m_session = std::make_unique<Session>();
    TraceFeed &feed = m_session->feed;
    feed.sent(R"({"jsonrpc":"2.0","id":"probe","method":"server/discover","params":{"_meta":{)"
              R"("io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})");
    feed.received(R"({"jsonrpc":"2.0","id":"probe","error":{"code":-32601,"message":"Unknown."}})");
    m_session->check();
    const QString server = QStringLiteral("demo");
    QVERIFY(coverageOf(m_session->list, server).revision == findings::Revision::R20260728);

    shakeHands(feed);
    m_session->check();
    const Coverage coverage = coverageOf(m_session->list, server);
    QVERIFY(coverage.revision == findings::Revision::R20251125);
    QVERIFY(coverageOf(m_session->list, {}).revision == findings::Revision::R20251125);
    int ofTheRevision = 0;
    for (const findings::Requirement &requirement : findings::Catalogue::instance().all())
        ofTheRevision += requirement.revisions.has(coverage.revision) ? 1 : 0;
    QCOMPARE(coverage.all.all() + coverage.ofOtherTransport, ofTheRevision);
}

void FindingTreeTest::saysWhatIsCovered()
{
    Coverage coverage;
    coverage.levels.of(findings::Level::Error) = 3;
    coverage.levels.of(findings::Level::Warning) = 2;
    coverage.all.passed = 36;
    coverage.all.violated = 5;
    coverage.all.notSeen = 139;
    QCOMPARE(coverageText(coverage),
        QStringLiteral("3 errors, 2 warnings in 41 of 180 checked requirements"));
    QCOMPARE(coverageText({}), QStringLiteral("no findings in 0 of 0 checked requirements"));
}

void FindingTreeTest::listsWhatIsAcceptedAsTheLastGroup()
{
    AcceptedFindings accepted;
    m_session->list.setAccepted(&accepted);
    FindingTree tree(m_session->list);
    QAbstractItemModelTester tester(&tree);
    const auto finding = *tree.findingAt(tree.index(0, 0, tree.index(0, 0)));
    QVERIFY(accepted.accept(QStringLiteral("demo"),
        {m_session->list.identityOf(finding), QStringLiteral("a banner"), {}}));
    QCOMPARE(groupsOf(tree),
        QStringList({QStringLiteral("tools.name-charset 2"), QStringLiteral("Accepted 1")}));
    const QModelIndex group = tree.index(1, 0);
    QVERIFY(tree.isAccepted(group));
    QVERIFY(!tree.isAccepted(tree.index(0, 0)));
    QCOMPARE(Sign(group.data(SignRole).toInt()), Sign::None);
    QVERIFY(tree.index(0, 0, group).data().toString().startsWith(u"stdio.stdout-messages-only: "));
    QCOMPARE(tree.indexOf(finding), tree.index(0, 0, group));
    // What comes later with the same identity goes there, too.
    m_session->feed.received("no message either");
    m_session->check();
    QCOMPARE(groupsOf(tree),
        QStringList({QStringLiteral("tools.name-charset 2"), QStringLiteral("Accepted 2")}));
    for (const auto grouping : {FindingTree::Grouping::Message, FindingTree::Grouping::Area}) {
        tree.setGrouping(grouping);
        QCOMPARE(groupsOf(tree).back(), QStringLiteral("Accepted 2"));
    }
    // It is covered, but no longer counted.
    const Coverage coverage = coverageOf(m_session->list, QStringLiteral("demo"));
    QCOMPARE(coverage.all.violated, 2);
    QCOMPARE(coverage.levels.all(), 1);
}

void FindingTreeTest::saysWhatWouldExerciseARequirement()
{
    const QString demo = QStringLiteral("demo");
    NotSeenModel model;
    QAbstractItemModelTester tester(&model);
    model.setNotSeen(notSeenOf(m_session->list, demo, QStringLiteral("tools")));
    QCOMPARE(model.count(), areaOf(coverageOf(m_session->list, demo), "tools").notSeen);
    int rows = 0;
    for (int group = 0; group < model.rowCount(); ++group)
        rows += model.rowCount(model.index(group, 0));
    QCOMPARE(rows, model.count());
    // Each step once, with what would be sent or received below it.
    const QModelIndex call = model.indexOf(ExerciseStep::CallTool);
    QVERIFY(call.isValid());
    QCOMPARE(call.data().toString(), QStringLiteral("Call a tool"));
    QCOMPARE(call.siblingAtColumn(NotSeenModel::RuleColumn).data().toInt(), model.rowCount(call));
    QCOMPARE(model.stepAt(call), ExerciseStep::CallTool);
    QVERIFY(!model.requirementAt(call));
    const QModelIndex first = model.index(0, 0, call);
    QVERIFY(first.data().toString().contains(QStringLiteral("tools/call")));
    QCOMPARE(model.stepAt(first), ExerciseStep::CallTool);
    QCOMPARE(model.indexOf(*model.requirementAt(first)), first);
    QVERIFY(!model.stepAt({}));
    const auto all = notSeenOf(m_session->list, demo, {});
    QCOMPARE(int(all.size()), coverageOf(m_session->list, demo).all.notSeen);
    QVERIFY(notSeenOf(m_session->list, QStringLiteral("nobody"), {}).empty());
}

void FindingTreeTest::hasAnActionForEveryRule()
{
    for (const findings::BoundRule &bound : findings::boundRules())
        QVERIFY2(!exerciseAction(*bound.requirement).isEmpty(), bound.rule->id.data());
    QSet<QString> titles;
    for (std::size_t step = 0; step < kExerciseSteps; ++step) {
        titles.insert(stepTitle(ExerciseStep(step)));
        QVERIFY(stepSentence(ExerciseStep(step)).startsWith(QStringLiteral("Opens ")));
    }
    QCOMPARE(std::size_t(titles.size()), kExerciseSteps);
}

void FindingTreeTest::namesTheStepOfARequirement_data()
{
    QTest::addColumn<QString>("rule");
    QTest::addColumn<int>("step");
    const auto row = [](const char *rule, ExerciseStep step) {
        QTest::newRow(rule) << QString::fromLatin1(rule) << int(step);
    };
    row("tools.name-unique", ExerciseStep::ListTools);
    row("tools.structured-conforms", ExerciseStep::CallTool);
    row("progress.increases", ExerciseStep::CallTool);
    row("schema.CreateMessageResult", ExerciseStep::RespondToRequests);
    row("auth.pkce-advertised", ExerciseStep::LogIn);
    row("auth.www-authenticate", ExerciseStep::LogIn);
    row("cancel.names-request", ExerciseStep::CancelCall);
    row("stdio.exit-on-eof", ExerciseStep::EndConnection);
    row("resources.uri-unique", ExerciseStep::ListResources);
    row("prompts.name-unique", ExerciseStep::ListPrompts);
    row("completion.at-most-100", ExerciseStep::Complete);
    row("jsonrpc.unknown-method", ExerciseStep::CheckServer);
    row("ping.empty-result", ExerciseStep::CheckServer);
}

void FindingTreeTest::namesTheStepOfARequirement()
{
    QFETCH(QString, rule);
    QFETCH(int, step);
    const findings::Requirement *requirement =
        findings::Catalogue::instance().find(rule.toStdString());
    QVERIFY(requirement);
    QCOMPARE(int(exerciseStep(*requirement)), step);
}

void FindingTreeTest::namesTheServersOfFindings()
{
    shakeHands(m_session->other);
    listTool(m_session->other, 1, "g h");
    m_session->check();
    FindingTree tree(m_session->list);
    QAbstractItemModelTester tester(&tree);
    const auto server = [&](int row, const QModelIndex &group = {}) {
        return tree.index(row, FindingTree::ServerColumn, group).data().toString();
    };
    QCOMPARE(server(0), QStringLiteral("demo"));
    QCOMPARE(server(1), QStringLiteral("several"));
    const QModelIndex group = tree.index(1, 0);
    QCOMPARE(server(0, group), QStringLiteral("demo"));
    QCOMPARE(server(tree.rowCount(group) - 1, group), QStringLiteral("other"));
}

void FindingTreeTest::writesNoMarksOfCode()
{
    QCOMPARE(withoutCodeMarks(QStringLiteral("`a` and `b c`, not ` alone.")),
        QStringLiteral("“a” and “b c”, not ` alone."));
    FindingTree tree(m_session->list);
    for (int row = 0; row < tree.rowCount(); ++row) {
        const QModelIndex group = tree.index(row, 0);
        QVERIFY(!group.data().toString().contains(u'`'));
        QVERIFY(!tree.index(0, 0, group).data().toString().contains(u'`'));
    }
}

void FindingTreeTest::leavesOutWhatTheTransportCannotShow()
{
    const Coverage coverage = coverageOf(m_session->list, QStringLiteral("demo"));
    for (const char *area : {"auth", "headers", "http", "session", "sse"})
        QCOMPARE(areaOf(coverage, area).all(), 0);
    QVERIFY(areaOf(coverage, "stdio").all() > 0);
    QVERIFY(coverage.ofOtherTransport > 0);
    QVERIFY(otherTransportText(coverage).contains(QStringLiteral("HTTP")));
    for (const NotSeen &one : notSeenOf(m_session->list, QStringLiteral("demo"), {}))
        QVERIFY(one.requirement->area() != "http" && one.requirement->area() != "headers");
    QVERIFY(otherTransportText({}).isEmpty());
}

void FindingTreeTest::listsWhatIsViolatedInAnArea()
{
    const QString demo = QStringLiteral("demo");
    NotSeenModel model;
    QAbstractItemModelTester tester(&model);
    QVERIFY(!model.violatedGroup().isValid());
    const auto violated = violatedOf(m_session->list, demo, {});
    QCOMPARE(int(violated.size()), coverageOf(m_session->list, demo).all.violated);
    model.setNotSeen(notSeenOf(m_session->list, demo, QStringLiteral("tools")),
        violatedOf(m_session->list, demo, QStringLiteral("tools")));
    const QModelIndex group = model.violatedGroup();
    QCOMPARE(group.data().toString(), QStringLiteral("Violated"));
    QCOMPARE(Sign(group.data(SignRole).toInt()), Sign::Finding); // a SHOULD
    QCOMPARE(model.rowCount(group), 1);
    const QModelIndex row = model.index(0, 0, group);
    QVERIFY(model.isViolated(row));
    QCOMPARE(Sign(row.data(SignRole).toInt()), Sign::Finding);
    QVERIFY(!model.stepAt(row));
    QCOMPARE(model.requirementAt(row)->id, std::string("tools.name-charset"));
    QCOMPARE(row.siblingAtColumn(NotSeenModel::RuleColumn).data().toString(),
        QStringLiteral("tools.name-charset"));
    QCOMPARE(model.count(), areaOf(coverageOf(m_session->list, demo), "tools").notSeen);
    QVERIFY(!model.isViolated(model.index(1, 0)));
}

QTEST_MAIN(FindingTreeTest)
#include "tst_findingtree.moc"
