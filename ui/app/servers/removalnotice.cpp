// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/removalnotice.h"

#include "app/workspace/workspace.h"
#include "config/pastedserver.h"
#include "look/controls/inlinemessage.h"
#include "session/call/savedcallstore.h"
#include "session/tap/tapbreakpoints.h"

#include <utility>

namespace sonde::app {

RemovalNotice::RemovalNotice(Workspace &workspace, session::SavedCallStore &calls,
    look::InlineMessage &message, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_calls(calls)
    , m_message(message)
{
    message.setObjectName(QStringLiteral("removalNotice"));
    message.setClosable();
    message.hide();
    connect(&message, &look::InlineMessage::buttonClicked, this, &RemovalNotice::undo);
    connect(&message, &look::InlineMessage::closed, this, &RemovalNotice::forget);
}

void RemovalNotice::showServer(const config::Profile &profile, bool forThisRun)
{
    leaveGone(); // the one before
    show(tr("The server “%1” was removed.").arg(profile.name),
        [this, profile, forThisRun] { restoreServer(profile, forThisRun); });
    m_gone = profile;
}

void RemovalNotice::forget()
{
    m_undo = {};
    m_workspace.restarts().dropForgotten();
    leaveGone();
}

void RemovalNotice::leaveGone()
{
    if (const auto gone = std::exchange(m_gone, std::nullopt))
        Q_EMIT forgotten(*gone);
}

void RemovalNotice::showCall(const QString &server, const config::SavedCall &call)
{
    forget(); // a server whose removal is over now
    show(tr("The saved call “%1” was deleted.").arg(call.name), [this, server, call] {
        if (const auto done = m_calls.restore(server, call); !done)
            Q_EMIT failed(done.error().sentence);
    });
}

void RemovalNotice::showBreakpoint(
    const QString &server, int row, const tap::Breakpoint &breakpoint)
{
    forget();
    show(tr("Breakpoint %1 of “%2” was removed.").arg(QString::number(breakpoint.number), server),
        [this, server, row, breakpoint] {
            session::TapBreakpoints *const list = m_workspace.breakpoints(server);
            if (!list)
                Q_EMIT failed(
                    tr("Cannot restore the breakpoint: there is no server “%1”.").arg(server));
            else if (!list->restore(row, breakpoint))
                Q_EMIT failed(
                    tr("Cannot restore the breakpoint: “%1” already has the maximum number.")
                        .arg(server));
        });
}

void RemovalNotice::showRule(int row, const models::ColourRule &rule)
{
    forget();
    show(tr("The colour rule “%1” was removed.").arg(rule.text), [this, row, rule] {
        if (!m_workspace.filters().restoreRule(row, rule))
            Q_EMIT failed(
                tr("Cannot restore the colour rule: there is already the maximum number."));
    });
}

void RemovalNotice::show(const QString &sentence, std::function<void()> undo)
{
    m_undo = std::move(undo);
    m_message.showMessage(look::InlineMessage::Kind::Info, sentence, tr("Undo"));
}

void RemovalNotice::undo()
{
    m_message.hide();
    m_gone.reset();
    if (const auto undo = std::exchange(m_undo, {}))
        undo();
}

// Another server may have its name by now.
void RemovalNotice::restoreServer(config::Profile profile, bool forThisRun)
{
    QString name = config::freeServerName(profile.name, m_workspace.profiles().namesExcept({}));
    m_workspace.restarts().restore(profile.name, name);
    profile.name = name;
    if (forThisRun)
        name = m_workspace.addForThisRun(std::move(profile));
    else if (const auto saved = m_workspace.save({}, profile); !saved.ok())
        Q_EMIT failed(saved.error().sentence);
    m_workspace.setCurrent(name);
}

} // namespace sonde::app
