// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "content/json/jsoneditor.h"
#include "content/json/jsontreeview.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "models/catalog/catalogmodel.h"
#include "session/call/toolcall.h"
#include "session/catalog/resourceread.h"
#include "session/catalog/resourcestore.h"
#include "support/buttons.h"
#include "support/openedwindow.h"
#include "widgets/form/formview.h"
#include "widgets/form/problemlist.h"
#include "widgets/form/schemaform.h"
#include "widgets/form/schemapage.h"
#include "widgets/kit/field/boundedspin.h"
#include "widgets/kit/label/signlabel.h"
#include "widgets/tools/callbuttons.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toollist.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QPushButton>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace sonde;
using namespace sonde::tests;

class TestCallPane : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void showsOneTextAsFormAndAsJson();
    void sendsWhatDoesNotFitAnyway();
    void goesToTheProblem();
    void sendsWhatIsNoJsonOnlyWhenAsked();
    void lightsWhatWasEditedLast();
    void keepsTheBytesThatNobodyTouched();
    void showsBothSchemasAsTreeAndText();
    void saysThatAToolHasAnApp();
    void leavesOutWhatAPersonMustDecide();
    void keepsATimeoutForItsTool();

private:
    widgets::CallPane &choose(const char *tool);
    QPushButton &callButton();

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TestCallPane::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
}

void TestCallPane::init()
{
    m_opened.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_opened = std::make_unique<Opened>(m_folder->path());
    m_opened->window.resize(1300, 900);
    m_opened->connectTo(demo());
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.tools().count() > 0, kPatienceMs);
    m_opened->window.showPanel(m_opened->window.tools());
    QApplication::setActiveWindow(&m_opened->window);
}

widgets::CallPane &TestCallPane::choose(const char *tool)
{
    m_opened->window.tools().chooseTool(QString::fromLatin1(tool));
    return m_opened->window.tools().callPane();
}

QPushButton &TestCallPane::callButton()
{
    return *visibleButton(m_opened->window.tools(), QStringLiteral("callTool"));
}

void TestCallPane::showsOneTextAsFormAndAsJson()
{
    widgets::CallPane &pane = choose("get_weather");
    pane.focusForm();
    pane.form().goTo(QStringLiteral("/city"));
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("Oslo"));
    QVERIFY(pane.arguments().toByteArray().contains("\"Oslo\""));
    m_opened->window.findChild<QAction *>(QStringLiteral("formOrJson"))->trigger();
    QVERIFY(pane.editor().isVisible());
    QCOMPARE(pane.editor().bytes(), pane.arguments());
    pane.editor().setBytes(Bytes::copyOf(R"({ "city":"Lima", "station" : 9007199254740993 })"));
    m_opened->window.findChild<QAction *>(QStringLiteral("formOrJson"))->trigger();
    QVERIFY(pane.form().isVisible());
    QCOMPARE(pane.form().text(), pane.arguments());
    pane.form().goTo(QStringLiteral("/city"));
    QCOMPARE(
        qobject_cast<QLineEdit *>(QApplication::focusWidget())->text(), QStringLiteral("Lima"));
}

void TestCallPane::sendsWhatDoesNotFitAnyway()
{
    widgets::CallPane &pane = choose("get_weather");
    pane.editor().setBytes(Bytes::copyOf(R"({"city":12})"));
    QTRY_COMPARE_WITH_TIMEOUT(callButton().text(), QStringLiteral("Send anyway"), kPatienceMs);
    auto *list = pane.findChild<widgets::ProblemList *>();
    QCOMPARE(list->count(), 1);
    QVERIFY(list->isVisible());
    tests::press(&callButton());
    const session::ToolCall *call = m_opened->window.tools().currentCall();
    QTRY_VERIFY_WITH_TIMEOUT(!call->isPending(), kPatienceMs);
    QVERIFY(call->state() != session::ToolCall::State::Idle);
    QCOMPARE(call->arguments().toByteArray(), QByteArray(R"({"city":12})"));
    pane.editor().setBytes(Bytes::copyOf(R"({"city":"Rome"})"));
    QTRY_COMPARE_WITH_TIMEOUT(callButton().text(), QStringLiteral("Call"), kPatienceMs);
    QVERIFY(!list->isVisible());
}

void TestCallPane::goesToTheProblem()
{
    widgets::CallPane &pane = choose("get_weather");
    pane.editor().setBytes(Bytes::copyOf(R"({"city":12})"));
    QTRY_COMPARE_WITH_TIMEOUT(callButton().text(), QStringLiteral("Send anyway"), kPatienceMs);
    auto *list = pane.findChild<widgets::ProblemList *>()->findChild<QTreeView *>();
    list->setCurrentIndex(list->model()->index(0, 0));
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(pane.form().view().focusedPointer(), QStringLiteral("/city"));
    pane.switchView();
    list->setFocus();
    QTest::keyClick(list, Qt::Key_Return);
    QCOMPARE(pane.editor().caret(), std::size_t(8));
    pane.switchView();
    pane.focusForm();
    m_opened->window.findChild<QAction *>(QStringLiteral("nextProblem"))->trigger();
    QCOMPARE(pane.form().view().focusedPointer(), QStringLiteral("/city"));
}

void TestCallPane::sendsWhatIsNoJsonOnlyWhenAsked()
{
    widgets::CallPane &pane = choose("echo");
    pane.editor().setBytes(Bytes::copyOf("{\"a\":\n  1,}"));
    m_opened->window.actions().call->trigger();
    const session::ToolCall *call = m_opened->window.tools().currentCall();
    QCOMPARE(call->state(), session::ToolCall::State::Idle);
    QVERIFY(pane.editor().isVisible());
    QVERIFY(pane.preview().bytes().toByteArray().contains("{\"a\":1,}"));
    auto *asItIs = messageButton(pane, QStringLiteral("callRefusal"));
    QVERIFY(asItIs && asItIs->isVisible());
    tests::press(asItIs);
    QVERIFY(call->state() != session::ToolCall::State::Idle);
    QCOMPARE(call->arguments().toByteArray(), QByteArray("{\"a\":1,}"));
    pane.cancel();
}

void TestCallPane::lightsWhatWasEditedLast()
{
    widgets::CallPane &pane = choose("get_weather");
    pane.form().goTo(QStringLiteral("/city"));
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("Oslo"));
    const auto document = json::Document::parse(pane.preview().bytes());
    const json::Value city = document.pointer(u"/params/arguments/city");
    QCOMPARE(city.raw(), "\"Oslo\"");
    QCOMPARE(pane.preview().highlight(),
        (std::pair<std::size_t, std::size_t>(city.node().begin, city.node().end)));
}

void TestCallPane::keepsTheBytesThatNobodyTouched()
{
    widgets::CallPane &pane = choose("get_weather");
    pane.editor().setBytes(
        Bytes::copyOf("{ \"x\" : [1.0, 1e400 ],\r\n\t\"city\":\"\\u004fslo\" , \"x\":-0}"));
    pane.form().goTo(QStringLiteral("/city"));
    pane.switchView();
    pane.switchView();
    pane.form().goTo(QStringLiteral("/city"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_End);
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("!"));
    QCOMPARE(pane.arguments().toByteArray(),
        QByteArray("{ \"x\" : [1.0, 1e400 ],\r\n\t\"city\":\"Oslo!\" , \"x\":-0}"));
}

void TestCallPane::showsBothSchemasAsTreeAndText()
{
    using Part = widgets::SchemaPage::Part;
    widgets::SchemaPage &page = choose("get_weather").schema();
    page.choosePart(Part::Output);
    QVERIFY(page.tree().isVisibleTo(&page));
    page.showText(true);
    QVERIFY(!page.tree().isVisibleTo(&page));
    QVERIFY(page.text().isVisibleTo(&page) && page.text().isReadOnly());
    const QByteArray output = page.text().bytes().toByteArray();
    QVERIFY(output.startsWith("{\"type\":\"object\""));
    page.choosePart(Part::Input);
    const QByteArray input = page.text().bytes().toByteArray();
    QVERIFY(input.contains("\"city\"") && input != output);
    page.choosePart(Part::Whole);
    QVERIFY(page.text().bytes().toByteArray().contains(input)); // the bytes that were sent
    page.showText(false);
    QVERIFY(page.tree().document() && page.tree().isVisibleTo(&page));
    // A tool that promises nothing, and the choice stays.
    page.choosePart(Part::Output);
    choose("slow_count");
    QVERIFY(!page.tree().isVisibleTo(&page) && !page.text().isVisibleTo(&page));
}

void TestCallPane::saysThatAToolHasAnApp()
{
    const models::CatalogModel &model = m_opened->window.tools().list().model();
    const int row = model.rowOf(models::CatalogKind::Tool, QStringLiteral("make_chart"));
    QVERIFY(row >= 0);
    QVERIFY(model.index(row)
                .data(models::CatalogModel::MarksRole)
                .toStringList()
                .contains(QStringLiteral("has an app")));
    auto *store = session::ResourceStore::of(m_opened->workspace.currentClient());
    session::ResourceRead *read = store->read(QStringLiteral("ui://demo/chart"));
    read->read();
    QTRY_VERIFY_WITH_TIMEOUT(read->newest(), kPatienceMs);
    QVERIFY(read->newest()->result()["contents"].first()["mimeType"].equals(
        "text/html;profile=mcp-app"));
}

// Nothing that deletes is born valid.
void TestCallPane::leavesOutWhatAPersonMustDecide()
{
    choose("get_weather").editor().setBytes(Bytes::copyOf("{}"));
    QTRY_VERIFY_WITH_TIMEOUT(
        callButton().accessibleDescription().contains(QStringLiteral("“city”")), kPatienceMs);
    widgets::CallPane &pane = choose("station_delete");
    // What is wrong with one tool's arguments is not said of the next one's.
    QCOMPARE(callButton().text(), QStringLiteral("Call"));
    QVERIFY(callButton().accessibleDescription().isEmpty());
    QCOMPARE(pane.arguments().toByteArray(), QByteArray("{}"));
    QTRY_COMPARE_WITH_TIMEOUT(callButton().text(), QStringLiteral("Send anyway"), kPatienceMs);
    QVERIFY2(callButton().accessibleDescription().contains(QStringLiteral("“station”")),
        qPrintable(callButton().accessibleDescription()));
    // Before the first key and the first attempt that is no error.
    const auto *list = pane.findChild<widgets::ProblemList *>();
    const auto *fit = qobject_cast<widgets::SignLabel *>(pane.tabs().cornerWidget());
    QCOMPARE(list->count(), 0);
    QCOMPARE(fit->word(), QStringLiteral("1 required field is empty"));
    QVERIFY(fit->sign() != models::Sign::ProtocolError);
    const int width = pane.minimumSizeHint().width();
    pane.setFixedWidth(width); // what is said is cut, never the tabs
    QTRY_VERIFY2(pane.tabs().width() <= width,
        qPrintable(QStringLiteral("%1 of %2").arg(pane.tabs().width()).arg(width)));
    QTRY_VERIFY(pane.tabs().tabBar()->width() >= pane.tabs().tabBar()->sizeHint().width());
    pane.send();
    QCOMPARE(list->count(), 1);
    QCOMPARE(fit->sign(), models::Sign::ProtocolError);
    const auto *question =
        m_opened->window.findChild<look::InlineMessage *>(QStringLiteral("destructiveMessage"));
    QVERIFY(question && question->isVisible());
    QVERIFY2(question->sentence().contains(QStringLiteral("“station”")),
        qPrintable(question->sentence()));
    QCOMPARE(m_opened->window.tools().currentCall()->state(), session::ToolCall::State::Idle);
    pane.form().goTo(QStringLiteral("/station"));
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("12"));
    QCOMPARE(pane.arguments().toByteArray(), QByteArray(R"({"station":12})"));
    QTRY_COMPARE_WITH_TIMEOUT(callButton().text(), QStringLiteral("Call"), kPatienceMs);
    QVERIFY(callButton().accessibleDescription().isEmpty());
}

void TestCallPane::keepsATimeoutForItsTool()
{
    widgets::BoundedSpin &limit = choose("slow_count").buttons().limit();
    const int usual = limit.value();
    limit.setValue(2);
    choose("echo");
    QCOMPARE(limit.value(), usual);
    QVERIFY(!m_opened->window.tools().callPane().buttons().options().idleTimeout);
    choose("slow_count");
    QCOMPARE(limit.value(), 2);
    m_opened->connectTo(demo(QStringLiteral("another")));
    QTRY_COMPARE_WITH_TIMEOUT(
        m_opened->state(QStringLiteral("another")), mcp::ClientState::Ready, kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.tools().count() > 0, kPatienceMs);
    choose("slow_count");
    QCOMPARE(limit.value(), usual);
    m_opened->workspace.setCurrent(demo().name);
    choose("slow_count");
    QCOMPARE(limit.value(), 2);
}

QTEST_MAIN(TestCallPane)
#include "tst_callpane.moc"
