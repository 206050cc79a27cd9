// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/activity/taskresult.h"

#include "content/json/jsontreeview.h"
#include "content/view/contentlist.h"
#include "mcp/task/taskmachine.h"
#include "widgets/request/callcontents.h"

#include <QTabWidget>

namespace sonde::widgets {

TaskResult::TaskResult(QTabWidget &tabs)
    : QObject(&tabs)
    , m_tabs(tabs)
    , m_contents(new content::ContentList(&tabs))
    , m_tree(new content::JsonTreeView(&tabs))
{
    m_contents->setAccessibleName(tr("Contents of the task's result"));
    m_tree->setAccessibleName(tr("Result of the task"));
    m_tabs.addTab(m_contents, tr("Content"));
    m_tabs.addTab(m_tree, tr("Result"));
}

void TaskResult::clear()
{
    m_text.clear();
    m_contents->setNothing({});
    m_tree->clear();
}

// The result of another request than a call, and an error, have no contents.
void TaskResult::show(const mcp::TaskMachine &task)
{
    const auto &outcome = task.outcome();
    const std::string &text = outcome.result.empty() ? outcome.error : outcome.result;
    m_tabs.setTabEnabled(m_tabs.indexOf(m_tree), !text.empty());
    if (text.empty())
        m_tabs.setTabEnabled(m_tabs.indexOf(m_contents), false);
    if (text.empty() || text == m_text)
        return;
    m_text = text;
    const auto document =
        std::make_shared<const json::Document>(json::Document::parse(Bytes::copyOf(text)));
    m_tree->setDocument(document);
    const bool hasContents = document->root()["content"].isArray();
    if (hasContents)
        m_contents->setContents(callContents(document, document->root()));
    m_tabs.setTabEnabled(m_tabs.indexOf(m_contents), hasContents);
    m_tabs.setCurrentWidget(hasContents ? static_cast<QWidget *>(m_contents) : m_tree);
}

} // namespace sonde::widgets
