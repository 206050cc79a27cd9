// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/options.h"

#include <QString>
#include <QStringList>

namespace sonde::cli {

// sonde-cli hosts: the configuration files of hosts on this machine.
struct HostsOptions {
    enum class Action { List, Show, Import, Export, Add, Tap, Untap };
    Action action = Action::List;
    QString host; // its id; empty: every host
    QString entry; // its server, or of export and add, one of Sonde; it may be empty
    bool hasEntry = false; // false: every server
    QString file; // instead of the files of the host
    OutputFormat format = OutputFormat::Table; // of a list
    bool header = true;
    bool quiet = false;
    bool showSecrets = false; // list and show: values as they are written
    bool all = false; // untap: every tap of every host
    bool yes = false; // changes files without asking
    bool dryRun = false;
};

// `arguments` are those after "hosts". Errors are Domain::Usage.
Result<HostsOptions> parseHostsOptions(const QStringList &arguments);

} // namespace sonde::cli
