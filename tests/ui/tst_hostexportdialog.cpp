// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "content/text/textdiffview.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "models/trace/diffmodel.h"
#include "support/hosthome.h"
#include "support/openedwindow.h"
#include "widgets/hosts/hostexportdialog.h"

#include <QAction>
#include <QComboBox>
#include <QListView>
#include <QPointer>
#include <QPushButton>
#include <QTest>

#include <functional>

using namespace sonde;
using namespace sonde::tests;
using namespace Qt::StringLiterals;
using test::HostHome;
using widgets::HostExportDialog;

// A server of Sonde is added to the file of a host, over a home folder with the files of several:
// only as it is shown, and without secrets.
class TstHostExportDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void cleanup();
    void needsAServer();
    void addsTheServerToTheChosenHost_data();
    void addsTheServerToTheChosenHost();
    void createsTheFileOfAHost();
    void writesNoSecret();
    void saysWhyItCannotBeAdded_data();
    void saysWhyItCannotBeAdded();
    void refusesAFileThatChangedMeanwhile();
    void addsToAFileThatIsWritten();
    void closesWithoutAChange();
    void namesEveryControl();

private:
    QAction &action() const { return *m_opened->window.actions().exportServer; }
    void open();
    bool choose(const char *host) const; // and waits for the plan
    QPushButton &button() const { return *m_dialog->findChild<QPushButton *>(u"addToHost"_s); }

    std::unique_ptr<HostHome> m_home;
    std::unique_ptr<QTemporaryDir> m_settings;
    std::unique_ptr<Opened> m_opened;
    QPointer<HostExportDialog> m_dialog;
};

namespace {

bool holds(const std::function<bool()> &condition)
{
    return QTest::qWaitFor(condition, kPatienceMs);
}

} // namespace

void TstHostExportDialog::init()
{
    m_settings = std::make_unique<QTemporaryDir>();
    m_opened = std::make_unique<Opened>(m_settings->path());
    m_home = std::make_unique<HostHome>();
}

void TstHostExportDialog::cleanup()
{
    m_opened.reset();
    m_home.reset();
    m_settings.reset();
}

void TstHostExportDialog::open()
{
    config::Profile server;
    server.name = u"tide"_s;
    server.program = u"tide-mcp"_s;
    server.arguments = {u"--port"_s, u"8080"_s};
    server.environment = {{u"TIDE_TOKEN"_s, Secret(u"s3cret"_s)}};
    server.secretVariables = QStringList(u"TIDE_TOKEN"_s);
    QVERIFY(m_opened->workspace.save({}, server));
    m_opened->workspace.setCurrent(u"tide"_s);
    QVERIFY(action().isEnabled());
    action().trigger();
    m_dialog = m_opened->window.findChild<HostExportDialog *>();
    QVERIFY(m_dialog);
}

bool TstHostExportDialog::choose(const char *host) const
{
    QComboBox &hosts = m_dialog->hosts();
    const int index = hosts.findData(QLatin1String(host));
    if (index < 0)
        return false;
    hosts.setCurrentIndex(index);
    return holds([this] {
        return m_dialog->lines().isReady()
            && (button().isEnabled() || !m_dialog->message().isHidden());
    });
}

void TstHostExportDialog::needsAServer()
{
    QVERIFY(m_opened->workspace.current().isEmpty());
    QVERIFY(!action().isEnabled());
}

void TstHostExportDialog::addsTheServerToTheChosenHost_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("entry");
    QTest::newRow("json") << QByteArray("cursor") << QByteArray(HostHome::kCursor)
                          << QByteArray("\"tide\": {\n      \"command\": \"tide-mcp\"");
    QTest::newRow("comments") << QByteArray("vscode") << QByteArray(HostHome::kVsCode)
                              << QByteArray("\"command\": \"tide-mcp\"");
    QTest::newRow("toml") << QByteArray("codex") << QByteArray(HostHome::kCodex)
                          << QByteArray("[mcp_servers.tide]\ncommand = \"tide-mcp\"");
}

void TstHostExportDialog::addsTheServerToTheChosenHost()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, entry);
    const QByteArray before = m_home->read(file.constData());
    open();
    QVERIFY(choose(host.constData()));
    QVERIFY(holds([this] { return button().isEnabled(); }));
    QVERIFY(holds([this] { return m_dialog->lines().model().rowCount() > 0; }));
    QCOMPARE(m_dialog->lines().model().diff().removed, 0);
    QVERIFY(m_dialog->lines().model().diff().added > 0);
    QCOMPARE(m_home->read(file.constData()), before);
    QVERIFY(button().isDefault());
    QTest::keyClick(m_dialog, Qt::Key_Return);
    QVERIFY(holds([this] { return !m_dialog; }));
    const QByteArray after = m_home->read(file.constData());
    QVERIFY2(after.contains(entry), after.constData());
    QVERIFY2(!after.contains("s3cret"), after.constData());
    QCOMPARE(QDir(m_home->path(".local/share/sonde/hosts")).entryList(QDir::Files).size(), 1);
}

void TstHostExportDialog::createsTheFileOfAHost()
{
    open();
    QVERIFY(choose("kimi"));
    QVERIFY(holds([this] { return button().isEnabled(); }));
    button().click();
    QVERIFY(holds([this] { return !m_dialog; }));
    QVERIFY(m_home->read(".kimi-code/mcp.json").contains("\"tide\""));
}

void TstHostExportDialog::writesNoSecret()
{
    open();
    QVERIFY(choose("cursor"));
    QVERIFY(holds([this] { return !m_dialog->message().isHidden(); }));
    QVERIFY(m_dialog->message().sentence().contains(u"TIDE_TOKEN"_s));
}

void TstHostExportDialog::saysWhyItCannotBeAdded_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("broken") << QByteArray("gemini") << QByteArray(HostHome::kBroken)
                            << QByteArray(HostHome::kBrokenText);
    QTest::newRow("name") << QByteArray("cursor") << QByteArray(HostHome::kCursor)
                          << QByteArray(R"({"mcpServers": {"tide": {"command": "sh"}}})");
}

void TstHostExportDialog::saysWhyItCannotBeAdded()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, text);
    m_home->write(file.constData(), text);
    open();
    QVERIFY(choose(host.constData()));
    QVERIFY(!button().isEnabled());
    QCOMPARE(m_dialog->message().kind(), look::InlineMessage::Kind::Error);
    QVERIFY(!m_dialog->message().sentence().isEmpty());
    QCOMPARE(m_home->read(file.constData()), text);
}

void TstHostExportDialog::refusesAFileThatChangedMeanwhile()
{
    open();
    QVERIFY(choose("cursor"));
    QVERIFY(holds([this] { return button().isEnabled(); }));
    const QByteArray newer = R"({"mcpServers": {"tide": {"command": "sh"}}})";
    m_home->write(HostHome::kCursor, newer);
    button().click();
    QVERIFY(holds([this] {
        return !m_dialog->message().isHidden()
            && m_dialog->message().kind() == look::InlineMessage::Kind::Error;
    }));
    QVERIFY2(m_dialog->message().sentence().contains(u"mcp.json has changed meanwhile"_s),
        qPrintable(m_dialog->message().sentence()));
    QCOMPARE(m_home->read(HostHome::kCursor), newer);
}

// A host may write other parts of its file while the change is shown.
void TstHostExportDialog::addsToAFileThatIsWritten()
{
    open();
    QVERIFY(choose("cursor"));
    QVERIFY(holds([this] { return button().isEnabled(); }));
    const QByteArray written = "{\"starts\": 2," + m_home->read(HostHome::kCursor).mid(1);
    m_home->write(HostHome::kCursor, written);
    button().click();
    QVERIFY(holds([this] { return m_home->read(HostHome::kCursor).contains("tide-mcp"); }));
    const QByteArray text = m_home->read(HostHome::kCursor);
    QVERIFY2(text.startsWith("{\"starts\": 2,") && text.contains("\"tickets\""), text.constData());
}

void TstHostExportDialog::closesWithoutAChange()
{
    open();
    QVERIFY(choose("cursor"));
    QTest::keyClick(m_dialog, Qt::Key_Escape);
    QVERIFY(holds([this] { return !m_dialog; }));
    QCOMPARE(m_home->read(HostHome::kCursor), QByteArray(HostHome::kCursorText));
}

void TstHostExportDialog::namesEveryControl()
{
    open();
    QVERIFY(!m_dialog->hosts().accessibleName().isEmpty());
    for (const auto *view :
        m_dialog->findChild<content::TextDiffView *>()->findChildren<QListView *>())
        QVERIFY2(!view->accessibleName().isEmpty(), view->metaObject()->className());
    for (const auto *each : m_dialog->findChildren<QPushButton *>()) {
        if (each->isVisible())
            QVERIFY(!each->text().isEmpty());
    }
}

QTEST_MAIN(TstHostExportDialog)
#include "tst_hostexportdialog.moc"
