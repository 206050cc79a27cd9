// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/connection.h"
#include "findings/context/finding.h"

#include <cstddef>
#include <vector>

namespace sonde::findings {

// The findings about what comes on a connection before the two parties agree on a revision, such as
// a line that a server prints when it starts. What a message breaks in each revision is kept, until
// it is known which of them counts.
class EarlyFindings {
public:
    static constexpr std::size_t kMaxMessages = 1000; // beyond it the assumed revision counts
    static constexpr std::size_t kMaxKept = 5000; // findings, likewise

    // Whether a revision may still be agreed on: otherwise a message has just one.
    bool isOpen() const { return m_isOpen; }
    bool hasFindings() const { return !m_kept.empty(); }
    void addMessage() { ++m_messages; }
    // `assumed`: the revision of the message if none is agreed on.
    void add(Finding finding, Revision assumed) { m_kept.push_back({std::move(finding), assumed}); }

    // Whether it is decided which findings count. A revision that the server has chosen and that
    // Sonde does not know decides, too.
    bool isDecided(const Connection &connection) const;
    // Whether a response is awaited that may decide it.
    bool isAwaited(const Connection &connection) const;
    // The findings that count. Nothing is early from now on.
    std::vector<Finding> close(const Connection &connection);

private:
    struct Kept {
        Finding finding;
        Revision assumed;
    };
    std::vector<Kept> m_kept;
    std::size_t m_messages = 0;
    bool m_isOpen = true;
};

} // namespace sonde::findings
