// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/doingaction.h"

#include "look/painting/iconengine.h"
#include "models/trace/tracemodel.h"
#include "widgets/trace/traceview.h"

#include <QAction>

#include <utility>

namespace sonde::widgets {

DoingAction::DoingAction(const models::TraceModel &model, const TraceView &view, QObject *parent)
    : QObject(parent)
    , m_model(model)
    , m_view(view)
    , m_action(new QAction(look::icon("eye"), tr("What is it doing?"), this))
{
    m_action->setObjectName(QStringLiteral("doingOfRequest"));
    m_action->setToolTip(
        tr("Show what the threads of the server wait for, and how to attach a debugger"));
    connect(m_action, &QAction::triggered, this, &DoingAction::ask);
    update();
}

void DoingAction::setHasProcess(HasProcess hasProcess)
{
    m_hasProcess = std::move(hasProcess);
    update();
}

void DoingAction::update()
{
    const bool offered = isOffered();
    m_action->setVisible(offered);
    m_action->setEnabled(offered);
}

// What a server has requested waits for its client.
bool DoingAction::isOffered() const
{
    const int row = m_model.rowOf(m_view.currentNumber());
    if (row < 0 || !m_hasProcess)
        return false;
    const trace::Record &record = m_model.record(row);
    return record.kind == rpc::Kind::Request && record.state == trace::State::Pending
        && record.channel == rpc::Channel::Sent && m_hasProcess(m_model.stream(record.stream));
}

void DoingAction::ask()
{
    const int row = m_model.rowOf(m_view.currentNumber());
    if (row >= 0)
        Q_EMIT requested(m_model.stream(m_model.record(row).stream).server);
}

} // namespace sonde::widgets
