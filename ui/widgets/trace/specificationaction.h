// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/engine/specification.h"

#include <QObject>

class QAction;

namespace sonde::models {
class TraceModel;
}

namespace sonde::widgets {

class MessageSide;

// Asks what the specification says about the chosen value of a message, from the menu of its tree.
class SpecificationAction : public QObject {
    Q_OBJECT
public:
    // Both outlive it.
    SpecificationAction(const models::TraceModel &model, MessageSide &side);

    QAction *action() const { return m_action; }

Q_SIGNALS:
    // The revision of the subject is not set: it is that of the server.
    void requested(const sonde::findings::Subject &subject, const QString &server);

private:
    void ask();

    const models::TraceModel &m_model;
    MessageSide &m_side;
    QAction *m_action;
};

} // namespace sonde::widgets
