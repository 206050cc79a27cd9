// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/servers/hostimport.h"
#include "models/hosts/hostlistmodel.h"
#include "session/hosts/hoststore.h"
#include "widgets/kit/frame/secondarywindow.h"

class QBoxLayout;
class QPushButton;
class QTableView;

namespace sonde::look {
class ColorLabel;
class InlineMessage;
class PanelTitle;
} // namespace sonde::look

namespace sonde::widgets {

class HostEntryPane;
class ListFilter;
class PlainTable;
class TapPlanPane;

// The hosts on this machine, the servers in their configuration files, and what a tap would change
// in them. A file is changed only by Tap and Remove tap, as the window shows it before.
class HostsWindow : public SecondaryWindow {
    Q_OBJECT
public:
    // The store outlives the window.
    explicit HostsWindow(session::HostStore &store, QWidget *parent = nullptr);

    const models::HostListModel &hostList() const { return *m_hostModel; }
    QTableView &hostView() const;
    ListFilter &filter() const { return *m_filter; }
    HostEntryPane &entryPane() const { return *m_entries; }
    TapPlanPane &planPane() const { return *m_plan; }
    void chooseHost(const QString &id);
    void setServers(const QStringList &names); // of Sonde, which can be added to the chosen host
    // What happened last; empty: nothing.
    QString message() const;
    void showMessage(const QString &sentence, bool isError);

Q_SIGNALS:
    void importRequested(const sonde::hosts::ImportedServer &server);
    void openRequested(const QString &path); // of a file, in the program for such files
    void exportRequested(const QString &server, const QString &host); // its id; empty: none

private:
    void makeHostList();
    QBoxLayout *makeTop();
    QBoxLayout *makeButtons();
    QPushButton *addButton(
        QBoxLayout *row, const char *icon, const QString &text, const char *name);
    void showFiles();
    void showRows();
    void applyFilter();
    void spanGroups();
    void showHost();
    void showPlan();
    void showState();
    void updateButtons();
    void fold(const QModelIndex &index);
    void askForTap();
    void importChosen();
    void openChosen();

    session::HostStore &m_store;
    models::HostListModel *m_hostModel;
    PlainTable *m_hosts;
    ListFilter *m_filter;
    look::PanelTitle *m_hostsTitle;
    HostEntryPane *m_entries;
    TapPlanPane *m_plan;
    look::InlineMessage *m_message;
    look::ColorLabel *m_state;
    QPushButton *m_export;
    QPushButton *m_import;
    QPushButton *m_open;
    QPushButton *m_untap;
    QPushButton *m_tap;
    const hosts::Host *m_chosen = nullptr;
    bool m_isFilling = false;
};

} // namespace sonde::widgets
