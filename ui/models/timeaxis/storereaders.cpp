// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/timeaxis/storereaders.h"

namespace sonde::models {

std::shared_ptr<void> StoreReaders::enter() const
{
    ++*m_count;
    return {nullptr, [count = m_count](void *) {
                --*count;
                count->notify_all();
            }};
}

void StoreReaders::wait() const
{
    for (int count = *m_count; count != 0; count = *m_count)
        m_count->wait(count);
}

} // namespace sonde::models
