// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QHostAddress>
#include <QString>

namespace sonde::wire {

// Loopback, private, link-local, shared, unspecified, multicast and reserved addresses: what is
// not reached through the public Internet. Also IPv4 addresses inside IPv6 ones.
bool isPrivateAddress(const QHostAddress &address);

// "localhost", a name below it, or a loopback address; with or without brackets.
bool isLoopbackHost(const QString &host);

} // namespace sonde::wire
