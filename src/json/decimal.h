// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sonde::json {

// Whether the text is a JSON number and nothing else (RFC 8259 section 6).
bool isNumber(std::string_view text);

// The value of a JSON number of any length, exactly: ± digits × 10^exponent. No double is involved
// (JSON Schema 2020-12 core 4.2: mathematical value; 1.0 is an integer). Reading and comparing take
// time in proportion to the text, whatever its exponent is.
class Decimal {
public:
    Decimal() = default; // 0
    // The raw text of a json::Value that is a number; 0 when it is something else. For texts from
    // elsewhere there is read().
    explicit Decimal(std::string_view text);
    // Nothing when the text is no JSON number.
    static std::optional<Decimal> read(std::string_view text);

    // In value, however it is written: 1.0 and 100e-2 are.
    bool isInteger() const { return m_digits.empty() || m_exponent >= 0; }
    bool isZero() const { return m_digits.empty(); }
    // Whether it is an integer times `divisor`, which is not zero. Nothing when finding that out
    // takes more than kMaxWork steps.
    std::optional<bool> isMultipleOf(const Decimal &divisor) const;
    // The value as a count, for limits such as maxItems: cut to what fits.
    std::uint64_t toCount() const;
    // The value as an integer; nothing when it has a fraction or does not fit.
    std::optional<std::int64_t> toInt64() const;
    // The same text for the same value: for hashing.
    std::string canonical() const;

    friend std::strong_ordering operator<=>(const Decimal &a, const Decimal &b);
    friend bool operator==(const Decimal &a, const Decimal &b) { return std::is_eq(a <=> b); }

    static constexpr std::uint64_t kMaxWork = 10'000'000;
    // An exponent beyond this, above or below zero, counts as this one: sums of some still fit.
    static constexpr std::int64_t kMaxExponent = 10'000'000'000'000'000;

private:
    struct Parts;
    static std::optional<Parts> partsOf(std::string_view text);
    explicit Decimal(const Parts &parts);
    friend bool isNumber(std::string_view text);

    // The integer part without its sign, of a value of a magnitude up to 19.
    std::uint64_t integerPart() const;
    // Place of the first digit: 1 for 1 to 9, 0 for 0.1 to 0.9.
    std::int64_t magnitude() const
    {
        return m_exponent + static_cast<std::int64_t>(m_digits.size());
    }

    bool m_negative = false;
    std::string m_digits; // no zero at either end; empty for zero
    std::int64_t m_exponent = 0;
};

} // namespace sonde::json
