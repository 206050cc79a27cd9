// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "findings/engine/exercised.h"
#include "findings/engine/rulecoverage.h"
#include "trace/record/store.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace sonde::findings {

// Checks the records of a session against the rules, one after the other, in their order. Keeps
// what rules need to know of earlier messages, within fixed limits. Used by one thread at a time,
// which is neither the window's nor the wire's; the store must outlive it.
class Checker {
public:
    static constexpr std::uint32_t kMaxMessage = 64U << 20; // bytes; a larger one is not checked
    static constexpr std::size_t kMaxOfRule = 1000; // findings of one requirement that are kept
    static constexpr std::size_t kMaxUnlisted = 64; // calls whose tools are awaited in a list

    explicit Checker(const trace::Store &store);
    ~Checker();

    // The server is of the modern era, as somebody says who knows it: it need not show it first.
    // Before the first record.
    void assumeModern();

    // The next record of the session.
    void add(trace::Number number, const trace::Record &record);
    // An earlier record has changed.
    void change(trace::Number number, const trace::Record &record);
    // No more records are known yet: checks what needs none of them. What comes before the end of
    // a handshake waits for its revision.
    void pause();
    // Whether findings wait so.
    bool isWaiting() const;
    // Handshakes take too long: what waits for them is told in the revisions that clients proposed.
    void stopWaiting();
    // No more records follow: checks what waited for them.
    void finish();
    // All records of a session, in their final state.
    template <typename Records>
    void addAll(const Records &records)
    {
        for (std::size_t i = 0; i < records.size(); ++i)
            add(static_cast<trace::Number>(i + 1), records[i]);
        finish();
    }

    // The findings since the last call.
    std::vector<Finding> take();
    // What was exercised since the last call.
    std::vector<Exercised> takeExercised();
    // How many findings beyond kMaxOfRule were not kept, in all.
    std::uint64_t omitted() const;
    // Of the requirements of that party, in the records so far; without a party, of all.
    RuleCoverage coverage(std::optional<Party> party = {}) const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace sonde::findings
