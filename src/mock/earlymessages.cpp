// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mock/earlymessages.h"

#include <utility>

namespace sonde::mock {

bool EarlyMessages::add(Bytes message)
{
    if (!m_room.add(message.size()))
        return false;
    m_messages.push_back(std::move(message));
    return true;
}

std::vector<Bytes> EarlyMessages::take()
{
    m_room.clear();
    return std::exchange(m_messages, {});
}

} // namespace sonde::mock
