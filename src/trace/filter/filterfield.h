// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/filter/filtertoken.h"

#include <QStringList>

#include <cstdint>
#include <span>
#include <string_view>

namespace sonde::trace {

// What a filter can ask of a message. resources/help/filter.md says what each of them means.
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
    Marked,
    Note,
    Text,
    Bytes,
    Json, // a path: params.arguments.city
};

enum class FilterType : std::uint8_t {
    Integer,
    String,
    Name, // one of a list
    Rank, // one of a list that has an order
    Id, // the id as written: 7 and "7" are two
    Status, // a name, or a number of HTTP
    Duration,
    Size,
    Time,
    Bytes, // written as pairs of hexadecimal digits
    Json, // whatever stands there
};

struct FilterFieldInfo {
    FilterField field;
    FilterType type;
    const char *name;
    std::span<const std::string_view> values; // that Name, Rank and Status know
    bool readsText; // the message's bytes are needed, not only its row
};

// All but Json, in the order of the help page.
std::span<const FilterFieldInfo> filterFields();
const FilterFieldInfo &infoOf(FilterField field);
// Null when there is no such field; a path is no field.
const FilterFieldInfo *findFilterField(QStringView name);
// Whether a word is meant as a path into the message: params, result, error or $ come first.
bool beginsLikePath(QStringView word);

bool allows(FilterType type, FilterOp op);
QString opText(FilterOp op);
// contains, matches, in, exists; nothing for any other word.
std::optional<FilterOp> wordOp(QStringView word);

// The place of a name in its list; -1 without.
int valueIndex(const FilterFieldInfo &info, QStringView name);

} // namespace sonde::trace
