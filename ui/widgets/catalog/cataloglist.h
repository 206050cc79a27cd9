// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "look/painting/dataicons.h"
#include "models/catalog/catalogmodel.h"

#include <QWidget>

class QAction;
class QLayout;
class QMenu;
class QModelIndex;
class QPushButton;
class QTreeView;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::models {
class CatalogTree;
}

namespace sonde::session {
class ListStore;
}

namespace sonde::widgets {

class ListFilter;

// The tools, the resources and templates, or the prompts of a server, with a field that narrows
// them down and a line about the pages of the list.
class CatalogList : public QWidget {
    Q_OBJECT
public:
    // `what` is what the field filters: "Filter prompts".
    explicit CatalogList(const QString &what, QWidget *parent = nullptr);
    CatalogList(const QString &what, models::CatalogTree *tree, QWidget *parent);

    struct Choice {
        models::CatalogKind kind = models::CatalogKind::Resource;
        QString key; // empty: none
    };
    Choice choice() const { return {m_chosenKind, m_chosenKey}; }
    // For the lists of another server: setParts() chooses that item, or the first one without it.
    void restart(const Choice &choice);
    // Keeps the chosen item when it is still there.
    void setParts(const std::vector<models::CatalogModel::Part> &parts);
    // What is said of the pages, and the cursor of the next one where there is one.
    void setPages(const QString &state, const QString &cursor, bool pageByPage, bool more);
    void setTrouble(const QString &text); // why this is not all of it; empty: nothing
    void choose(models::CatalogKind kind, const QString &key);
    void clearChoice(); // nothing of the list is shown
    bool isChosenHidden() const; // by the filter
    int chosenRow() const; // in model(), -1 without
    const models::CatalogModel &model() const { return *m_model; }
    const models::CatalogTree &tree() const { return *m_tree; }
    QTreeView &view() { return *m_view; }
    void focusFilter();
    // Of a list that others load: there is nothing to choose about its pages.
    void hideOptions();

Q_SIGNALS:
    void chosen(int row);
    void activated(); // Return on an item: to what can be done with it
    void pageByPageRequested(bool pages);
    void nextPageRequested();
    void reloadRequested();

protected:
    QMenu &options() { return *m_options; } // the menu beside the filter
    bool isFiltered() const;
    // After the tree began anew. Groups are open unless this says otherwise.
    virtual void openGroups();
    // Opens the groups, and selects the chosen item, or its group where that stays closed.
    void showTree();

private:
    void makeView(const QString &what);
    void makeOptions();
    QLayout *makeTop();
    QLayout *makePageRow();
    QModelIndex chosenIndex() const; // in the view
    void currentChanged(const QModelIndex &current);
    void filter(const QString &text);
    void takeMatch();
    void selectChosen();

    look::DataIcons m_icons;
    models::CatalogModel *m_model;
    models::CatalogTree *m_tree;
    QTreeView *m_view;
    ListFilter *m_filter;
    look::ColorLabel *m_nothing; // says that the filter hides all
    look::ColorLabel *m_trouble;
    look::ColorLabel *m_pages;
    look::ColorLabel *m_cursor;
    QPushButton *m_next;
    QMenu *m_options;
    QWidget *m_optionsButton = nullptr;
    QAction *m_pageByPage;
    bool m_selecting = false;
    models::CatalogKind m_chosenKind = models::CatalogKind::Resource;
    QString m_chosenKey;
    int m_chosenRow = -1; // where two have one key
    bool m_restarted = false;
};

} // namespace sonde::widgets
