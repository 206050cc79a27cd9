// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client.h"

#include <QPointer>
#include <QStackedWidget>
#include <QTimer>

#include <optional>

namespace sonde::content {
class EmptyState;
}

namespace sonde::widgets {

class FailurePage;
class ServerPage;

// The current server as it is now: connected, failed, or what to do to get there.
class OverviewPanel : public QStackedWidget {
    Q_OBJECT
public:
    explicit OverviewPanel(QWidget *parent = nullptr);

    // `name` is empty when there is no server; `client` is nullptr before the first connection.
    void setServer(const QString &name, mcp::Client *client);

    void setVerdict(const std::optional<mcp::Verdict> &verdict);

    const ServerPage *serverPage() const { return m_server; }
    const FailurePage *failurePage() const { return m_failure; }

Q_SIGNALS:
    void connectWanted();
    void editWanted();
    void newServerWanted();
    void copied(qsizetype bytes);
    void trustWanted(const QByteArray &key); // SHA-256 of the server's

private:
    void refresh();
    void watchSubscriptions();
    void showEmpty();
    void say(const QString &what, const QString &why, const QString &next);

    QString m_name;
    QPointer<mcp::Client> m_client;
    content::EmptyState *m_empty;
    ServerPage *m_server;
    FailurePage *m_failure;
    QWidget *m_serverScroll;
    QWidget *m_failureScroll;
    QTimer m_news; // of a failed process, or a connection that lives
};

} // namespace sonde::widgets
