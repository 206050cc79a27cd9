// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/kit/frame/panel.h"

#include "mcp/client/client.h"
#include "session/connection/observation.h"

#include <QPointer>
#include <QTimer>

#include <optional>

class QStackedLayout;

namespace sonde::auth {
class ServerAuthorizer;
}

namespace sonde::look {
class EmptyState;
}

namespace sonde::models {
class FindingList;
}

namespace sonde::widgets {

class AuthorizePage;
class FailurePage;
template <typename Page>
class Later;
class ServerPage;
class StartPage;

// The current server as it is now: connected, failed, or what to do to get there.
class OverviewPanel : public Panel {
    Q_OBJECT
public:
    explicit OverviewPanel(QWidget *parent = nullptr);

    Tab tab() const override;
    void setServer(const QString &name, mcp::Client *client) override;
    bool setObservation(const QString &name, session::Observation *observation) override;

    void setDetected(const std::optional<mcp::DetectedRevision> &detected);

    // Of which the server's page has a line; they outlive the panel.
    void setFindings(const models::FindingList &list);

    const ServerPage *serverPage() const;
    const FailurePage *failurePage() const;
    AuthorizePage &authorizePage();
    StartPage &startPage() { return *m_start; }

Q_SIGNALS:
    void doctorRequested();
    void authorizeRequested(); // a page to log in may be opened
    void authStepsRequested();
    void findingsRequested();
    void removeTapRequested(); // of the observation
    void trustRequested(const QByteArray &key); // SHA-256 of the server's

protected:
    void showEvent(QShowEvent *event) override;

private:
    Later<ServerPage> *makeServer();
    Later<FailurePage> *makeFailure();
    Later<AuthorizePage> *makeAuthorize();
    void takeFocus();
    void refresh();
    void showFindings();
    void watchSubscriptions();
    bool showAuthorization();
    void showEmpty();
    void say(const QString &what, const QString &why, const QString &next);

    QString m_name;
    QPointer<mcp::Client> m_client;
    QPointer<session::Observation> m_observation;
    QPointer<auth::ServerAuthorizer> m_authorizer; // of the client
    QStackedLayout *m_stack;
    StartPage *m_start;
    look::EmptyState *m_empty;
    std::optional<mcp::DetectedRevision> m_detected;
    Later<ServerPage> *m_server;
    Later<FailurePage> *m_failure;
    bool m_takesFocus = false; // the failure is new, and was not shown
    Later<AuthorizePage> *m_authorize;
    QWidget *m_startScroll;
    QWidget *m_serverScroll;
    QWidget *m_failureScroll;
    QWidget *m_authorizeScroll;
    const models::FindingList *m_findings = nullptr;
    QTimer m_findingNews; // that are not shown yet
    QTimer m_news; // of a failed process, or a connection that lives
};

} // namespace sonde::widgets
