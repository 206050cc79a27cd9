// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/panels.h"
#include "look/style/sondestyle.h"
#include "support/openedwindow.h"
#include "widgets/kit/frame/panel.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/tools/toolspanel.h"

#include <QAbstractButton>
#include <QAction>
#include <QListView>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <vector>

using namespace sonde;
using namespace sonde::tests;

// With the Tab key alone from the list of servers through each panel and back.
class TestTabWalk : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void cleanupTestCase() { m_opened.reset(); }
    void reachesEveryControlOf_data();
    void reachesEveryControlOf();
    void walksThroughAllPanels();

private:
    QWidget *focus() const { return m_opened->window.focusWidget(); }
    QListView &servers();
    void press(bool back);
    std::vector<QWidget *> walk(bool back);

    QTemporaryDir m_folder;
    std::unique_ptr<Opened> m_opened;
};

namespace {

const char *const kPanels[] = {"overview", "tools", "resources", "prompts", "tasks", "logs", "auth",
    "raw", "findings", "process", "changes", "breakpoints"};

// The arrow keys go on from one radio button to the others.
bool isOneOfAGroup(const QWidget &widget)
{
    const auto *button = qobject_cast<const QAbstractButton *>(&widget);
    return button && button->isCheckable() && button->autoExclusive();
}

bool isStop(const QWidget &widget)
{
    return widget.isVisible() && widget.isEnabled() && !widget.focusProxy()
        && widget.focusPolicy() & Qt::TabFocus && !isOneOfAGroup(widget);
}

QString nameOf(const QWidget &widget)
{
    return QStringLiteral("%1 “%2”").arg(
        QString::fromLatin1(widget.metaObject()->className()), widget.accessibleName());
}

} // namespace

void TestTabWalk::initTestCase()
{
    look::installLook(*qApp);
    m_opened = std::make_unique<Opened>(m_folder.path());
    m_opened->window.resize(1440, 900);
    QVERIFY(QTest::qWaitForWindowActive(&m_opened->window));
    m_opened->connectTo(demo());
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.tools().count() > 3, kPatienceMs);
}

QListView &TestTabWalk::servers()
{
    return *m_opened->window.findChild<widgets::ServersPanel *>()->findChild<QListView *>();
}

// An editor that keeps the Tab key says so.
void TestTabWalk::press(bool back)
{
    const bool keeps = focus()->accessibleDescription().contains(u"Ctrl+Tab");
    const Qt::KeyboardModifiers control = keeps ? Qt::ControlModifier : Qt::NoModifier;
    if (back)
        QTest::keyClick(focus(), Qt::Key_Backtab, control | Qt::ShiftModifier);
    else
        QTest::keyClick(focus(), Qt::Key_Tab, control);
}

// From the list of servers until it has the focus again, or until some control comes again.
std::vector<QWidget *> TestTabWalk::walk(bool back)
{
    servers().setFocus(Qt::TabFocusReason);
    std::vector<QWidget *> way;
    while (std::find(way.begin(), way.end(), focus()) == way.end()) {
        way.push_back(focus());
        press(back);
    }
    return way;
}

void TestTabWalk::reachesEveryControlOf_data()
{
    QTest::addColumn<QString>("panel");
    QTest::addColumn<bool>("back");
    for (const char *name : kPanels) {
        QTest::addRow("%s", name) << QString::fromLatin1(name) << false;
        QTest::addRow("%s, backwards", name) << QString::fromLatin1(name) << true;
    }
}

void TestTabWalk::reachesEveryControlOf()
{
    QFETCH(QString, panel);
    QFETCH(bool, back);
    auto *show = m_opened->window.findChild<QAction *>(QStringLiteral("show-") + panel);
    QVERIFY(show);
    show->trigger();
    const std::vector<QWidget *> way = walk(back);
    QStringList told;
    for (const QWidget *widget : way)
        told << nameOf(*widget);
    QVERIFY2(focus() == &servers(),
        qPrintable(told.join(u'\n') + QStringLiteral("\nand again: ") + nameOf(*focus())));
    for (QWidget *widget : m_opened->window.findChildren<QWidget *>()) {
        if (isStop(*widget) && std::find(way.begin(), way.end(), widget) == way.end()) {
            qWarning("%s", qPrintable(told.join(u'\n')));
            QFAIL(qPrintable(nameOf(*widget) + QStringLiteral(" is not on the way.")));
        }
    }
}

void TestTabWalk::walksThroughAllPanels()
{
    app::Panels &tabs = m_opened->window.tabs();
    for (const widgets::Panel *panel : tabs.findChildren<widgets::Panel *>()) {
        const auto isIt = [panel](
                              const char *name) { return qstrcmp(name, panel->tab().name) == 0; };
        QVERIFY2(!tabs.isTabVisible(tabs.indexOf(panel))
                || std::any_of(std::begin(kPanels), std::end(kPanels), isIt),
            panel->tab().name);
    }
}

QTEST_MAIN(TestTabWalk)
#include "tst_tabwalk.moc"
