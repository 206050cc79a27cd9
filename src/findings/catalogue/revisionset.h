// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace sonde::findings {

// The final revisions of the specification, in ascending order.
enum class Revision : std::uint8_t { R20241105, R20250326, R20250618, R20251125, R20260728 };

inline constexpr std::array kRevisions{Revision::R20241105, Revision::R20250326,
    Revision::R20250618, Revision::R20251125, Revision::R20260728};
inline constexpr Revision kFirstModern = Revision::R20260728; // no handshake and no session

std::string_view revisionName(Revision revision); // "2025-06-18"
std::optional<Revision> revisionFromName(std::string_view name);

// Whether it cannot be a revision that was ever published: clients invent such a text to see how a
// server negotiates. Drafts and later revisions are none.
bool isInventedRevision(std::string_view name);

// A set of revisions.
class RevisionSet {
public:
    constexpr RevisionSet() = default;
    constexpr void add(Revision revision) { m_bits |= bit(revision); }
    constexpr bool has(Revision revision) const { return (m_bits & bit(revision)) != 0; }
    constexpr bool isEmpty() const { return m_bits == 0; }
    constexpr bool hasBefore(Revision revision) const
    {
        return (m_bits & (bit(revision) - 1)) != 0;
    }

private:
    static constexpr std::uint8_t bit(Revision revision)
    {
        return static_cast<std::uint8_t>(1U << static_cast<unsigned>(revision));
    }
    std::uint8_t m_bits = 0;
};

} // namespace sonde::findings
