// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

#include <string>

class QTabWidget;

namespace sonde::content {
class ContentList;
class JsonTreeView;
} // namespace sonde::content

namespace sonde::mcp {
class TaskMachine;
}

namespace sonde::widgets {

// What a task brought, as the result of a call is shown: its contents by their viewers, and as a
// tree. Two pages among others.
class TaskResult : public QObject {
    Q_OBJECT
public:
    // Adds the pages to the tabs.
    explicit TaskResult(QTabWidget &tabs);

    void clear();
    // Brings what is new to the front.
    void show(const mcp::TaskMachine &task);

    content::ContentList &contents() const { return *m_contents; }
    content::JsonTreeView &tree() const { return *m_tree; }

private:
    QTabWidget &m_tabs;
    content::ContentList *m_contents;
    content::JsonTreeView *m_tree;
    std::string m_text;
};

} // namespace sonde::widgets
