// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "accept/hostview.h"
#include "base/backgroundjob.h"

#include <QPointer>
#include <QWidget>

class QComboBox;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::mcp {
class Client;
}

namespace sonde::models {
class HostIssueModel;
class HostToolModel;
} // namespace sonde::models

namespace sonde::session {
class ToolStore;
}

namespace sonde::widgets {

class PlainTable;

// What a host or a model API makes of the tools of the current server. Nothing is sent to a host.
class HostPage : public QWidget {
    Q_OBJECT
public:
    explicit HostPage(QWidget *parent = nullptr);

    // Null: there is no connected server. `name` is what hosts are thought to call it.
    void setServer(const QString &name, mcp::Client *client);

    QComboBox &hosts() const { return *m_hosts; }
    PlainTable &tools() const { return *m_tools; }
    PlainTable &issues() const { return *m_issues; }
    const models::HostToolModel &toolModel() const { return *m_toolModel; }
    const models::HostIssueModel &issueModel() const { return *m_issueModel; }
    const look::ColorLabel &summary() const { return *m_summary; }
    const look::ColorLabel &detail() const { return *m_detail; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    void setUpTables();
    void layOut();
    void listHosts();
    void refresh();
    void showView(accept::HostView view);
    void showTool();
    void showIssue();
    QString summaryText() const;

    QString m_server;
    QPointer<session::ToolStore> m_store;
    accept::HostView m_view;
    QComboBox *m_hosts;
    look::ColorLabel *m_summary;
    models::HostToolModel *m_toolModel;
    models::HostIssueModel *m_issueModel;
    PlainTable *m_tools;
    PlainTable *m_issues;
    look::ColorLabel *m_detail;
    BackgroundJob m_job;
};

} // namespace sonde::widgets
