// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"

#include <QObject>

#include <optional>

class QAction;
class QToolButton;
class QWidget;

namespace sonde::models {
class FindingList;
}

namespace sonde::widgets {

class AcceptRow;

// Accepts findings with a reason, takes that back, and exchanges what is accepted with files that
// `sonde-cli check` reads. Its actions are for the view that shows the findings.
class Acceptance : public QObject {
    Q_OBJECT
public:
    // Everything outlives it. `owner` gets the shortcuts.
    Acceptance(models::FindingList &list, AcceptRow &row, QWidget &owner);

    // What the actions apply to; nothing: to none.
    void setFinding(const std::optional<findings::Finding> &finding);
    void setServer(const QString &server); // whose baseline is exchanged; empty: of none
    void toggle(); // asks for the reason, or withdraws the acceptance
    QAction *action() const { return m_accept; } // Shift+Del
    QAction *undoAction() const { return m_undo; }
    QToolButton *makeButton(QWidget *parent); // with a menu
    void importFrom(const QString &file);
    void exportTo(const QString &file);

Q_SIGNALS:
    void succeeded(const QString &sentence);
    void failed(const QString &sentence);

private:
    void accept(const QString &reason);
    void undo();
    void updateActions();
    void askFile(bool isImport);

    models::FindingList &m_list;
    AcceptRow &m_row;
    QWidget &m_owner;
    std::optional<findings::Finding> m_finding;
    QString m_server;
    QAction *m_accept;
    QAction *m_undo;
    QAction *m_import;
    QAction *m_export;
};

} // namespace sonde::widgets
