// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/catalog/toolmodel.h"

#include <QSet>
#include <QWidget>

class QAction;
class QModelIndex;
class QSettings;
class QToolButton;
class QTreeView;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::models {
class ToolGroupModel;
}

namespace sonde::widgets {

class ListFilter;

// The tools of a server in groups, by their names or by what they do as is chosen, with a field
// that narrows them down.
class ToolList : public QWidget {
    Q_OBJECT
public:
    // The settings keep which groups of which server are closed; they outlive the list.
    explicit ToolList(QSettings *settings, QWidget *parent = nullptr);

    // Keeps the chosen tool when it is still there.
    void setListing(const QString &server, const mcp::Listing &listing);
    void setTrouble(const QString &text); // why this is not all of it; empty: nothing
    void choose(const QString &tool);
    int chosenRow() const; // in model(), -1 without
    const models::ToolModel &model() const { return *m_model; }
    void focusFilter();
    bool isPageByPage() const { return m_pageByPage; } // as was chosen, and is kept

Q_SIGNALS:
    void chosen(int row);
    void activated(); // Return on a tool: to its arguments
    void pageByPageChosen(bool pages);
    void nextPageRequested();

private:
    QModelIndex chosenIndex() const; // in the view
    void currentChanged(const QModelIndex &current);
    void toggleGroup(const QModelIndex &index);
    void remember(const QModelIndex &group, bool closed);
    QToolButton *makeGroupingButton();
    QAction *makePagingAction(QObject *parent);
    QWidget *makePageRow();
    void showPage(const mcp::Listing &listing);
    void setGrouping(int grouping); // of models::ToolGroupModel
    void showListing(const QString &wanted); // after the model began anew
    void openGroups(); // all of them while a filter is on, else all but the closed ones

    QSettings *m_settings;
    QString m_server;
    QSet<QString> m_closed; // groups, by their prefixes
    bool m_opening = false; // groups, and nobody has chosen which
    models::ToolModel *m_model;
    models::ToolGroupModel *m_groups;
    models::ToolFilterProxy *m_proxy;
    QTreeView *m_list;
    ListFilter *m_filter;
    look::ColorLabel *m_trouble;
    bool m_pageByPage = false;
    QWidget *m_pageRow; // how far the list is known, where it is asked for page by page
    look::ColorLabel *m_page;
    look::ColorLabel *m_cursor;
    QString m_chosen;
};

} // namespace sonde::widgets
