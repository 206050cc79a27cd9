// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/kit/frame/panel.h"

#include <QPointer>

#include <functional>

namespace sonde::models {
class FindingList;
}

namespace sonde::widgets {

class FindingsView;

// What the current server and Sonde did against the specification, as far as its messages show it.
class FindingsPanel : public Panel {
    Q_OBJECT
public:
    // The list outlives the panel.
    explicit FindingsPanel(models::FindingList &list, QWidget *parent = nullptr);

    Tab tab() const override;
    void setServer(const QString &name, mcp::Client *client) override;
    bool setObservation(const QString &name, session::Observation *) override
    {
        setServer(name, nullptr);
        return true;
    }
    int count() const override { return m_count; } // of requirements that are violated
    void focusFilter() override;
    void updateActions() override;

    // Where the log level comes from that the current server was asked for; empty: none.
    void setLogLevelSource(std::function<QString()> source) { m_logLevel = std::move(source); }
    // Of the current server; the one that is open comes to the front. False when it is not
    // connected.
    bool openCheck();
    const QString &server() const { return m_server; }
    FindingsView &view() const { return *m_view; }

private:
    void recount();
    bool canCheck() const;

    models::FindingList &m_list;
    QString m_server;
    FindingsView *m_view;
    int m_count = 0;
    QPointer<mcp::Client> m_client;
    std::function<QString()> m_logLevel;
    QAction *m_check;
};

} // namespace sonde::widgets
