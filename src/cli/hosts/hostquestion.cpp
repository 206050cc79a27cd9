// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/hostquestion.h"

#include "cli/output/clitr.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"
#include "config/commandline.h"

#include <iostream>
#include <optional>
#include <string>

#include <unistd.h>

namespace sonde::cli {

Result<bool> mayChange(const QString &path, const HostsOptions &options, Output &err)
{
    if (options.dryRun)
        return false;
    if (options.yes)
        return true;
    if (!::isatty(STDIN_FILENO))
        return usageError(
            Text::tr("%1 was not changed. Use --yes to change it without a terminal.").arg(path));
    err.write(QStringView(Text::tr("Change %1? [y/N] ").arg(harmlessLine(path))));
    std::string response;
    std::getline(std::cin, response);
    return response == "y" || response == "Y" || response == "yes";
}

Result<void> writeShown(const hosts::EntryChange &change, const hosts::Backups &backups)
{
    const std::optional<hosts::FileChange> now = hosts::changeOfNow(change);
    return now ? hosts::writeChange(*now, backups) : hosts::changedMeanwhile(change.file.path);
}

void noteApproval(const hosts::Host &host, hosts::Scope scope, const QString &entry, Output &err)
{
    const bool isApproved = !host.onlyProjectsApproved || scope == hosts::Scope::Project;
    if (!host.approval || !isApproved)
        return;
    err.note(hosts::approvalText(host));
    if (!host.approve.isEmpty())
        err.note(Text::tr("To approve it again: %1")
                     .arg(QString(host.approve)
                              .replace(QLatin1String("%1"), config::joinCommandLine({entry}))));
}

} // namespace sonde::cli
