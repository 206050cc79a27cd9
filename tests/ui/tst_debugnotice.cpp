// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "support/freeport.h"
#include "support/openedwindow.h"
#include "widgets/servers/servereditor.h"

#include <QComboBox>
#include <QFile>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace sonde;
using namespace sonde::tests;

namespace {

constexpr char kServer[] = R"(
process.stdin.setEncoding('utf8');
let rest = '';
process.stdin.on('data', text => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines.filter(each => each)) {
        const { id, method } = JSON.parse(line);
        if (id === undefined)
            continue;
        const result = method === 'initialize'
            ? { protocolVersion: '2025-06-18', capabilities: { tools: {} },
                serverInfo: { name: 's', version: '1' } }
            : { tools: [] };
        console.log(JSON.stringify({ jsonrpc: '2.0', id, result }));
    }
});
)";

} // namespace

// A server that starts in a debugger, in the dialog and in the window.
class TestDebugNotice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void theDialogShowsTheCommand();
    void theWindowSaysWhereToAttach();
};

void TestDebugNotice::theDialogShowsTheCommand()
{
    config::Profile server = profile(
        QStringLiteral("s"), QStringLiteral("node"), {QStringLiteral("/no/such/server.js")});
    widgets::ServerEditor editor(server, {});
    auto *choice = editor.findChild<QComboBox *>(QStringLiteral("debugger"));
    auto *port = editor.findChild<QSpinBox *>(QStringLiteral("debuggerPort"));
    const auto *preview = editor.findChild<QPlainTextEdit *>();
    QVERIFY(choice && port && preview);
    editor.show();
    QVERIFY(!port->isVisible());
    QVERIFY(!preview->toPlainText().contains(QStringLiteral("inspect")));
    const int node = choice->findData(int(config::Debugger::Node));
    const int python = choice->findData(int(config::Debugger::Python));
    // The one that fits is longer by what says so.
    QVERIFY(choice->itemText(node).size() > QStringLiteral("node --inspect-brk").size());
    choice->setCurrentIndex(node);
    QVERIFY(port->isVisible());
    QVERIFY(preview->toPlainText().contains(QStringLiteral("--inspect-brk=127.0.0.1:9229")));
    port->setValue(9333);
    QVERIFY(preview->toPlainText().contains(QStringLiteral("--inspect-brk=127.0.0.1:9333")));
    QCOMPARE(editor.profile().debug, (config::DebugSettings{config::Debugger::Node, 9333}));
    choice->setCurrentIndex(python);
    QVERIFY(!editor.problemAt(config::ProfileField::Debugger).isEmpty());
    choice->setCurrentIndex(0);
    QVERIFY(editor.problemAt(config::ProfileField::Debugger).isEmpty());
    QCOMPARE(editor.profile().debug, config::DebugSettings());
}

void TestDebugNotice::theWindowSaysWhereToAttach()
{
    if (QStandardPaths::findExecutable(QStringLiteral("node")).isEmpty())
        QSKIP("node is not installed (./dev test installs it)");
    const QTemporaryDir folder;
    const QString script = folder.filePath(QStringLiteral("server.js"));
    {
        QFile file(script);
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(kServer), qint64(sizeof kServer - 1));
    }
    Opened opened(folder.path());
    config::Profile server = profile(QStringLiteral("s"), QStringLiteral("node"), {script});
    server.era = config::EraMode::Legacy;
    server.debug = {config::Debugger::Node, test::freePort()};
    const QString address = QStringLiteral("127.0.0.1:%1").arg(server.debug.port);
    opened.connectTo(server);
    const auto *notice =
        opened.window.findChild<look::InlineMessage *>(QStringLiteral("debugNotice"));
    QVERIFY(notice && !notice->isHidden());
    QVERIFY(notice->sentence().contains(address));
    const mcp::Client *client = opened.workspace.client(QStringLiteral("s"));
    // The program waits before its first statement.
    QVERIFY(QTest::qWaitFor(
        [&] {
            const auto &lines = client->lastDiagnostics();
            return std::any_of(lines.begin(), lines.end(),
                [&](const auto &line) { return line.text.contains(address); });
        },
        kPatienceMs));
    QCOMPARE(client->state(), mcp::ClientState::Starting);
    // The debugger of node attaches there, and lets it go on.
    QProcess debugger;
    debugger.start(QStringLiteral("node"), {QStringLiteral("inspect"), address});
    QVERIFY(debugger.waitForStarted(kPatienceMs));
    QByteArray shown;
    QVERIFY(QTest::qWaitFor(
        [&] {
            shown += debugger.readAllStandardOutput();
            return shown.contains("Break on start");
        },
        kLongPatienceMs));
    debugger.write("cont\n");
    QVERIFY(QTest::qWaitFor(
        [&] { return client->state() == mcp::ClientState::Ready; }, kLongPatienceMs));
    QVERIFY(notice->isHidden());
    debugger.kill();
    QVERIFY(debugger.waitForFinished(kPatienceMs));
}

QTEST_MAIN(TestDebugNotice)

#include "tst_debugnotice.moc"
