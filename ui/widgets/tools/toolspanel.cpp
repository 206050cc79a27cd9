// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tools/toolspanel.h"

#include "look/emptystate.h"
#include "session/savedcallstore.h"
#include "session/singleline.h"
#include "session/toolcall.h"
#include "session/toolstore.h"
#include "widgets/catalog/changesview.h"
#include "widgets/form/schemaform.h"
#include "widgets/request/resultpane.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/destructiveguard.h"
#include "widgets/tools/loadtestdialog.h"
#include "widgets/tools/savedcallsmenu.h"
#include "widgets/tools/toolactions.h"
#include "widgets/tools/toollist.h"

#include "content/json/jsoneditor.h"
#include "look/iconengine.h"
#include "look/splitter.h"

#include <QShortcut>
#include <QStackedLayout>
#include <QToolButton>

namespace sonde::widgets {

namespace {
const QList<int> kShares{220, 450, 310}; // of the width: list, arguments, result
}

ToolsPanel::ToolsPanel(QSettings *settings, QWidget *parent)
    : Panel(parent)
    , m_memory(settings)
    , m_stack(new QStackedLayout(this))
    , m_empty(new look::EmptyState(this))
    , m_columns(new look::Splitter(Qt::Horizontal, this))
    , m_list(new ToolList(settings, this))
    , m_call(new CallPane(m_memory, this))
    , m_result(new ResultPane(this))
    , m_changes(new ChangesFrame(m_columns, this))
{
    m_columns->addWidget(m_list);
    m_columns->addWidget(m_call);
    m_columns->addWidget(m_result);
    m_columns->setDefaultSizes(kShares);
    m_columns->setStretchFactor(0, 0); // more width is for the call
    m_columns->setChildrenCollapsible(false);
    m_stack->addWidget(m_empty);
    m_stack->addWidget(m_changes);
    m_stack->setContentsMargins(0, 6, 0, 0);

    makeSavedCalls(settings);
    makeGuard(settings);
    m_menuActions = new ToolActions(this);
    connect(m_changes, &ChangesFrame::seen, this, [this] {
        if (m_store)
            m_store->forgetChanges();
        m_list->setFocus();
    });
    connect(m_list, &ToolList::chosen, this, &ToolsPanel::showTool);
    connect(m_list, &ToolList::pageByPageChosen, this, [this](bool pages) {
        if (m_store)
            m_store->setPageByPage(pages);
    });
    connect(m_list, &ToolList::nextPageRequested, this, [this] {
        if (m_store)
            m_store->loadMore();
    });
    connect(m_list, &ToolList::activated, this, [this] { m_call->focusArguments(); });
    connect(m_result, &ResultPane::showInTraceRequested, this, &ToolsPanel::showInTraceRequested);
    connect(m_result, &ResultPane::lateAnswerRequested, this,
        [this](qint64 at) { Q_EMIT messageRequested(at, rpc::Channel::Received); });
    connect(m_result, &ResultPane::logRequested, this, &ToolsPanel::logRequested);
    connect(m_result, &ResultPane::linkRequested, this, &ToolsPanel::linkRequested);
    connect(m_call, &CallPane::stateChanged, this, &ToolsPanel::actionsChanged);
    connect(m_empty, &look::EmptyState::buttonClicked, this, [this] {
        if (m_store && m_store->state() == session::ToolStore::State::Failed)
            reload();
        else
            Q_EMIT connectRequested();
    });
    auto *escape = new QShortcut(QKeySequence(Qt::Key_Escape), this);
    escape->setContext(Qt::WidgetWithChildrenShortcut);
    connect(escape, &QShortcut::activated, m_call, &CallPane::cancel);
    refresh();
}

Panel::Tab ToolsPanel::tab() const
{
    return {tr("&Tools"), "tool", QKeySequence(Qt::CTRL | Qt::Key_2)};
}

void ToolsPanel::updateActions()
{
    m_menuActions->update(m_server, m_client);
}

bool ToolsPanel::canRunCommand(Command command) const
{
    const session::ToolCall *call = currentCall();
    const bool called = call && call->state() != session::ToolCall::State::Idle;
    switch (command) {
    case Command::Call:
        return call && m_call->canCall();
    case Command::CallAgain:
        return called && m_call->canCall();
    case Command::Cancel:
        return call && call->isPending();
    case Command::ShowInTrace:
        return called;
    }
    return false;
}

void ToolsPanel::runCommand(Command command)
{
    switch (command) {
    case Command::Call:
        m_call->call();
        break;
    case Command::CallAgain:
        m_call->callAgain();
        break;
    case Command::Cancel:
        m_call->cancel();
        break;
    case Command::ShowInTrace:
        Q_EMIT showInTraceRequested();
        break;
    }
}

void ToolsPanel::makeSavedCalls(QSettings *settings)
{
    m_saved = new session::SavedCallStore(settings, this);
    m_savedMenu = new SavedCallsMenu(*m_saved, this);
    m_savedButton = new QToolButton(this);
    m_savedButton->setText(tr("Saved"));
    m_savedButton->setIcon(look::icon("save"));
    m_savedButton->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_savedButton->setArrowType(Qt::NoArrow);
    m_savedButton->setToolTip(tr("Saved calls: run one, or save this one (Shift+F9)"));
    m_savedButton->setAccessibleName(tr("Saved calls"));
    m_call->addControl(m_savedButton);
    connect(m_savedButton, &QToolButton::clicked, this, [this] { openSavedCalls(false); });
    connect(m_savedMenu, &SavedCallsMenu::runRequested, this, &ToolsPanel::runSavedCall);
    connect(m_savedMenu, &SavedCallsMenu::editRequested, this, &ToolsPanel::editSavedCall);
    connect(m_savedMenu, &SavedCallsMenu::saved, this,
        [this](const QString &name) { Q_EMIT succeeded(tr("Saved “%1”").arg(name)); });
    connect(m_saved, &session::SavedCallStore::changed, this, &ToolsPanel::actionsChanged);
}

// Just above the buttons of the call.
void ToolsPanel::makeGuard(QSettings *settings)
{
    m_guard = new DestructiveGuard(settings, m_call);
    if (auto *layout = qobject_cast<QBoxLayout *>(m_call->layout()))
        layout->insertWidget(layout->count() - 1, m_guard);
    m_call->setGate([this](const Bytes &arguments) { return m_guard->lets(arguments); });
    connect(m_guard, &DestructiveGuard::confirmed, m_call, &CallPane::send);
    connect(m_guard, &DestructiveGuard::asksChanged, this, &ToolsPanel::actionsChanged);
    // What was held back is not what stands there any more.
    connect(&m_call->editor(), &content::JsonEditor::edited, m_guard, &DestructiveGuard::drop);
    connect(&m_call->form(), &SchemaForm::textChanged, m_guard, &DestructiveGuard::drop);
}

bool ToolsPanel::asksBeforeDestructive() const
{
    return m_guard->asks();
}

void ToolsPanel::setAsksBeforeDestructive(bool asks)
{
    m_guard->setAsks(asks);
}

void ToolsPanel::callAsTask()
{
    session::ToolCall *const call = currentCall();
    if (!call || !m_client || !m_call->canCall())
        return;
    if (const QString problem = m_call->problem(); !problem.isEmpty())
        Q_EMIT failed(tr("Not called: the arguments are not valid JSON, %1").arg(problem));
    else if (isDestructive() && asksBeforeDestructive())
        Q_EMIT failed(tr("Not called: %1 is marked destructive and this server asks for "
                         "confirmation. Use Call.")
                          .arg(call->tool()));
    else
        call->callAsTask(m_client, session::singleLine(m_call->arguments()), {});
}

void ToolsPanel::callMany()
{
    if (!m_client || !m_call->canCall())
        return;
    if (const QString problem = m_call->problem(); !problem.isEmpty()) {
        Q_EMIT failed(tr("Not called: the arguments are not valid JSON, %1").arg(problem));
        return;
    }
    auto *dialog = new LoadTestDialog(
        m_client, m_call->tool(), session::singleLine(m_call->arguments()), isDestructive(), this);
    dialog->show();
}

void ToolsPanel::openSavedCalls(bool toSave)
{
    if (!m_server.isEmpty())
        m_savedMenu->open(m_savedButton, m_call->tool(), m_call->arguments(), toSave);
}

bool ToolsPanel::showSavedCall(const QString &name)
{
    m_saved->reload();
    const config::SavedCall *found = m_saved->find(name);
    if (!found) {
        Q_EMIT failed(tr("The saved call “%1” no longer exists.").arg(name));
        return false;
    }
    const config::SavedCall saved = *found;
    m_list->choose(saved.tool);
    if (m_call->tool() != saved.tool) {
        Q_EMIT failed(
            tr("%1 no longer has the tool “%2” that “%3” calls.").arg(m_server, saved.tool, name));
        return false;
    }
    m_call->editor().setBytes(saved.arguments);
    m_saved->setLast(name);
    Q_EMIT actionsChanged();
    return true;
}

void ToolsPanel::editSavedCall(const QString &name)
{
    if (showSavedCall(name))
        m_call->focusArguments();
}

void ToolsPanel::runSavedCall(const QString &name)
{
    if (showSavedCall(name))
        m_call->call();
}

void ToolsPanel::runLastSavedCall()
{
    if (m_saved->find(m_saved->last()))
        runSavedCall(m_saved->last());
    else
        openSavedCalls(false);
}

void ToolsPanel::setServer(const QString &name, mcp::Client *client)
{
    m_saved->setServer(name);
    m_guard->setServer(name);
    if (m_store)
        disconnect(m_store, nullptr, this, nullptr);
    m_server = name;
    m_client = client;
    m_store = client ? session::ToolStore::of(client) : nullptr;
    if (m_store)
        m_store->setPageByPage(m_list->isPageByPage());
    if (m_store)
        connect(m_store, &session::ToolStore::changed, this, &ToolsPanel::refresh);
    refresh();
}

int ToolsPanel::count() const
{
    return m_store ? int(m_store->listing().items.size()) : 0;
}

QStringList ToolsPanel::toolNames() const
{
    QStringList names;
    for (int row = 0; m_store && row < m_list->model().rowCount(); ++row)
        names << m_list->model().name(row);
    return names;
}

void ToolsPanel::chooseTool(const QString &name)
{
    m_list->choose(name);
    m_list->setFocus();
}

void ToolsPanel::focusFilter()
{
    m_list->focusFilter();
}

void ToolsPanel::reload()
{
    if (m_store)
        m_store->load();
}

void ToolsPanel::setNarrow(bool narrow)
{
    if (narrow == m_call->hasResult())
        return;
    if (narrow) {
        m_call->adoptResult(m_result);
    } else {
        m_call->returnResult();
        m_columns->addWidget(m_result);
        m_columns->setDefaultSizes(kShares);
        m_columns->setStretchFactor(0, 0);
        m_result->show();
    }
}

session::ToolCall *ToolsPanel::currentCall() const
{
    return m_store && !m_call->tool().isEmpty() ? m_store->call(m_call->tool()) : nullptr;
}

void ToolsPanel::refresh()
{
    using State = session::ToolStore::State;
    const QString what = tr("The server's tools appear here.");
    const State state = m_store ? m_store->state() : State::NotAsked;
    const bool anything = count() > 0;
    if (m_server.isEmpty())
        showEmpty(what, tr("No server has been added yet."), {});
    else if (state == State::NotOffered)
        showEmpty(what, tr("%1 does not offer tools.").arg(m_server), {});
    else if (state == State::Failed && !anything)
        showEmpty(what, m_store->error()->sentence, tr("Reload"));
    else if (state == State::Known && !anything)
        showEmpty(what, tr("%1 offers tools, but its list is empty.").arg(m_server), {});
    else if (state == State::Asking && !anything)
        showEmpty(what, tr("Loading the list…"), {});
    else if (!anything)
        showEmpty(what, tr("%1 is not connected.").arg(m_server), tr("Connect"));
    else {
        const void *page = m_store->listing().answers.back().get();
        if (m_shownStore != m_store || m_shownPage != page) {
            m_shownStore = m_store;
            m_shownPage = page;
            m_list->setListing(m_server, m_store->listing());
        }
        m_list->setTrouble(m_store->trouble());
        m_changes->setChanges(m_store->changes());
        m_stack->setCurrentWidget(m_changes);
    }
    Q_EMIT countChanged();
    Q_EMIT actionsChanged();
}

void ToolsPanel::showEmpty(const QString &what, const QString &why, const QString &action)
{
    m_empty->setText(what, why);
    m_empty->setButton(action);
    m_stack->setCurrentWidget(m_empty);
}

bool ToolsPanel::isDestructive() const
{
    const models::ToolModel &tools = m_list->model();
    return tools.index(m_list->chosenRow()).data(models::ToolModel::DestructiveRole).toBool();
}

void ToolsPanel::showTool(int row)
{
    if (!m_store || row < 0 || row >= count())
        return;
    m_call->setTool(m_store, m_store->listing().items[std::size_t(row)]);
    const json::Value schema = m_store->listing().items[std::size_t(row)].value()["outputSchema"];
    m_result->setCall(
        m_store->call(m_call->tool()), schema.exists() ? Bytes::copyOf(schema.raw()) : Bytes());
    m_guard->setDestructive(
        m_list->model().index(row).data(models::ToolModel::DestructiveRole).toBool());
}

} // namespace sonde::widgets
