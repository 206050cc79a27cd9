// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "config/savedcalls.h"
#include "models/trace/filterstore.h"
#include "tap/breakpoint/breakpoint.h"

#include <QObject>

#include <functional>
#include <optional>

namespace sonde::look {
class InlineMessage;
}

namespace sonde::session {
class SavedCallStore;
}

namespace sonde::app {

class Workspace;

// Says which server, saved call, breakpoint or colour rule was removed last, and brings it back on
// request, until Sonde ends or the user closes the message.
class RemovalNotice : public QObject {
    Q_OBJECT
public:
    // All outlive it.
    RemovalNotice(Workspace &workspace, session::SavedCallStore &calls,
        look::InlineMessage &message, QObject *parent);

    // `forThisRun`: it was not in the file. The history of its starts comes back with it.
    void showServer(const config::Profile &profile, bool forThisRun);
    void showCall(const QString &server, const config::SavedCall &call);
    void showBreakpoint(const QString &server, int row, const tap::Breakpoint &breakpoint);
    void showRule(int row, const models::ColourRule &rule);

Q_SIGNALS:
    void failed(const QString &sentence);
    // It does not come back; while Sonde runs on.
    void forgotten(const sonde::config::Profile &profile);

private:
    void show(const QString &sentence, std::function<void()> undo);
    void undo();
    void forget();
    void leaveGone();
    void restoreServer(config::Profile profile, bool forThisRun);

    Workspace &m_workspace;
    session::SavedCallStore &m_calls;
    look::InlineMessage &m_message;
    std::function<void()> m_undo;
    std::optional<config::Profile> m_gone; // it may come back
};

} // namespace sonde::app
