// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/address/socketprobe.h"
#include "doctor/base/doctorfinding.h"

#include <QString>

#include <vector>

namespace sonde::doctor {

// A connection to one address of a host.
struct TriedAddress {
    SocketAddress address;
    int error = 0; // errno; 0: it was opened
};

// What is wrong with the connections to all addresses of a host. `proxy`: the URL of the proxy
// whose addresses they are, as it is shown; empty: they are those of the server.
std::vector<DoctorFinding> judgeConnections(
    const QString &host, int port, const std::vector<TriedAddress> &tried, const QString &proxy);

} // namespace sonde::doctor
