// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsontreemodel.h"
#include "content/json/jsontreeview.h"
#include "findings/page/rulepage.h"
#include "look/controls/colorlabel.h"
#include "look/style/sondestyle.h"
#include "models/findings/coveragemodel.h"
#include "models/findings/findinglist.h"
#include "models/findings/findingtree.h"
#include "models/findings/notseenmodel.h"
#include "support/chosenfinding.h"
#include "support/toolserver.h"
#include "widgets/findings/coveragepage.h"
#include "widgets/findings/excerptview.h"
#include "widgets/findings/findingcard.h"
#include "widgets/findings/findingspage.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/findings/findingsview.h"
#include "widgets/findings/notseenview.h"
#include "widgets/findings/rulepageview.h"
#include "widgets/kit/field/listfilter.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/kit/table/propertygrid.h"
#include "widgets/trace/messagedetail.h"

#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <memory>

using namespace sonde;
using namespace sonde::tests;
using models::FindingTree;

// What the lists of findings and of requirements say, and where they lead.
class TstFindingLists : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void namesTheServerAndTheOtherMessages();
    void marksAValueWithTheSignOfItsLevel();
    void showsThePageOfTheRule();
    void stepsThroughTheFindingsOfAValue();
    void leadsFromAnAreaToItsFindings();

private:
    widgets::FindingsView &view() { return m_opened->window.findings().view(); }
    widgets::MessageDetail &detail()
    {
        return *m_opened->window.findChild<widgets::MessageDetail *>();
    }
    void open(const QString &rule)
    {
        m_opened->window.showPanel(m_opened->window.findings());
        openFinding(view(), rule);
    }

    const QString kCharset = QStringLiteral("tools.name-charset");
    QTemporaryDir m_folder;
    std::unique_ptr<Opened> m_opened;
};

// Two servers; the second one lists a tool whose name is against the specification.
void TstFindingLists::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY(m_folder.isValid());
    m_opened = std::make_unique<Opened>(m_folder.path());
    m_opened->window.resize(1280, 800);
    QVERIFY(QTest::qWaitForWindowActive(&m_opened->window));
    m_opened->connectTo(demo());
    QTRY_COMPARE_WITH_TIMEOUT(
        m_opened->state(QStringLiteral("demo")), mcp::ClientState::Ready, kPatienceMs);
    m_opened->connectTo(toolServer(QStringLiteral("bad"),
        QStringLiteral(R"({"name":"a b","description":"Adds.","inputSchema":{"type":"object"}})")));
    QTRY_VERIFY_WITH_TIMEOUT(findingOf(view().model(), kCharset).isValid(), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(
        m_opened->window.trace().document().findings().behind(), std::uint64_t(0), kPatienceMs);
}

void TstFindingLists::namesTheServerAndTheOtherMessages()
{
    // One server at a time: its name is in the card alone.
    QVERIFY(view().tree().isColumnHidden(FindingTree::ServerColumn));
    open(kCharset);
    QCOMPARE(view().card().facts().value(QStringLiteral("Server")), QStringLiteral("bad"));
    view().setServer({}); // as in an opened file
    QVERIFY(!view().tree().isColumnHidden(FindingTree::ServerColumn));
    view().setServer(QStringLiteral("bad"));
    // Numbers of other messages are links.
    widgets::FindingCard card;
    findings::Finding finding = *view().model().findingAt(findingOf(view().model(), kCharset));
    finding.messages = {7, 1'127, 130};
    card.showFinding(finding);
    QVERIFY(!card.seeAlso().isHidden());
    QVERIFY2(card.seeAlso().text().contains(QStringLiteral("<a href=\"1127\">#1,127</a>")),
        qPrintable(card.seeAlso().text()));
    QSignalSpy requested(&card, &widgets::FindingCard::messageRequested);
    Q_EMIT card.seeAlso().linkActivated(QStringLiteral("1127"));
    QCOMPARE(requested.first().first().value<trace::Number>(), trace::Number(1127));
    finding.messages = {7};
    card.showFinding(finding);
    QVERIFY(card.seeAlso().isHidden());
}

void TstFindingLists::marksAValueWithTheSignOfItsLevel()
{
    open(kCharset);
    const content::JsonTreeView *tree = detail().response().tree();
    QTRY_VERIFY(tree->currentIndex().data(content::JsonTreeModel::MarkRole).isValid());
    QCOMPARE(models::Sign(tree->currentIndex().data(content::JsonTreeModel::MarkSignRole).toInt()),
        models::Sign::Finding);
}

// The texts that sonde-cli rule prints.
void TstFindingLists::showsThePageOfTheRule()
{
    open(kCharset);
    const findings::RulePage page = pageOf(*findings::findChecked("tools.name-charset"));
    const widgets::FindingCard &card = view().card();
    const auto text = [&card](const char *name) {
        const auto *label = card.page().findChild<look::ColorLabel *>(QLatin1String(name));
        return label ? label->text() : QString();
    };
    QVERIFY(card.page().isVisible());
    QCOMPARE(text("ruleDemands"), page.requirement->summary);
    QCOMPARE(text("ruleWhy"), page.words.why);
    QVERIFY2(text("ruleFix").endsWith(page.words.fix), qPrintable(text("ruleFix")));
    const auto example = [&card](const char *name) {
        const auto *view = card.page().findChild<widgets::ExcerptView *>(QLatin1String(name));
        return view ? view->toPlainText() : QString();
    };
    QCOMPARE(example("ruleBad"), page.examples.bad.text);
    QCOMPARE(example("ruleGood"), page.examples.good.text);
    const auto *revisions =
        card.page().findChild<widgets::PropertyGrid *>(QStringLiteral("ruleRevisions"));
    QVERIFY(revisions && revisions->value(QStringLiteral("2025-11-25")).contains(u"negotiated"));
    widgets::FindingCard empty;
    QVERIFY(empty.page().isHidden());
}

// The tool has no title and a name with a blank: two findings, one of them about the name itself.
void TstFindingLists::stepsThroughTheFindingsOfAValue()
{
    open(kCharset);
    content::JsonTreeView *tree = detail().response().tree();
    QTRY_VERIFY(tree->currentIndex().data(content::JsonTreeModel::MarkRole).isValid());
    auto *next = tree->findChild<QAction *>(QStringLiteral("nextFindingOfValue"));
    QVERIFY(next && next->isEnabled());
    next->trigger();
    QCOMPARE(detail().tabs().currentIndex(), int(widgets::MessageDetail::FindingsTab));
    QCOMPARE(detail().findings().current()->requirement->id, std::string("tools.name-charset"));
    detail().tabs().setCurrentIndex(widgets::MessageDetail::ResponseTab);
    tree->setCurrentIndex(tree->model()->index(0, 0));
    QVERIFY(!next->isEnabled());
}

void TstFindingLists::leadsFromAnAreaToItsFindings()
{
    m_opened->window.showPanel(m_opened->window.findings());
    view().coverageButton().click();
    widgets::CoveragePage &page = view().coverage();
    int tools = 0;
    while (page.model().at(tools).area != QLatin1String("tools"))
        ++tools;
    page.table().setFocus();
    page.table().setCurrentIndex(page.model().index(tools, 0));
    QVERIFY(page.leftOut().text().contains(QStringLiteral("HTTP")));
    // All of its requirements are in sight, the violated ones first.
    QTreeView &requirements = page.notSeenView().tree();
    const QModelIndex group = page.notSeen().violatedGroup();
    QVERIFY(group.isValid());
    QVERIFY(requirements.isExpanded(group));
    QTest::keyClick(&page.table(), Qt::Key_Return);
    QVERIFY(requirements.hasFocus());
    QCOMPARE(requirements.currentIndex(), page.notSeen().index(0, 0, group));
    QCOMPARE(page.notSeenView().prepareButton().text().remove(u'&'),
        QStringLiteral("Show the findings"));
    QTest::keyClick(&requirements, Qt::Key_Return);
    QVERIFY(!page.isVisible());
    QVERIFY(view().tree().hasFocus());
    const auto finding = view().model().findingAt(view().tree().currentIndex());
    QVERIFY(finding);
    QCOMPARE(QString::fromStdString(finding->requirement->id), kCharset);
    view().filter().clear();
}

QTEST_MAIN(TstFindingLists)
#include "tst_findinglists.moc"
