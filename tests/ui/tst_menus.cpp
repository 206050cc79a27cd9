// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/help/problemreport.h"
#include "app/servers/servercommands.h"
#include "app/sessions/sessions.h"
#include "app/window/actions.h"
#include "app/window/commandpalette.h"
#include "help/helppages.h"
#include "look/painting/iconengine.h"
#include "look/style/sondestyle.h"
#include "models/session/servermodel.h"
#include "support/openedwindow.h"
#include "widgets/kit/frame/helpwindow.h"
#include "widgets/trace/tracepanel.h"

#include <QAbstractItemView>
#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTextBrowser>

using namespace sonde;
using namespace sonde::tests;

// The File, Server and Help menus.
class TstMenus : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void cleanup();

    void openListsSessionsOnly();
    void offersASavedSessionAgain();
    void importNamesItsFormats();
    void exportStandsInTheFileMenuToo();
    void theHelpListsEveryTopic();
    void showsTheShortcutsOfAllParts();
    void aReportTellsWhatFailedAndNoSecret();
    void theDemoStaysReachable();
    void thePaletteTellsTheCommandsApart();

private:
    app::Actions &actions() { return m_opened->window.actions(); }
    QStringList filtersOf(const char *dialog);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TstMenus::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_opened = std::make_unique<Opened>(m_folder->path());
}

void TstMenus::cleanup()
{
    m_opened.reset();
    m_folder.reset();
}

QStringList TstMenus::filtersOf(const char *dialog)
{
    const auto *found = m_opened->window.findChild<QFileDialog *>(QLatin1String(dialog));
    return found ? found->nameFilters() : QStringList();
}

// Not the -wal, -shm and lock files beside them.
void TstMenus::openListsSessionsOnly()
{
    actions().openSession->trigger();
    const QStringList filters = filtersOf("openSession");
    QVERIFY(!filters.isEmpty());
    QVERIFY2(filters.first().contains(QStringLiteral("(*.sonde)")), qPrintable(filters.first()));
}

void TstMenus::offersASavedSessionAgain()
{
    QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
    m_opened->connectTo(tests::demo());
    QTRY_COMPARE_WITH_TIMEOUT(
        m_opened->state(QStringLiteral("demo")), mcp::ClientState::Ready, kPatienceMs);
    app::Sessions &sessions = m_opened->window.sessions();
    const QSignalSpy said(&sessions, &app::Sessions::said);
    sessions.saveAs(m_folder->filePath(QStringLiteral("copy.sonde")));
    QTRY_VERIFY_WITH_TIMEOUT(!said.isEmpty(), kPatienceMs);
    QMenu *recent = actions().recentMenu;
    Q_EMIT recent->aboutToShow();
    QCOMPARE(recent->actions().constFirst()->text(), QStringLiteral("copy.sonde"));
}

void TstMenus::importNamesItsFormats()
{
    actions().importTrace->trigger();
    const QString filters = filtersOf("importTrace").join(u' ');
    for (const char *ending : {"*.jsonl", "*.har", "*.json", "*.log"})
        QVERIFY2(filters.contains(QLatin1String(ending)), ending);
    for (const char *format : {"Sonde", "HAR 1.2", "MCP Inspector", "Claude Desktop"})
        QVERIFY2(filters.contains(QLatin1String(format)), format);
    QVERIFY(help::page(QStringLiteral("sessions")).has_value());
}

void TstMenus::exportStandsInTheFileMenuToo()
{
    const QList<QAction *> entries = actions().fileMenu->actions();
    QVERIFY(entries.contains(m_opened->window.trace().exportAction()));
    QVERIFY(entries.contains(actions().importTrace));
    QVERIFY(actions().traceMenu->actions().contains(m_opened->window.trace().exportAction()));
}

void TstMenus::theHelpListsEveryTopic()
{
    QStringList texts;
    for (const QAction *entry : actions().helpMenu->actions())
        texts << entry->text().remove(u'&');
    for (const help::Topic &topic : help::topics())
        QVERIFY2(texts.contains(QString(topic.title).remove(u'&')), qPrintable(topic.title));
    QVERIFY(actions().helpMenu->actions().contains(actions().reportProblem));
    QVERIFY(actions().helpMenu->actions().contains(actions().about));
}

void TstMenus::showsTheShortcutsOfAllParts()
{
    QAction *shortcuts = nullptr;
    for (QAction *entry : actions().helpMenu->actions()) {
        if (entry->objectName() == QStringLiteral("shortcuts"))
            shortcuts = entry;
    }
    QVERIFY(shortcuts);
    shortcuts->trigger();
    const auto *help = m_opened->window.findChild<widgets::HelpWindow *>(QStringLiteral("help"));
    QVERIFY(help);
    const QString text = help->findChild<QTextBrowser *>()->toPlainText();
    for (const QAction *action : actions().all()) {
        for (const QKeySequence &keys : action->shortcuts())
            QVERIFY2(
                text.contains(keys.toString(QKeySequence::NativeText)), qPrintable(action->text()));
    }
    for (const char *keys : {"Ctrl+W", "Alt+1", "Ctrl+PgDown"})
        QVERIFY2(text.contains(QLatin1String(keys)), keys);
}

void TstMenus::aReportTellsWhatFailedAndNoSecret()
{
    config::Profile server = profile(QStringLiteral("broken"), QStringLiteral("sh"),
        {QStringLiteral("-c"),
            QStringLiteral("echo the key is $API_KEY in %1 >&2; exit 3").arg(QDir::homePath())});
    server.environment = {{QStringLiteral("API_KEY"), Secret(QStringLiteral("SECRET-1"))}};
    server.secretVariables = QStringList{QStringLiteral("API_KEY")};
    server.era = config::EraMode::Legacy;
    m_opened->connectTo(server);
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->state(server.name), mcp::ClientState::Failed, kPatienceMs);
    m_opened->window.warn(QStringLiteral("A warning with SECRET-1 in it"));
    actions().reportProblem->trigger();
    auto *report = m_opened->window.findChild<app::ProblemReport *>();
    QVERIFY(report);
    const QString text = report->text().toPlainText();
    QVERIFY(text.contains(QStringLiteral(SONDE_VERSION)));
    QVERIFY(text.contains(QLatin1String(qVersion())));
    QVERIFY(text.contains(QStringLiteral("exit code 3")));
    QVERIFY(text.contains(QStringLiteral("A warning with")));
    QVERIFY2(!text.contains(QStringLiteral("SECRET")), qPrintable(text));
    if (QDir::homePath().size() > 1)
        QVERIFY(!text.contains(QDir::homePath()));
    QGuiApplication::clipboard()->clear();
    report->findChild<QPushButton *>(QStringLiteral("copyReport"))->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), text);
}

void TstMenus::theDemoStaysReachable()
{
    QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
    QVERIFY(m_opened->workspace.save({}, profile(QStringLiteral("mine"), QStringLiteral("cat"), {}))
                .ok());
    QVERIFY(actions().startDemo->isEnabled());
    actions().startDemo->trigger();
    const QString name = m_opened->workspace.current();
    QVERIFY(name != QStringLiteral("mine"));
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->state(name), mcp::ClientState::Ready, kPatienceMs);
    // The list says what it is.
    const auto *model = m_opened->window.findChild<models::ServerModel *>();
    const QModelIndex index = model->index(model->rowOf(name));
    QVERIFY(index.data(models::ServerModel::DetailRole).toString()
        != model->index(model->rowOf(QStringLiteral("mine")))
               .data(models::ServerModel::DetailRole)
               .toString());
    QVERIFY(index.data(Qt::ToolTipRole).toString().contains(QStringLiteral("demo server")));
    m_opened->workspace.setCurrent(QStringLiteral("mine"));
    actions().startDemo->trigger(); // the same one
    QCOMPARE(m_opened->workspace.current(), name);
    QCOMPARE(m_opened->workspace.profiles().profiles().size(), std::size_t(2));
}

// A command and the switch of the panel that it goes to bear the same name in the menus.
void TstMenus::thePaletteTellsTheCommandsApart()
{
    actions().goToAnything->trigger();
    const auto *list = m_opened->window.palette().findChild<QAbstractItemView *>();
    QSet<QString> known;
    for (int row = 0; row < list->model()->rowCount(); ++row) {
        const QModelIndex entry = list->model()->index(row, 0);
        const QString text = entry.data().toString();
        QVERIFY2(!known.contains(text), qPrintable(text));
        known << text;
        // All words begin in one line.
        QVERIFY2(!entry.data(Qt::DecorationRole).value<QIcon>().isNull(), qPrintable(text));
    }
    QVERIFY(known.contains(QStringLiteral("Show or hide: Server requests")));
    QVERIFY(known.contains(QStringLiteral("Help: Tour of the window")));
    QVERIFY(known.contains(QStringLiteral("Help: Filters")));
}

QTEST_MAIN(TstMenus)
#include "tst_menus.moc"
