// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"
#include "trace/record/record.h"

#include <QObject>

#include <functional>

class QAction;

namespace sonde::models {
class TraceModel;
}

namespace sonde::widgets {

class TraceView;

// Asks what the server does that has not responded yet to the request of the selected row. It is
// offered while the request is pending and the server's process can be looked at.
class DoingAction : public QObject {
    Q_OBJECT
public:
    // Whether the process at the server's end of a conversation can be looked at.
    using HasProcess = std::function<bool(const rpc::StreamInfo &)>;

    // Model and view outlive it.
    DoingAction(const models::TraceModel &model, const TraceView &view, QObject *parent);

    QAction *action() const { return m_action; }
    // Without it nothing is offered: a session file has no process.
    void setHasProcess(HasProcess hasProcess);
    void update(); // another row is selected, or its state is another one

Q_SIGNALS:
    void requested(const QString &server);

private:
    bool isOffered() const;
    void ask();

    const models::TraceModel &m_model;
    const TraceView &m_view;
    HasProcess m_hasProcess;
    QAction *m_action;
};

} // namespace sonde::widgets
