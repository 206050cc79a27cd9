// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/runner/serverauthorizer.h"

#include <QWidget>

class QToolButton;

namespace sonde::models {
class AuthStepModel;
}

namespace sonde::widgets {

class AuthActions;
class AuthStepList;
class HeldRequests;
class PropertyGrid;

// Beside an authorization: its actions, its steps, the requests that wait for it and the tokens
// that came of it.
class AuthSide : public QWidget {
    Q_OBJECT
public:
    AuthSide(const AuthActions &actions, models::AuthStepModel *model, QWidget *parent = nullptr);

    AuthStepList &list() { return *m_list; }
    HeldRequests &held() { return *m_held; }
    const PropertyGrid &tokens() const { return *m_tokens; }

    void showHeld(const auth::ServerAuthorizer *authorizer); // null: none
    void showTokens(auth::ServerAuthorizer *authorizer);
    void setNarrow(bool narrow);

private:
    QToolButton *makeMore(const AuthActions &actions);
    QWidget *makeTokens();

    AuthStepList *m_list;
    HeldRequests *m_held;
    PropertyGrid *m_tokens;
    QWidget *m_tokensBox; // with their heading
};

} // namespace sonde::widgets
