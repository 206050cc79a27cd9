// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>
#include <utility>

namespace sonde::demo {

// What waits to be written: messages for standard output, one a line, and remarks for stderr.
class Outbox {
public:
    void send(std::string_view message)
    {
        m_output += message;
        m_output += '\n';
    }
    void remark(std::string_view line)
    {
        m_remarks += line;
        m_remarks += '\n';
    }

    std::size_t size() const { return m_output.size(); }
    std::string takeOutput() { return std::exchange(m_output, {}); }
    std::string takeRemarks() { return std::exchange(m_remarks, {}); }

private:
    std::string m_output;
    std::string m_remarks;
};

} // namespace sonde::demo
