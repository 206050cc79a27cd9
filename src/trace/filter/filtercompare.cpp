// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/filter/filtercompare.h"

#include "base/regex.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace sonde::trace {

namespace {

constexpr char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool isAscii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return (c & 0x80) == 0; });
}

QString wide(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), qsizetype(utf8.size()));
}

std::string decodedId(std::string_view raw)
{
    const auto document = json::Document::parse(raw);
    return document.isValid() && document.root().isString() ? document.root().text()
                                                            : std::string(raw);
}

// Only values of the same type are compared: "3" is not 3. `number` is set for a number.
std::optional<int> compareJsonValue(
    const json::Value &value, const json::Decimal &number, const FilterValue &with)
{
    if (value.isString() && !with.isNumber && !with.isWord) {
        const int found = value.text().compare(with.text);
        return order(found, 0);
    }
    if (value.isNumber() && with.isNumber)
        return order(number, with.decimal);
    if ((value.isBool() || value.isNull()) && with.isWord)
        return value.raw() == with.text ? 0 : 1;
    return {};
}

} // namespace

int order(const json::Decimal &a, const json::Decimal &b)
{
    const auto found = a <=> b;
    return std::is_lt(found) ? -1 : std::is_gt(found) ? 1 : 0;
}

bool containsText(std::string_view utf8, std::string_view needle)
{
    if (needle.empty())
        return true;
    if (!isAscii(needle))
        return wide(utf8).contains(wide(needle), Qt::CaseInsensitive);
    if (utf8.size() < needle.size())
        return false;
    const char first = lower(needle.front());
    const char *at = utf8.data();
    const char *const last = utf8.data() + (utf8.size() - needle.size());
    for (; at <= last; ++at) {
        if (lower(*at) != first)
            continue;
        std::size_t i = 1;
        while (i < needle.size() && lower(at[i]) == lower(needle[i]))
            ++i;
        if (i == needle.size())
            return true;
    }
    return false;
}

bool compareAny(
    const FilterNode &node, const std::function<std::optional<int>(const FilterValue &)> &compared)
{
    if (node.op == FilterOp::Exists)
        return true;
    return std::any_of(node.values.begin(), node.values.end(), [&](const FilterValue &value) {
        const auto found = compared(value);
        if (!found)
            return false;
        switch (node.op) {
        case FilterOp::Equal:
        case FilterOp::In:
            return *found == 0;
        case FilterOp::NotEqual:
            return *found != 0;
        case FilterOp::Less:
            return *found < 0;
        case FilterOp::LessEqual:
            return *found <= 0;
        case FilterOp::Greater:
            return *found > 0;
        case FilterOp::GreaterEqual:
            return *found >= 0;
        default:
            return false;
        }
    });
}

bool compareInteger(const FilterNode &node, std::int64_t number)
{
    return compareAny(node, [number](const FilterValue &value) -> std::optional<int> {
        return order(number, value.number);
    });
}

bool compareIndex(const FilterNode &node, int index)
{
    return compareInteger(node, index);
}

bool compareText(const FilterNode &node, const Regex *regex, std::string_view utf8)
{
    if (node.op == FilterOp::Contains)
        return containsText(utf8, node.values.front().text);
    if (node.op == FilterOp::Matches)
        return regex && regex->find(utf8) == Regex::Match::Yes;
    return compareAny(node, [utf8](const FilterValue &value) -> std::optional<int> {
        return order(utf8.compare(value.text), 0);
    });
}

bool compareBytes(const FilterNode &node, std::string_view bytes)
{
    if (node.op == FilterOp::Contains)
        return bytes.find(node.values.front().text) != std::string_view::npos;
    return compareAny(node, [bytes](const FilterValue &value) -> std::optional<int> {
        return order(bytes.compare(value.text), 0);
    });
}

// id == 7 matches the number, id == "7" the text; unambiguous text needs no quotes: id == s-1.
bool compareId(const FilterNode &node, const Regex *regex, std::string_view raw)
{
    if (node.op == FilterOp::Contains || node.op == FilterOp::Matches)
        return compareText(node, regex, decodedId(raw));
    return compareAny(node, [raw](const FilterValue &value) -> std::optional<int> {
        if (!value.quoted && raw == value.text)
            return 0;
        const bool isText = raw.starts_with('"');
        return isText && !value.isNumber && decodedId(raw) == value.text ? 0 : 1;
    });
}

bool compareJson(const FilterNode &node, const Regex *regex, const json::Value &value)
{
    if (node.op == FilterOp::Contains || node.op == FilterOp::Matches) {
        const bool isText = value.isString();
        if (!isText && !value.isNumber() && !value.isBool())
            return false;
        return compareText(node, regex, isText ? value.text() : std::string(value.raw()));
    }
    const json::Decimal number = value.isNumber() ? json::Decimal(value.raw()) : json::Decimal();
    // A value of another type is always unequal.
    if (node.op == FilterOp::NotEqual)
        return compareJsonValue(value, number, node.values.front()).value_or(1) != 0;
    return compareAny(
        node, [&](const FilterValue &with) { return compareJsonValue(value, number, with); });
}

} // namespace sonde::trace
