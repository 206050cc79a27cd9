// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/runner/serverauthorizer.h"
#include "models/auth/authsequencemodel.h"
#include "models/auth/authstepmodel.h"
#include "widgets/kit/frame/panel.h"

#include "mcp/client/client.h"

#include <QPointer>

#include <vector>

class QAction;

namespace sonde::look {
class InlineMessage;
class OtherWay;
} // namespace sonde::look

namespace sonde::models {
struct AuthState;
}

namespace sonde::widgets {

class AuthActions;
class AuthSequence;
class AuthSide;
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
    explicit AuthPanel(FindProfile findProfile, QWidget *parent = nullptr);
    ~AuthPanel() override;

    Tab tab() const override;
    void setServer(const QString &name, mcp::Client *client) override;
    int count() const override; // 1 while a person is waited for
    void setNarrow(bool narrow) override;

    // For a menu and the palette, in order.
    const std::vector<QAction *> &actions() const;

    models::AuthStepModel &model() { return m_model; }
    AuthStepView &view() { return *m_view; }
    AuthSequence &sequence() { return *m_sequence; }
    HeldRequests &held();
    const PropertyGrid &tokenFacts() const;
    void chooseStep(int row);
    CredentialsWindow *openCredentials();

    void run(auth::RunMode mode, auth::StepKind before = auth::StepKind::Token);
    QString report() const; // of the newest run, without secrets

Q_SIGNALS:
    void authorizeRequested(); // whatever is under way may open its page

private:
    QWidget *makeSequence();
    void markInSequence(int step);
    void connectActions();
    void connectQuestions();
    void refresh();
    void showStep();
    void enableActions(const models::AuthState &state);
    void start();
    void giveUp();
    void edit();
    void repeat();
    void overrideRule(auth::AuthRule rule);
    void expireNow();
    void refreshNow();
    void dropRegistration();
    void startOver();
    void logOut();
    void copyReport();
    auth::FlowRunner *runner() const;
    bool isOfProgram() const;
    QString whyNothing() const;

    FindProfile m_findProfile;
    QString m_name;
    QPointer<mcp::Client> m_client;
    QPointer<auth::ServerAuthorizer> m_authorizer;
    auth::Overrides m_allowed; // until a run succeeds
    models::AuthStepModel m_model;
    AuthActions *m_actions;
    AuthSide *m_side;
    AuthStepList *m_list; // of the side
    look::InlineMessage *m_message;
    look::OtherWay *m_otherWay; // of the message
    AuthStepView *m_view;
    models::AuthSequenceModel m_arrows;
    AuthSequence *m_sequence;
    QWidget *m_sequenceBox;
    QPointer<CredentialsWindow> m_window;
    bool m_following = true; // the newest step is shown
    bool m_waiting = false;
};

} // namespace sonde::widgets
