// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "mock/earlyroom.h"

#include <vector>

namespace sonde::mock {

// Messages that wait, in their order, until the other side of a mock is ready.
class EarlyMessages {
public:
    // False: there is no room, and the message is not held.
    bool add(Bytes message);
    // What was held; there is room again.
    std::vector<Bytes> take();

private:
    std::vector<Bytes> m_messages;
    EarlyRoom m_room;
};

} // namespace sonde::mock
