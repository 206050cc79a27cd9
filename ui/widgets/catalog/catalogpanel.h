// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "session/liststore.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/kit/panel.h"

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

class AnswerPane;
class ChangesFrame;

// A tab with a list of what a server offers besides tools, the chosen item, and what it gave; what
// the tabs of resources and of prompts have in common.
class CatalogPanel : public Panel {
    Q_OBJECT
public:
    bool hasCommands() const override { return true; }
    bool canRunCommand(Command command) const override;
    void runCommand(Command command) override;
    void setServer(const QString &name, mcp::Client *client) override;
    int count() const override;
    void focusFilter() override;
    // Where there is no room for three columns, the result is a tab of the middle one.
    void setNarrow(bool narrow) override;

    void reload(); // the lists
    bool canReload() const;
    void choose(models::CatalogKind kind, const QString &key);

    // What the commands of the window do while the panel is in front.
    virtual bool canSend() const = 0;
    virtual bool canSendAgain() const { return canSend(); }
    virtual bool isPending() const = 0;
    virtual void send() = 0;
    virtual void sendAgain() { send(); }
    virtual void cancel() = 0;
    bool canShowInTrace() const;
    void showInTrace();

    CatalogList &list() { return *m_list; }
    ChangesFrame &changes() { return *m_changes; }
    AnswerPane &result() { return *m_result; }

protected:
    struct Words {
        QString what; // "The server's prompts appear here."
        QString notOffered; // "%1 does not offer prompts."
        QString empty; // "%1 offers prompts, but its list is empty."
        QString filter; // "Filter prompts"
    };
    CatalogPanel(Words words, AnswerPane *result, QWidget *parent);
    void setPane(QWidget *pane); // the middle column

    virtual std::vector<session::ListStore *> booksOf(
        mcp::Client *client) = 0; // the first one leads
    virtual void showItem(int row) = 0; // of list().model()
    virtual void showNoItem() = 0; // until an item of the present server is shown
    virtual bool isNested() const = 0; // the result is a tab of the pane
    virtual void nest(bool nested) = 0;
    mcp::Client *client() const { return m_client; }
    // Something is looked at that no list has: the columns are there, whatever the lists say.
    void showUnlisted();

private:
    void leaveServer(const QString &next);
    void refresh();
    void refreshPages();
    void showLists();
    void showEmpty(const QString &why, const QString &action);

    const Words m_words;
    QString m_server;
    QPointer<mcp::Client> m_client;
    bool m_unlisted = false;
    std::vector<QPointer<session::ListStore>> m_stores;
    std::vector<std::pair<const void *, std::size_t>> m_shown; // page and length of each list
    QStackedLayout *m_stack;
    look::EmptyState *m_empty;
    look::Splitter *m_columns;
    CatalogList *m_list;
    std::map<QString, CatalogList::Choice> m_choices; // by server, of those that are not current
    AnswerPane *m_result;
    ChangesFrame *m_changes;
};

} // namespace sonde::widgets
