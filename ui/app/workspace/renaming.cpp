// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/renaming.h"

#include "app/workspace/workspace.h"
#include "models/findings/acceptedfindings.h"
#include "models/findings/lastfindings.h"
#include "session/call/savedcallstore.h"
#include "session/restart/restarthistory.h"

namespace sonde::app {

Result<void> renameKept(Workspace &workspace, const QString &server, const QString &newName)
{
    workspace.restarts().rename(server, newName);
    workspace.lastFindings().rename(server, newName);
    auto calls = session::SavedCallStore::renameServer(workspace.settings(), server, newName);
    auto findings = workspace.acceptedFindings().rename(server, newName);
    return calls ? findings : calls;
}

} // namespace sonde::app
