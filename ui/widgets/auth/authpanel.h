// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/runner/serverauthorizer.h"
#include "models/auth/authsequencemodel.h"
#include "models/auth/authstepmodel.h"
#include "widgets/kit/panel.h"

#include "mcp/client/client.h"

#include <QPointer>

#include <vector>

class QAction;
class QMenu;
class QToolButton;

namespace sonde::look {
class InlineMessage;
}

namespace sonde::models {
struct AuthState;
}

namespace sonde::widgets {

class AuthSequence;
class AuthStepList;
class AuthStepView;
class CredentialsWindow;
class PropertyGrid;
class HeldRequests;

// The authorization at the current server, step by step: what was asked, answered and decided, to
// be run, stepped through, changed and repeated; and the token that came of it.
class AuthPanel : public Panel {
    Q_OBJECT
public:
    explicit AuthPanel(QWidget *parent = nullptr);
    ~AuthPanel() override;

    Tab tab() const override;
    void setServer(const QString &name, mcp::Client *client) override;
    int count() const override; // 1 while a person is waited for
    void setNarrow(bool narrow) override;

    // For a menu and the palette, in order.
    const std::vector<QAction *> &actions() const { return m_actions; }
    QMenu *stopBeforeMenu() const { return m_stopBefore; }

    models::AuthStepModel &model() { return m_model; }
    AuthStepView &view() { return *m_view; }
    AuthSequence &sequence() { return *m_sequence; }
    HeldRequests &held() { return *m_held; }
    const PropertyGrid &tokenFacts() const { return *m_tokens; }
    void chooseStep(int row);
    CredentialsWindow *openCredentials();

    void run(auth::RunMode mode, auth::StepKind before = auth::StepKind::Token);
    QString report() const; // of the newest run, without secrets

Q_SIGNALS:
    void authorizeRequested(); // whatever is under way may open its page

private:
    QWidget *makeSide();
    QWidget *makeSequence();
    void markInSequence(int step);
    void makeActions();
    QAction *add(const QString &text, const char *icon, void (AuthPanel::*slot)());
    void connectQuestions();
    void refresh();
    void showStep();
    void showTokens();
    void showHeld();
    void enableActions(const models::AuthState &state);
    void start();
    void runAll();
    void runStep();
    void giveUp();
    void edit();
    void repeat();
    void overrideRule(auth::Rule rule);
    void expireNow();
    void refreshNow();
    void dropRegistration();
    void startOver();
    void logOut();
    void copyReport();
    void showCredentials();
    auth::FlowRunner *runner() const;

    QString m_name;
    QPointer<mcp::Client> m_client;
    QPointer<auth::ServerAuthorizer> m_authorizer;
    auth::Overrides m_allowed; // until a run succeeds
    models::AuthStepModel m_model;
    std::vector<QAction *> m_actions;
    QAction *m_runAll, *m_step, *m_giveUp, *m_expire, *m_refresh, *m_drop, *m_startOver, *m_logOut,
        *m_copyReport, *m_credentials;
    QMenu *m_stopBefore;
    AuthStepList *m_list;
    HeldRequests *m_held;
    PropertyGrid *m_tokens;
    look::InlineMessage *m_message;
    AuthStepView *m_view;
    models::AuthSequenceModel m_arrows;
    AuthSequence *m_sequence;
    QWidget *m_sequenceBox;
    QWidget *m_side;
    QPointer<CredentialsWindow> m_window;
    bool m_following = true; // the newest step is shown
    bool m_waiting = false;
};

} // namespace sonde::widgets
