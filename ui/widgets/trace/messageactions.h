// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/tracefilterproxy.h"

#include <QList>
#include <QObject>

class QAction;
class QKeySequence;
class QMenu;

namespace sonde::session {
class CauseFinder;
}

namespace sonde::widgets {

class Annotations;
class ConditionActions;
class CopyAsMenu;
class DoingAction;
class ResendActions;
class TraceView;

// What can be done with the message that is selected in the list of a trace.
class MessageActions : public QObject {
    Q_OBJECT
public:
    // Rows and view outlive it; the shortcuts are those of the panel.
    MessageActions(models::TraceFilterProxy &rows, TraceView &view, QWidget *panel);

    // For menus, in their order; without what makes filters of it or sends it again.
    QList<QAction *> all() const;
    void addTo(QMenu &menu); // everything, of the current cell
    void update(); // another message is selected

    QAction *pairAction() const { return m_pair; }
    QAction *exchangeAction() const { return m_exchange; }
    QAction *causeAction() const { return m_cause; }
    QAction *compareAction() const { return m_compare; }
    CopyAsMenu &copyAs() const { return *m_copyAs; }
    Annotations &annotations() const { return *m_annotations; }
    ResendActions &resending() const { return *m_resend; }
    DoingAction &doing() const { return *m_doing; }
    ConditionActions &conditions() const { return *m_conditions; } // of the current cell

Q_SIGNALS:
    void messageRequested(sonde::trace::Number number);
    void said(const QString &sentence);

private:
    QAction *make(const char *name, const char *icon, const QString &text, const QString &tip,
        const QKeySequence &key);
    void makeJumps();
    void makeCopies();
    void makeConditions();
    void setTimeReference();
    void compare();

    models::TraceFilterProxy &m_rows;
    models::TraceModel &m_model;
    TraceView &m_view;
    QWidget *m_panel;
    QAction *m_pair = nullptr;
    QAction *m_exchange = nullptr;
    QAction *m_cause = nullptr;
    session::CauseFinder *m_causes;
    QAction *m_copy = nullptr;
    CopyAsMenu *m_copyAs;
    QAction *m_compare = nullptr;
    trace::Number m_compared = 0; // waits for another one to be compared with
    QAction *m_reference = nullptr;
    Annotations *m_annotations;
    ResendActions *m_resend;
    DoingAction *m_doing;
    ConditionActions *m_conditions = nullptr;
};

} // namespace sonde::widgets
