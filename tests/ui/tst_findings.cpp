// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/sessions/sessions.h"
#include "app/sessions/sessionviews.h"
#include "app/window/panels.h"
#include "content/bytes/bytesview.h"
#include "content/json/jsontreeview.h"
#include "look/clipboard.h"
#include "look/colorlabel.h"
#include "look/emptystate.h"
#include "look/sondestyle.h"
#include "models/findings/coveragemodel.h"
#include "models/findings/findingtree.h"
#include "models/trace/findinglist.h"
#include "support/openedwindow.h"
#include "widgets/findings/coveragepage.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/findings/findingsview.h"
#include "widgets/kit/listfilter.h"
#include "widgets/kit/plaintable.h"
#include "widgets/kit/propertygrid.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/overview/serverpage.h"
#include "widgets/trace/findingcard.h"
#include "widgets/trace/findingspage.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/sessionwindow.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QPushButton>
#include <QSignalSpy>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <algorithm>
#include <memory>

using namespace sonde;
using namespace sonde::tests;
using models::FindingTree;
using widgets::MessageDetail;

namespace {

// A server of the shell that writes what is no message, and lists a tool whose name is against the
// specification: the first argument.
constexpr char kServer[] =
    "echo starting up\n"
    "while read -r line; do\n"
    "  id=$(printf '%s' \"$line\" | sed -n 's/.*\"id\":\\([0-9]*\\).*/\\1/p')\n"
    "  say() { printf '{\"jsonrpc\":\"2.0\",\"id\":%s,%s}\\n' \"$id\" \"$1\"; }\n"
    "  case \"$line\" in\n"
    "  *'\"initialize\"'*) say '\"result\":{\"protocolVersion\":\"2025-11-25\",\"capabilities\":"
    "{\"tools\":{}},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}';;\n"
    "  *tools/list*) say \"\\\"result\\\":{\\\"tools\\\":[{\\\"name\\\":\\\"$1\\\","
    "\\\"description\\\":\\\"Adds.\\\",\\\"inputSchema\\\":{\\\"type\\\":\\\"object\\\"}}]}\";;\n"
    "  *'\"id\"'*) say '\"error\":{\"code\":-32601,\"message\":\"unknown\"}';;\n"
    "  esac\n"
    "done\n";

config::Profile badServer(const QString &name, const QString &tool)
{
    config::Profile server = profile(name, QStringLiteral("sh"),
        {QStringLiteral("-c"), QString::fromLatin1(kServer), QStringLiteral("sh"), tool});
    server.era = config::EraMode::Legacy;
    return server;
}

QStringList groupsOf(const FindingTree &tree)
{
    QStringList groups;
    for (int row = 0; row < tree.rowCount(); ++row)
        groups << tree.index(row, 0).data().toString();
    return groups;
}

// The first finding of the group.
QModelIndex findingOf(const FindingTree &tree, const QString &rule)
{
    for (int row = 0; row < tree.rowCount(); ++row) {
        if (tree.index(row, 0).data().toString() == rule)
            return tree.index(0, 0, tree.index(row, 0));
    }
    return {};
}

} // namespace

class TstFindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init() { m_opened->workspace.setCurrent(QStringLiteral("bad")); }
    void showsEachServerItsOwn();
    void countsInTheTabAndInTheOverview();
    void leadsFromAFindingToTheValueAndItsBytes();
    void showsTheFindingsOfAMessageInItsDetail();
    void groupsAndFilters();
    void copiesAFindingAsMarkdown();
    void showsWhatIsCovered();
    void showsTheFindingsOfAnOpenedFile();

private:
    widgets::FindingsView &view() { return m_opened->window.findings().view(); }
    MessageDetail &detail() { return *m_opened->window.findChild<MessageDetail *>(); }
    void open(const QString &rule)
    {
        const QModelIndex index = findingOf(view().model(), rule);
        QVERIFY(index.isValid());
        view().tree().expandAll();
        view().tree().setCurrentIndex(index);
        QTest::keyClick(&view().tree(), Qt::Key_Return);
    }

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
    QTRY_VERIFY_WITH_TIMEOUT(
        m_opened->window.trace().findings().behind() == 0 && view().model().rowCount() >= 2,
        kPatienceMs);
}

void TstFindings::showsEachServerItsOwn()
{
    const QStringList found = groupsOf(view().model());
    QVERIFY(found.contains(kCharset));
    QVERIFY(found.contains(QStringLiteral("stdio.stdout-messages-only")));
    const auto &list = m_opened->window.trace().findings();
    QVERIFY(list.size() >= 2);
    for (std::size_t i = 0; i < list.size(); ++i)
        QCOMPARE(list.serverOf(list.at(i)), QStringLiteral("bad"));
    m_opened->workspace.setCurrent(QStringLiteral("demo"));
    QCOMPARE(groupsOf(view().model()), QStringList());
    QCOMPARE(m_opened->window.findings().count(), 0);
    m_opened->workspace.setCurrent(QStringLiteral("bad"));
    QCOMPARE(groupsOf(view().model()), found);
}

void TstFindings::countsInTheTabAndInTheOverview()
{
    const auto counts = m_opened->window.trace().findings().violated(QStringLiteral("bad"));
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
    line.click();
    QCOMPARE(m_opened->window.tabs().inFront(), &m_opened->window.findings());
    m_opened->workspace.setCurrent(QStringLiteral("demo"));
    QVERIFY2(line.text().startsWith(QStringLiteral("no findings in ")), qPrintable(line.text()));
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
    models::TraceModel &model = m_opened->window.trace().model();
    int row = 0;
    while (m_opened->window.trace().findings().levelOf(model.number(row)))
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
    view().focusFilter();
    QVERIFY(!view().coverage().isVisible());
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
