// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sonde::schema {

// A JSON number of any length, exactly: value = ± digits × 10^exponent. No double is involved
// (JSON Schema 2020-12 core 4.2: mathematical value; 1.0 is an integer).
class Decimal {
public:
    // The text of a JSON number.
    explicit Decimal(std::string_view text);

    bool isInteger() const { return m_digits.empty() || m_exponent >= 0; }
    bool isZero() const { return m_digits.empty(); }
    // Whether it is an integer times `divisor`, which is not zero. Nothing when finding that out
    // takes more than kMaxWork steps.
    std::optional<bool> isMultipleOf(const Decimal &divisor) const;
    // The value as a count, for limits such as maxItems: cut to what fits.
    std::uint64_t toCount() const;
    // The same text for the same value: for hashing.
    std::string canonical() const;

    friend std::strong_ordering operator<=>(const Decimal &a, const Decimal &b);
    friend bool operator==(const Decimal &a, const Decimal &b) { return std::is_eq(a <=> b); }

    static constexpr std::uint64_t kMaxWork = 10'000'000;

private:
    // Place of the first digit: 1 for 1 to 9, 0 for 0.1 to 0.9.
    std::int64_t magnitude() const
    {
        return m_exponent + static_cast<std::int64_t>(m_digits.size());
    }

    bool m_negative = false;
    std::string m_digits; // no zero at either end; empty for zero
    std::int64_t m_exponent = 0;
};

} // namespace sonde::schema
