// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QHostAddress>
#include <QString>

namespace sonde::wire {

// Whether an address is unreachable through the public Internet: loopback, private, link-local,
// shared, unspecified, multicast or reserved; also for an IPv4 address inside an IPv6 one.
bool isPrivateAddress(const QHostAddress &address);

// Whether the host is "localhost", a name below it, or a loopback address, with or without
// brackets.
bool isLoopbackHost(const QString &host);

} // namespace sonde::wire
