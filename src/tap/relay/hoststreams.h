// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/relay/inlet.h"
#include "tap/relay/outlet.h"

namespace sonde::tap {

// The standard streams that the host gave to the tap. They are moved away from the descriptors 0 to
// 2, which then lead nowhere: whatever a library of this program prints never reaches the host,
// which would take it for the server's.
struct HostStreams {
    // Call it before any other file is opened. A stream that the host has not given stays closed.
    static HostStreams take();

    Inlet input;
    Outlet output;
    Outlet diagnostics;
};

} // namespace sonde::tap
