// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/kit/panel.h"

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
    int count() const override { return m_count; } // of requirements that are violated
    void focusFilter() override;

    const QString &server() const { return m_server; }
    FindingsView &view() const { return *m_view; }

private:
    void recount();

    models::FindingList &m_list;
    QString m_server;
    FindingsView *m_view;
    int m_count = 0;
};

} // namespace sonde::widgets
