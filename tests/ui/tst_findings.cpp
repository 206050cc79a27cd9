// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/sessions/sessions.h"
#include "app/sessions/sessionviews.h"
#include "app/window/panels.h"
#include "content/bytes/bytesview.h"
#include "content/json/jsontreeview.h"
#include "look/controls/clipboard.h"
#include "look/controls/colorlabel.h"
#include "look/controls/emptystate.h"
#include "look/style/sondestyle.h"
#include "models/findings/coveragemodel.h"
#include "models/findings/findinglist.h"
#include "models/findings/findingtree.h"
#include "models/findings/notseenmodel.h"
#include "models/findings/requirementmodel.h"
#include "models/session/servermodel.h"
#include "support/chosenfinding.h"
#include "support/toolserver.h"
#include "widgets/findings/acceptance.h"
#include "widgets/findings/acceptrow.h"
#include "widgets/findings/coveragepage.h"
#include "widgets/findings/findingcard.h"
#include "widgets/findings/findingspage.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/findings/findingsview.h"
#include "widgets/findings/specificationwindow.h"
#include "widgets/kit/field/listfilter.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/kit/table/propertygrid.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/overview/serverpage.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/sessionwindow.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDesktopServices>
#include <QGuiApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>
#include <QUrl>

#include <algorithm>
#include <memory>

using namespace sonde;
using namespace sonde::tests;
using models::FindingTree;
using widgets::MessageDetail;

namespace {

// It writes what is no message, and lists a tool whose name is against the specification.
config::Profile badServer(const QString &name, const QString &tool)
{
    return toolServer(name,
        QStringLiteral(R"({"name":"%1","description":"Adds.","inputSchema":{"type":"object"}})")
            .arg(tool),
        QStringLiteral("starting up"));
}

QStringList groupsOf(const FindingTree &tree)
{
    QStringList groups;
    for (int row = 0; row < tree.rowCount(); ++row) {
        const QVariant rule = tree.index(row, 0).data(FindingTree::RuleRole);
        groups << (rule.isValid() ? rule : tree.index(row, 0).data()).toString();
    }
    return groups;
}

// Takes what would be opened in the browser.
class Opener : public QObject {
    Q_OBJECT
public:
    Q_INVOKABLE void open(const QUrl &url) { urls << url; }

    QList<QUrl> urls;
};

} // namespace

class TstFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { m_opened->workspace.setCurrent(QStringLiteral("bad")); }
    void showsEachServerItsOwn();
    void opensWithTheFirstFinding();
    void countsInTheTabAndInTheOverview();
    void leadsFromAFindingToTheValueAndItsBytes();
    void showsTheFindingsOfAMessageInItsDetail();
    void groupsAndFilters();
    void walksThroughTheFindings();
    void copiesAFindingAsMarkdown();
    void showsWhatIsCovered();
    void acceptsAFindingWithAReason();
    void listsOnlyWhatIsNew();
    void saysWhatAPausedTraceDoesNotCheck();
    void showsTheSpecificationOfAValue();
    void showsTheFindingsOfAnOpenedFile();

private:
    widgets::FindingsView &view() { return m_opened->window.findings().view(); }
    MessageDetail &detail() { return *m_opened->window.findChild<MessageDetail *>(); }
    void open(const QString &rule) { openFinding(view(), rule); }

    const QString kCharset = QStringLiteral("tools.name-charset");
    QTemporaryDir m_folder;
    std::unique_ptr<Opened> m_opened;
};

// The demo server, which keeps to the specification and to which only advice is given, and one that
// breaks it.
void TstFindings::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY(m_folder.isValid());
    m_opened = std::make_unique<Opened>(m_folder.path());
    m_opened->window.resize(1280, 800);
    m_opened->connectTo(demo());
    m_opened->connectTo(badServer(QStringLiteral("bad"), QStringLiteral("a b")));
    const auto isReady = [this](const char *name) {
        return m_opened->state(QLatin1String(name)) == mcp::ClientState::Ready;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isReady("demo") && isReady("bad"), kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(findingOf(view().model(), kCharset).isValid(), kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.trace().document().findings().behind() == 0
            && view().model().rowCount() >= 2,
        kPatienceMs);
}

void TstFindings::showsEachServerItsOwn()
{
    const QStringList found = groupsOf(view().model());
    QVERIFY(found.contains(kCharset));
    QVERIFY(found.contains(QStringLiteral("stdio.stdout-messages-only")));
    const auto &list = m_opened->window.trace().document().findings();
    QVERIFY(list.size() >= 2);
    for (std::size_t i = 0; i < list.size(); ++i)
        QCOMPARE(list.serverOf(list.at(i)), QStringLiteral("bad"));
    m_opened->workspace.setCurrent(QStringLiteral("demo"));
    QCOMPARE(groupsOf(view().model()), QStringList());
    QCOMPARE(m_opened->window.findings().count(), 0);
    m_opened->workspace.setCurrent(QStringLiteral("bad"));
    QCOMPARE(groupsOf(view().model()), found);
}

void TstFindings::opensWithTheFirstFinding()
{
    m_opened->window.showPanel(m_opened->window.findings());
    QCOMPARE(view().tree().currentIndex(), view().model().index(0, 0));
    QVERIFY(view().card().finding());
    // What is chosen stays, also when the list changes.
    const QModelIndex second = view().model().index(1, 0);
    view().tree().setCurrentIndex(second);
    const QString title = second.data().toString();
    view().levelButton(findings::Level::Info).toggle();
    view().levelButton(findings::Level::Info).toggle();
    QCOMPARE(view().tree().currentIndex().data().toString(), title);
}

void TstFindings::countsInTheTabAndInTheOverview()
{
    const auto counts =
        m_opened->window.trace().document().findings().violated(QStringLiteral("bad"));
    QCOMPARE(m_opened->window.findings().count(), counts.all());
    QVERIFY(counts.of(findings::Level::Error) > 0);
    QVERIFY(counts.of(findings::Level::Warning) > 0);
    QTRY_COMPARE(view().levelButton(findings::Level::Error).text(),
        QString::number(counts.of(findings::Level::Error)));
    m_opened->window.showPanel(m_opened->window.overview());
    QPushButton &line = m_opened->window.overview().serverPage()->findingsButton();
    QTRY_VERIFY(line.text().contains(QStringLiteral(" checked requirements")));
    QVERIFY(line.text().contains(QStringLiteral("error")));
    QVERIFY(line.isVisible());
    // Beside the server, and in the status bar.
    const auto *servers = m_opened->window.findChild<models::ServerModel *>();
    const QModelIndex bad = servers->index(servers->rowOf(QStringLiteral("bad")));
    QCOMPARE(bad.data(models::ServerModel::FlagCountRole).toString(),
        QString::number(counts.of(findings::Level::Error)));
    const auto inStatus = [this] {
        QStringList texts;
        for (const auto *label : m_opened->window.statusBar()->findChildren<look::ColorLabel *>()) {
            if (label->isVisible() && label->objectName().startsWith(u"violated"))
                texts << label->text();
        }
        texts.sort();
        return texts;
    };
    QCOMPARE(inStatus().size(), 2);
    line.click();
    QCOMPARE(m_opened->window.tabs().inFront(), &m_opened->window.findings());
    m_opened->workspace.setCurrent(QStringLiteral("demo"));
    QVERIFY2(line.text().startsWith(QStringLiteral("no findings in ")), qPrintable(line.text()));
    QCOMPARE(inStatus(), QStringList());
}

void TstFindings::leadsFromAFindingToTheValueAndItsBytes()
{
    m_opened->window.showPanel(m_opened->window.findings());
    open(kCharset);
    const auto finding = view().model().findingAt(view().tree().currentIndex());
    QVERIFY(finding);
    const trace::Number number = finding->messages.front();
    QCOMPARE(m_opened->window.trace().currentNumber(), number);
    QCOMPARE(detail().number(), number);
    QVERIFY(detail().isVisible());
    const auto lit = [this] {
        const content::BytesView &bytes = detail().bytes();
        return bytes.bytes().view().substr(
            bytes.highlightBegin(), bytes.highlightEnd() - bytes.highlightBegin());
    };
    QTRY_COMPARE(lit(), std::string_view("\"a b\""));
    QCOMPARE(detail().bytes().highlightBegin(), finding->begin);
    QCOMPARE(detail().bytes().highlightEnd(), finding->end);
    const content::JsonTreeView *tree = detail().response().tree();
    QCOMPARE(tree->document()->value(tree->currentNode()).pointer(), finding->pointer);
}

void TstFindings::showsTheFindingsOfAMessageInItsDetail()
{
    open(kCharset);
    QVERIFY(detail().tabs().isTabEnabled(MessageDetail::FindingsTab));
    QCOMPARE(detail().tabs().tabText(MessageDetail::FindingsTab), QStringLiteral("Findings (1)"));
    detail().tabs().setCurrentIndex(MessageDetail::FindingsTab);
    QVERIFY(detail().findings().isVisible());
    const widgets::FindingCard &card = detail().findings().card();
    QVERIFY(card.sentence().text().contains(QStringLiteral("a b")));
    QCOMPARE(card.facts().value(QStringLiteral("Rule")), kCharset);
    QCOMPARE(card.facts().value(QStringLiteral("Revision")), QStringLiteral("2025-11-25"));
    QVERIFY(card.facts().value(QStringLiteral("Level")).contains(QStringLiteral("warning")));
    QVERIFY(card.facts().value(QStringLiteral("Address")).startsWith(QStringLiteral("https://")));
    card.jumpButton().click();
    QCOMPARE(detail().tabs().currentIndex(), int(MessageDetail::ResponseTab));
    // A message without findings does not keep the tab.
    detail().tabs().setCurrentIndex(MessageDetail::FindingsTab);
    models::TraceModel &model = m_opened->window.trace().document().model();
    int row = 0;
    while (m_opened->window.trace().document().findings().levelOf(model.number(row)))
        ++row;
    m_opened->window.trace().showMessage(model.number(row));
    QVERIFY(!detail().tabs().isTabEnabled(MessageDetail::FindingsTab));
    QVERIFY(detail().tabs().currentIndex() != MessageDetail::FindingsTab);
    detail().tabs().setCurrentIndex(MessageDetail::ResponseTab);
}

void TstFindings::groupsAndFilters()
{
    m_opened->window.showPanel(m_opened->window.findings());
    view().grouping().setCurrentIndex(2);
    QVERIFY(groupsOf(view().model()).contains(QStringLiteral("stdio")));
    view().filter().setText(QStringLiteral("charset"));
    QCOMPARE(groupsOf(view().model()), QStringList(QStringLiteral("tools")));
    view().levelButton(findings::Level::Warning).click();
    QCOMPARE(view().model().rowCount(), 0);
    QTRY_VERIFY(view().emptyState().isVisible());
    view().levelButton(findings::Level::Warning).click();
    QCOMPARE(view().model().rowCount(), 1);
    view().filter().clear();
    view().grouping().setCurrentIndex(0);
}

void TstFindings::walksThroughTheFindings()
{
    m_opened->window.showPanel(m_opened->window.findings());
    QTreeView &tree = view().tree();
    tree.collapseAll();
    tree.setCurrentIndex(view().model().index(0, 0));
    QStringList seen;
    for (int i = 0; i < view().model().shownFindings() + 1; ++i) {
        tree.setFocus();
        QTest::keyClick(&tree, Qt::Key_F8);
        const auto finding = view().model().findingAt(tree.currentIndex());
        QVERIFY(finding);
        QCOMPARE(m_opened->window.trace().currentNumber(), finding->messages.front());
        seen << QString::fromStdString(finding->requirement->id) + finding->sentence;
    }
    // At the last one it stays.
    QCOMPARE(seen.back(), seen[seen.size() - 2]);
    seen.removeDuplicates();
    QCOMPARE(int(seen.size()), view().model().shownFindings());
    tree.setFocus();
    QTest::keyClick(&tree, Qt::Key_F8, Qt::ShiftModifier);
    const auto before = view().model().findingAt(tree.currentIndex());
    QCOMPARE(
        QString::fromStdString(before->requirement->id) + before->sentence, seen[seen.size() - 2]);
    QVERIFY(view().summary().text().endsWith(QStringLiteral("of 2025-11-25 exercised")));
}

void TstFindings::copiesAFindingAsMarkdown()
{
    open(kCharset);
    view().card().copyButton().click();
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY(text.startsWith(QStringLiteral("## warning: tools.name-charset")));
    QVERIFY(text.contains(QStringLiteral("- **Server:** bad")));
}

void TstFindings::showsWhatIsCovered()
{
    m_opened->window.showPanel(m_opened->window.findings());
    view().coverageButton().click();
    QVERIFY(view().coverage().isVisible());
    QVERIFY(view().coverage().model().rowCount() > 10);
    QVERIFY(view().coverage().summary().text().contains(QStringLiteral("of 2025-11-25")));
    // An area says what would exercise the rest of it.
    const int all = view().coverage().notSeen().count();
    view().coverage().table().setCurrentIndex(view().coverage().model().index(0, 0));
    const auto &area = view().coverage().model().at(0);
    QCOMPARE(view().coverage().notSeen().count(), area.notSeen);
    QVERIFY(all > area.notSeen);
    view().focusFilter();
    QVERIFY(!view().coverage().isVisible());
}

void TstFindings::acceptsAFindingWithAReason()
{
    m_opened->window.showPanel(m_opened->window.findings());
    open(kCharset);
    const int before = m_opened->window.findings().count();
    view().tree().setFocus();
    QTest::keyClick(&view().tree(), Qt::Key_Delete, Qt::ShiftModifier);
    QVERIFY(view().acceptRow().isVisible());
    QVERIFY(!view().acceptRow().acceptButton().isEnabled());
    QTest::keyClick(&view().acceptRow().reason(), Qt::Key_Escape);
    QVERIFY(!view().acceptRow().isVisible());
    view().card().acceptButton().click();
    QTest::keyClicks(&view().acceptRow().reason(), QStringLiteral("an old name"));
    QTest::keyClick(&view().acceptRow().reason(), Qt::Key_Return);
    QVERIFY(!view().acceptRow().isVisible());
    QCOMPARE(m_opened->window.findings().count(), before - 1);
    QVERIFY(!findingOf(view().model(), kCharset).isValid());
    QCOMPARE(groupsOf(view().model()).back(), QStringLiteral("Accepted"));
    // The message has no flag any longer, and the card says why.
    const QModelIndex accepted =
        view().model().index(0, 0, view().model().index(view().model().rowCount() - 1, 0));
    const auto finding = view().model().findingAt(accepted);
    QVERIFY(finding);
    QVERIFY(!m_opened->window.trace().document().findings().levelOf(finding->messages.front()));
    view().tree().expand(accepted.parent());
    view().tree().setCurrentIndex(accepted);
    const QString why = view().card().facts().value(QStringLiteral("Accepted"));
    QVERIFY2(why.startsWith(QStringLiteral("an old name (20")), qPrintable(why));
    QVERIFY(view().tree().hasFocus());
    QTest::keySequence(&view().tree(), QKeySequence(QKeySequence::Undo));
    QCOMPARE(m_opened->window.findings().count(), before);
    QVERIFY(findingOf(view().model(), kCharset).isValid());
    // A baseline takes it out and in again.
    open(kCharset);
    view().card().acceptButton().click();
    view().acceptRow().reason().setText(QStringLiteral("an old name"));
    view().acceptRow().acceptButton().click();
    const QString file = m_folder.filePath(QStringLiteral("baseline.json"));
    view().acceptance().exportTo(file);
    view().tree().setCurrentIndex(view().model().indexOf(*finding));
    view().card().acceptButton().click();
    QCOMPARE(m_opened->window.findings().count(), before);
    view().acceptance().importFrom(file);
    QCOMPARE(m_opened->window.findings().count(), before - 1);
    view().acceptance().undoAction()->trigger();
    QCOMPARE(m_opened->window.findings().count(), before);
}

void TstFindings::listsOnlyWhatIsNew()
{
    // It has the same findings in its second connection.
    m_opened->workspace.restart(QStringLiteral("bad"));
    const auto &list = m_opened->window.trace().document().findings();
    const std::size_t before = list.size();
    QTRY_VERIFY_WITH_TIMEOUT(list.size() >= before + 2 && list.behind() == 0, kPatienceMs);
    QTRY_COMPARE(m_opened->state(QStringLiteral("bad")), mcp::ClientState::Ready);
    view().newOnly().click();
    QCOMPARE(view().model().rowCount(), 0);
    QTRY_VERIFY(view().emptyState().isVisible());
    view().emptyState().button()->click();
    QVERIFY(!view().newOnly().isChecked());
    QVERIFY(view().model().rowCount() >= 2);
}

void TstFindings::saysWhatAPausedTraceDoesNotCheck()
{
    m_opened->window.showPanel(m_opened->window.findings());
    models::TraceModel &trace = m_opened->window.trace().document().model();
    QVERIFY(!view().progress().isVisible());
    trace.setPaused(true);
    m_opened->workspace.restart(QStringLiteral("bad"));
    QTRY_VERIFY_WITH_TIMEOUT(trace.waiting() > 0, kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(
        view().progress().text().startsWith(QStringLiteral("The trace is paused: ")), kPatienceMs);
    QVERIFY(view().progress().isVisible());
    trace.setPaused(false);
    QTRY_VERIFY_WITH_TIMEOUT(!view().progress().isVisible(), kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->state(QStringLiteral("bad")) == mcp::ClientState::Ready
            && m_opened->window.trace().document().findings().behind() == 0,
        kPatienceMs);
}

void TstFindings::showsTheSpecificationOfAValue()
{
    open(kCharset);
    QTRY_COMPARE(detail().bytes().bytes().view().substr(detail().bytes().highlightBegin(), 5),
        std::string_view("\"a b\""));
    auto *action = detail().response().findChild<QAction *>(QStringLiteral("specificationOfValue"));
    QVERIFY(action);
    // A page of the specification is opened on a click only.
    Opener opener;
    QDesktopServices::setUrlHandler(QStringLiteral("https"), &opener, "open");
    action->trigger();
    const auto *window = m_opened->window.findChild<widgets::SpecificationWindow *>();
    QVERIFY(window && window->isVisible());
    QCOMPARE(window->subject().text(), QStringLiteral("tools/list · name in revision 2025-11-25"));
    QStringList ids;
    for (int row = 0; row < window->model().rowCount(); ++row)
        ids << QString::fromStdString(window->model().at(row).id);
    QVERIFY2(ids.contains(kCharset), qPrintable(ids.join(u' ')));
    const int row = int(ids.indexOf(kCharset));
    window->table().setCurrentIndex(window->model().index(row, 0));
    QVERIFY(window->facts().value(QStringLiteral("2025-11-25")).contains(u"negotiated"));
    QVERIFY(!window->facts().value(QStringLiteral("Example")).isEmpty());
    QVERIFY(window->shape().document());
    QVERIFY(opener.urls.isEmpty());
    window->openButton().click();
    QCOMPARE(opener.urls.size(), 1);
    QVERIFY(opener.urls.front().toString().startsWith(
        QStringLiteral("https://modelcontextprotocol.io/specification/2025-11-25")));
    QDesktopServices::unsetUrlHandler(QStringLiteral("https"));
    m_opened->window.findChild<widgets::SpecificationWindow *>()->close();
}

void TstFindings::showsTheFindingsOfAnOpenedFile()
{
    const QString path = m_folder.filePath(QStringLiteral("saved.sonde"));
    QSignalSpy said(&m_opened->window.sessions(), &app::Sessions::said);
    m_opened->window.sessions().saveAs(path);
    QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty(), kPatienceMs);
    widgets::SessionWindow *window = nullptr;
    connect(&m_opened->window.sessions(), &app::Sessions::opened, this,
        [&window](widgets::SessionWindow *opened) { window = opened; });
    m_opened->window.sessions().open(path);
    QTRY_VERIFY_WITH_TIMEOUT(window, kPatienceMs);
    auto *views = window->findChild<app::SessionViews *>();
    views->findingsAction()->trigger();
    const FindingTree &tree = views->findings()->model();
    QTRY_VERIFY_WITH_TIMEOUT(findingOf(tree, kCharset).isValid(), kPatienceMs);
    views->findings()->tree().expandAll();
    views->findings()->tree().setCurrentIndex(findingOf(tree, kCharset));
    QTest::keyClick(&views->findings()->tree(), Qt::Key_Return);
    const auto finding = tree.findingAt(findingOf(tree, kCharset));
    QTRY_COMPARE(window->detail().bytes().highlightBegin(), finding->begin);
    QVERIFY(window->detail().isVisible());
    window->close();
}

QTEST_MAIN(TstFindings)
#include "tst_findings.moc"
