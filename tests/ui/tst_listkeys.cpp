// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "app/window/commandpalette.h"
#include "app/window/panels.h"
#include "look/style/sondestyle.h"
#include "models/catalog/catalogtree.h"
#include "support/openedwindow.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/kit/field/listfilter.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeView>

#include <memory>

using namespace sonde;
using namespace sonde::tests;

// The lists of tools, resources and prompts by the keyboard, with two servers.
class TstListKeys : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void opensAtTheTop();
    void goesToTheFirstMatch();
    void prefersANameToADescription();
    void saysThatNothingMatches();
    void passesOverTheNamesOfGroups();
    void entersTheFormOfAMatch();
    void callsNothingThatTheFilterHides();
    void goesOnFromTheList();
    void namesItsListsForScreenReaders();
    void staysInThePanelWhenTheServerChanges();
    void findsToolsOfOtherServersInThePalette();
    void showsNamesOfThePaletteOnOneLine();
    void reviewsOnlyWhatWaits();

private:
    widgets::ToolsPanel &tools() { return m_opened->window.tools(); }
    widgets::ListFilter &filter() { return *tools().list().findChild<widgets::ListFilter *>(); }
    QWidget *focus() const { return m_opened->window.focusWidget(); }
    bool isHeading()
    {
        return tools()
            .list()
            .view()
            .currentIndex()
            .data(models::CatalogTree::HeadingRole)
            .isValid();
    }
    void find(const QString &text);

    QTemporaryDir m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TstListKeys::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY(m_folder.isValid());
}

void TstListKeys::init()
{
    m_opened = std::make_unique<Opened>(m_folder.path());
    m_opened->window.resize(1280, 800);
    QVERIFY(QTest::qWaitForWindowActive(&m_opened->window));
    for (const char *name : {"one", "two"}) {
        m_opened->connectTo(demo(QLatin1String(name)));
        QTRY_VERIFY_WITH_TIMEOUT(tools().count() > 3, kPatienceMs);
    }
    m_opened->window.showPanel(tools());
}

void TstListKeys::cleanup()
{
    m_opened.reset();
}

void TstListKeys::find(const QString &text)
{
    tools().focusFilter();
    QTest::keyClicks(&filter(), text);
}

void TstListKeys::opensAtTheTop()
{
    QTRY_COMPARE(tools().list().view().verticalScrollBar()->value(), 0);
    QCOMPARE(tools().list().chosenRow(), 0);
}

void TstListKeys::goesToTheFirstMatch()
{
    tools().chooseTool(QStringLiteral("echo"));
    find(QStringLiteral("weather"));
    QTest::keyClick(&filter(), Qt::Key_Down);
    QCOMPARE(tools().callPane().tool(), QStringLiteral("get_weather"));
    QVERIFY(!isHeading());
    QVERIFY(filter().hasFocus());
}

// The description of make_chart, above it, has the word as well.
void TstListKeys::prefersANameToADescription()
{
    find(QStringLiteral("number"));
    QTest::keyClick(&filter(), Qt::Key_Down);
    QCOMPARE(tools().callPane().tool(), QStringLiteral("big_numbers"));
}

void TstListKeys::saysThatNothingMatches()
{
    const auto *nothing = tools().findChild<QLabel *>(QStringLiteral("nothing"));
    QVERIFY(nothing && nothing->isHidden());
    find(QStringLiteral("no such tool"));
    QVERIFY(nothing->isVisible());
    QCOMPARE(nothing->text(), QStringLiteral("Nothing matches “no such tool”."));
    filter().clear();
    QVERIFY(nothing->isHidden());
}

void TstListKeys::passesOverTheNamesOfGroups()
{
    find(QStringLiteral("e")); // nearly all of them
    QTest::keyClick(&filter(), Qt::Key_Down);
    const QString first = tools().callPane().tool();
    QStringList seen{first};
    for (int i = 0; i < 8; ++i) {
        QTest::keyClick(&filter(), Qt::Key_Down);
        QVERIFY(!isHeading());
        QVERIFY(!seen.contains(tools().callPane().tool()));
        seen << tools().callPane().tool();
    }
    for (int i = 0; i < 12; ++i) {
        QTest::keyClick(&filter(), Qt::Key_Up);
        QVERIFY(!isHeading());
    }
    QCOMPARE(tools().callPane().tool(), first);
}

void TstListKeys::entersTheFormOfAMatch()
{
    tools().chooseTool(QStringLiteral("echo"));
    find(QStringLiteral("weather"));
    QVERIFY(tools().list().isChosenHidden());
    QTest::keyClick(&filter(), Qt::Key_Return);
    QCOMPARE(tools().callPane().tool(), QStringLiteral("get_weather"));
    QVERIFY(tools().callPane().isAncestorOf(focus()));
    // No match, nothing to enter.
    filter().clear();
    find(QStringLiteral("no such tool"));
    QTest::keyClick(&filter(), Qt::Key_Return);
    QVERIFY(filter().hasFocus());
}

void TstListKeys::callsNothingThatTheFilterHides()
{
    tools().chooseTool(QStringLiteral("get_weather"));
    find(QStringLiteral("echo"));
    QSignalSpy failed(&tools(), &widgets::Panel::failed);
    m_opened->window.actions().call->trigger();
    QCOMPARE(failed.size(), 1);
    QVERIFY(failed.first().first().toString().contains(QStringLiteral("get_weather")));
    QVERIFY(m_opened->sentBy(QStringLiteral("two")).filter(QStringLiteral("tools/call")).isEmpty());
    // In its form the key is meant for it.
    tools().callPane().focusForm();
    m_opened->window.actions().call->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(
        m_opened->sentBy(QStringLiteral("two")).filter(QStringLiteral("tools/call")).size(), 1,
        kPatienceMs);
}

void TstListKeys::goesOnFromTheList()
{
    for (widgets::CatalogPanel *panel : std::initializer_list<widgets::CatalogPanel *>{
             &tools(), &m_opened->window.resources(), &m_opened->window.prompts()}) {
        m_opened->window.showPanel(*panel);
        QTRY_VERIFY_WITH_TIMEOUT(panel->count() > 0, kPatienceMs);
        panel->focusFilter();
        QTest::keyClick(focus(), Qt::Key_Tab); // the menu beside it
        QTest::keyClick(focus(), Qt::Key_Tab);
        QCOMPARE(focus(), &panel->list().view());
        QTest::keyClick(focus(), Qt::Key_Tab);
        QVERIFY(panel->isAncestorOf(focus()));
        QVERIFY2(!panel->list().isAncestorOf(focus()), focus()->metaObject()->className());
    }
}

void TstListKeys::namesItsListsForScreenReaders()
{
    const auto name = [](widgets::CatalogPanel &panel) {
        return panel.list().view().accessibleName();
    };
    QCOMPARE(name(tools()), QStringLiteral("Tools"));
    QCOMPARE(name(m_opened->window.resources()), QStringLiteral("Resources"));
    QCOMPARE(name(m_opened->window.prompts()), QStringLiteral("Prompts"));
}

void TstListKeys::staysInThePanelWhenTheServerChanges()
{
    tools().chooseTool(QStringLiteral("get_weather"));
    tools().callPane().focusForm();
    QVERIFY(tools().callPane().isAncestorOf(focus()));
    m_opened->workspace.setCurrent(QStringLiteral("one"));
    QTRY_VERIFY(tools().list().isAncestorOf(focus()));
    QTest::keyClick(focus(), Qt::Key_2, Qt::ControlModifier);
    QVERIFY(tools().list().isAncestorOf(focus()));
    // One whose list comes later.
    m_opened->connectTo(demo(QStringLiteral("three")));
    QVERIFY(tools().isAncestorOf(focus()));
    QTRY_VERIFY_WITH_TIMEOUT(tools().count() > 3, kPatienceMs);
    QTRY_VERIFY(tools().list().isAncestorOf(focus()));
    // Who is elsewhere stays there.
    m_opened->window.setFocus();
    QWidget *const elsewhere = focus();
    m_opened->workspace.setCurrent(QStringLiteral("two"));
    QCOMPARE(focus(), elsewhere);
}

void TstListKeys::findsToolsOfOtherServersInThePalette()
{
    auto &palette = m_opened->window.palette();
    m_opened->window.actions().goToAnything->trigger();
    QTRY_VERIFY(palette.isVisible());
    auto *field = palette.findChild<QLineEdit *>();
    auto *list = palette.findChild<QListView *>();
    QTest::keyClicks(field, QStringLiteral("get_weather"));
    int found = -1;
    for (int row = 0; row < list->model()->rowCount(); ++row) {
        if (list->model()->index(row, 0).data(Qt::AccessibleTextRole).toString()
            == QStringLiteral("get_weather, tool of one"))
            found = row;
    }
    QVERIFY(found > 0); // the one of the current server comes first
    list->setCurrentIndex(list->model()->index(found, 0));
    QTest::keyClick(field, Qt::Key_Return);
    QCOMPARE(m_opened->workspace.current(), QStringLiteral("one"));
    QCOMPARE(m_opened->window.tabs().inFront(), &tools());
    QTRY_COMPARE(tools().callPane().tool(), QStringLiteral("get_weather"));
}

void TstListKeys::showsNamesOfThePaletteOnOneLine()
{
    auto &palette = m_opened->window.palette();
    palette.open({{QStringLiteral(u"a\nb\u202Ec"), QStringLiteral(u"tool of \u202Ed"), {}, {}}});
    const QModelIndex entry = palette.findChild<QListView *>()->model()->index(0, 0);
    QCOMPARE(entry.data().toString(), QStringLiteral(u"a\u240Ab\uFFFDc"));
    QCOMPARE(entry.data(Qt::AccessibleTextRole).toString(),
        QStringLiteral(u"a\u240Ab\uFFFDc, tool of \uFFFDd"));
    palette.hide();
}

void TstListKeys::reviewsOnlyWhatWaits()
{
    QVERIFY(!m_opened->window.actions().nextRequest->isEnabled());
}

QTEST_MAIN(TstListKeys)
#include "tst_listkeys.moc"
