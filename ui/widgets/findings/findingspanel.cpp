// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/findingspanel.h"

#include "look/access/focuspass.h"
#include "mcp/client/client.h"
#include "models/findings/findinglist.h"
#include "widgets/findings/checkdialog.h"
#include "widgets/findings/findingsview.h"
#include "widgets/kit/frame/pagescroll.h"

#include <QAction>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

FindingsPanel::FindingsPanel(models::FindingList &list, QWidget *parent)
    : Panel(parent)
    , m_list(list)
    , m_view(new FindingsView(list, this))
    , m_check(
          addToMenu(Menu::Tools, QStringLiteral("checkServer"), tr("&Check server…"), "findings"))
{
    setObjectName(QStringLiteral("findings"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 6, 0, 0);
    column->addWidget(new PageScroll(m_view, PageScroll::Height::Asked));
    look::passFocus(*this, *m_view);
    connect(&list, &models::FindingList::added, this, &FindingsPanel::recount);
    connect(&list, &models::FindingList::acceptanceChanged, this, &FindingsPanel::recount);
    connect(m_view, &FindingsView::succeeded, this, &Panel::succeeded);
    connect(m_view, &FindingsView::failed, this, &Panel::failed);
    m_view->setCheckAction(m_check);
    connect(m_check, &QAction::triggered, this, &FindingsPanel::openCheck);
    m_check->setEnabled(false);
}

Panel::Tab FindingsPanel::tab() const
{
    return {
        "findings", tr("&Findings"), "findings", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_8)};
}

void FindingsPanel::setServer(const QString &name, mcp::Client *client)
{
    m_client = client;
    const bool isOther = std::exchange(m_server, name) != name;
    if (isOther)
        m_view->setServer(name);
    m_view->setClient(client);
    Q_EMIT actionsChanged();
    if (isOther)
        recount();
}

void FindingsPanel::focusFilter()
{
    m_view->focusFilter();
}

bool FindingsPanel::canCheck() const
{
    return m_client && m_client->state() == mcp::ClientState::Ready;
}

void FindingsPanel::updateActions()
{
    m_check->setEnabled(canCheck());
}

bool FindingsPanel::openCheck()
{
    if (!canCheck())
        return false;
    for (CheckDialog *open : findChildren<CheckDialog *>()) {
        if (open->client() == m_client) {
            open->raise();
            open->activateWindow();
            return true;
        }
    }
    auto *dialog = new CheckDialog(m_client, m_logLevel ? m_logLevel() : QString(), this);
    connect(dialog, &CheckDialog::findingsRequested, this, &Panel::showRequested);
    dialog->show();
    return true;
}

void FindingsPanel::recount()
{
    const int count = m_server.isEmpty() ? 0 : m_list.violated(m_server).all();
    if (std::exchange(m_count, count) != count)
        Q_EMIT countChanged();
}

} // namespace sonde::widgets
