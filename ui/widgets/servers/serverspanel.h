// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

class QListView;
class QMenu;

namespace sonde::look {
class EmptyState;
}

namespace sonde::models {
class ServerModel;
}

namespace sonde::widgets {

// The list of servers, two lines each. A click shows a server, a double click connects it.
class ServersPanel : public QWidget {
    Q_OBJECT
public:
    // The model outlives the panel.
    explicit ServersPanel(models::ServerModel *model, QWidget *parent = nullptr);

    void setCurrent(const QString &name);
    // The context menu; its actions apply to the current server.
    void setMenu(QMenu *menu) { m_menu = menu; }
    void setTapMenu(QMenu *menu) { m_tapMenu = menu; } // of a tap instead

Q_SIGNALS:
    void chosen(const QString &name);
    void connectRequested(const QString &name);
    void removeRequested(const QString &name);
    void forgetRequested(const QString &name); // a tap
    void newServerRequested();
    void pasteRequested(); // Ctrl+V: the clipboard may describe a server

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void showMenu(const QPoint &at);
    QString nameAt(const QModelIndex &index) const;
    void refreshEmpty();

    models::ServerModel *m_model;
    QListView *m_list;
    look::EmptyState *m_empty;
    QMenu *m_menu = nullptr;
    QMenu *m_tapMenu = nullptr;
};

} // namespace sonde::widgets
