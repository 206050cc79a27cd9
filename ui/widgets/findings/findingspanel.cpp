// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/findingspanel.h"

#include "models/trace/findinglist.h"
#include "widgets/findings/findingsview.h"

#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

FindingsPanel::FindingsPanel(models::FindingList &list, QWidget *parent)
    : Panel(parent)
    , m_list(list)
    , m_view(new FindingsView(list, this))
{
    setObjectName(QStringLiteral("findings"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 6, 0, 0);
    column->addWidget(m_view);
    connect(&list, &models::FindingList::added, this, &FindingsPanel::recount);
}

Panel::Tab FindingsPanel::tab() const
{
    return {tr("F&indings"), "findings", QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_8)};
}

void FindingsPanel::setServer(const QString &name, mcp::Client *)
{
    if (std::exchange(m_server, name) == name)
        return;
    m_view->setServer(name);
    recount();
}

void FindingsPanel::focusFilter()
{
    m_view->focusFilter();
}

void FindingsPanel::recount()
{
    const int count = m_server.isEmpty() ? 0 : m_list.violated(m_server).all();
    if (std::exchange(m_count, count) != count)
        Q_EMIT countChanged();
}

} // namespace sonde::widgets
