// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/flow.h"

#include <QWidget>

#include <optional>

class QAction;
class QStackedWidget;

namespace sonde::content {
class TextView;
}

namespace sonde::look {
class PanelTitle;
}

namespace sonde::widgets {

class AuthRequestEdit;

// One request of an authorization and its response, side by side, as they crossed the wire. Secrets
// are hidden until they are asked for.
class AuthExchangeView : public QWidget {
    Q_OBJECT
public:
    explicit AuthExchangeView(QWidget *parent = nullptr);

    void showAttempt(const auth::Attempt &attempt, int number);
    // Lets the request that is held back be changed, in the place of the request.
    void edit(const auth::FlowAction &held);
    void endEdit();
    bool isEditing() const;

    QAction *revealAction() const { return m_reveal; }
    AuthRequestEdit &requestEdit() { return *m_edit; }
    content::TextView &request() { return *m_request; }
    content::TextView &response() { return *m_response; }

private:
    QWidget *makeRequest();
    QWidget *makeResponse();
    void refresh();
    void copy(const content::TextView &view);

    std::optional<auth::Attempt> m_attempt;
    int m_number = 0;
    QAction *m_reveal;
    look::PanelTitle *m_requestTitle;
    look::PanelTitle *m_responseTitle;
    QStackedWidget *m_requestPages;
    content::TextView *m_request;
    AuthRequestEdit *m_edit;
    content::TextView *m_response;
};

} // namespace sonde::widgets
