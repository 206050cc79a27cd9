// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/decimal.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace sonde::json {

namespace {

constexpr std::int64_t kMaxPlaces = 19; // decimal digits of a 64-bit integer

std::string_view readDigits(std::string_view &text)
{
    std::size_t count = 0;
    while (count < text.size() && text[count] >= '0' && text[count] <= '9')
        ++count;
    const auto digits = text.substr(0, count);
    text.remove_prefix(count);
    return digits;
}

bool skip(char c, std::string_view &text)
{
    const bool found = text.starts_with(c);
    text.remove_prefix(found ? 1 : 0);
    return found;
}

std::int64_t exponentOf(std::string_view digits)
{
    std::int64_t value = 0;
    for (const char digit : digits)
        value = std::min(value * 10 + (digit - '0'), Decimal::kMaxExponent);
    return value;
}

// Computes the remainder of a long number digit by digit: r = (10 r + digit) mod divisor.
class Remainder {
public:
    explicit Remainder(std::string_view divisor)
    {
        for (std::size_t end = divisor.size(); end > 0;) {
            const std::size_t begin = end > kDigits ? end - kDigits : 0;
            m_divisor.push_back(limbOf(divisor.substr(begin, end - begin)));
            end = begin;
        }
        m_value.assign(m_divisor.size() + 1, 0);
        m_divisor.push_back(0);
    }
    void push(std::uint32_t digit)
    {
        std::uint64_t carry = digit;
        for (std::uint32_t &limb : m_value) {
            carry += std::uint64_t(limb) * 10;
            limb = static_cast<std::uint32_t>(carry % kBase);
            carry /= kBase;
        }
        while (!isBelow())
            subtract();
    }
    bool isZero() const
    {
        return std::all_of(m_value.begin(), m_value.end(), [](auto limb) { return limb == 0; });
    }
    std::size_t limbs() const { return m_value.size(); }

private:
    static constexpr std::size_t kDigits = 9;
    static constexpr std::uint64_t kBase = 1'000'000'000;

    static std::uint32_t limbOf(std::string_view digits)
    {
        std::uint32_t value = 0;
        for (const char digit : digits)
            value = value * 10 + static_cast<std::uint32_t>(digit - '0');
        return value;
    }
    bool isBelow() const
    {
        return std::lexicographical_compare(
            m_value.rbegin(), m_value.rend(), m_divisor.rbegin(), m_divisor.rend());
    }
    void subtract()
    {
        std::int64_t borrow = 0;
        for (std::size_t i = 0; i < m_value.size(); ++i) {
            std::int64_t limb = std::int64_t(m_value[i]) - m_divisor[i] - borrow;
            borrow = limb < 0;
            m_value[i] = static_cast<std::uint32_t>(borrow ? limb + std::int64_t(kBase) : limb);
        }
    }

    std::vector<std::uint32_t> m_divisor; // lowest limb first
    std::vector<std::uint32_t> m_value;
};

} // namespace

struct Decimal::Parts {
    bool negative = false;
    std::string_view whole;
    std::string_view fraction;
    std::int64_t exponent = 0;
};

std::optional<Decimal::Parts> Decimal::partsOf(std::string_view text)
{
    Parts parts;
    parts.negative = skip('-', text);
    parts.whole = readDigits(text);
    if (parts.whole.empty() || (parts.whole.size() > 1 && parts.whole.front() == '0'))
        return {};
    if (skip('.', text)) {
        parts.fraction = readDigits(text);
        if (parts.fraction.empty())
            return {};
    }
    if (skip('e', text) || skip('E', text)) {
        const bool isBelow = skip('-', text);
        if (!isBelow)
            skip('+', text);
        const auto digits = readDigits(text);
        if (digits.empty())
            return {};
        parts.exponent = isBelow ? -exponentOf(digits) : exponentOf(digits);
    }
    return text.empty() ? std::optional(parts) : std::nullopt;
}

bool isNumber(std::string_view text)
{
    return Decimal::partsOf(text).has_value();
}

Decimal::Decimal(const Parts &parts)
    : m_negative(parts.negative)
    , m_digits(parts.whole)
    , m_exponent(parts.exponent - static_cast<std::int64_t>(parts.fraction.size()))
{
    m_digits += parts.fraction;
    while (m_digits.ends_with('0')) {
        m_digits.pop_back();
        ++m_exponent;
    }
    m_digits.erase(0, m_digits.find_first_not_of('0'));
    if (m_digits.empty()) {
        m_negative = false;
        m_exponent = 0;
    }
}

Decimal::Decimal(std::string_view text)
    : Decimal(partsOf(text).value_or(Parts()))
{
}

std::optional<Decimal> Decimal::read(std::string_view text)
{
    const auto parts = partsOf(text);
    return parts ? std::optional(Decimal(*parts)) : std::nullopt;
}

std::strong_ordering operator<=>(const Decimal &a, const Decimal &b)
{
    if (a.m_negative != b.m_negative)
        return a.m_negative ? std::strong_ordering::less : std::strong_ordering::greater;
    // Of two negative numbers, the one with the larger absolute value is less.
    const Decimal &low = a.m_negative ? b : a;
    const Decimal &high = a.m_negative ? a : b;
    if (low.isZero() || high.isZero())
        return high.isZero() <=> low.isZero();
    if (const auto byMagnitude = low.magnitude() <=> high.magnitude(); std::is_neq(byMagnitude))
        return byMagnitude;
    return low.m_digits.compare(high.m_digits) <=> 0;
}

std::optional<bool> Decimal::isMultipleOf(const Decimal &divisor) const
{
    if (isZero())
        return true;
    // The digits do not end in zero, so they have no factor of 10 that a larger power would need.
    std::int64_t zeros = m_exponent - divisor.m_exponent;
    if (zeros < 0)
        return false;
    Remainder remainder(divisor.m_digits);
    const auto total = m_digits.size() + static_cast<std::uint64_t>(zeros);
    if (total > kMaxWork / remainder.limbs())
        return std::nullopt;
    for (const char digit : m_digits)
        remainder.push(static_cast<std::uint32_t>(digit - '0'));
    for (; zeros > 0; --zeros)
        remainder.push(0);
    return remainder.isZero();
}

std::uint64_t Decimal::integerPart() const
{
    std::uint64_t value = 0;
    for (std::int64_t i = 0; i < magnitude(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        value = value * 10 + (at < m_digits.size() ? std::uint64_t(m_digits[at] - '0') : 0);
    }
    return value;
}

std::uint64_t Decimal::toCount() const
{
    if (m_negative)
        return 0;
    return magnitude() > kMaxPlaces ? std::numeric_limits<std::uint64_t>::max() : integerPart();
}

std::optional<std::int64_t> Decimal::toInt64() const
{
    if (!isInteger() || magnitude() > kMaxPlaces)
        return {};
    constexpr auto kMax = std::uint64_t(std::numeric_limits<std::int64_t>::max());
    const auto value = integerPart();
    if (value > kMax + (m_negative ? 1 : 0))
        return {};
    return static_cast<std::int64_t>(m_negative ? 0 - value : value);
}

std::string Decimal::canonical() const
{
    return (m_negative ? "-" : "") + m_digits + 'e' + std::to_string(m_exponent);
}

} // namespace sonde::json
