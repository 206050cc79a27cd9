// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/button/doingbutton.h"

#include "look/painting/iconengine.h"
#include "session/connection/serverprocess.h"

namespace sonde::widgets {

DoingButton::DoingButton(QWidget &next, QWidget *parent)
    : QToolButton(parent)
    , m_next(next)
{
    setIcon(look::icon("eye"));
    setAccessibleName(tr("What is the server doing?"));
    setToolTip(tr("Show what the threads of the server wait for, and how to attach a debugger"));
    hide();
    m_later.setSingleShot(true);
    m_later.setInterval(kAfter);
    connect(&m_later, &QTimer::timeout, this, &QWidget::show);
}

void DoingButton::setPending(bool isPending, const mcp::Client *client)
{
    setOffered(isPending && session::canBeLookedAt(session::processOf(client)));
}

void DoingButton::restart()
{
    setOffered(false);
}

void DoingButton::setOffered(bool offered)
{
    if (offered == isOffered())
        return;
    if (offered) {
        m_later.start();
        return;
    }
    if (hasFocus())
        m_next.setFocus(Qt::OtherFocusReason);
    m_later.stop();
    hide();
}

} // namespace sonde::widgets
