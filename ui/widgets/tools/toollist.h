// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/catalog/cataloglist.h"

#include <QSet>

class QSettings;

namespace sonde::models {
class ToolTree;
}

namespace sonde::widgets {

// The tools of a server in groups, by their names or by what they do as is chosen. Which groups are
// closed is kept.
class ToolList : public CatalogList {
    Q_OBJECT
public:
    // The settings keep the grouping, and which groups of which server are closed; they outlive the
    // list.
    explicit ToolList(QSettings *settings, QWidget *parent = nullptr);

    void setServer(const QString &server); // whose closed groups these are
    void chooseTool(const QString &name);

protected:
    void openGroups() override; // all of them while a filter is on, else all but the closed ones

private:
    ToolList(models::ToolTree *tree, QSettings *settings, QWidget *parent);
    void addGroupings();
    void setGrouping(int grouping); // of models::ToolTree
    void remember(const QModelIndex &group, bool closed);

    QSettings *m_settings;
    models::ToolTree *m_tools;
    QString m_server;
    QSet<QString> m_closed; // groups, by their headings
    bool m_opening = false; // groups, and the user has chosen none
};

} // namespace sonde::widgets
