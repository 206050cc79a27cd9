// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/hosts/hostsoptions.h"
#include "cli/output/output.h"
#include "hosts/found/foundfiles.h"

#include <QString>
#include <QStringList>

namespace sonde::cli {

// hosts list: every server in every configuration file of a host that exists.
int listHosts(const HostsOptions &options, Output &out, Output &err);

// "line 3, column 5: …", harmless for a terminal.
QString problemText(const hosts::FileProblem &problem);
// Of an entry: in the file, and on this machine, where variables may be unset.
QStringList problemTexts(const hosts::FoundFile &file, const hosts::HostEntry &entry);
// The command line without a tap, or the URL: without what may be secret in it, or as it is
// written.
QString startedBy(const hosts::HostEntry &entry, bool showSecrets = false);

} // namespace sonde::cli
