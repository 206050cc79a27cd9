// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/settings/settingscommands.h"
#include "app/settings/shortcuts.h"
#include "app/window/actions.h"
#include "app/window/commandpalette.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "models/settings/settings.h"
#include "models/settings/shortcutmodel.h"
#include "support/openedwindow.h"
#include "widgets/kit/frame/helpwindow.h"
#include "widgets/kit/frame/settingspages.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/settings/settingswindow.h"
#include "widgets/settings/shortcutspage.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QKeySequenceEdit>
#include <QLineEdit>
#include <QPushButton>
#include <QSet>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::tests;
using models::ShortcutModel;
using widgets::ShortcutsPage;

// The shortcuts of the main window: how the user changes them, and what the settings may hold.
class TestShortcuts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void cleanup();
    void everyActionHasANameOfItsOwn();
    void everyPanelHasAShortcut();
    void noTwoDefaultsMeet();
    void changesByKeyboardAtOnceAndForGood();
    void takesOneKeyOnly();
    void asksBeforeItTakesTheKeys();
    void keepsTheKeysWhereTheyAre();
    void refusesKeysThatPartsOfTheWindowHave_data();
    void refusesKeysThatPartsOfTheWindowHave();
    void refusesKeysOfTyping();
    void removesAndResets();
    void resettingAsksWhenAnotherHasTheDefault();
    void resetsAll();
    void escapeLeavesTheField();
    void filtersByEveryColumn();
    void survivesWhatIsStored();
    void tellsTheKeysEverywhere();
    void otherWindowsFollow();

private:
    void restart(); // the program, with the same settings
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier);
    app::MainWindow &main() { return m_opened->window; }
    app::Actions &actions() { return main().actions(); }
    ShortcutModel &model() { return main().settings().shortcuts().model(); }
    ShortcutsPage &page();
    int rowOf(const QAction *action) { return model().rowOf(action->objectName()); }
    QString stored(const QAction *action);
    look::InlineMessage &message() { return control<look::InlineMessage>("shortcutMessage"); }
    template <class T>
    T &control(const char *name)
    {
        return *page().findChild<T *>(QLatin1String(name));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
};

namespace {

const QKeySequence kFree(Qt::CTRL | Qt::ALT | Qt::Key_Y);

} // namespace

void TestShortcuts::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    restart();
}

void TestShortcuts::cleanup()
{
    m_opened.reset();
}

void TestShortcuts::restart()
{
    m_opened.reset();
    m_opened = std::make_unique<Opened>(m_folder->path());
}

ShortcutsPage &TestShortcuts::page()
{
    if (!main().settings().window())
        main().settings().open();
    widgets::SettingsWindow &window = *main().settings().window();
    window.pages().showPage(3);
    return window.shortcuts();
}

// In the field below the table.
void TestShortcuts::press(Qt::Key key, Qt::KeyboardModifiers modifiers)
{
    auto &edit = control<QKeySequenceEdit>("shortcutEdit");
    edit.setFocus();
    QTest::keyClick(&edit, key, modifiers);
}

QString TestShortcuts::stored(const QAction *action)
{
    return models::Settings(&m_opened->workspace.settings())
        .shortcuts()
        .value(action->objectName(), u"default"_s);
}

// The settings know an action by its name, so none is without one.
void TestShortcuts::everyActionHasANameOfItsOwn()
{
    QSet<QString> names;
    for (const QAction *action : actions().all()) {
        QVERIFY2(!action->objectName().isEmpty(), qPrintable(action->text()));
        QVERIFY2(!action->objectName().contains(u'/'), qPrintable(action->objectName()));
        QVERIFY2(!names.contains(action->objectName()), qPrintable(action->objectName()));
        names.insert(action->objectName());
        const int row = rowOf(action);
        QVERIFY2(row >= 0, qPrintable(action->objectName()));
        QCOMPARE(model().action(row).usual, action->shortcuts());
        QVERIFY(!model().action(row).place.isEmpty());
    }
    QVERIFY(model().rowOf(u"helpHere"_s) >= 0); // of the Help menu
    QCOMPARE(model().action(model().rowOf(u"layoutReset"_s)).place.count(u'›'), 1);
}

void TestShortcuts::everyPanelHasAShortcut()
{
    int panels = 0;
    for (const QAction *action : actions().viewMenu->actions()) {
        if (!action->objectName().startsWith(u"show-"_s))
            continue;
        ++panels;
        QVERIFY2(!action->shortcut().isEmpty(), qPrintable(action->text()));
    }
    QVERIFY2(panels >= 12, qPrintable(QString::number(panels)));
}

void TestShortcuts::noTwoDefaultsMeet()
{
    page(); // finds the fixed keys
    for (int row = 0; row < model().rowCount(); ++row) {
        const auto use = model().useOf(model().action(row).usual, row);
        QVERIFY2(
            !use, qPrintable(use ? model().action(row).name + u" and "_s + use->name : QString()));
    }
}

void TestShortcuts::changesByKeyboardAtOnceAndForGood()
{
    // From the filter to the field and back, without the mouse.
    auto &filter = control<QLineEdit>("shortcutFilter");
    filter.setFocus();
    QTest::keyClicks(&filter, u"go to anything"_s);
    QTest::keyClick(&filter, Qt::Key_Down);
    QTest::keyClick(&filter, Qt::Key_Return);
    auto &edit = control<QKeySequenceEdit>("shortcutEdit");
    QVERIFY(edit.hasFocus() || page().window()->focusWidget() == &edit);
    QVERIFY(!edit.accessibleName().isEmpty());
    QTest::keyClick(&edit, Qt::Key_Y, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(actions().goToAnything->shortcuts(), QList<QKeySequence>{kFree});
    QVERIFY(message().isHidden());
    for (int start = 0; start < 2; ++start) { // now, and after a restart
        main().activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&main()));
        QTest::keyClick(&main(), Qt::Key_K, Qt::ControlModifier); // the old one
        QVERIFY(!main().palette().isVisible());
        QTest::keyClick(&main(), Qt::Key_Y, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(main().palette().isVisible());
        main().palette().hide();
        restart();
        QCOMPARE(actions().goToAnything->shortcuts(), QList<QKeySequence>{kFree});
    }
}

void TestShortcuts::takesOneKeyOnly()
{
    page().selectRow(rowOf(actions().ping));
    press(Qt::Key_Y, Qt::ControlModifier | Qt::AltModifier);
    press(Qt::Key_U, Qt::ControlModifier | Qt::AltModifier);
    QCOMPARE(actions().ping->shortcut(), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_U));
    QCOMPARE(control<QKeySequenceEdit>("shortcutEdit").keySequence(), actions().ping->shortcut());
}

void TestShortcuts::asksBeforeItTakesTheKeys()
{
    page().selectRow(rowOf(actions().ping));
    press(Qt::Key_H, Qt::ControlModifier);
    // Nothing has changed; the sentence names the keys and both actions.
    QCOMPARE(actions().hosts->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_H));
    QVERIFY(actions().ping->shortcut().isEmpty());
    QVERIFY(message().isVisible());
    for (const QString &word : {u"Ctrl+H"_s, model().action(rowOf(actions().ping)).name,
             model().action(rowOf(actions().hosts)).name})
        QVERIFY2(message().sentence().contains(word), qPrintable(message().sentence()));
    QVERIFY(!QApplication::activeModalWidget());
    auto *take = message().findChild<QPushButton *>();
    QVERIFY(take->isVisible());
    take->setFocus();
    QTest::keyClick(take, Qt::Key_Space);
    QCOMPARE(actions().ping->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_H));
    QVERIFY(actions().hosts->shortcut().isEmpty());
    QVERIFY(message().isHidden());
    restart();
    QCOMPARE(actions().ping->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_H));
    QVERIFY(actions().hosts->shortcut().isEmpty());
    QVERIFY(model().problems().isEmpty());
}

void TestShortcuts::keepsTheKeysWhereTheyAre()
{
    page().selectRow(rowOf(actions().ping));
    press(Qt::Key_H, Qt::ControlModifier);
    QTest::keyClick(&control<QPushButton>("keepShortcut"), Qt::Key_Space);
    QVERIFY(message().isHidden());
    QVERIFY(control<QKeySequenceEdit>("shortcutEdit").keySequence().isEmpty());
    QVERIFY(actions().ping->shortcut().isEmpty());
    // Another selection drops the question, too.
    press(Qt::Key_H, Qt::ControlModifier);
    QVERIFY(message().isVisible());
    page().selectRow(rowOf(actions().restart));
    QVERIFY(message().isHidden());
    QCOMPARE(stored(actions().ping), u"default"_s);
    QCOMPARE(stored(actions().hosts), u"default"_s);
}

void TestShortcuts::refusesKeysThatPartsOfTheWindowHave_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
    using Modifiers = Qt::KeyboardModifiers;
    QTest::newRow("a menu") << int(Qt::Key_F) << Modifiers(Qt::AltModifier);
    QTest::newRow("a review") << int(Qt::Key_W) << Modifiers(Qt::ControlModifier);
}

void TestShortcuts::refusesKeysThatPartsOfTheWindowHave()
{
    QFETCH(int, key);
    QFETCH(Qt::KeyboardModifiers, modifiers);
    page().selectRow(rowOf(actions().ping));
    press(Qt::Key(key), modifiers);
    QVERIFY(message().isVisible());
    QVERIFY(message().findChild<QPushButton *>()->isHidden()); // nothing to take
    QVERIFY(actions().ping->shortcut().isEmpty());
}

void TestShortcuts::refusesKeysOfTyping()
{
    page().selectRow(rowOf(actions().ping));
    press(Qt::Key_A);
    QVERIFY(message().isVisible());
    QVERIFY(actions().ping->shortcut().isEmpty());
    press(Qt::Key_F7); // a function key needs no modifier
    QVERIFY(message().isHidden());
    QCOMPARE(actions().ping->shortcut(), QKeySequence(Qt::Key_F7));
}

void TestShortcuts::removesAndResets()
{
    auto &remove = control<QPushButton>("removeShortcut");
    auto &reset = control<QPushButton>("resetShortcut");
    page().selectRow(rowOf(actions().call));
    QVERIFY(remove.isEnabled() && !reset.isEnabled());
    const QList<QKeySequence> usual = actions().call->shortcuts();
    QCOMPARE(usual.size(), 2);
    remove.click();
    QVERIFY(actions().call->shortcuts().isEmpty());
    QCOMPARE(stored(actions().call), QString());
    QVERIFY(!remove.isEnabled() && reset.isEnabled());
    reset.click();
    QCOMPARE(actions().call->shortcuts(), usual); // both
    QCOMPARE(stored(actions().call), u"default"_s);
    QVERIFY(!reset.isEnabled());
}

void TestShortcuts::resettingAsksWhenAnotherHasTheDefault()
{
    const QKeySequence usual = actions().hosts->shortcut();
    model().setKeys(rowOf(actions().ping), {usual});
    page().selectRow(rowOf(actions().hosts));
    control<QPushButton>("resetShortcut").click();
    QVERIFY(message().isVisible());
    QVERIFY(actions().hosts->shortcut().isEmpty());
    message().findChild<QPushButton *>()->click();
    QCOMPARE(actions().hosts->shortcut(), usual);
    QVERIFY(actions().ping->shortcut().isEmpty());
    QVERIFY(!model().isAnyChanged());
}

void TestShortcuts::resetsAll()
{
    auto &reset = control<QPushButton>("resetShortcuts");
    QVERIFY(!reset.isEnabled());
    model().setKeys(rowOf(actions().ping), {actions().hosts->shortcut()});
    model().setKeys(rowOf(actions().call), {});
    QVERIFY(reset.isEnabled());
    reset.click();
    QVERIFY(!model().isAnyChanged());
    QCOMPARE(actions().call->shortcuts().size(), 2);
    QVERIFY(models::Settings(&m_opened->workspace.settings()).shortcuts().isEmpty());
}

void TestShortcuts::escapeLeavesTheField()
{
    page().selectRow(rowOf(actions().hosts));
    press(Qt::Key_Escape);
    QVERIFY(main().settings().window()->isVisible());
    QCOMPARE(main().settings().window()->focusWidget(), &page().table());
    QCOMPARE(actions().hosts->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_H));
}

void TestShortcuts::filtersByEveryColumn()
{
    auto &filter = control<QLineEdit>("shortcutFilter");
    const QAbstractItemModel &shown = *page().table().model();
    const int all = shown.rowCount();
    QCOMPARE(all, model().rowCount());
    for (const QString &words : {u"Ctrl+H"_s, u"ping"_s, u"layout"_s}) {
        filter.setText(words);
        QVERIFY2(shown.rowCount() > 0 && shown.rowCount() < all, qPrintable(words));
    }
    filter.setText(u"*[("_s); // no pattern
    QCOMPARE(shown.rowCount(), 0);
    QVERIFY(!control<QKeySequenceEdit>("shortcutEdit").isEnabled());
    filter.clear();
    QCOMPARE(shown.rowCount(), all);
}

void TestShortcuts::survivesWhatIsStored()
{
    m_opened.reset();
    {
        QSettings file(m_folder->filePath(u"settings.ini"_s), QSettings::IniFormat);
        file.setValue(u"shortcuts/ping"_s, u"Ctrl+Alt+Y"_s);
        file.setValue(u"shortcuts/statistics"_s, u"Ctrl+Alt+Y"_s); // the second in the menus
        file.setValue(u"shortcuts/hosts"_s, u"Ctrl+Alt+Nonsense"_s);
        file.setValue(u"shortcuts/no action <b>"_s, u"Ctrl+Alt+G"_s);
        file.setValue(u"shortcuts/call"_s, QByteArray(100'000, '\0'));
        file.setValue(u"shortcuts/stop"_s, QVariantMap{{u"a"_s, 1}});
    }
    restart();
    QCOMPARE(actions().statistics->shortcut(), kFree); // Trace is before Tools
    QVERIFY(actions().ping->shortcut().isEmpty());
    QCOMPARE(actions().hosts->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_H));
    QCOMPARE(actions().call->shortcuts().size(), 2);
    auto &problems = control<look::InlineMessage>("storedProblems");
    QVERIFY(problems.isVisible());
    for (const QString &word : {u"Ctrl+Alt+Y"_s, u"Ctrl+Alt+Nonsense"_s, u"no action <b>"_s,
             model().action(rowOf(actions().ping)).name})
        QVERIFY2(problems.sentence().contains(word), qPrintable(problems.sentence()));
    QVERIFY(problems.sentence().size() < 2000);
    main().settings().window()->close();
    restart();
    m_opened->workspace.settings().remove(u"shortcuts"_s);
    restart();
    QVERIFY(control<look::InlineMessage>("storedProblems").isHidden());
}

void TestShortcuts::tellsTheKeysEverywhere()
{
    QAction *pair = main().trace().messageActions().pairAction();
    const QString before = pair->toolTip();
    QVERIFY(before.contains(u"(Ctrl+P)"_s));
    model().setKeys(rowOf(pair), {kFree});
    QVERIFY2(pair->toolTip().contains(u"(Ctrl+Alt+Y)"_s), qPrintable(pair->toolTip()));
    model().setKeys(rowOf(pair), {});
    QVERIFY2(!pair->toolTip().contains(u'('), qPrintable(pair->toolTip()));
    model().setKeys(rowOf(pair), model().action(rowOf(pair)).usual);
    QCOMPARE(pair->toolTip(), before);

    model().setKeys(rowOf(actions().goToAnything), {kFree});
    const auto *goTo = main().findChild<QPushButton *>(u"goTo"_s);
    QVERIFY(goTo);
    QVERIFY2(goTo->text().contains(u"Ctrl+Alt+Y"_s), qPrintable(goTo->text()));
    main().findChild<QAction *>(u"shortcuts"_s)->trigger();
    const auto *help = main().findChild<widgets::HelpWindow *>();
    QVERIFY(help);
    const QString text = help->findChild<QTextBrowser *>()->toPlainText();
    QVERIFY(text.contains(u"Ctrl+Alt+Y"_s));
    QVERIFY(!text.contains(u"Ctrl+K\n"_s));
}

// Windows of opened sessions have actions of the main window.
void TestShortcuts::otherWindowsFollow()
{
    const QAction *pair = main().trace().messageActions().pairAction();
    auto window = std::make_unique<QWidget>();
    auto *action = new QAction(window.get());
    action->setObjectName(pair->objectName());
    action->setShortcuts(pair->shortcuts());
    action->setToolTip(pair->toolTip());
    model().setKeys(rowOf(pair), {kFree});
    main().settings().follow(window.get());
    QCOMPARE(action->shortcut(), kFree);
    QCOMPARE(action->toolTip(), pair->toolTip());
    model().setKeys(rowOf(pair), {});
    QVERIFY(action->shortcut().isEmpty());
    window.reset();
    model().resetAll(); // the closed window is left out
    QCOMPARE(pair->shortcuts(), model().action(rowOf(pair)).usual);
}

QTEST_MAIN(TestShortcuts)
#include "tst_shortcuts.moc"
