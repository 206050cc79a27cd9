// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The assertions about numbers: maximum, minimum, their exclusive forms and multipleOf (2020-12
// validation 6.2).

#include "schema/asciicharacter.h"
#include "schema/compiler.h"
#include "schema/schematr.h"
#include "schema/shownvalue.h"
#include "json/decimal.h"

#include <array>
#include <compare>
#include <optional>
#include <utility>

namespace sonde::schema {

namespace {

// Two integers between which a number is: enough to compare it with most limits.
struct WholePart {
    std::int64_t least = 0;
    std::int64_t most = 0;

    // Empty for a number with an exponent or with more digits than always fit.
    static std::optional<WholePart> of(std::string_view number)
    {
        constexpr std::size_t kMaxSize = 18;
        const bool isNegative = number.starts_with('-');
        if (number.size() > kMaxSize)
            return {};
        std::int64_t value = 0;
        std::size_t at = isNegative ? 1 : 0;
        for (; at < number.size() && isDigit(number[at]); ++at)
            value = value * 10 + (number[at] - '0');
        const bool hasFraction = at < number.size();
        for (std::size_t digit = at + 1; digit < number.size(); ++digit) {
            if (!isDigit(number[digit]))
                return {};
        }
        if (hasFraction && number[at] != '.')
            return {};
        const std::int64_t next = value + (hasFraction ? 1 : 0);
        return isNegative ? WholePart{-next, -value} : WholePart{value, next};
    }
};

class NumberLimit final : public Check {
public:
    enum class Kind : std::uint8_t { AtMost, Below, AtLeast, Above };
    NumberLimit(json::Value keyword, Kind kind)
        : Check(keyword, only(json::Type::Number))
        , m_kind(kind)
        , m_limit(keyword.raw())
        , m_whole(m_limit.toInt64())
        , m_nearest(keyword.toDouble())
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *) const override
    {
        const auto order = compare(instance);
        const bool passed = m_kind == Kind::AtMost ? std::is_lteq(order)
            : m_kind == Kind::Below                ? std::is_lt(order)
            : m_kind == Kind::AtLeast              ? std::is_gteq(order)
                                                   : std::is_gt(order);
        return passed
            || run.fails(*this, instance, [&] { return sentence().arg(shown(keyword())); });
    }

private:
    std::partial_ordering compare(const json::Value &number) const
    {
        const auto whole = m_whole ? WholePart::of(number.raw()) : std::nullopt;
        if (whole && *m_whole < whole->least)
            return std::partial_ordering::greater;
        if (whole && *m_whole > whole->most)
            return std::partial_ordering::less;
        // The nearest double of the larger one of two numbers is never less than that of the other.
        const auto value = m_nearest ? number.toDouble() : std::nullopt;
        if (value && (*value < *m_nearest || *value > *m_nearest))
            return *value <=> *m_nearest;
        return json::Decimal(number.raw()) <=> m_limit;
    }
    QString sentence() const
    {
        switch (m_kind) {
        case Kind::AtMost:
            return Text::tr("Must be at most %1.");
        case Kind::Below:
            return Text::tr("Must be less than %1.");
        case Kind::AtLeast:
            return Text::tr("Must be at least %1.");
        case Kind::Above:
            break;
        }
        return Text::tr("Must be greater than %1.");
    }

    const Kind m_kind;
    const json::Decimal m_limit;
    const std::optional<std::int64_t> m_whole;
    const std::optional<double> m_nearest;
};

class MultipleOf final : public Check {
public:
    explicit MultipleOf(json::Value keyword)
        : Check(keyword, only(json::Type::Number))
        , m_divisor(keyword.raw())
    {
    }
    bool run(Evaluation &run, const json::Value &instance, Evaluated *) const override
    {
        const auto divides = json::Decimal(instance.raw()).isMultipleOf(m_divisor);
        if (!divides)
            return run.tooComplex(Text::tr("A number is too long to check “multipleOf”."));
        return *divides || run.fails(*this, instance, [&] {
            return Text::tr("Must be a multiple of %1.").arg(shown(keyword()));
        });
    }

private:
    const json::Decimal m_divisor;
};

} // namespace

void addNumberChecks(Compiler &compiler, Schema &schema)
{
    using Kind = NumberLimit::Kind;
    constexpr std::array<std::pair<std::string_view, Kind>, 4> kLimits{
        {{"maximum", Kind::AtMost}, {"exclusiveMaximum", Kind::Below}, {"minimum", Kind::AtLeast},
            {"exclusiveMinimum", Kind::Above}}};
    for (const auto &[name, kind] : kLimits) {
        const json::Value keyword = schema.source[name];
        if (keyword && !keyword.isNumber())
            return compiler.malformed(keyword, Text::tr("must be a number"));
        if (keyword)
            schema.checks.push_back(std::make_unique<NumberLimit>(keyword, kind));
    }
    const json::Value keyword = schema.source["multipleOf"];
    if (!keyword)
        return;
    if (!keyword.isNumber() || json::Decimal(keyword.raw()) <= json::Decimal("0"))
        return compiler.malformed(keyword, Text::tr("must be a number greater than 0"));
    schema.checks.push_back(std::make_unique<MultipleOf>(keyword));
}

} // namespace sonde::schema
