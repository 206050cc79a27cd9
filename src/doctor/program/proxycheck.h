// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/base/doctorfinding.h"
#include "doctor/program/serverprogram.h"

#include <QUrl>

#include <vector>

namespace sonde::doctor {

// The proxy that a request to the URL takes with these variables, without its password; empty:
// none.
QString proxyIn(const QUrl &url, const hosts::ProxyVariables &variables);

// The variables of proxies that apps started from the desktop, or a host that runs, do not have as
// this process has them, and so send requests another way: those to a URL, for which `here` counts
// in this process, and those of the download of a package. At most one finding of each.
std::vector<DoctorFinding> otherProxiesTo(
    const QUrl &url, const hosts::ProxyVariables &here, const Machine &machine);
std::vector<DoctorFinding> otherProxiesOfDownload(
    const ServerProgram &subject, const Machine &machine);

} // namespace sonde::doctor
