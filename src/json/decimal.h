// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sonde::json {

// Whether the text is exactly one JSON number (RFC 8259 section 6).
bool isNumber(std::string_view text);

// The exact value of a JSON number of any length: ± digits × 10^exponent. No double is involved
// (JSON Schema 2020-12 core 4.2: mathematical value; 1.0 is an integer). Reading and comparing take
// time proportional to the text, whatever the exponent.
class Decimal {
public:
    Decimal() = default; // 0
    // Takes the raw text of a json::Value that is a number; 0 for any other text. Use read() for
    // texts from other sources.
    explicit Decimal(std::string_view text);
    // Empty if the text is not a JSON number.
    static std::optional<Decimal> read(std::string_view text);

    // Compares by value: 1.0 and 100e-2 are integers.
    bool isInteger() const { return m_digits.empty() || m_exponent >= 0; }
    bool isZero() const { return m_digits.empty(); }
    // Whether the value is an integer multiple of `divisor`, which must not be zero. Empty if the
    // computation would take more than kMaxWork steps.
    std::optional<bool> isMultipleOf(const Decimal &divisor) const;
    // The value as a count for limits such as maxItems, clamped to the type's range.
    std::uint64_t toCount() const;
    // The value as an integer; empty if it has a fraction or is out of range.
    std::optional<std::int64_t> toInt64() const;
    // Equal values give equal texts; used for hashing.
    std::string canonical() const;

    friend std::strong_ordering operator<=>(const Decimal &a, const Decimal &b);
    friend bool operator==(const Decimal &a, const Decimal &b) { return std::is_eq(a <=> b); }

    static constexpr std::uint64_t kMaxWork = 10'000'000;
    // Larger exponents, positive or negative, are clamped to this one, so that sums of a few still
    // fit.
    static constexpr std::int64_t kMaxExponent = 10'000'000'000'000'000;

private:
    struct Parts;
    static std::optional<Parts> partsOf(std::string_view text);
    explicit Decimal(const Parts &parts);
    friend bool isNumber(std::string_view text);

    // The integer part without its sign; the magnitude must be at most 19.
    std::uint64_t integerPart() const;
    // The place of the first digit: 1 for 1 to 9, 0 for 0.1 to 0.9.
    std::int64_t magnitude() const
    {
        return m_exponent + static_cast<std::int64_t>(m_digits.size());
    }

    bool m_negative = false;
    std::string m_digits; // without zeros at either end; empty for zero
    std::int64_t m_exponent = 0;
};

} // namespace sonde::json
