// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/reviews/reviews.h"
#include "app/window/actions.h"
#include "app/window/commandpalette.h"
#include "app/window/panels.h"
#include "look/controls/emptystate.h"
#include "look/style/sondestyle.h"
#include "models/session/requestmodel.h"
#include "session/call/toolcall.h"
#include "support/openedwindow.h"
#include "widgets/activity/logspanel.h"
#include "widgets/catalog/promptpane.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/form/schemaform.h"
#include "widgets/kit/frame/panel.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/request/argumentform.h"
#include "widgets/request/resultpane.h"
#include "widgets/review/reviewpanel.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/tools/callbuttons.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>

#include <algorithm>
#include <vector>

using namespace sonde;
using namespace sonde::tests;

namespace {

// The arrow keys go on from one radio button to the others.
bool isOneOfAGroup(const QWidget &widget)
{
    const auto *button = qobject_cast<const QAbstractButton *>(&widget);
    return button && button->isCheckable() && button->autoExclusive();
}

} // namespace

// The way through the window without a mouse.
class TstKeyboard : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void walksFromTheListToTheResult();
    void walksThroughTheArgumentsOfAPrompt();
    void staysInTheFieldAfterACall();
    void staysOnTheButtonAfterACall();
    void closesAReviewAndReturns();
    void opensThePaletteFromATextField();
    void thePaletteGivesTheFocusBack();
    void goesIntoAPanelByItsKey();
    void goesFromPartToPart();
    void startsAtTheContentOfEachPanel_data();
    void startsAtTheContentOfEachPanel();
    void goesOnToTheTableThatFills();
    void walksAroundEachPanel();
    void walksAroundReviews_data();
    void walksAroundReviews();

private:
    void walkAround();
    widgets::ToolsPanel &tools() { return m_opened->window.tools(); }
    QWidget *focus() const { return m_opened->window.focusWidget(); }

    QTemporaryDir m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TstKeyboard::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY(m_folder.isValid());
}

void TstKeyboard::init()
{
    m_opened = std::make_unique<Opened>(m_folder.path());
    m_opened->window.resize(1280, 800);
    QVERIFY(QTest::qWaitForWindowActive(&m_opened->window));
    m_opened->connectTo(demo());
    QTRY_VERIFY_WITH_TIMEOUT(tools().count() > 3, kPatienceMs);
    Q_EMIT tools().showRequested();
    tools().chooseTool(QStringLiteral("get_weather"));
}

void TstKeyboard::cleanup()
{
    m_opened.reset();
}

// Each part once, in this order; the tool bar is not on the way.
void TstKeyboard::walksFromTheListToTheResult()
{
    tools().list().setFocus();
    const std::vector<QWidget *> parts{&tools().list(), &tools().callPane().form(),
        &tools().callPane().buttons(), &tools().resultPane()};
    std::size_t at = 0;
    QStringList way;
    for (int steps = 0; steps < 60 && at + 1 < parts.size(); ++steps) {
        QTest::keyClick(focus(), Qt::Key_Tab);
        QVERIFY(focus());
        way << QStringLiteral("%1 “%2”").arg(
            QString::fromLatin1(focus()->metaObject()->className()), focus()->accessibleName());
        QVERIFY2(tools().isAncestorOf(focus()), qPrintable(way.join(u'\n')));
        for (std::size_t part = 0; part < parts.size(); ++part) {
            if (parts[part] != focus() && !parts[part]->isAncestorOf(focus()))
                continue;
            QVERIFY2(part == at || part == at + 1, qPrintable(way.join(u'\n')));
            at = part;
        }
    }
    QVERIFY2(at + 1 == parts.size(), qPrintable(way.join(u'\n')));
}

void TstKeyboard::walksThroughTheArgumentsOfAPrompt()
{
    auto &prompts = *m_opened->window.findChild<widgets::PromptsPanel *>();
    QTRY_VERIFY_WITH_TIMEOUT(prompts.count() > 0, kPatienceMs);
    Q_EMIT prompts.showRequested();
    prompts.choose(models::CatalogKind::Prompt, QStringLiteral("packing_list"));
    prompts.list().setFocus();
    QStringList way;
    const auto isField = [&] { return prompts.pane().form().isAncestorOf(focus()); };
    for (int steps = 0; steps < 10 && !isField(); ++steps) {
        QTest::keyClick(focus(), Qt::Key_Tab);
        way << QString::fromLatin1(focus()->metaObject()->className());
    }
    QVERIFY2(isField(), qPrintable(way.join(u'\n')));
    QTest::keyClick(focus(), Qt::Key_Tab);
    QVERIFY(prompts.isAncestorOf(focus()));
}

void TstKeyboard::staysInTheFieldAfterACall()
{
    tools().callPane().focusForm();
    QWidget *const field = focus();
    QVERIFY(tools().callPane().form().isAncestorOf(field));
    m_opened->window.actions().call->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(tools().currentCall()->response(), kPatienceMs);
    QCOMPARE(focus(), field);
}

void TstKeyboard::staysOnTheButtonAfterACall()
{
    tools().callPane().buttons().focusCall();
    QWidget *const button = focus();
    QTest::keyClick(button, Qt::Key_Space);
    QCOMPARE(focus(), button); // while it is pending
    QTRY_VERIFY_WITH_TIMEOUT(tools().currentCall()->response(), kPatienceMs);
    QCOMPARE(focus(), button);
    QVERIFY(button->isEnabled());
}

void TstKeyboard::closesAReviewAndReturns()
{
    tools().chooseTool(QStringLiteral("confirm_address"));
    tools().callPane().focusForm();
    QWidget *const before = focus();
    m_opened->window.actions().call->trigger();
    app::Reviews &reviews = m_opened->window.reviews();
    QTRY_COMPARE_WITH_TIMEOUT(reviews.model().waitingCount(), 1, kPatienceMs);
    m_opened->window.actions().nextRequest->trigger();
    app::Panels &tabs = *m_opened->window.findChild<app::Panels *>();
    QVERIFY(qobject_cast<widgets::ReviewPanel *>(tabs.currentWidget()));
    m_opened->window.setFocus(); // wherever it is
    QTest::keyClick(&m_opened->window, Qt::Key_W, Qt::ControlModifier);
    QCOMPARE(tabs.currentWidget(), &tools());
    QCOMPARE(focus(), before);
    tools().currentCall()->cancel();
    QTRY_VERIFY(!tools().currentCall()->isPending());
}

// On X11, Qt's fields take Ctrl+K and Ctrl+E for editing; the field here takes every key, on any
// system.
// A key that shows a panel is of use only when the next key goes there.
void TstKeyboard::goesIntoAPanelByItsKey()
{
    auto &servers = *m_opened->window.findChild<widgets::ServersPanel *>();
    const std::vector<std::pair<Qt::Key, QWidget *>> keys{
        {Qt::Key_3, &m_opened->window.resources()}, {Qt::Key_2, &tools()}};
    for (const auto &[key, panel] : keys) {
        servers.setFocus();
        QVERIFY(servers.isAncestorOf(focus()));
        QTest::keyClick(focus(), key, Qt::ControlModifier);
        QVERIFY(panel->isVisible());
        QVERIFY2(panel->isAncestorOf(focus()), focus()->metaObject()->className());
    }
    QVERIFY(tools().list().isAncestorOf(focus()));
    QTest::keyClick(focus(), Qt::Key_Tab);
    QWidget *field = focus();
    QTest::keyClick(field, Qt::Key_2, Qt::ControlModifier);
    QCOMPARE(focus(), field); // it is there already
}

void TstKeyboard::startsAtTheContentOfEachPanel_data()
{
    QTest::addColumn<QString>("server");
    QTest::newRow("connected") << QStringLiteral("demo");
    QTest::newRow("never connected") << QStringLiteral("stopped");
    QTest::newRow("none") << QString();
}

// A key that is pressed right after a panel is shown must not change a filter: it goes to the list,
// or to what says why there is none.
void TstKeyboard::startsAtTheContentOfEachPanel()
{
    QFETCH(QString, server);
    auto &workspace = m_opened->workspace;
    if (server.isEmpty())
        QVERIFY(workspace.remove(QStringLiteral("demo")));
    else if (server != workspace.current())
        workspace.setCurrent(workspace.addForThisRun(demo(server)));
    QCOMPARE(workspace.current(), server);
    auto &servers = *m_opened->window.findChild<widgets::ServersPanel *>();
    int panels = 0;
    for (QAction *action : m_opened->window.findChildren<QAction *>()) {
        if (!action->objectName().startsWith(u"show-") || !action->isEnabled())
            continue;
        servers.setFocus();
        action->trigger();
        const widgets::Panel *panel = m_opened->window.tabs().inFront();
        const QString where =
            QStringLiteral("%1: %2 “%3”")
                .arg(action->objectName(), QString::fromLatin1(focus()->metaObject()->className()),
                    focus()->accessibleName());
        ++panels;
        QVERIFY2(focus()->isVisible(), qPrintable(where));
        QVERIFY2(focus() != panel && panel->isAncestorOf(focus()), qPrintable(where));
        const bool isStart = server.isEmpty() && action->objectName() == u"show-overview";
        const bool isMethod = action->objectName() == u"show-raw"; // the first thing to be entered
        if (!isStart && !isMethod)
            QVERIFY2(!qobject_cast<QComboBox *>(focus()) && !qobject_cast<QLineEdit *>(focus()),
                qPrintable(where));
        const bool hasWords = qobject_cast<QAbstractButton *>(focus()) || isStart;
        QVERIFY2(hasWords || !focus()->accessibleName().isEmpty(), qPrintable(where));
    }
    QVERIFY(panels >= 11);
}

void TstKeyboard::goesOnToTheTableThatFills()
{
    auto &workspace = m_opened->workspace;
    config::Profile writer = profile(QStringLiteral("writer"), QStringLiteral("sh"),
        {QStringLiteral("-c"), QStringLiteral("echo hello >&2; cat > /dev/null")});
    writer.era = config::EraMode::Legacy;
    const QString name = workspace.addForThisRun(writer);
    workspace.setCurrent(name);
    auto &logs = m_opened->window.logs();
    m_opened->window.findChild<QAction *>(QStringLiteral("show-logs"))->trigger();
    QCOMPARE(focus(), logs.emptyState().button());
    QTest::keyClick(focus(), Qt::Key_Space); // Connect
    QTRY_VERIFY_WITH_TIMEOUT(logs.table().isVisible(), kPatienceMs);
    QVERIFY2(logs.table().hasFocus(), focus()->metaObject()->className());
    workspace.stop(name);
}

void TstKeyboard::goesFromPartToPart()
{
    auto &servers = *m_opened->window.findChild<widgets::ServersPanel *>();
    servers.setFocus();
    QTest::keyClick(focus(), Qt::Key_F6);
    QVERIFY(tools().list().isAncestorOf(focus()));
    QTest::keyClick(focus(), Qt::Key_F6);
    QCOMPARE(focus(), &m_opened->window.trace().view());
    QTest::keyClick(focus(), Qt::Key_F6, Qt::ShiftModifier);
    QVERIFY(tools().list().isAncestorOf(focus()));
}

void TstKeyboard::opensThePaletteFromATextField()
{
    class GreedyField : public QLineEdit {
    public:
        using QLineEdit::QLineEdit;

    protected:
        bool event(QEvent *event) override
        {
            const bool done = QLineEdit::event(event);
            if (event->type() == QEvent::ShortcutOverride)
                event->accept();
            return done;
        }
    };
    QPointer<GreedyField> field = new GreedyField(m_opened->window.centralWidget());
    field->show();
    field->setFocus();
    int opened = 0;
    connect(m_opened->window.actions().goToAnything, &QAction::triggered, this, [&] { ++opened; });
    QTest::keyClick(field, Qt::Key_K, Qt::ControlModifier);
    QCOMPARE(opened, 1);
}

void TstKeyboard::thePaletteGivesTheFocusBack()
{
    tools().list().setFocus();
    QWidget *before = focus();
    QTest::keyClick(before, Qt::Key_K, Qt::ControlModifier);
    auto &palette = m_opened->window.palette();
    QVERIFY(palette.isVisible());
    auto *field = palette.findChild<QLineEdit *>();
    QTest::keyClicks(field, QStringLiteral("trace"));
    QTest::keyClick(&palette, Qt::Key_Escape);
    QTRY_VERIFY(!palette.isVisible());
    QCOMPARE(focus(), before);
}

// The Tab key goes round through everything that takes it, wherever it begins. A field that keeps
// the key for itself says what leaves it.
void TstKeyboard::walkAround()
{
    std::vector<QWidget *> way;
    QStringList told;
    while (std::find(way.begin(), way.end(), focus()) == way.end()) {
        way.push_back(focus());
        told << QStringLiteral("%1 “%2”").arg(
            QString::fromLatin1(focus()->metaObject()->className()), focus()->accessibleName());
        const bool keeps = focus()->accessibleDescription().contains(u"Ctrl+Tab");
        QTest::keyClick(focus(), Qt::Key_Tab, keeps ? Qt::ControlModifier : Qt::NoModifier);
    }
    const auto again = std::find(way.begin(), way.end(), focus());
    told << QStringLiteral("and again: %1").arg(told[again - way.begin()]);
    for (QWidget *widget : m_opened->window.findChildren<QWidget *>()) {
        const bool stops = widget->isVisible() && widget->isEnabled() && !widget->focusProxy()
            && widget->focusPolicy() & Qt::TabFocus && !isOneOfAGroup(*widget);
        if (!stops || std::find(again, way.end(), widget) != way.end())
            continue;
        qWarning("%s", qPrintable(told.join(u'\n')));
        QFAIL(qPrintable(QStringLiteral("%1 “%2” is not on the way.")
                             .arg(QString::fromLatin1(widget->metaObject()->className()),
                                 widget->accessibleName())));
    }
}

void TstKeyboard::walksAroundEachPanel()
{
    m_opened->window.actions().call->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(
        tools().currentCall() && tools().currentCall()->response(), kPatienceMs);
    for (int key = Qt::Key_1; key <= Qt::Key_7; ++key) {
        QTest::keyClick(focus(), Qt::Key(key), Qt::ControlModifier);
        walkAround();
        if (QTest::currentTestFailed())
            return qWarning("panel %d", key - Qt::Key_0);
    }
}

void TstKeyboard::walksAroundReviews_data()
{
    QTest::addColumn<QString>("tool");
    QTest::newRow("form") << QStringLiteral("confirm_address");
    QTest::newRow("roots") << QStringLiteral("list_roots");
}

void TstKeyboard::walksAroundReviews()
{
    QFETCH(QString, tool);
    tools().chooseTool(tool);
    m_opened->window.actions().call->trigger();
    app::Reviews &reviews = m_opened->window.reviews();
    QTRY_COMPARE_WITH_TIMEOUT(reviews.model().waitingCount(), 1, kPatienceMs);
    m_opened->window.actions().nextRequest->trigger();
    walkAround();
}

QTEST_MAIN(TstKeyboard)
#include "tst_keyboard.moc"
