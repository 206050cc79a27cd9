// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/servercommands.h"
#include "app/window/actions.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "models/trace/filterstore.h"
#include "session/restart/restartfile.h"
#include "session/restart/restarthistory.h"
#include "support/openedwindow.h"
#include "widgets/kit/frame/settingspages.h"
#include "widgets/servers/servereditor.h"

#include <QAction>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace sonde;
using namespace sonde::tests;
using widgets::ServerEditor;

// The Server menu. None of these windows has a keychain.
class TstServerCommands : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void duplicatesAServerWithItsSecrets();
    void offersToEnterALostSecretAgain_data();
    void offersToEnterALostSecretAgain();
    void promisesNoKeychainThatIsNotThere();
    void aRemovalCanBeUndone_data();
    void aRemovalCanBeUndone();
    void aRemovalIsUndoneOnceAndClosed();
    void allAreConnectedAndStopped();
    void theHistoryOfStartsComesBack_data();
    void theHistoryOfStartsComesBack();
    void aClosedRemovalLeavesNoHistory();
    void aRemovedColourRuleComesBack();
};

namespace {

config::Profile withSecret()
{
    config::Profile server =
        profile(QStringLiteral("keyed"), QStringLiteral("cat"), {QStringLiteral("-u")});
    server.environment = {{QStringLiteral("API_KEY"), Secret(QStringLiteral("SECRET-1"))}};
    server.secretVariables = QStringList{QStringLiteral("API_KEY")};
    return server;
}

config::Profile withSecretHeader()
{
    config::Profile server;
    server.name = QStringLiteral("keyed");
    server.reachByUrl().url = QStringLiteral("http://127.0.0.1:9/mcp");
    server.http()->headers = {
        {QStringLiteral("X-Api-Key"), Secret(QStringLiteral("SECRET-2")), true}};
    return server;
}

config::Profile withoutSecret()
{
    return profile(QStringLiteral("plain"), QStringLiteral("true"), {});
}

void removeByMenu(Opened &opened)
{
    opened.window.actions().removeServer->trigger();
    auto *button = opened.window.findChild<QPushButton *>(QStringLiteral("removeButton"));
    QVERIFY(button);
    button->click();
}

look::InlineMessage &noticeOf(Opened &opened)
{
    return *opened.window.findChild<look::InlineMessage *>(QStringLiteral("removalNotice"));
}

// So many starts of the server as an earlier run of Sonde has kept them; the first one is the
// reference.
void keepStarts(const QString &folder, const QString &server, int count)
{
    std::deque<models::Restart> starts;
    for (int number = 1; number <= count; ++number) {
        models::Restart start;
        start.number = number;
        start.at.wall = 1'764'000'000'000'000'000 + number;
        start.cause.words = QStringLiteral("start %1").arg(number);
        start.snapshot = std::make_shared<const changes::Snapshot>();
        start.isReference = number == 1;
        starts.push_back(std::move(start));
    }
    QVERIFY(session::RestartFile(session::RestartFile::pathOf(folder, server)).save(starts).ok());
}

bool shows(const QWidget &window, const QString &text)
{
    for (const auto *message : window.findChildren<look::InlineMessage *>()) {
        if (message->isVisible() && message->sentence().contains(text))
            return true;
    }
    return false;
}

} // namespace

void TstServerCommands::duplicatesAServerWithItsSecrets()
{
    const QTemporaryDir folder;
    Opened opened(folder.path());
    QVERIFY(opened.workspace.save({}, withSecret()).ok());
    QAction *action = opened.window.actions().duplicateServer;
    QVERIFY(action->isEnabled());
    action->trigger();
    auto *editor = opened.window.findChild<ServerEditor *>();
    QVERIFY(editor);
    QVERIFY(shows(*editor, QStringLiteral("API_KEY"))); // it says which secrets are in the copy
    QVERIFY(!shows(*editor, QStringLiteral("SECRET")));
    const QString name = editor->profile().name;
    editor->findChild<QPushButton *>(QStringLiteral("save"))->click();
    const config::ProfileStore &profiles = opened.workspace.profiles();
    QCOMPARE(profiles.profiles().size(), std::size_t(2));
    QVERIFY(profiles.find(QStringLiteral("keyed")));
    const config::Profile *copy = profiles.find(name);
    QVERIFY(copy);
    QCOMPARE(copy->arguments, QStringList{QStringLiteral("-u")});
    QCOMPARE(copy->environment.front().second.reveal(), QStringLiteral("SECRET-1"));
    QCOMPARE(opened.workspace.current(), name);
}

void TstServerCommands::offersToEnterALostSecretAgain_data()
{
    QTest::addColumn<bool>("http");
    QTest::newRow("variable") << false;
    QTest::newRow("header") << true;
}

void TstServerCommands::offersToEnterALostSecretAgain()
{
    QFETCH(bool, http);
    const QTemporaryDir folder;
    {
        Opened first(folder.path());
        QVERIFY(first.workspace.save({}, http ? withSecretHeader() : withSecret()).ok());
    }
    Opened second(folder.path());
    const QString name = QStringLiteral("keyed");
    second.workspace.connectTo(name);
    QTRY_VERIFY_WITH_TIMEOUT(shows(second.window, QStringLiteral("enter it again")), kPatienceMs);
    QVERIFY(!shows(second.window, QStringLiteral("keychain"))); // there has been none
    QCOMPARE(second.state(name), mcp::ClientState::Stopped);
    for (auto *message : second.window.findChildren<look::InlineMessage *>()) {
        if (message->isVisible() && message->sentence().contains(QStringLiteral("again")))
            message->findChild<QPushButton *>()->click();
    }
    QTRY_VERIFY_WITH_TIMEOUT(second.window.findChild<ServerEditor *>(), kPatienceMs);
    auto *editor = second.window.findChild<ServerEditor *>();
    QCOMPARE(editor->profile().name, name);
    QCOMPARE(editor->pages().current(),
        int(http ? ServerEditor::HeadersPage : ServerEditor::EnvironmentPage));
    QVERIFY(shows(*editor, http ? QStringLiteral("X-Api-Key") : QStringLiteral("API_KEY")));
    QVERIFY(!shows(second.window, QStringLiteral("enter it again"))); // it is being done
}

void TstServerCommands::promisesNoKeychainThatIsNotThere()
{
    const QTemporaryDir folder;
    Opened opened(folder.path());
    for (const config::Profile &server : {withSecret(), withSecretHeader()}) {
        QVERIFY(opened.workspace.save(opened.workspace.current(), server).ok());
        opened.window.serverCommands().openEditor(server.name);
        auto *editor = opened.window.findChild<ServerEditor *>();
        QVERIFY(editor);
        int sentences = 0;
        for (const auto *label : editor->findChildren<QLabel *>()) {
            QVERIFY2(!label->text().contains(QStringLiteral("in the keychain")),
                qPrintable(label->text()));
            sentences += label->text().contains(QStringLiteral("without a keychain")) ? 1 : 0;
        }
        QVERIFY(sentences > 0);
        for (const auto *edit : editor->findChildren<QLineEdit *>())
            QVERIFY2(!edit->placeholderText().contains(QStringLiteral("keychain")),
                qPrintable(edit->placeholderText()));
        delete editor;
    }
}

void TstServerCommands::aRemovalCanBeUndone_data()
{
    QTest::addColumn<bool>("forThisRun");
    QTest::newRow("saved") << false;
    QTest::newRow("for this run") << true;
}

void TstServerCommands::aRemovalCanBeUndone()
{
    QFETCH(bool, forThisRun);
    const QTemporaryDir folder;
    Opened opened(folder.path());
    config::Profile server = withSecret();
    server.idleTimeout = std::chrono::milliseconds(1234);
    if (forThisRun)
        opened.workspace.addForThisRun(server);
    else
        QVERIFY(opened.workspace.save({}, server).ok());
    opened.workspace.setCurrent(server.name);
    QVERIFY(noticeOf(opened).isHidden());
    removeByMenu(opened);
    QVERIFY(!opened.workspace.profiles().find(server.name));
    QVERIFY(noticeOf(opened).isVisible());
    QVERIFY(noticeOf(opened).sentence().contains(server.name));
    auto *undo = noticeOf(opened).findChild<QPushButton *>();
    undo->setFocus();
    QTest::keyClick(undo, Qt::Key_Space);
    const config::Profile *back = opened.workspace.profiles().find(server.name);
    QVERIFY(back);
    QCOMPARE(back->idleTimeout.count(), 1234);
    QCOMPARE(back->arguments, server.arguments);
    QCOMPARE(back->environment.at(0).second.reveal(), QStringLiteral("SECRET-1"));
    QCOMPARE(opened.workspace.current(), server.name);
    QCOMPARE(opened.workspace.isForThisRun(server.name), forThisRun);
    QVERIFY(noticeOf(opened).isHidden());
    app::Workspace again({folder.path(), {}});
    again.load();
    QCOMPARE(again.profiles().find(server.name) != nullptr, !forThisRun);
}

void TstServerCommands::theHistoryOfStartsComesBack_data()
{
    QTest::addColumn<bool>("isRead"); // before the server is removed
    QTest::addColumn<bool>("isTaken"); // its name, by another server
    QTest::newRow("read") << true << false;
    QTest::newRow("on disk only") << false << false;
    QTest::newRow("under another name") << true << true;
    QTest::newRow("on disk, under another name") << false << true;
}

void TstServerCommands::theHistoryOfStartsComesBack()
{
    QFETCH(const bool, isRead);
    QFETCH(const bool, isTaken);
    const QTemporaryDir folder;
    const QString name = withoutSecret().name;
    {
        Opened first(folder.path());
        QVERIFY(first.workspace.save({}, withoutSecret()).ok());
    }
    keepStarts(folder.path(), name, 2);
    Opened opened(folder.path());
    session::RestartHistory &history = opened.workspace.restarts();
    if (isRead)
        QTRY_COMPARE_WITH_TIMEOUT(history.restarts(name).size(), std::size_t(2), kPatienceMs);
    removeByMenu(opened);
    QCOMPARE(history.restarts(name).size(), std::size_t(0));
    QVERIFY(!QFile::exists(session::RestartFile::pathOf(folder.path(), name)));
    if (isTaken)
        QVERIFY(opened.workspace.save({}, withoutSecret()).ok());
    noticeOf(opened).findChild<QPushButton *>()->click();
    const QString back = opened.workspace.current();
    QCOMPARE(back == name, !isTaken);
    QTRY_COMPARE_WITH_TIMEOUT(history.restarts(back).size(), std::size_t(2), kPatienceMs);
    QCOMPARE(history.restarts(back)[1].cause.words, QStringLiteral("start 2"));
    QVERIFY(history.restarts(back)[0].isReference);
    QCOMPARE(history.restarts(name).size(), std::size_t(isTaken ? 0 : 2));
    // And is there in the next run.
    history.save();
    const auto kept =
        session::RestartFile(session::RestartFile::pathOf(folder.path(), back)).load();
    QVERIFY(kept.ok());
    QCOMPARE(kept->size(), std::size_t(2));
}

void TstServerCommands::aClosedRemovalLeavesNoHistory()
{
    const QTemporaryDir folder;
    const QString name = withoutSecret().name;
    keepStarts(folder.path(), name, 2);
    Opened opened(folder.path());
    QVERIFY(opened.workspace.save({}, withoutSecret()).ok());
    session::RestartHistory &history = opened.workspace.restarts();
    QTRY_COMPARE_WITH_TIMEOUT(history.restarts(name).size(), std::size_t(2), kPatienceMs);
    removeByMenu(opened);
    noticeOf(opened).findChild<QToolButton *>()->click();
    QVERIFY(noticeOf(opened).isHidden());
    history.restore(name, name);
    QCOMPARE(history.restarts(name).size(), std::size_t(0));
}

void TstServerCommands::aRemovalIsUndoneOnceAndClosed()
{
    const QTemporaryDir folder;
    Opened opened(folder.path());
    QVERIFY(opened.workspace.save({}, withSecret()).ok());
    removeByMenu(opened);
    // Another server has the name meanwhile: both stay.
    QVERIFY(opened.workspace.save({}, withSecretHeader()).ok());
    noticeOf(opened).findChild<QPushButton *>()->click();
    QCOMPARE(opened.workspace.profiles().profiles().size(), std::size_t(2));
    QVERIFY(opened.workspace.profiles().find(QStringLiteral("keyed"))->http());
    removeByMenu(opened);
    auto *close = noticeOf(opened).findChild<QToolButton *>(QStringLiteral("closeMessage"));
    QVERIFY(close->isVisible() && !close->accessibleName().isEmpty());
    QTest::keyClick(close, Qt::Key_Space);
    QVERIFY(noticeOf(opened).isHidden());
    QCOMPARE(opened.workspace.profiles().profiles().size(), std::size_t(1));
}

// What is connected already keeps its connection; the current server stays the current one.
void TstServerCommands::allAreConnectedAndStopped()
{
    const QTemporaryDir folder;
    Opened opened(folder.path());
    const app::Actions &actions = opened.window.actions();
    QVERIFY(!actions.connectAll->isEnabled());
    QVERIFY(!actions.stopAll->isEnabled());
    const QStringList names{QStringLiteral("one"), QStringLiteral("two"), QStringLiteral("three")};
    for (const QString &name : names)
        QVERIFY(opened.workspace.save({}, demo(name)).ok());
    opened.workspace.setCurrent(names[1]);
    opened.workspace.connectTo(names[0]);
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(names[0]), mcp::ClientState::Ready, kPatienceMs);
    const mcp::Client *first = opened.workspace.client(names[0]);
    QVERIFY(actions.connectAll->isEnabled());
    QVERIFY(actions.stopAll->isEnabled());
    actions.connectAll->trigger();
    for (const QString &name : names)
        QTRY_COMPARE_WITH_TIMEOUT(opened.state(name), mcp::ClientState::Ready, kPatienceMs);
    QCOMPARE(opened.sentBy(names[0]).filter(QStringLiteral("server/discover")).size(), 1);
    QCOMPARE(opened.workspace.client(names[0]), first);
    QCOMPARE(opened.workspace.current(), names[1]);
    QVERIFY(!actions.connectAll->isEnabled());
    actions.stopAll->trigger();
    for (const QString &name : names)
        QTRY_COMPARE_WITH_TIMEOUT(opened.state(name), mcp::ClientState::Stopped, kPatienceMs);
    QVERIFY(actions.connectAll->isEnabled());
    QVERIFY(!actions.stopAll->isEnabled());
}

void TstServerCommands::aRemovedColourRuleComesBack()
{
    const QTemporaryDir folder;
    Opened opened(folder.path());
    models::FilterStore &filters = opened.workspace.filters();
    const std::vector<models::ColourRule> both{
        {QStringLiteral("one"), QStringLiteral("kind == request")},
        {QStringLiteral("two"), QStringLiteral("kind == response")}};
    filters.setRules(both);
    filters.removeRule(both[1]);
    QCOMPARE(filters.rules().size(), std::size_t(1));
    look::InlineMessage &notice = noticeOf(opened);
    QVERIFY(notice.isVisible());
    QVERIFY(notice.sentence().contains(both[1].text));
    notice.findChild<QPushButton *>()->click();
    QVERIFY(notice.isHidden());
    QCOMPARE(filters.rules(), both);
}

QTEST_MAIN(TstServerCommands)
#include "tst_servercommands.moc"
