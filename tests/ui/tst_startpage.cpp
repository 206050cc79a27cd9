// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/servercommands.h"
#include "look/style/sondestyle.h"
#include "support/demohttp.h"
#include "support/openedwindow.h"
#include "widgets/kit/field/pastefield.h"
#include "widgets/kit/frame/helpwindow.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/overview/startpage.h"
#include "widgets/servers/pasteddialog.h"
#include "widgets/servers/servereditor.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>
#include <vector>

using namespace sonde;
using namespace sonde::tests;
using namespace Qt::StringLiterals;

// The ways to the first server.
class TestStartPage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void cleanup() { m_opened.reset(); }
    void connectsToACommandLine();
    void connectsToAUrl();
    void opensTheEditorForWhatNeedsMore();
    void offersSeveralServers();
    void saysWhatIsNoServer();
    void comesBackWhenTheLastServerIsRemoved();
    void leadsEverywhereByTheKeyboard();

private:
    widgets::StartPage &page() { return m_opened->window.overview().startPage(); }
    void enter(const QString &text);
    bool isConnected(const QString &name)
    {
        return QTest::qWaitFor(
            [&] { return m_opened->state(name) == mcp::ClientState::Ready; }, kPatienceMs);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TestStartPage::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_opened = std::make_unique<Opened>(m_folder->path());
    m_opened->window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_opened->window));
    QVERIFY(page().isVisible());
}

void TestStartPage::enter(const QString &text)
{
    page().field().setFocus();
    page().field().setText(text);
    QTest::keyClick(&page().field(), Qt::Key_Return);
}

void TestStartPage::connectsToACommandLine()
{
    enter(app::demoServer());
    QCOMPARE(m_opened->workspace.profiles().profiles().size(), std::size_t(1));
    const config::Profile first = m_opened->workspace.profiles().profiles().front();
    QCOMPARE(first.program, app::demoServer());
    QVERIFY(isConnected(first.name));
    QVERIFY(!page().isVisible());
}

void TestStartPage::connectsToAUrl()
{
    const sonde::test::Demo server;
    enter(server.url().toString());
    QCOMPARE(m_opened->workspace.profiles().profiles().size(), std::size_t(1));
    QVERIFY(isConnected(m_opened->workspace.profiles().profiles().front().name));
}

// What the text leaves open is entered before it is saved.
void TestStartPage::opensTheEditorForWhatNeedsMore()
{
    enter(u"claude mcp add -e TOKEN weather server"_s);
    QVERIFY(m_opened->window.findChild<widgets::ServerEditor *>());
    QVERIFY(m_opened->workspace.profiles().profiles().empty());
}

void TestStartPage::offersSeveralServers()
{
    enter(uR"({"mcpServers":{"a":{"command":"x"},"b":{"command":"y"}}})"_s);
    QVERIFY(m_opened->window.findChild<widgets::PastedDialog *>());
    QVERIFY(m_opened->workspace.profiles().profiles().empty());
}

void TestStartPage::saysWhatIsNoServer()
{
    const QSignalSpy failed(&m_opened->window.serverCommands(), &app::ServerCommands::failed);
    enter(u"{\"mcpServers\":"_s);
    QCOMPARE(failed.count(), 1);
    QVERIFY(!failed.first().first().toString().isEmpty());
    QVERIFY(page().isVisible());
    QCOMPARE(page().field().text(), u"{\"mcpServers\":"_s);
    enter(u"   "_s);
    QCOMPARE(failed.count(), 1);
    QVERIFY(!page().findChild<QPushButton *>(u"startConnect"_s)->isEnabled());
}

void TestStartPage::comesBackWhenTheLastServerIsRemoved()
{
    for (const QString &name : {u"one"_s, u"two"_s, u"three"_s})
        m_opened->connectTo(demo(name));
    for (const QString &name : {u"one"_s, u"two"_s, u"three"_s}) {
        QVERIFY(isConnected(name));
        QVERIFY(!page().isVisible());
    }
    for (const QString &name : {u"two"_s, u"one"_s, u"three"_s}) {
        QVERIFY(!page().isVisible());
        QVERIFY(m_opened->workspace.remove(name).ok());
    }
    QVERIFY(QTest::qWaitFor([&] { return page().isVisible(); }, kPatienceMs));
}

void TestStartPage::leadsEverywhereByTheKeyboard()
{
    using widgets::StartPage;
    StartPage alone;
    alone.show();
    alone.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&alone));
    std::vector<std::unique_ptr<QSignalSpy>> asked;
    for (const auto signal : {&StartPage::newServerRequested, &StartPage::demoRequested,
             &StartPage::hostsRequested, &StartPage::sessionRequested, &StartPage::tourRequested})
        asked.push_back(std::make_unique<QSignalSpy>(&alone, signal));
    const QList<QPushButton *> ways = alone.findChildren<QPushButton *>();
    for (QPushButton *way : ways) {
        if (!way->isEnabled())
            continue;
        QVERIFY(way->focusPolicy() & Qt::TabFocus);
        QVERIFY(!way->accessibleDescription().isEmpty());
        way->setFocus();
        QTest::keyClick(way, Qt::Key_Space);
    }
    for (const auto &spy : asked)
        QCOMPARE(spy->count(), 1);
    auto *help = alone.findChild<widgets::HelpWindow *>();
    QVERIFY(help && help->isVisible());
}

QTEST_MAIN(TestStartPage)
#include "tst_startpage.moc"
