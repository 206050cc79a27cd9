// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "content/json/jsoneditor.h"
#include "session/call/toolcall.h"
#include "session/catalog/promptstore.h"
#include "session/catalog/resourcestore.h"
#include "support/openedwindow.h"
#include "support/places.h"
#include "widgets/activity/loglevelbox.h"
#include "widgets/activity/logspanel.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/catalog/promptpane.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcepane.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QComboBox>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;
using models::CatalogKind;

// Three servers at once, with something open in each panel: everything that is shown and sent is of
// the current one.
class TstServerSwitch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void readsFromTheCurrentServer();
    void requestsPromptsFromTheCurrentServer();
    void callsToolsOfTheCurrentServer();
    void offersNothingForAServerThatOffersNothing();
    void forgetsRemovedServers();

private:
    void show(const QString &name, widgets::Panel &panel);
    mcp::Client *client(const char *name)
    {
        return m_opened->workspace.client(QLatin1String(name));
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Opened> m_opened;
};

namespace {

// The modern demo server puts its revision into each request, the legacy one does not.
bool isModern(const content::JsonEditor &preview)
{
    return preview.bytes().toByteArray().contains("io.modelcontextprotocol/protocolVersion");
}

} // namespace

void TstServerSwitch::initTestCase()
{
    m_opened = std::make_unique<Opened>(m_folder.path());
    config::Profile modern = demo(QStringLiteral("modern"));
    modern.era = config::EraMode::Modern;
    config::Profile legacy = demo(QStringLiteral("legacy"));
    legacy.era = config::EraMode::Legacy;
    // It has a tool, and neither resources nor prompts.
    config::Profile tools =
        profile(QStringLiteral("tools"), sonde::test::programPath("mcptestserver"), {});
    for (const config::Profile &server : {modern, legacy, tools}) {
        m_opened->connectTo(server);
        QTRY_COMPARE_WITH_TIMEOUT(
            m_opened->state(server.name), mcp::ClientState::Ready, kPatienceMs);
    }
    m_opened->window.activateWindow();
}

void TstServerSwitch::show(const QString &name, widgets::Panel &panel)
{
    m_opened->workspace.setCurrent(name);
    m_opened->window.showPanel(panel);
}

void TstServerSwitch::readsFromTheCurrentServer()
{
    auto &panel = m_opened->window.resources();
    const QString pulse = QStringLiteral("demo://pulse");
    const auto reads = [this](const char *name, const QString &uri) {
        const auto *read = session::ResourceStore::of(client(name))->known(uri);
        return read ? read->reads() : 0;
    };
    show(QStringLiteral("modern"), panel);
    QTRY_VERIFY_WITH_TIMEOUT(panel.count() > 0, kPatienceMs);
    panel.choose(CatalogKind::Resource, pulse);
    QVERIFY(isModern(panel.pane().preview()));
    m_opened->window.actions().call->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(reads("modern", pulse), 1, kPatienceMs);

    show(QStringLiteral("legacy"), panel);
    QTRY_VERIFY_WITH_TIMEOUT(panel.list().chosenRow() == 0, kPatienceMs);
    const QString first = panel.pane().uri();
    QVERIFY(!first.isEmpty() && first != pulse);
    QVERIFY(!isModern(panel.pane().preview()));
    QVERIFY(!panel.canShowInTrace()); // nothing of the other server's result is left
    m_opened->window.actions().call->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(reads("legacy", first), 1, kPatienceMs);
    QCOMPARE(reads("modern", first), 0);
    QCOMPARE(reads("legacy", pulse), 0);

    // What was open is open again, with what was read.
    show(QStringLiteral("modern"), panel);
    QTRY_COMPARE_WITH_TIMEOUT(panel.pane().uri(), pulse, kPatienceMs);
    QVERIFY(isModern(panel.pane().preview()));
    QVERIFY(panel.canShowInTrace());
    QCOMPARE(reads("modern", pulse), 1);
}

void TstServerSwitch::requestsPromptsFromTheCurrentServer()
{
    auto &panel = m_opened->window.prompts();
    const auto state = [this](const char *name, const QString &prompt) {
        return session::PromptStore::of(client(name))->request(prompt)->state();
    };
    using State = session::Request::State;
    const QString chart = QStringLiteral("describe_chart");
    show(QStringLiteral("modern"), panel);
    QTRY_VERIFY_WITH_TIMEOUT(panel.count() > 0, kPatienceMs);
    panel.choose(CatalogKind::Prompt, chart);
    QCOMPARE(panel.pane().prompt(), chart);
    QVERIFY(isModern(panel.pane().preview()));

    show(QStringLiteral("legacy"), panel);
    QTRY_VERIFY_WITH_TIMEOUT(panel.list().chosenRow() == 0, kPatienceMs);
    const QString first = panel.pane().prompt();
    QVERIFY(!first.isEmpty() && first != chart);
    QVERIFY(!isModern(panel.pane().preview()));
    m_opened->window.actions().call->trigger();
    m_opened->window.actions().call->trigger(); // without the arguments that are required
    QTRY_VERIFY_WITH_TIMEOUT(state("legacy", first) != State::Idle, kPatienceMs);
    QCOMPARE(state("modern", first), State::Idle);

    show(QStringLiteral("modern"), panel);
    QTRY_COMPARE_WITH_TIMEOUT(panel.pane().prompt(), chart, kPatienceMs);
    QVERIFY(isModern(panel.pane().preview()));
}

void TstServerSwitch::callsToolsOfTheCurrentServer()
{
    auto &panel = m_opened->window.tools();
    show(QStringLiteral("modern"), panel);
    QTRY_VERIFY_WITH_TIMEOUT(panel.count() > 0, kPatienceMs);
    panel.chooseTool(QStringLiteral("echo"));
    QVERIFY(isModern(panel.callPane().preview()));

    show(QStringLiteral("tools"), panel);
    QTRY_COMPARE_WITH_TIMEOUT(panel.count(), 1, kPatienceMs);
    QVERIFY(!isModern(panel.callPane().preview()));
    m_opened->window.actions().call->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(panel.currentCall() && panel.currentCall()->response(), kPatienceMs);
    const auto content = panel.currentCall()->response()->result()["content"];
    QVERIFY((*content.begin())["text"].toString().startsWith(u"{},")); // as only it responds;

    // The tool that was open is open again.
    show(QStringLiteral("modern"), panel);
    QTRY_COMPARE_WITH_TIMEOUT(panel.callPane().tool(), QStringLiteral("echo"), kPatienceMs);
    QVERIFY(isModern(panel.callPane().preview()));
    QVERIFY(!panel.currentCall() || !panel.currentCall()->response());
}

void TstServerSwitch::offersNothingForAServerThatOffersNothing()
{
    for (widgets::CatalogPanel *panel : std::initializer_list<widgets::CatalogPanel *>{
             &m_opened->window.resources(), &m_opened->window.prompts()}) {
        show(QStringLiteral("modern"), *panel);
        QTRY_VERIFY_WITH_TIMEOUT(panel->canRunCommand(widgets::Panel::Command::Call), kPatienceMs);
        show(QStringLiteral("tools"), *panel);
        QVERIFY(!panel->canRunCommand(widgets::Panel::Command::Call));
        QVERIFY(!panel->canRunCommand(widgets::Panel::Command::CallAgain));
        QVERIFY(!panel->canShowInTrace());
        QVERIFY(!m_opened->window.actions().call->isEnabled());
    }
}

// Another server of that name is not the one that was removed.
void TstServerSwitch::forgetsRemovedServers()
{
    auto &panel = m_opened->window.tools();
    const QString name = QStringLiteral("removed");
    const auto start = [&] {
        config::Profile server = demo(name);
        server.era = config::EraMode::Legacy;
        m_opened->connectTo(server);
        m_opened->window.showPanel(panel);
        return QTest::qWaitFor([&] { return panel.list().chosenRow() == 0; }, kPatienceMs);
    };
    const auto chooseLevel = [&] {
        QComboBox &box = m_opened->window.logs().levelBox().box();
        box.setCurrentIndex(3);
        Q_EMIT box.activated(3);
        const auto &logs = m_opened->window.logs().levelBox();
        return QTest::qWaitFor([&] { return !logs.level().isEmpty(); }, kPatienceMs);
    };
    for (const bool isInFront : {true, false}) {
        QVERIFY(start());
        QVERIFY(m_opened->window.logs().levelBox().level().isEmpty());
        const QString first = panel.callPane().tool();
        panel.chooseTool(QStringLiteral("echo"));
        QVERIFY(panel.callPane().tool() != first);
        panel.callPane().focusForm();
        QVERIFY(chooseLevel());
        if (!isInFront)
            m_opened->workspace.setCurrent(QStringLiteral("legacy"));
        QVERIFY(m_opened->workspace.remove(name));
        QVERIFY(start());
        QCOMPARE(panel.callPane().tool(), first);
        QVERIFY(m_opened->window.logs().levelBox().level().isEmpty());
        QVERIFY(m_opened->workspace.remove(name));
    }
}

QTEST_MAIN(TstServerSwitch)
#include "tst_serverswitch.moc"
