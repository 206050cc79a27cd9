// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Servers that are reached by URL, in the window.

#include "support/buttons.h"
#include "support/httpscript.h"

#include "app/program/mainwindow.h"
#include "app/window/actions.h"
#include "app/workspace/places.h"
#include "content/json/jsoneditor.h"
#include "look/controls/colorlabel.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "models/exchange/httpfacts.h"
#include "models/trace/tracemodel.h"
#include "session/call/toolcall.h"
#include "support/patience.h"
#include "widgets/kit/table/propertygrid.h"
#include "widgets/kit/table/secrettable.h"
#include "widgets/overview/failurepage.h"
#include "widgets/overview/httpevidence.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/overview/serverpage.h"
#include "widgets/overview/trustbox.h"
#include "widgets/request/requestpreview.h"
#include "widgets/servers/pasteddialog.h"
#include "widgets/servers/servereditor.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QRadioButton>
#include <QTableWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::test;
using config::ProfileField;

namespace {

constexpr char kConfiguration[] = "{\"mcpServers\":{\"one\":{\"command\":\"node\"},"
                                  "\"two\":{\"url\":\"https://example.org/mcp\"},"
                                  "\"three\":{\"command\":\"x\"}}}";

// The demo server behind a port of this machine.
class DemoOverHttp {
public:
    DemoOverHttp()
    {
        m_process.setProgram(app::demoServer());
        m_process.setArguments({QStringLiteral("--http"), QStringLiteral("127.0.0.1:0")});
        m_process.setReadChannel(QProcess::StandardError);
        m_process.start();
        QByteArray said;
        while (!said.contains('\n') && m_process.waitForReadyRead(kPatienceMs)) {
            said += m_process.readAllStandardError();
        }
        m_url = QString::fromUtf8(said.mid(said.indexOf("http://")).trimmed());
    }
    ~DemoOverHttp()
    {
        m_process.terminate();
        m_process.waitForFinished();
    }

    const QString &url() const { return m_url; }

private:
    QProcess m_process;
    QString m_url;
};

struct Opened {
    explicit Opened(const QString &folder)
        : workspace({folder, {}})
        , window(workspace)
    {
        workspace.load();
        window.show();
    }

    QString connectTo(const QUrl &url)
    {
        config::Profile profile;
        profile.name = QStringLiteral("remote");
        profile.reachByUrl();
        profile.http()->url = url.toString(QUrl::FullyEncoded);
        const QString name = workspace.addForThisRun(profile);
        workspace.setCurrent(name);
        workspace.connectTo(name);
        return name;
    }

    mcp::ClientState state(const QString &name) const
    {
        const mcp::Client *client = workspace.client(name);
        return client ? client->state() : mcp::ClientState::Stopped;
    }
    widgets::FailurePage &failure()
    {
        return const_cast<widgets::FailurePage &>(*window.overview().failurePage());
    }
    widgets::ServerEditor *editor() { return window.findChild<widgets::ServerEditor *>(); }

    app::Workspace workspace;
    app::MainWindow window;
};

void paste(QWidget *field, const QString &text)
{
    QGuiApplication::clipboard()->setText(text);
    QTest::keySequence(field, QKeySequence::Paste);
}

QLineEdit *pasteField(widgets::ServerEditor *editor)
{
    return editor->findChild<QLineEdit *>(QStringLiteral("paste"));
}

// Says no to whatever comes, with this status and challenge.
HttpScript::Script refusing(int status, const QByteArray &challenge)
{
    return [=](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(status, "text/plain", "go away", {{"WWW-Authenticate", challenge}});
        }
    };
}

} // namespace

class TstHttpServer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        look::installLook(*qApp);
        QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void addsAServerByItsUrlAndCallsATool()
    {
        const DemoOverHttp demo;
        QVERIFY2(demo.url().startsWith(QLatin1String("http://")), qPrintable(demo.url()));
        Opened opened(m_folder->path());
        opened.window.actions().newServer->trigger();
        widgets::ServerEditor *editor = opened.editor();
        QVERIFY(editor);
        paste(pasteField(editor), demo.url());
        QVERIFY(editor->profile().http());
        QCOMPARE(editor->profile().http()->url, demo.url());
        const QString name = editor->profile().name;
        QVERIFY(!name.isEmpty());
        tests::press(editor->findChild<QPushButton *>(QStringLiteral("saveAndConnect")));
        QTRY_COMPARE_WITH_TIMEOUT(opened.state(name), mcp::ClientState::Ready, kPatienceMs);

        widgets::ToolsPanel &tools = opened.window.tools();
        QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 5, kPatienceMs);
        opened.window.showPanel(opened.window.tools());
        tools.chooseTool(QStringLiteral("echo"));
        tools.callPane().requestPreview().setOpen(true);
        const QByteArray exact = R"({"a":9007199254740993,"b":1.0})";
        tools.callPane().editor().setBytes(Bytes::fromByteArray(exact));
        const auto *headers = findLabel(tools, QStringLiteral("Mcp-Name: echo"));
        QVERIFY(headers && headers->isVisible());
        tests::press(tests::button(tools.callPane(), QStringLiteral("callTool")));
        QTRY_VERIFY_WITH_TIMEOUT(tools.currentCall()->response(), kPatienceMs);

        opened.window.actions().showInTrace->trigger();
        models::TraceModel &model = opened.window.trace().document().model();
        const int row = model.rowOf(opened.window.trace().currentNumber());
        QVERIFY(row >= 0);
        QCOMPARE(model.record(row).kind, rpc::Kind::Response);
    }

    void showsTheConnectionOfAServer()
    {
        const DemoOverHttp demo;
        Opened opened(m_folder->path());
        const QString name = opened.connectTo(QUrl(demo.url()));
        QTRY_COMPARE_WITH_TIMEOUT(opened.state(name), mcp::ClientState::Ready, kPatienceMs);
        const widgets::ServerPage &page = *opened.window.overview().serverPage();
        const auto fact = [&](const char *what) {
            return page.connection().value(QString::fromLatin1(what));
        };
        QTRY_VERIFY(page.connection().isVisible());
        QTRY_COMPARE(fact("Version"), QStringLiteral("HTTP/1.1"));
        QCOMPARE(fact("URL"), demo.url());
        QVERIFY(fact("Transport").startsWith(QStringLiteral("Streamable HTTP")));
        QVERIFY(fact("Addresses").contains(QUrl(demo.url()).authority()));
        QTRY_VERIFY(page.agreed()
                        .value(QStringLiteral("Cached detection"))
                        .contains(QStringLiteral("just now")));
        QTRY_VERIFY(page.subscriptions().isVisible());
        QTRY_VERIFY(page.subscriptions()
                        .value(QStringLiteral("Subscription"))
                        .startsWith(QStringLiteral("active")));
        QVERIFY(!page.subscriptions().value(QStringLiteral("honoured")).isEmpty());
    }

    void remembersWhatAProbeFoundUntilItIsProbedAgain()
    {
        const DemoOverHttp demo;
        Opened opened(m_folder->path());
        const QString name = opened.connectTo(QUrl(demo.url()));
        QTRY_COMPARE_WITH_TIMEOUT(opened.state(name), mcp::ClientState::Ready, kPatienceMs);
        QVERIFY(opened.workspace.detectedRevision(name));
        const qint64 found = opened.workspace.detectedRevision(name)->detectedMs;
        {
            app::Workspace later({m_folder->path(), {}});
            later.load();
            config::Profile profile = *opened.workspace.profiles().find(name);
            QCOMPARE(later.addForThisRun(profile), name);
            QVERIFY(later.detectedRevision(name));
            QCOMPARE(later.detectedRevision(name)->detectedMs, found);
        }
        opened.window.actions().probeAgain->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(opened.workspace.detectedRevision(name), kPatienceMs);
        QTRY_COMPARE_WITH_TIMEOUT(opened.state(name), mcp::ClientState::Ready, kPatienceMs);
        QVERIFY(opened.workspace.detectedRevision(name)->detectedMs >= found);
    }

    void keepsTheTextOfBothSidesWhileSwitching()
    {
        config::Profile profile;
        profile.name = QStringLiteral("both");
        profile.program = QStringLiteral("node");
        profile.reachByUrl();
        profile.http()->url = QStringLiteral("https://example.org/mcp");
        auto *editor = new widgets::ServerEditor(profile, {});
        editor->show();
        auto *byUrl = editor->findChild<QRadioButton *>(QStringLiteral("byUrl"));
        auto *byCommand = editor->findChild<QRadioButton *>(QStringLiteral("byCommand"));
        auto *url = editor->findChild<QLineEdit *>(QStringLiteral("url"));
        QVERIFY(byUrl->isChecked());
        QVERIFY(url->isVisible());
        byCommand->click();
        QVERIFY(!url->isVisible());
        QVERIFY(!editor->profile().http());
        QCOMPARE(editor->profile().program, QStringLiteral("node"));
        byUrl->click();
        QVERIFY(url->isVisible());
        QCOMPARE(editor->profile().http()->url, QStringLiteral("https://example.org/mcp"));
        delete editor;
    }

    void saysAtItsFieldWhatDoesNotFit()
    {
        config::Profile profile;
        profile.name = QStringLiteral("wrong");
        profile.reachByUrl();
        profile.http()->url = QStringLiteral("https://example.org/mcp#part");
        profile.http()->headers = {
            {QStringLiteral("No Token"), Secret(QStringLiteral("x")), false}};
        profile.http()->caFile = QStringLiteral("relative.pem");
        profile.http()->certificateFile = QStringLiteral("/nowhere/cert.pem");
        profile.http()->keyFile = QStringLiteral("key.pem");
        profile.http()->pinnedKey = QStringLiteral("12:34");
        profile.http()->proxy = config::ProxyMode::Given;
        profile.http()->unixSocket = QStringLiteral("socket");
        auto *editor = new widgets::ServerEditor(profile, {});
        editor->show();
        for (const ProfileField field : {ProfileField::Url, ProfileField::Headers,
                 ProfileField::CaFile, ProfileField::CertificateFile, ProfileField::KeyFile,
                 ProfileField::PinnedKey, ProfileField::Proxy, ProfileField::UnixSocket}) {
            const QString sentence = editor->problemAt(field);
            QVERIFY2(!sentence.isEmpty(), qPrintable(QString::number(int(field))));
            editor->lead(field);
            QVERIFY2(findVisible(*editor, sentence), qPrintable(sentence));
        }
        QVERIFY(!editor->findChild<QPushButton *>(QStringLiteral("save"))->isEnabled());
        delete editor;
    }

    void hidesSecretsInTheEditor()
    {
        config::Profile profile;
        profile.name = QStringLiteral("secret");
        profile.reachByUrl();
        profile.http()->url = QStringLiteral("https://example.org/mcp");
        profile.http()->headers = {
            {QStringLiteral("Authorization"), Secret(QStringLiteral("hush-hush")), true}};
        auto *editor = new widgets::ServerEditor(profile, {});
        auto *headers = editor->findChild<widgets::SecretTable *>(QStringLiteral("headers"));
        QVERIFY(headers);
        const auto *value = headers->table()->item(0, widgets::SecretTable::ValueColumn);
        QCOMPARE(value->data(Qt::AccessibleTextRole).toString(), QStringLiteral("redacted value"));
        for (const auto *text : editor->findChildren<QPlainTextEdit *>())
            QVERIFY(!text->toPlainText().contains(QStringLiteral("hush-hush")));
        // A name that usually goes with a secret marks its value.
        headers->add({QStringLiteral("X-Plain"), Secret(QStringLiteral("v")), false});
        QVERIFY(!editor->profile().http()->headers[1].secret);
        headers->table()
            ->item(1, widgets::SecretTable::NameColumn)
            ->setText(QStringLiteral("X-Api-Key"));
        QVERIFY(editor->profile().http()->headers[1].secret);
        delete editor;
    }

    void addsTheServersOfAPastedConfiguration()
    {
        Opened opened(m_folder->path());
        QGuiApplication::clipboard()->setText(QString::fromLatin1(kConfiguration));
        auto *panel = opened.window.findChild<widgets::ServersPanel *>();
        opened.window.resize(1440, 900); // narrower, and the list is folded away
        QTRY_VERIFY(panel->isVisible());
        opened.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&opened.window));
        panel->setFocus();
        QTRY_VERIFY(qApp->focusWidget() && panel->isAncestorOf(qApp->focusWidget()));
        QTest::keyClick(qApp->focusWidget(), Qt::Key_V, Qt::ControlModifier);
        widgets::PastedDialog *dialog = nullptr;
        QTRY_VERIFY((dialog = opened.window.findChild<widgets::PastedDialog *>()));
        auto *list = dialog->findChild<QListWidget *>();
        QCOMPARE(list->count(), 3);
        list->item(2)->setCheckState(Qt::Unchecked);
        tests::press(dialog->findChild<QPushButton *>(QStringLiteral("addServers")));
        QVERIFY(opened.workspace.profiles().find(QStringLiteral("one")));
        const config::Profile *two = opened.workspace.profiles().find(QStringLiteral("two"));
        QVERIFY(two && two->http());
        QVERIFY(!opened.workspace.profiles().find(QStringLiteral("three")));
    }

    void offersTheServersOfAPasteInTheEditor()
    {
        auto *editor = new widgets::ServerEditor(config::Profile(), {});
        editor->show();
        paste(pasteField(editor),
            QStringLiteral("{\"mcpServers\":{\n\"one\":{\"command\":\"node\"},\n"
                           "\"two\":{\"url\":\"https://example.org/mcp\"}}}"));
        QCOMPARE(editor->profile().program, QStringLiteral("node"));
        auto *which = editor->findChild<QComboBox *>(QStringLiteral("pasted"));
        QVERIFY(which && which->isVisible());
        QCOMPARE(which->count(), 2);
        which->setCurrentIndex(1);
        Q_EMIT which->activated(1);
        QVERIFY(editor->profile().http());
        QCOMPARE(editor->profile().name, QStringLiteral("two"));
        delete editor;
    }

    void namesTheStepThatFailed_data()
    {
        QTest::addColumn<QString>("url");
        QTest::addColumn<QString>("heading");
        QTest::newRow("nobody listens")
            << QStringLiteral("http://127.0.0.1:1/mcp") << QStringLiteral("the connection failed");
        QTest::newRow("no such name") << QStringLiteral("http://no-such-host.invalid/mcp")
                                      << QStringLiteral("its host name was not found");
    }
    void namesTheStepThatFailed()
    {
        QFETCH(QString, url);
        QFETCH(QString, heading);
        Opened opened(m_folder->path());
        const QString name = opened.connectTo(QUrl(url));
        QTRY_COMPARE_WITH_TIMEOUT(opened.state(name), mcp::ClientState::Failed, kPatienceMs);
        QTRY_VERIFY(opened.failure().isVisible());
        QVERIFY2(opened.failure().failure().heading().contains(heading),
            qPrintable(opened.failure().failure().report()));
        QVERIFY(opened.failure().failure().report().contains(url));
    }

    void saysThatAPortDoesNotSpeakTls()
    {
        const DemoOverHttp demo;
        Opened opened(m_folder->path());
        QUrl url(demo.url());
        url.setScheme(QStringLiteral("https"));
        const QString name = opened.connectTo(url);
        QTRY_COMPARE_WITH_TIMEOUT(opened.state(name), mcp::ClientState::Failed, kPatienceMs);
        const session::Failure &failure = opened.failure().failure();
        QVERIFY2(failure.heading().contains(QStringLiteral("the TLS handshake failed")),
            qPrintable(failure.report()));
        QVERIFY(failure.failedStep());
        QCOMPARE(failure.failedStep()->kind, mcp::StartStep::Kind::SecureConnection);
        const widgets::PropertyGrid &reason = opened.failure().httpEvidence().reason();
        QCOMPARE(reason.value(QStringLiteral("Reason")), failure.error.sentence);
        QVERIFY(reason.value(QStringLiteral("Transfer")).startsWith(u"libcurl 35: "));
    }

    void showsWhatAuthorizationIsNeeded()
    {
        HttpScript server(refusing(401,
            "Bearer realm=\"tickets\", scope=\"read write\", "
            "resource_metadata=\"https://example.org/.well-known/x\""));
        Opened opened(m_folder->path());
        const QString name = opened.connectTo(server.url(QStringLiteral("/mcp")));
        QTRY_COMPARE_WITH_TIMEOUT(opened.state(name), mcp::ClientState::Failed, kPatienceMs);
        const widgets::FailurePage &page = opened.failure();
        QTRY_VERIFY(page.isVisible());
        QVERIFY2(page.failure().heading().contains(QStringLiteral("requires authorization")),
            qPrintable(page.failure().report()));
        const widgets::PropertyGrid &challenges = page.httpEvidence().challenges();
        QVERIFY(challenges.isVisible());
        QCOMPARE(challenges.value(QStringLiteral("Scheme")), QStringLiteral("Bearer"));
        QCOMPARE(challenges.value(QStringLiteral("scope")), QStringLiteral("read write"));
        QVERIFY(page.httpEvidence().response().contains(QStringLiteral("go away")));
        QVERIFY(page.httpEvidence().response().contains(QStringLiteral("401")));
    }

    void trustsAKeyOnlyAfterASecondConfirmation()
    {
        HttpScript server({QStringLiteral("selfsigned"), {}}, refusing(503, "x"));
        Opened opened(m_folder->path());
        const QString name = opened.connectTo(
            server.urlWithHost(QStringLiteral("localhost"), QStringLiteral("/mcp")));
        QTRY_COMPARE_WITH_TIMEOUT(opened.state(name), mcp::ClientState::Failed, kPatienceMs);
        widgets::TrustBox &trust = opened.failure().trust();
        QTRY_VERIFY(trust.isVisible());
        QCOMPARE(server.requestCount(), 0);
        QVERIFY(trust.confirmButton()->isHidden());
        tests::press(trust.offerButton());
        QVERIFY(trust.confirmButton()->isVisible());
        QVERIFY(opened.workspace.profiles().find(name)->http()->pinnedKey.isEmpty());
        tests::press(trust.confirmButton());
        const QString pinned = opened.workspace.profiles().find(name)->http()->pinnedKey;
        QVERIFY(config::pinnedKeyBytes(pinned));
        QTRY_VERIFY_WITH_TIMEOUT(server.requestCount() > 0, kPatienceMs);
        QTRY_VERIFY_WITH_TIMEOUT(
            opened.failure().failure().heading().contains(QStringLiteral("503")), kPatienceMs);
        QVERIFY(trust.isHidden());
    }

    void showsTheOldAndTheNewKeyWhenAPinIsWrong()
    {
        HttpScript server({QStringLiteral("selfsigned"), {}}, refusing(503, "x"));
        Opened opened(m_folder->path());
        const QByteArray old(32, '\x5a');
        config::Profile profile;
        profile.name = QStringLiteral("pinned");
        profile.reachByUrl();
        profile.http()->url =
            server.urlWithHost(QStringLiteral("localhost"), QStringLiteral("/mcp")).toString();
        profile.http()->pinnedKey = QString::fromLatin1(old.toHex());
        opened.workspace.addForThisRun(profile);
        opened.workspace.setCurrent(profile.name);
        opened.workspace.connectTo(profile.name);
        QTRY_COMPARE_WITH_TIMEOUT(
            opened.state(profile.name), mcp::ClientState::Failed, kPatienceMs);
        widgets::TrustBox &trust = opened.failure().trust();
        QTRY_VERIFY(trust.isVisible());
        const auto *facts = trust.findChild<widgets::PropertyGrid *>();
        QCOMPARE(facts->value(QStringLiteral("Pinned key")), models::fingerprintText(old));
        QVERIFY(!facts->value(QStringLiteral("Current key")).isEmpty());
        QCOMPARE(server.requestCount(), 0);
    }

private:
    static const QLabel *findLabel(const QWidget &parent, const QString &part)
    {
        for (const auto *label : parent.findChildren<QLabel *>()) {
            if (label->text().contains(part))
                return label;
        }
        return nullptr;
    }
    static bool findVisible(const QWidget &parent, const QString &text)
    {
        const auto labels = parent.findChildren<look::ColorLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&](const look::ColorLabel *label) {
            return label->text() == text && label->isVisibleTo(&parent);
        });
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_MAIN(TstHttpServer)
#include "tst_httpserver.moc"
