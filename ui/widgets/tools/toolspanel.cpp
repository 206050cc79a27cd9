// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tools/toolspanel.h"

#include "session/call/savedcallstore.h"
#include "session/call/toolcall.h"
#include "session/catalog/toolstore.h"
#include "widgets/catalog/recordedparams.h"
#include "widgets/form/schemaform.h"
#include "widgets/request/rawedit.h"
#include "widgets/request/requestpreview.h"
#include "widgets/request/resultpane.h"
#include "widgets/tools/callbuttons.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/destructiveguard.h"
#include "widgets/tools/loadtestdialog.h"
#include "widgets/tools/savedcallsmenu.h"
#include "widgets/tools/toolactions.h"
#include "widgets/tools/toollist.h"
#include "json/singleline.h"

#include "content/json/jsoneditor.h"
#include "look/painting/iconengine.h"

#include <QBoxLayout>
#include <QSettings>
#include <QToolButton>

namespace sonde::widgets {

namespace {
const QList<int> kShares{190, 390, 390}; // of the width: list, arguments, result
constexpr QLatin1String kPagingKey("tools/pageByPage");
} // namespace

ToolsPanel::ToolsPanel(QSettings *settings, QWidget *parent)
    : CatalogPanel({tr("The server's tools appear here."), tr("%1 does not offer tools."),
                       tr("%1 offers tools, but its list is empty.")},
        parent)
    , m_memory(settings)
    , m_tools(new ToolList(settings, this))
    , m_call(new CallPane(m_memory, this))
    , m_callResult(new ResultPane(this))
{
    makeSavedCalls(settings);
    makeGuard(settings);
    makeMenuActions();
    setColumns(m_tools, m_call, m_callResult, kShares);
    keepPaging(settings);
    connect(m_callResult, &ResultPane::lateResponseRequested, this,
        [this](qint64 at) { Q_EMIT messageRequested(at, rpc::Channel::Received); });
    connect(m_callResult, &ResultPane::logRequested, this, &ToolsPanel::logRequested);
    connect(m_callResult, &ResultPane::tasksRequested, this, &ToolsPanel::tasksRequested);
}

void ToolsPanel::makeMenuActions()
{
    m_menuActions = new ToolActions(this, m_call);
    connect(m_menuActions, &ToolActions::callManyRequested, this, &ToolsPanel::callMany);
    connect(m_menuActions, &ToolActions::fanOutRequested, this, &ToolsPanel::callOnServers);
    connect(m_menuActions, &ToolActions::callAsTaskRequested, this, &ToolsPanel::callAsTask);
    connect(m_menuActions, &ToolActions::asksBeforeDestructiveChosen, this,
        &ToolsPanel::setAsksBeforeDestructive);
    connect(m_menuActions, &ToolActions::logRequested, this, &ToolsPanel::logRequested);
    connect(
        m_menuActions, &ToolActions::lastSavedCallRequested, this, &ToolsPanel::runLastSavedCall);
    connect(m_menuActions, &ToolActions::savedCallsRequested, this, &ToolsPanel::openSavedCalls);
    connect(m_menuActions, &ToolActions::reloadRequested, this, &ToolsPanel::reload);
}

void ToolsPanel::keepPaging(QSettings *settings)
{
    m_pageByPage = settings && settings->value(kPagingKey, false).toBool();
    connect(m_tools, &CatalogList::pageByPageRequested, this, [this, settings](bool pages) {
        m_pageByPage = pages;
        if (settings)
            settings->setValue(kPagingKey, pages);
    });
}

Panel::Tab ToolsPanel::tab() const
{
    return {"tools", tr("&Tools"), "tool", QKeySequence(Qt::CTRL | Qt::Key_2)};
}

void ToolsPanel::updateActions()
{
    m_menuActions->update({server(), client(), currentCall(), asksBeforeDestructive()});
}

void ToolsPanel::showInTrace()
{
    Q_EMIT callRequestedInTrace();
}

void ToolsPanel::makeSavedCalls(QSettings *settings)
{
    m_saved = new session::SavedCallStore(settings, this);
    m_savedMenu = new SavedCallsMenu(*m_saved, this);
    m_savedMenu->setReadOnly(
        [this](const QString &tool) { return store() && store()->isReadOnly(tool); });
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
    m_call->setGate(
        [this](std::function<void()> send) { m_guard->pass(m_call->misfit(), std::move(send)); });
    connect(m_guard, &DestructiveGuard::asksChanged, this, &ToolsPanel::actionsChanged);
    // What was held back is not what stands there any more.
    connect(&m_call->editor(), &content::JsonEditor::edited, m_guard, &DestructiveGuard::drop);
    connect(&m_call->form(), &SchemaForm::textChanged, m_guard, &DestructiveGuard::drop);
    RawEdit &raw = m_call->requestPreview().rawEdit();
    connect(&raw, &RawEdit::toggled, m_guard, &DestructiveGuard::drop);
    connect(&raw, &RawEdit::edited, m_guard, &DestructiveGuard::drop);
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
    if (!call || !canCallAside())
        return;
    if (isDestructive() && asksBeforeDestructive())
        Q_EMIT failed(tr("Not called: %1 is marked destructive and this server asks for "
                         "confirmation. Use Call.")
                          .arg(call->tool()));
    else
        call->callAsTask(client(), json::singleLine(m_call->arguments()), {});
}

bool ToolsPanel::canCallAside()
{
    if (!client() || !m_call->canSend())
        return false;
    m_call->form().judgeAll();
    const QString problem = m_call->problem();
    if (!problem.isEmpty())
        Q_EMIT failed(tr("Not called: the arguments are not valid JSON, %1").arg(problem));
    return problem.isEmpty();
}

void ToolsPanel::callMany()
{
    if (!canCallAside())
        return;
    auto *dialog = new LoadTestDialog(
        client(), m_call->tool(), json::singleLine(m_call->arguments()), isDestructive(), this);
    dialog->show();
}

void ToolsPanel::callOnServers()
{
    if (canCallAside())
        Q_EMIT fanOutRequested(m_call->tool(), json::singleLine(m_call->arguments()));
}

void ToolsPanel::openSavedCalls(bool toSave)
{
    if (!server().isEmpty())
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
    m_tools->chooseTool(saved.tool);
    if (m_call->tool() != saved.tool) {
        Q_EMIT failed(
            tr("%1 no longer has the tool “%2” that “%3” calls.").arg(server(), saved.tool, name));
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
        m_call->focusForm();
}

void ToolsPanel::runSavedCall(const QString &name)
{
    if (showSavedCall(name))
        m_call->send();
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
    m_tools->setServer(name);
    CatalogPanel::setServer(name, client);
}

session::ToolStore *ToolsPanel::store() const
{
    return client() ? session::ToolStore::of(client()) : nullptr;
}

std::vector<session::ListStore *> ToolsPanel::storesOf(mcp::Client *client)
{
    session::ToolStore *const tools = session::ToolStore::of(client);
    tools->setPageByPage(m_pageByPage);
    return {tools};
}

void ToolsPanel::chooseTool(const QString &name)
{
    choose(models::CatalogKind::Tool, name);
}

bool ToolsPanel::fill(const json::Value &request)
{
    const json::Value params = recordedParams(request, "tools/call", {"name", "arguments"});
    const QString name = params["name"].toString();
    if (name.isEmpty())
        return false;
    chooseTool(name);
    if (m_call->tool() != name)
        return false; // the server no longer lists it
    const std::string_view arguments = params["arguments"].raw();
    m_call->editor().setBytes(Bytes::copyOf(arguments.empty() ? "{}" : arguments));
    return true;
}

session::ToolCall *ToolsPanel::currentCall() const
{
    return client() && !m_call->tool().isEmpty() ? store()->call(m_call->tool()) : nullptr;
}

bool ToolsPanel::isDestructive() const
{
    const int row = m_tools->model().rowOf(models::CatalogKind::Tool, m_call->tool());
    return m_tools->model().index(row).data(models::CatalogModel::DestructiveRole).toBool();
}

void ToolsPanel::showItem(int row)
{
    if (!store())
        return;
    const mcp::ListItem &item = m_tools->model().item(row);
    m_call->setTool(store(), item);
    const json::Value schema = item.value()["outputSchema"];
    m_callResult->setCall(currentCall(), schema.exists() ? Bytes::copyOf(schema.raw()) : Bytes());
    m_guard->setDestructive(
        m_tools->model().index(row).data(models::CatalogModel::DestructiveRole).toBool());
}

void ToolsPanel::showNoItem()
{
    m_call->clear();
    m_callResult->setCall(nullptr);
    m_guard->setDestructive(false);
}

} // namespace sonde::widgets
