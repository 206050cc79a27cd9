// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/schemabounds.h"

#include "json/decimal.h"

#include <array>
#include <limits>
#include <optional>
#include <string>

namespace sonde::changes {

namespace {

using json::Decimal;

struct Limit {
    Decimal value;
    bool isExclusive = false;
};

// The tighter of the two keywords. Of integers, an exclusive limit is the next integer.
std::optional<Limit> limitOf(const json::Value &schema, bool isUpper, bool isInteger)
{
    const json::Value inclusive = schema[isUpper ? "maximum" : "minimum"];
    const json::Value exclusive = schema[isUpper ? "exclusiveMaximum" : "exclusiveMinimum"];
    std::optional<Limit> limit;
    if (inclusive.isNumber())
        limit = Limit{Decimal(inclusive.raw()), false};
    if (!exclusive.isNumber())
        return limit;
    Limit other{Decimal(exclusive.raw()), true};
    if (const auto whole = other.value.toInt64(); isInteger && whole
        && *whole > std::numeric_limits<std::int64_t>::min()
        && *whole < std::numeric_limits<std::int64_t>::max())
        other = {Decimal(std::to_string(isUpper ? *whole - 1 : *whole + 1)), false};
    const bool isTighter =
        !limit || (isUpper ? other.value <= limit->value : other.value >= limit->value);
    return isTighter ? other : limit;
}

bool isLooser(const std::optional<Limit> &narrow, const Limit &wide, bool isUpper)
{
    if (!narrow)
        return true;
    if (narrow->value == wide.value)
        return wide.isExclusive && !narrow->isExclusive;
    return isUpper ? narrow->value > wide.value : narrow->value < wide.value;
}

void addRange(std::vector<TighterBound> &found, const json::Value &narrow, const json::Value &wide,
    TypeSet types, bool isUpper)
{
    const bool isInteger = (types & kNumberType) == kIntegerType;
    const auto bound = limitOf(wide, isUpper, isInteger);
    if (!bound || !isLooser(limitOf(narrow, isUpper, isInteger), *bound, isUpper))
        return;
    const char *const inclusive = isUpper ? "maximum" : "minimum";
    const char *const exclusive = isUpper ? "exclusiveMaximum" : "exclusiveMinimum";
    const char *const keyword = wide[exclusive] ? exclusive : inclusive;
    const json::Value earlier = narrow[exclusive] ? narrow[exclusive] : narrow[inclusive];
    found.push_back({keyword, earlier, wide[keyword]});
}

void addDivisor(std::vector<TighterBound> &found, const json::Value &narrow,
    const json::Value &wide, TypeSet types)
{
    const json::Value divisor = wide["multipleOf"];
    if (!divisor.isNumber() || Decimal(divisor.raw()).isZero())
        return;
    const json::Value known = narrow["multipleOf"];
    const bool isInteger = (types & kNumberType) == kIntegerType;
    const Decimal smallest = known.isNumber() ? Decimal(known.raw()) : Decimal("1");
    if (!known.isNumber() && !isInteger) {
        found.push_back({"multipleOf", known, divisor});
        return;
    }
    if (!smallest.isMultipleOf(Decimal(divisor.raw())).value_or(false))
        found.push_back({"multipleOf", known, divisor});
}

struct Count {
    const char *keyword;
    TypeSet type;
    bool isUpper;
};
constexpr std::array<Count, 6> kCounts{
    {{"minLength", kStringType, false}, {"maxLength", kStringType, true},
        {"minItems", kArrayType, false}, {"maxItems", kArrayType, true},
        {"minProperties", kObjectType, false}, {"maxProperties", kObjectType, true}}};

void addCount(std::vector<TighterBound> &found, const json::Value &narrow, const json::Value &wide,
    const Count &count)
{
    const json::Value bound = wide[count.keyword];
    if (!bound.isNumber())
        return;
    const json::Value known = narrow[count.keyword];
    const std::optional<Limit> earlier = known.isNumber()
        ? std::optional(Limit{Decimal(known.raw())})
        : count.isUpper ? std::nullopt
                        : std::optional(Limit{});
    if (isLooser(earlier, {Decimal(bound.raw())}, count.isUpper))
        found.push_back({count.keyword, known, bound});
}

} // namespace

std::vector<TighterBound> tighterBounds(
    const json::Value &narrow, const json::Value &wide, TypeSet types)
{
    std::vector<TighterBound> found;
    if ((types & kNumberType) != 0) {
        addRange(found, narrow, wide, types, false);
        addRange(found, narrow, wide, types, true);
        addDivisor(found, narrow, wide, types);
    }
    for (const Count &count : kCounts) {
        if ((types & count.type) != 0)
            addCount(found, narrow, wide, count);
    }
    return found;
}

} // namespace sonde::changes
