// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program/programwindow.h"
#include "app/reviews/reviews.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "app/workspace/workspace.h"
#include "help/helppages.h"
#include "look/controls/paneltitle.h"
#include "look/style/sondestyle.h"
#include "models/settings/settings.h"
#include "models/trace/tracemodel.h"
#include "review/serverrequestqueue.h"
#include "support/openedwindow.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QActionGroup>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::tests;

// The language is chosen in the View menu, and changes at once.
class TestLanguages : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void cleanup();
    void changesTheWindowAndKeepsTheServers();
    void keepsTheServerRequests();
    void staysChosen();
    void choosingTheSameChangesNothing();

private:
    void choose(const QString &language);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<app::Workspace> m_workspace;
    std::unique_ptr<app::ProgramWindow> m_shown;
};

void TestLanguages::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_workspace = std::make_unique<app::Workspace>(app::Workspace::Places{m_folder->path(), {}});
    m_workspace->load();
    m_shown = std::make_unique<app::ProgramWindow>(*m_workspace);
    m_shown->window().show();
}

void TestLanguages::cleanup()
{
    choose(u"en"_s);
    m_shown.reset();
    m_workspace.reset();
}

void TestLanguages::choose(const QString &language)
{
    for (QAction *action : m_shown->window().actions().language->actions()) {
        if (action->data().toString() == language)
            action->trigger();
    }
    QCoreApplication::processEvents(); // the choice is queued
}

// Whether some panel sums itself up so in its title.
bool hasTitle(const QWidget &window, const QString &detail)
{
    const auto titles = window.findChildren<look::PanelTitle *>();
    return std::any_of(titles.begin(), titles.end(),
        [&detail](const look::PanelTitle *title) { return title->detail() == detail; });
}

void TestLanguages::changesTheWindowAndKeepsTheServers()
{
    for (const QString &name : {u"one"_s, u"two"_s}) {
        m_workspace->connectTo(m_workspace->addForThisRun(demo(name)));
        m_workspace->setCurrent(name);
    }
    const auto isReady = [this](const QString &name) {
        const mcp::Client *client = m_workspace->client(name);
        return client && client->state() == mcp::ClientState::Ready;
    };
    QTRY_VERIFY_WITH_TIMEOUT(isReady(u"one"_s) && isReady(u"two"_s), kPatienceMs);
    const QString english = m_shown->window().actions().newServer->text();
    const auto *before = m_workspace->client(u"one"_s);
    m_shown->window().showPanel(m_shown->window().tools());
    QTRY_VERIFY_WITH_TIMEOUT(m_shown->window().tools().count() > 0, kPatienceMs);
    const int tools = m_shown->window().tools().count();
    const int rows = m_shown->window().trace().document().model().rowCount();
    m_shown->window().trace().document().model().setPaused(true); // nothing comes that tells it

    QStringList seen{english};
    for (const QString &language : {u"ja"_s, u"zh_CN"_s}) {
        QSignalSpy replaced(m_shown.get(), &app::ProgramWindow::replaced);
        choose(language);
        QCOMPARE(replaced.size(), 1);
        app::MainWindow &window = m_shown->window();
        QVERIFY(window.isVisible());
        QVERIFY2(!seen.contains(window.actions().newServer->text()), qPrintable(language));
        seen += window.actions().newServer->text();
        QVERIFY(help::page(u"start"_s) != help::originalPage(u"start"_s));
        QCOMPARE(m_workspace->current(), u"two"_s);
        QCOMPARE(window.windowTitle(), u"two"_s);
        QVERIFY(isReady(u"one"_s) && isReady(u"two"_s));
        QCOMPARE(m_workspace->client(u"one"_s), before);
        QCOMPARE(window.tabs().currentWidget(), &window.tools());
        QTRY_COMPARE_WITH_TIMEOUT(window.tools().count(), tools, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(window.trace().document().model().rowCount() >= rows, kPatienceMs);
        QVERIFY(window.trace().document().model().isPaused());
        QTRY_VERIFY_WITH_TIMEOUT(hasTitle(window, u"· "_s + window.trace().summary()), kPatienceMs);
    }
    choose(u"en"_s);
    QCOMPARE(m_shown->window().actions().newServer->text(), english);
    QCOMPARE(help::page(u"start"_s), help::originalPage(u"start"_s));
}

// What waits is still counted and listed, what the user has hidden stays hidden.
void TestLanguages::keepsTheServerRequests()
{
    m_shown->window().resize(1440, 900);
    m_workspace->connectTo(m_workspace->addForThisRun(demo(u"one"_s)));
    m_workspace->setCurrent(u"one"_s);
    QTRY_VERIFY_WITH_TIMEOUT(m_shown->window().tools().count() > 0, kPatienceMs);
    m_shown->window().tools().chooseTool(u"confirm_address"_s);
    m_shown->window().tools().callPane().send();
    const auto &waiting = m_workspace->serverRequests();
    QTRY_COMPARE_WITH_TIMEOUT(waiting.waitingCount(), 1, kPatienceMs);
    const auto requests = [this]() -> QAction & {
        return *m_shown->window().findChild<QAction *>(u"toggle-requests"_s);
    };
    QVERIFY(requests().isChecked());
    m_shown->window().actions().nextRequest->trigger();
    QVERIFY(m_shown->window().tabs().inFront() == nullptr); // the review
    const auto names = [this](const QString &title) {
        const QString shown = m_shown->window().windowTitle();
        return shown == title + u" · one"_s && shown != u" · one"_s;
    };
    QVERIFY(names(m_shown->window().tabs().tabText(m_shown->window().tabs().currentIndex())));

    choose(u"ja"_s);
    QVERIFY(requests().isChecked());
    QVERIFY(m_shown->window().actions().nextRequest->isEnabled());
    QVERIFY(m_shown->window().tabs().inFront() == nullptr);
    QVERIFY(names(m_shown->window().tabs().tabText(m_shown->window().tabs().currentIndex())));
    QCOMPARE(m_shown->window().reviews().openReviews().size(), 1U);
    QCOMPARE(waiting.waitingCount(), 1);

    requests().trigger();
    QVERIFY(!requests().isChecked());
    choose(u"en"_s);
    QVERIFY(!requests().isChecked());
    QVERIFY(m_shown->window().actions().nextRequest->isEnabled());
    m_shown->window().tools().callPane().cancel();
}

void TestLanguages::staysChosen()
{
    choose(u"ja"_s);
    QCOMPARE(models::Settings(&m_workspace->settings()).language(), u"ja"_s);
    const QAction *checked = m_shown->window().actions().language->checkedAction();
    QVERIFY(checked);
    QCOMPARE(checked->data().toString(), u"ja"_s);
    QCOMPARE(checked->text(), u"日本語"_s); // by its own name, in every language
}

void TestLanguages::choosingTheSameChangesNothing()
{
    choose(u"en"_s);
    const QSignalSpy replaced(m_shown.get(), &app::ProgramWindow::replaced);
    choose(u"en"_s);
    QCOMPARE(replaced.size(), 0);
}

QTEST_MAIN(TestLanguages)
#include "tst_languages.moc"
