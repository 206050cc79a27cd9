// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "app/window/commandpalette.h"
#include "content/json/jsoneditor.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "session/call/callmemory.h"
#include "session/call/savedcallstore.h"
#include "session/call/toolcall.h"
#include "support/openedwindow.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/restorednote.h"
#include "widgets/tools/savedcallsmenu.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QCheckBox>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

using namespace sonde;
using namespace sonde::tests;
using session::CallMemory;
using session::SavedCallStore;
using widgets::SavedCallsMenu;

// Calls with a name, and what was typed last.
class TestSavedCallsMenu : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void remembersValuesBySchema();
    void forgetsTheOldestSchema();
    void saysWhichValuesNoLongerFit_data();
    void saysWhichValuesNoLongerFit();
    void bringsTheLastValuesBackAfterARestart();
    void keepsThemForEachServer();
    void followsAServerToItsNewName();
    void movesThemToAFileOfThePerson();
    void savesRunsRenamesAndDeletesByKeyboard();
    void aDeletionCanBeUndone_data();
    void aDeletionCanBeUndone();
    void runsASavedCallWithOneKey();
    void saysWhenTheToolIsGone();
    void marksWhatRunsAfterEachRestart();
    void aCallThatMayChangeSomethingIsConfirmed();

private:
    QString settingsFile() const { return m_folder->filePath(QStringLiteral("settings.ini")); }
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

const QString kServer = QStringLiteral("demo");
const QString kTool = QStringLiteral("echo");
const QByteArray kExact = "{\"a\":9007199254740993,\"b\":1.0,\"c\":1e400}";

json::Document schemaOf(const char *text)
{
    return json::Document::parse(std::string_view(text));
}

bool arrivedExactly(const widgets::ToolsPanel &tools)
{
    const session::ToolCall *call = tools.currentCall();
    return call && call->response() && call->arguments().toByteArray() == kExact;
}

} // namespace

void TestSavedCallsMenu::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
}

void TestSavedCallsMenu::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestSavedCallsMenu::remembersValuesBySchema()
{
    QSettings settings(settingsFile(), QSettings::IniFormat);
    CallMemory memory(&settings);
    const json::Document one = schemaOf("{\"a\":1}");
    const json::Document two = schemaOf("{\"a\":2}");
    QVERIFY(!memory.recall(kServer, kTool, one.root()));
    memory.remember(kServer, kTool, one.root(), kExact);
    auto values = memory.recall(kServer, kTool, one.root());
    QVERIFY(values);
    QCOMPARE(values->arguments, kExact);
    QVERIFY(!values->otherSchema);
    QVERIFY(values->when.isValid());
    values = memory.recall(kServer, kTool, two.root());
    QVERIFY(values && values->otherSchema);
    QCOMPARE(values->arguments, kExact);
    QVERIFY(!memory.recall(QStringLiteral("a/b"), kTool, one.root()));
    QVERIFY(!memory.recall(kServer, QStringLiteral("echo/x"), one.root()));
    memory.remember(kServer, kTool, two.root(), QByteArray(CallMemory::kMaxRemembered + 1, ' '));
    QVERIFY(memory.recall(kServer, kTool, two.root())->otherSchema);
    CallMemory nothing(nullptr);
    nothing.remember(kServer, kTool, one.root(), kExact);
    QVERIFY(!nothing.recall(kServer, kTool, one.root()));
}

void TestSavedCallsMenu::forgetsTheOldestSchema()
{
    QSettings settings(settingsFile(), QSettings::IniFormat);
    CallMemory memory(&settings);
    const QDateTime start = QDateTime::fromSecsSinceEpoch(1'700'000'000, Qt::UTC);
    for (int i = 0; i <= CallMemory::kMaxSchemas; ++i) {
        const auto schema = json::Document::parse(std::to_string(i));
        memory.remember(kServer, kTool, schema.root(), QByteArray::number(i), start.addSecs(i));
    }
    const auto first = json::Document::parse(std::string_view("0"));
    const auto second = json::Document::parse(std::string_view("1"));
    QCOMPARE(memory.recall(kServer, kTool, first.root())->arguments, QByteArray("4"));
    QCOMPARE(memory.recall(kServer, kTool, second.root())->arguments, QByteArray("1"));
}

void TestSavedCallsMenu::saysWhichValuesNoLongerFit_data()
{
    QTest::addColumn<bool>("otherSchema");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("said");
    QTest::newRow("the same schema") << false << QByteArray("{\"b\":1}") << QString();
    QTest::newRow("everything fits")
        << true << QByteArray("{\"a\":1}") << QStringLiteral("All restored values still fit.");
    QTest::newRow("a type and a name")
        << true << QByteArray("{\"a\":\"x\",\"old\":1}")
        << QStringLiteral("/a: Must be of type integer. /old: The schema has no property “old”.");
    QTest::newRow("many") << true << QByteArray("{\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1}")
                          << QStringLiteral("And 2 more.");
}

void TestSavedCallsMenu::saysWhichValuesNoLongerFit()
{
    QFETCH(bool, otherSchema);
    QFETCH(QByteArray, text);
    QFETCH(QString, said);
    widgets::RestoredNote note;
    const auto schema = schemaOf("{\"properties\":{\"a\":{\"type\":\"integer\"}}}");
    QSignalSpy changed(&note, &widgets::RestoredNote::changed);
    note.setRestored(
        {text, QDateTime(QDate(2020, 11, 19), QTime(12, 0)), otherSchema}, schema.root());
    QVERIFY(note.when().startsWith(QStringLiteral("values restored from 19")));
    if (otherSchema)
        QTRY_COMPARE(changed.count(), 2);
    QVERIFY2(note.sentence().endsWith(said), qPrintable(note.sentence()));
    note.clear();
    QVERIFY(note.when().isEmpty());
    QVERIFY(note.isHidden());
}

void TestSavedCallsMenu::bringsTheLastValuesBackAfterARestart()
{
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        widgets::ToolsPanel &tools = opened.window.tools();
        QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 0, kPatienceMs);
        tools.chooseTool(kTool);
        tools.callPane().editor().setBytes(Bytes::fromByteArray(kExact)); // typed, not sent
    }
    Opened opened(m_folder->path());
    opened.connectTo(demo());
    widgets::ToolsPanel &tools = opened.window.tools();
    QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 0, kPatienceMs);
    tools.chooseTool(kTool);
    QCOMPARE(tools.callPane().editor().bytes().toByteArray(), kExact);
    const auto *note = tools.callPane().findChild<widgets::RestoredNote *>();
    QVERIFY(note->when().startsWith(QStringLiteral("values restored from")));
    QVERIFY(note->sentence().isEmpty());
}

void TestSavedCallsMenu::keepsThemForEachServer()
{
    QSettings settings(settingsFile(), QSettings::IniFormat);
    SavedCallStore store(&settings);
    QVERIFY(!store.save(QStringLiteral("x"), kTool, {})); // no server yet
    store.setServer(kServer);
    QVERIFY(store.save(QStringLiteral("hike"), kTool, Bytes::fromByteArray(kExact)));
    QCOMPARE(store.last(), QStringLiteral("hike"));
    store.setServer(QStringLiteral("other"));
    QVERIFY(store.calls().empty());
    QVERIFY(store.last().isEmpty());
    SavedCallStore later(&settings);
    later.setServer(kServer);
    QCOMPARE(later.calls().size(), std::size_t(1));
    QCOMPARE(later.last(), QStringLiteral("hike"));
    QVERIFY(store.save(QStringLiteral("other's"), kTool, {}));
    store.setServer(kServer);
    // What another program has written meanwhile is not lost.
    QVERIFY(later.save(QStringLiteral("second"), kTool, {}));
    QVERIFY(store.save(QStringLiteral("third"), kTool, {}));
    later.reload();
    QCOMPARE(later.calls().size(), std::size_t(3));
}

void TestSavedCallsMenu::followsAServerToItsNewName()
{
    const QString fresh = QStringLiteral("new name");
    const QString third = QStringLiteral("third");
    QSettings settings(settingsFile(), QSettings::IniFormat);
    SavedCallStore store(&settings);
    store.setServer(kServer);
    QVERIFY(store.save(QStringLiteral("hike"), kTool, Bytes::fromByteArray(kExact)));
    const QString old = store.file();
    QVERIFY(SavedCallStore::renameServer(settings, kServer, fresh));
    store.setServer(fresh);
    QCOMPARE(store.find(QStringLiteral("hike"))->arguments.toByteArray(), kExact);
    QCOMPARE(store.last(), QStringLiteral("hike"));
    QVERIFY(!QFile::exists(old));
    SavedCallStore later(&settings);
    later.setServer(kServer);
    QVERIFY(later.calls().empty());
    QVERIFY(later.last().isEmpty());
    // What an earlier server of that name has left is kept.
    later.setServer(third);
    QVERIFY(later.save(QStringLiteral("left"), kTool, {}));
    QVERIFY(SavedCallStore::renameServer(settings, fresh, third));
    later.reload();
    QCOMPARE(later.calls().size(), std::size_t(2));
    QVERIFY(!QFile::exists(store.file()));
    // A file of the person stays where it is.
    const QString path = m_folder->filePath(QStringLiteral("calls.json"));
    QVERIFY(later.moveTo(path));
    QVERIFY(SavedCallStore::renameServer(settings, third, fresh));
    store.setServer(QString());
    store.setServer(fresh);
    QCOMPARE(store.file(), path);
    QCOMPARE(store.calls().size(), std::size_t(2));
    QVERIFY(SavedCallStore::renameServer(settings, QStringLiteral("none"), kServer));
}

void TestSavedCallsMenu::movesThemToAFileOfThePerson()
{
    QSettings settings(settingsFile(), QSettings::IniFormat);
    SavedCallStore store(&settings);
    store.setServer(kServer);
    QVERIFY(store.save(QStringLiteral("mine"), kTool, {}));
    const QString path = m_folder->filePath(QStringLiteral("repository/calls.json"));
    config::SavedCalls team(path);
    QVERIFY(team.put({QStringLiteral("theirs"), kTool, {}}));
    QVERIFY(team.save());
    QVERIFY(store.moveTo(path));
    QCOMPARE(store.file(), path);
    QCOMPARE(store.calls().size(), std::size_t(2));
    SavedCallStore later(&settings);
    later.setServer(kServer);
    QCOMPARE(later.file(), path);
    QCOMPARE(later.calls().size(), std::size_t(2));
    QFile broken(path);
    QVERIFY(broken.open(QIODevice::WriteOnly));
    broken.write("{");
    broken.close();
    later.reload();
    QVERIFY(later.problem().contains(path));
    QVERIFY(!later.save(QStringLiteral("x"), kTool, {}));
}

void TestSavedCallsMenu::savesRunsRenamesAndDeletesByKeyboard()
{
    QSettings settings(settingsFile(), QSettings::IniFormat);
    SavedCallStore store(&settings);
    store.setServer(kServer);
    QWidget window;
    window.show();
    SavedCallsMenu menu(store, &window);
    menu.open(&window, kTool, Bytes::fromByteArray(kExact), true);
    QVERIFY(menu.isVisible());
    QCOMPARE(menu.nameField().text(), kTool);
    menu.nameField().setText(QStringLiteral("hike"));
    QTest::keyClick(&menu.nameField(), Qt::Key_Return);
    QVERIFY(menu.isHidden());
    QCOMPARE(store.find(QStringLiteral("hike"))->arguments.toByteArray(), kExact);
    QVERIFY(store.save(QStringLiteral("second"), kTool, {}));

    QSignalSpy run(&menu, &SavedCallsMenu::runRequested);
    menu.open(&window, kTool, {}, false);
    QTest::keyClick(&menu.list(), Qt::Key_Up);
    QTest::keyClick(&menu.list(), Qt::Key_Return);
    QCOMPARE(run.count(), 1);
    QCOMPARE(run.front().front().toString(), QStringLiteral("hike"));
    QVERIFY(menu.isHidden());

    menu.open(&window, kTool, {}, false);
    menu.list().setCurrentIndex(menu.list().model()->index(0, 0));
    QTest::keyClick(&menu.list(), Qt::Key_F2);
    auto *field = menu.list().findChild<QLineEdit *>();
    QVERIFY(field);
    field->setText(QStringLiteral("second"));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(menu.said().contains(QStringLiteral("already")));
    QVERIFY(menu.list().model()->setData(
        menu.list().model()->index(0, 0), QStringLiteral("walk"), Qt::EditRole));
    QVERIFY(store.find(QStringLiteral("walk")));

    QTest::keyClick(&menu.list(), Qt::Key_Delete);
    QVERIFY(menu.said().contains(QStringLiteral("walk")));
    QVERIFY(store.find(QStringLiteral("walk"))); // asked first
    QTest::keyClick(
        menu.findChild<look::InlineMessage *>()->findChild<QPushButton *>(), Qt::Key_Space);
    QVERIFY(!store.find(QStringLiteral("walk")));
    QCOMPARE(store.calls().size(), std::size_t(1));
}

void TestSavedCallsMenu::aDeletionCanBeUndone_data()
{
    QTest::addColumn<bool>("isElsewhere"); // another server is current when it is undone
    QTest::addColumn<bool>("isTaken"); // its name, by another call
    QTest::newRow("at once") << false << false;
    QTest::newRow("with another server") << true << false;
    QTest::newRow("when its name is used") << false << true;
}

void TestSavedCallsMenu::aDeletionCanBeUndone()
{
    QFETCH(const bool, isElsewhere);
    QFETCH(const bool, isTaken);
    Opened opened(m_folder->path());
    opened.workspace.addForThisRun(demo(QStringLiteral("other")));
    opened.workspace.setCurrent(opened.workspace.addForThisRun(demo()));
    widgets::ToolsPanel &tools = opened.window.tools();
    SavedCallStore &store = tools.savedCalls();
    const QString name = QStringLiteral("hike");
    QVERIFY(store.save(name, kTool, Bytes::fromByteArray(kExact)));
    QVERIFY(store.setAfterRestart(name, true));
    SavedCallsMenu &menu = tools.savedCallsMenu();
    menu.open(&tools, {}, {}, false);
    QTest::keyClick(&menu.list(), Qt::Key_Delete);
    QTest::keyClick(
        menu.findChild<look::InlineMessage *>()->findChild<QPushButton *>(), Qt::Key_Space);
    QVERIFY(!store.find(name));
    menu.hide();
    auto *notice = opened.window.findChild<look::InlineMessage *>(QStringLiteral("removalNotice"));
    QVERIFY(notice->isVisible());
    QVERIFY(notice->sentence().contains(name));
    if (isTaken)
        QVERIFY(store.save(name, kTool, {}));
    if (isElsewhere)
        opened.workspace.setCurrent(QStringLiteral("other"));
    notice->findChild<QPushButton *>()->click();
    QVERIFY(notice->isHidden());
    QCOMPARE(store.calls().size(), std::size_t(isElsewhere ? 0 : isTaken ? 2 : 1));
    opened.workspace.setCurrent(QStringLiteral("demo"));
    const config::SavedCall &back = store.calls().back();
    QCOMPARE(back.name == name, !isTaken);
    QCOMPARE(back.arguments.toByteArray(), kExact);
    QVERIFY(back.isAfterRestart);
}

void TestSavedCallsMenu::runsASavedCallWithOneKey()
{
    Opened opened(m_folder->path());
    opened.connectTo(demo());
    widgets::ToolsPanel &tools = opened.window.tools();
    QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 0, kPatienceMs);
    QVERIFY(tools.savedCalls().save(
        QStringLiteral("exact numbers"), kTool, Bytes::fromByteArray(kExact)));
    QTRY_VERIFY(opened.window.findChild<QAction *>(QStringLiteral("runSavedCall"))->isEnabled());
    opened.window.findChild<QAction *>(QStringLiteral("runSavedCall"))->trigger();
    QCOMPARE(tools.callPane().tool(), kTool);
    QTRY_VERIFY_WITH_TIMEOUT(arrivedExactly(tools), kPatienceMs);
    QCOMPARE(opened.window.findChild<QAction *>(QStringLiteral("runSavedCall"))->shortcut(),
        QKeySequence(Qt::Key_F9));
}

void TestSavedCallsMenu::saysWhenTheToolIsGone()
{
    Opened opened(m_folder->path());
    opened.connectTo(demo());
    widgets::ToolsPanel &tools = opened.window.tools();
    QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 0, kPatienceMs);
    QVERIFY(tools.savedCalls().save(QStringLiteral("old"), QStringLiteral("no_such_tool"), {}));
    QSignalSpy failed(&tools, &widgets::Panel::failed);
    tools.runSavedCall(QStringLiteral("old"));
    QCOMPARE(failed.count(), 1);
    QVERIFY(failed.front().front().toString().contains(QStringLiteral("no_such_tool")));
    tools.runSavedCall(QStringLiteral("never saved"));
    QCOMPARE(failed.count(), 2);
}

void TestSavedCallsMenu::marksWhatRunsAfterEachRestart()
{
    QSettings settings(settingsFile(), QSettings::IniFormat);
    SavedCallStore store(&settings);
    store.setServer(kServer);
    QWidget window;
    window.show();
    SavedCallsMenu menu(store, &window);
    menu.open(&window, kTool, {}, false);
    QVERIFY(!menu.afterRestart().isEnabled()); // there is none
    QVERIFY(store.save(QStringLiteral("hike"), kTool, Bytes::fromByteArray(kExact)));
    QVERIFY(store.save(QStringLiteral("walk"), kTool, Bytes::fromByteArray(kExact)));
    menu.open(&window, kTool, {}, false);
    menu.setReadOnly([](const QString &tool) { return tool == kTool; });
    menu.list().setCurrentIndex(menu.list().model()->index(0, 0));
    QVERIFY(menu.afterRestart().isEnabled() && !menu.afterRestart().isChecked());
    menu.afterRestart().setFocus();
    QTest::keyClick(&menu.afterRestart(), Qt::Key_Space);
    QVERIFY(store.find(QStringLiteral("hike"))->isAfterRestart);
    QVERIFY(!store.find(QStringLiteral("walk"))->isAfterRestart);
    menu.list().setCurrentIndex(menu.list().model()->index(1, 0));
    QVERIFY(!menu.afterRestart().isChecked());
    menu.list().setCurrentIndex(menu.list().model()->index(0, 0));
    QVERIFY(menu.afterRestart().isChecked());
    QVERIFY(menu.list().model()->index(0, 1).data().toString() != kTool); // which says so
}

void TestSavedCallsMenu::aCallThatMayChangeSomethingIsConfirmed()
{
    QSettings settings(settingsFile(), QSettings::IniFormat);
    SavedCallStore store(&settings);
    store.setServer(kServer);
    QVERIFY(store.save(QStringLiteral("hike"), kTool, Bytes::fromByteArray(kExact)));
    QWidget window;
    window.show();
    SavedCallsMenu menu(store, &window);
    menu.setReadOnly([](const QString &) { return false; });
    menu.open(&window, kTool, {}, false);
    menu.list().setCurrentIndex(menu.list().model()->index(0, 0));
    menu.afterRestart().click();
    // Nothing is set before the question is answered.
    QVERIFY(!menu.afterRestart().isChecked());
    QVERIFY(!store.find(QStringLiteral("hike"))->isAfterRestart);
    QVERIFY(menu.said().contains(kTool));
    auto *confirm = menu.findChild<look::InlineMessage *>()->findChild<QPushButton *>();
    QVERIFY(confirm && confirm->hasFocus());
    confirm->click();
    QVERIFY(menu.afterRestart().isChecked());
    QVERIFY(store.find(QStringLiteral("hike"))->isAfterRestart);
    QVERIFY(store.isConfirmed(*store.find(QStringLiteral("hike"))));
    // Other arguments are another call: the row says that they are not confirmed.
    const QString confirmed = menu.list().model()->index(0, 1).data().toString();
    QVERIFY(store.save(QStringLiteral("hike"), kTool, Bytes::copyOf("{}")));
    QVERIFY(!store.isConfirmed(*store.find(QStringLiteral("hike"))));
    QVERIFY(!menu.afterRestart().isChecked());
    QVERIFY(menu.list().model()->index(0, 1).data().toString() != confirmed);
    // It is not in the file, which others may change.
    QFile file(store.file());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QVERIFY(!file.readAll().contains("onfirm"));
}

QTEST_MAIN(TestSavedCallsMenu)
#include "tst_savedcallsmenu.moc"
