// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/resendactions.h"

#include "look/painting/iconengine.h"
#include "models/trace/tracemodel.h"
#include "widgets/trace/traceview.h"

#include <QAction>

namespace sonde::widgets {

ResendActions::ResendActions(const models::TraceModel &model, const TraceView &view, QWidget *panel)
    : QObject(panel)
    , m_model(model)
    , m_view(view)
    , m_resend(make(
          "play", tr("Send again"), tr("Send the selected request again, with a new id"), false))
    , m_edit(make("edit", tr("Edit and send…"),
          tr("Open the selected request where it can be edited and sent"), true))
{
    setVisible(false);
}

QAction *ResendActions::make(const char *icon, const QString &text, const QString &tip, bool edit)
{
    auto *action = new QAction(look::icon(icon), text, this);
    action->setToolTip(tip);
    connect(action, &QAction::triggered, this,
        [this, edit] { Q_EMIT requested(m_view.currentNumber(), edit); });
    return action;
}

void ResendActions::setVisible(bool visible)
{
    m_resend->setVisible(visible);
    m_edit->setVisible(visible);
}

void ResendActions::update()
{
    const int row = m_model.rowOf(m_view.currentNumber());
    const bool can = row >= 0 && m_model.record(row).channel == rpc::Channel::Sent
        && (m_model.record(row).kind == rpc::Kind::Request
            || m_model.record(row).kind == rpc::Kind::Notification);
    m_resend->setEnabled(can);
    m_edit->setEnabled(can);
}

} // namespace sonde::widgets
