// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/recordedrequests.h"
#include "session/mock/mockuse.h"

#include <QtGlobal>

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace sonde::session {

// How many requests have got each response of a mock that runs, or ran last.
class UseCounts {
public:
    using Messages = std::map<trace::Number, std::size_t>; // of which recorded request each one is

    // A recording may have many: not on the window's thread.
    static Messages messagesOf(const std::vector<mock::RecordedRequest> &requests);

    // A mock begins with these responses, in their order. Those that are others by now have no
    // count, so each is known by its address.
    void start(std::vector<std::shared_ptr<const void>> responses);
    // The requests of the recording that the mock plays; without messages they are not counted.
    void setRecorded(std::shared_ptr<const Messages> messages, std::size_t requests);

    // What a use has changed.
    struct Changed {
        const void *response = nullptr; // nullptr: none
        std::optional<std::size_t> recorded; // the index of the recorded request
    };
    Changed add(const MockUse &use);

    // Nothing: the mock does not have the response.
    std::optional<quint64> ofResponse(const void *response) const;
    std::optional<quint64> ofRecorded(std::size_t request) const;

private:
    std::vector<std::shared_ptr<const void>> m_responses; // which keeps their addresses theirs
    std::map<const void *, quint64> m_counts;
    std::shared_ptr<const Messages> m_messages;
    std::vector<quint64> m_recorded;
};

} // namespace sonde::session
