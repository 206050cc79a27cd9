// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "session/catalog/liststore.h"
#include "session/connection/observation.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/kit/frame/panel.h"

#include <QPointer>

#include <map>
#include <utility>
#include <vector>

class QStackedLayout;

namespace sonde::look {
class EmptyState;
class Splitter;
} // namespace sonde::look

namespace sonde::widgets {

class ResponsePane;
class ChangesFrame;
class ItemPane;
class ObservedItems;

// A tab with a list of what a server offers, the chosen item, and what it gave; what the tabs of
// tools, resources and prompts have in common.
class CatalogPanel : public Panel {
    Q_OBJECT
public:
    bool hasCommands() const override { return true; }
    bool canRunCommand(Command command) const override;
    void runCommand(Command command) override;
    void setServer(const QString &name, mcp::Client *client) override;
    void setServers(const QStringList &names) override;
    bool setObservation(const QString &name, session::Observation *observation) override;
    int count() const override;
    void focusFilter() override;
    // Where there is no room for three columns, the result is a tab of the middle one.
    void setNarrow(bool narrow) override;

    void reload(); // the lists
    bool canReload() const;
    void choose(models::CatalogKind kind, const QString &key);
    // Chooses the item, and moves the focus to the first field of its form.
    void openForm(models::CatalogKind kind, const QString &key);

    // Puts a request into the form, as it was recorded. False: it is none of this panel's, or the
    // form cannot say all of it.
    virtual bool fill(const json::Value &request) = 0;
    ItemPane &itemPane() { return *m_pane; }

    bool canShowInTrace() const;
    virtual void showInTrace(); // what was received last

    CatalogList &list() { return *m_list; }
    // Of the newest conversation that was shown.
    ObservedItems &observed() { return *m_observed; }
    ChangesFrame &changes() { return *m_changes; }
    ResponsePane &result() { return *m_result; }

Q_SIGNALS:
    void linkRequested(const QString &uri); // of a result; a person chose it

protected:
    struct Words {
        QString what; // "The server's prompts appear here."
        QString notOffered; // "%1 does not offer prompts."
        QString empty; // "%1 offers prompts, but its list is empty."
    };
    CatalogPanel(Words words, QWidget *parent);
    // Once, by the constructor of the derived class. The shares are those of the width.
    void setColumns(
        CatalogList *list, ItemPane *pane, ResponsePane *result, const QList<int> &shares);

    virtual std::vector<session::ListStore *> storesOf(
        mcp::Client *client) = 0; // the first one leads
    virtual std::vector<models::CatalogKind> kinds() const = 0; // of its lists
    virtual void showItem(int row) = 0; // of list().model()
    virtual void showNoItem() = 0; // until an item of the present server is shown
    const QString &server() const { return m_server; } // the name; empty: none
    mcp::Client *client() const { return m_client; } // or nullptr
    // Something is looked at that no list has: the columns are there, whatever the lists say.
    void showUnlisted();

private:
    bool isOutOfReach() const;
    void showPage(QWidget *page);
    void focusWork();
    QWidget *focusInside() const;
    void addResultColumn();
    void connectList();
    void connectResult();
    void leaveServer(const QString &next);
    void refresh();
    void showObserved();
    void refreshPages();
    void showLists();
    void showEmpty(const QString &why, const QString &action);

    const Words m_words;
    QString m_server;
    bool m_isRemoved = false; // that server, which is shown until another one is current
    QPointer<mcp::Client> m_client;
    QPointer<session::Observation> m_observation;
    bool m_unlisted = false;
    std::vector<QPointer<session::ListStore>> m_stores;
    std::vector<std::pair<const void *, std::size_t>> m_shown; // page and length of each list
    QStackedLayout *m_stack;
    look::EmptyState *m_empty;
    look::Splitter *m_columns;
    QList<int> m_shares;
    CatalogList *m_list = nullptr;
    ItemPane *m_pane = nullptr;
    std::map<QString, CatalogList::Choice> m_choices; // by server, of those that are not current
    std::map<QString, QPointer<QWidget>> m_focused; // as well: where the focus was
    ResponsePane *m_result = nullptr;
    ChangesFrame *m_changes;
    ObservedItems *m_observed = nullptr; // until a conversation of others is shown
};

} // namespace sonde::widgets
