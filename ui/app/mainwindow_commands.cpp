// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What the window's actions do when it is more than one line.

#include "app/actions.h"
#include "app/commandpalette.h"
#include "app/mainwindow.h"
#include "app/panels.h"
#include "app/statusline.h"
#include "config/pastedserver.h"
#include "look/iconengine.h"
#include "look/theme.h"
#include "models/trace/filterwords.h"
#include "models/trace/tracemodel.h"
#include "session/savedcallstore.h"
#include "session/toolcall.h"
#include "widgets/activity/logspanel.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/overview/serverpage.h"
#include "widgets/servers/offersedit.h"
#include "widgets/servers/pasteddialog.h"
#include "widgets/servers/rulesedit.h"
#include "widgets/servers/servereditor.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/statisticswindow.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QActionGroup>
#include <QClipboard>
#include <QDockWidget>
#include <QGuiApplication>
#include <QMenu>
#include <QMessageBox>
#include <QPushButton>
#include <QSettings>

#include <algorithm>

namespace sonde::app {

namespace {

constexpr int kMaxInPalette = 5000; // of one list: it is a palette, not the list

}

void MainWindow::openEditor(const QString &server)
{
    m_workspace.fetchSecrets(server, [this, server] {
        const config::Profile *known = m_workspace.profiles().find(server);
        auto *editor = new widgets::ServerEditor(
            known ? *known : config::Profile(), m_workspace.profiles().namesExcept(server), this);
        const mcp::Client *client = m_workspace.client(server);
        editor->offers().rules().setSeen([this, server] { return m_workspace.asks().of(server); },
            client ? client->negotiated().revision : QString());
        editor->offers().rules().setVocabulary(
            [this, server] { return models::ruleWords(trace().model(), server); });
        watchEditor(editor);
    });
}

void MainWindow::watchEditor(widgets::ServerEditor *editor)
{
    connect(editor, &widgets::ServerEditor::saved, this,
        [this](const QString &oldName, const config::Profile &profile, bool connectNow) {
            const auto saved = m_workspace.save(oldName, profile);
            if (!saved.ok())
                warn(saved.error().sentence);
            m_workspace.setCurrent(profile.name);
            if (!connectNow)
                return;
            if (m_workspace.client(profile.name))
                m_workspace.restart(profile.name);
            else
                m_workspace.connectTo(profile.name);
        });
    editor->show();
}

// One server is looked at before it is added; of several a person chooses.
void MainWindow::addFromClipboard()
{
    auto servers = config::readPastedServers(QGuiApplication::clipboard()->text());
    if (!servers.ok()) {
        warn(servers.error().sentence);
        return;
    }
    if (servers->profiles.size() == 1) {
        watchEditor(widgets::ServerEditor::ofPasted(
            *servers, m_workspace.profiles().namesExcept({}), this));
        return;
    }
    auto *dialog = new widgets::PastedDialog(std::move(servers).value(), this);
    connect(dialog, &widgets::PastedDialog::addRequested, this, &MainWindow::addServers);
    dialog->show();
}

void MainWindow::addServers(const std::vector<config::Profile> &profiles)
{
    for (config::Profile profile : profiles) {
        profile.name = config::freeServerName(profile.name, m_workspace.profiles().namesExcept({}));
        if (const auto saved = m_workspace.save({}, profile); !saved.ok())
            warn(saved.error().sentence);
        m_workspace.setCurrent(profile.name);
    }
    say(profiles.size() == 1 ? tr("Added 1 server") : tr("Added %1 servers").arg(profiles.size()));
}

void MainWindow::removeServer(const QString &name)
{
    // Losing a description is losing data: the one case for a question.
    auto *question = new QMessageBox(QMessageBox::Question, tr("Remove a server"),
        tr("Remove %1 from the list?").arg(name), QMessageBox::Cancel, this);
    question->setTextFormat(Qt::PlainText);
    question->setInformativeText(tr("It is stopped, and how to start it is forgotten."));
    question->setAttribute(Qt::WA_DeleteOnClose);
    auto *yes = question->addButton(tr("Remove"), QMessageBox::AcceptRole);
    connect(yes, &QPushButton::clicked, this, [this, name] {
        const auto removed = m_workspace.remove(name);
        if (!removed.ok())
            warn(removed.error().sentence);
    });
    question->setWindowModality(Qt::NonModal);
    question->show();
}

void MainWindow::pingServer()
{
    mcp::Client *client = m_workspace.currentClient();
    if (!client)
        return;
    const QString name = m_workspace.current();
    client->request(
        QStringLiteral("ping"), {}, {}, this, [this, name](const Result<mcp::Answer> &answer) {
            if (answer.ok())
                say(tr("%1 answered the ping after %2")
                        .arg(name,
                            widgets::millisecondsText(
                                answer->received.steady - answer->sent.steady)));
            else
                warn(answer.error().sentence);
        });
}

// The answer of the chosen tool's newest call, or its request while there is none.
trace::Number MainWindow::findCall()
{
    const widgets::ToolCall *call = m_tools->currentCall();
    if (!call)
        return 0;
    if (call->answer())
        return findNewest([at = call->answer()->received.steady](const trace::Record &record) {
            return record.steadyNs == at && record.channel == rpc::Channel::Received;
        });
    return findNewest([this, call](const trace::Record &record) {
        return record.kind == rpc::Kind::Request && record.channel == rpc::Channel::Sent
            && m_traceModel->store().string(record.target) == call->tool();
    });
}

void MainWindow::showCallInTrace()
{
    if (m_tools->currentCall())
        showInTraceList(findCall());
}

void MainWindow::showCallLog()
{
    trace::Number number = findCall();
    const int row = m_traceModel->rowOf(number);
    if (row >= 0 && m_traceModel->record(row).kind != rpc::Kind::Request)
        number = m_traceModel->record(row).pair;
    if (m_traceModel->rowOf(number) < 0) {
        say(tr("It is no longer in the list of the trace."));
        return;
    }
    m_tabs->setCurrentWidget(m_logs);
    m_logs->showCall(number);
}

void MainWindow::showInTrace(qint64 steadyNs, rpc::Channel channel)
{
    showInTraceList(findNewest([=](const trace::Record &record) {
        return record.steadyNs == steadyNs && record.channel == channel;
    }));
}

trace::Number MainWindow::findNewest(const std::function<bool(const trace::Record &)> &isIt)
{
    m_traceModel->drainNow();
    for (int row = m_traceModel->rowCount() - 1; row >= 0; --row) {
        if (isIt(m_traceModel->record(row)))
            return m_traceModel->number(row);
    }
    return 0;
}

void MainWindow::showInTraceList(trace::Number number)
{
    m_traceDock->show();
    if (number == 0) {
        say(tr("It is no longer in the list of the trace."));
        return;
    }
    m_trace->showMessage(number);
    m_trace->view().setFocus(Qt::OtherFocusReason);
}

void MainWindow::showStatistics()
{
    if (!m_statistics) {
        m_statistics = new widgets::StatisticsWindow(m_trace->model(), m_trace->proxy(), this);
        m_statistics->setAttribute(Qt::WA_DeleteOnClose);
        connect(m_statistics, &widgets::StatisticsWindow::filterRequested, this,
            [this](const QString &filter) {
                m_traceDock->show();
                m_trace->filterBar().edit().setText(filter);
            });
    }
    m_statistics->show();
    m_statistics->raise();
    m_statistics->activateWindow();
}

void MainWindow::fillConnectMenu()
{
    QMenu *menu = m_actions->connectMenu;
    menu->clear();
    for (const config::Profile &profile : m_workspace.profiles().profiles()) {
        const QString name = profile.name;
        QString text = name;
        QAction *action = menu->addAction(stateIcon(m_workspace.client(name)),
            text.replace(QLatin1Char('&'), QLatin1String("&&")));
        connect(action, &QAction::triggered, this, [this, name] {
            m_workspace.setCurrent(name);
            m_workspace.connectTo(name);
        });
    }
    menu->addSeparator();
    menu->addAction(m_actions->newServer);
}

// What a server offers besides tools, by what the lists call it.
void MainWindow::addToPalette(
    widgets::CatalogPanel &panel, std::vector<widgets::CommandPalette::Entry> &entries)
{
    const models::CatalogModel &model = panel.list().model();
    for (int row = 0; row < std::min(model.rowCount(), kMaxInPalette); ++row) {
        const models::CatalogKind kind = model.kind(row);
        const bool isPrompt = kind == models::CatalogKind::Prompt;
        const bool isTemplate = kind == models::CatalogKind::Template;
        entries.push_back({model.index(row).data().toString(),
            isPrompt         ? tr("prompt")
                : isTemplate ? tr("resource template")
                             : tr("resource"),
            look::icon(isPrompt  ? "prompt"
                    : isTemplate ? "template"
                                 : "resource"),
            [this, &panel, kind, key = model.key(row)] {
                m_tabs->setCurrentWidget(&panel);
                panel.choose(kind, key);
            }});
    }
}

void MainWindow::openPalette()
{
    std::vector<widgets::CommandPalette::Entry> entries;
    for (QAction *action : m_actions->all()) {
        if (!action->isEnabled() || action == m_actions->goToAnything)
            continue;
        QString text = action->text();
        text.remove(QLatin1Char('&')).remove(QChar(0x2026));
        entries.push_back({text, action->shortcut().toString(QKeySequence::NativeText),
            action->icon(), [action] { action->trigger(); }});
    }
    for (const config::Profile &profile : m_workspace.profiles().profiles()) {
        entries.push_back({profile.name, tr("server"), stateIcon(m_workspace.client(profile.name)),
            [this, name = profile.name] { m_workspace.setCurrent(name); }});
    }
    for (const QString &name : m_tools->toolNames()) {
        entries.push_back({name, tr("tool"), look::icon("tool"), [this, name] {
                               showTools();
                               m_tools->chooseTool(name);
                           }});
    }
    for (const config::SavedCall &call : m_tools->savedCalls().calls()) {
        entries.push_back(
            {call.name, tr("saved call"), look::icon("save"), [this, name = call.name] {
                 m_actions->tools->trigger();
                 m_tools->runSavedCall(name);
             }});
    }
    for (widgets::CatalogPanel *panel : {static_cast<widgets::CatalogPanel *>(m_resources),
             static_cast<widgets::CatalogPanel *>(m_prompts)})
        addToPalette(*panel, entries);
    m_palette->open(std::move(entries));
}

void MainWindow::chooseTheme(QAction *action)
{
    const int choice = action->data().toInt();
    look::CurrentTheme::instance().setChoice(look::ThemeChoice(choice));
    m_workspace.settings().setValue(QStringLiteral("view/theme"), choice);
}

void MainWindow::showAbout()
{
    auto *box = new QMessageBox(this);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Sonde"));
    box->setIconPixmap(look::applicationIcon().pixmap(48));
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("Sonde %1").arg(QStringLiteral(SONDE_VERSION)));
    box->setInformativeText(tr("Inspector and debugger for Model Context Protocol servers.\n"
                               "Free software under the GNU General Public License, version 3 or "
                               "later."));
    box->setWindowModality(Qt::NonModal);
    box->show();
}

void MainWindow::movePanelFocus(int by)
{
    QList<QWidget *> panels;
    if (m_serversDock->isVisible())
        panels << m_servers;
    if (centralWidget()->isVisible())
        panels << m_tabs->currentWidget();
    if (m_traceDock->isVisible())
        panels << m_trace;
    if (m_detailDock->isVisible())
        panels << m_detailDock->widget();
    if (panels.isEmpty())
        return;
    qsizetype at = -1;
    for (qsizetype i = 0; i < panels.size(); ++i) {
        if (focusWidget() && (panels[i] == focusWidget() || panels[i]->isAncestorOf(focusWidget())))
            at = i;
    }
    QWidget *next = panels[(at + by + panels.size()) % panels.size()];
    next->setFocus(Qt::TabFocusReason);
    // A panel without a focus of its own hands it to its first child that takes it.
    if (!next->hasFocus() && !next->isAncestorOf(focusWidget()))
        for (QWidget *child : next->findChildren<QWidget *>()) {
            if (child->focusPolicy() & Qt::TabFocus && child->isVisible() && child->isEnabled()) {
                child->setFocus(Qt::TabFocusReason);
                break;
            }
        }
}

} // namespace sonde::app
