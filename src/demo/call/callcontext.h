// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/timers.h"

#include <string>
#include <string_view>
#include <utility>

namespace sonde::demo {

// What every call may need besides its client: the time, and stderr.
class CallContext {
public:
    Timers timers;

    void remark(std::string_view line)
    {
        m_remarks += line;
        m_remarks += '\n';
    }
    std::string takeRemarks() { return std::exchange(m_remarks, {}); }

private:
    std::string m_remarks;
};

} // namespace sonde::demo
