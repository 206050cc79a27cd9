// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filtertoken.h"

#include <QStringList>

#include <cstdint>
#include <span>
#include <string_view>

namespace sonde::trace {

// The fields of a message for filters, explained in resources/help/filter.md.
enum class FilterField : std::uint8_t {
    RowNumber,
    Method,
    Kind,
    Dir,
    Id,
    Tool,
    Prompt,
    Uri,
    Target,
    Status,
    ErrorCode,
    Duration,
    Size,
    Time,
    Server,
    Session,
    Stream,
    Exchange,
    Level,
    Problem,
    SentBy,
    Finding,
    FindingLevel,
    FindingRule,
    Marked,
    Note,
    Text,
    Bytes,
    Json, // a path: params.arguments.city
};

enum class FilterType : std::uint8_t {
    Integer,
    String,
    Name, // a value from a list
    Rank, // a value from an ordered list
    Id, // the id as written: 7 and "7" are different
    Status, // a name or an HTTP status code
    Duration,
    Size,
    Time,
    Bytes, // written as pairs of hexadecimal digits
    Json, // any JSON value
};

struct FilterFieldInfo {
    FilterField field;
    FilterType type;
    const char *name;
    std::span<const std::string_view> values; // the values of Name, Rank and Status
    bool readsText; // needs the message's bytes, not only its row
};

// All fields except Json, in the order of the help page.
std::span<const FilterFieldInfo> filterFields();
const FilterFieldInfo &infoOf(FilterField field);
// Null for an unknown field and for a path.
const FilterFieldInfo *findFilterField(QStringView name);
// Whether a word is a path into the message: it begins with params, result, error or $.
bool beginsLikePath(QStringView word);

bool allows(FilterType type, FilterOp op);
QString opText(FilterOp op);
// The operator contains, matches, in or exists; empty for any other word.
std::optional<FilterOp> wordOp(QStringView word);

// The index of a name in the field's list of values, or -1.
int valueIndex(const FilterFieldInfo &info, QStringView name);

} // namespace sonde::trace
