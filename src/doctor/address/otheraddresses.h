// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "doctor/address/addressfacts.h"

#include <deque>

namespace sonde::doctor {

// Where else the server could be: the other transport at the same address, and the usual paths.
std::deque<AddressFacts::Other> otherAddresses(const QUrl &url, bool isSse);

} // namespace sonde::doctor
