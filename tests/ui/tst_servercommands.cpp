// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/servercommands.h"
#include "app/window/actions.h"
#include "look/inlinemessage.h"
#include "look/sondestyle.h"
#include "support/openedwindow.h"
#include "widgets/servers/servereditor.h"
#include "widgets/servers/settingspages.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

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
    server.http.emplace().url = QStringLiteral("http://127.0.0.1:9/mcp");
    server.http->headers = {
        {QStringLiteral("X-Api-Key"), Secret(QStringLiteral("SECRET-2")), true}};
    return server;
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

QTEST_MAIN(TstServerCommands)
#include "tst_servercommands.moc"
