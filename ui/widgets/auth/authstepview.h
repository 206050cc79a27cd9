// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/flow.h"
#include "models/auth/authstate.h"

#include <QWidget>

class QPushButton;
class QSplitter;

namespace sonde::look {
class EmptyState;
class ColorLabel;
} // namespace sonde::look

namespace sonde::models {
class AuthAttemptModel;
}

namespace sonde::widgets {

class AuthExchangeView;
class AuthProblemBox;
class AuthQuestion;
class PropertyGrid;
class PlainTable;

// One step of an authorization: what was decided and why, the places it tried, each with its
// request and response.
class AuthStepView : public QWidget {
    Q_OBJECT
public:
    explicit AuthStepView(QWidget *parent = nullptr);

    // `page`: that the step opens, or waits for; empty: none.
    void showStep(int number, const auth::Step &step, const QUrl &page = {});
    // An empty `button` takes no place.
    void showNothing(const QString &what, const QString &why, const QString &button = {});
    // What is held back may be edited, and what is asked is asked, in front of its own step only.
    void setState(const models::AuthState &state, const QStringList &issuers, bool isNewest);
    void edit(const auth::FlowAction &held);
    void endEdit();
    bool isEditing() const;

    AuthExchangeView &exchange() { return *m_exchange; }
    AuthProblemBox &problem() { return *m_problem; }
    AuthQuestion &question() { return *m_question; }
    const PropertyGrid &facts() const { return *m_facts; }
    PlainTable &attempts() { return *m_attempts; }
    QString heading() const;

Q_SIGNALS:
    void editRequested();
    void repeatRequested();
    void reportRequested();
    void nextStepRequested(); // by the button of an empty place

private:
    QLayout *makeHeading();
    QWidget *makeProperties();
    void showAttempt();
    void showFacts();

    look::EmptyState *m_empty;
    QWidget *m_page;
    look::ColorLabel *m_heading;
    QPushButton *m_editButton;
    QPushButton *m_repeat;
    AuthProblemBox *m_problem;
    AuthQuestion *m_question;
    PropertyGrid *m_facts;
    bool m_hasFacts = false;
    models::AuthAttemptModel *m_model;
    QSplitter *m_parts;
    PlainTable *m_attempts;
    AuthExchangeView *m_exchange;
};

} // namespace sonde::widgets
