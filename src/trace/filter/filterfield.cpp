// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/filter/filterfield.h"

#include "trace/record/recordnames.h"

#include <algorithm>
#include <array>

namespace sonde::trace {

namespace {

using Field = FilterField;
using Type = FilterType;

constexpr std::string_view kYesNo[] = {"no", "yes"};
constexpr std::string_view kDirs[] = {"sent", "received", "none"};
// RFC 5424 section 6.2.1, least severe first.
constexpr std::string_view kLevels[] = {
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"};

// As FoundRule::level counts them.
constexpr std::string_view kFindingLevels[] = {"info", "warning", "error"};

const FilterFieldInfo kJson{Field::Json, Type::Json, "$", {}, true};

std::span<const FilterFieldInfo> fields()
{
    static const std::array all{
        FilterFieldInfo{Field::RowNumber, Type::Integer, "number", {}, false},
        FilterFieldInfo{Field::Method, Type::String, "method", {}, false},
        FilterFieldInfo{Field::Kind, Type::Name, "kind", kindNames(), false},
        FilterFieldInfo{Field::Dir, Type::Name, "dir", kDirs, false},
        FilterFieldInfo{Field::Id, Type::Id, "id", {}, false},
        FilterFieldInfo{Field::Tool, Type::String, "tool", {}, false},
        FilterFieldInfo{Field::Prompt, Type::String, "prompt", {}, false},
        FilterFieldInfo{Field::Uri, Type::String, "uri", {}, false},
        FilterFieldInfo{Field::Target, Type::String, "target", {}, false},
        FilterFieldInfo{Field::Status, Type::Status, "status", stateNames(), false},
        FilterFieldInfo{Field::ErrorCode, Type::Integer, "error.code", {}, false},
        FilterFieldInfo{Field::Duration, Type::Duration, "duration", {}, false},
        FilterFieldInfo{Field::Size, Type::Size, "size", {}, false},
        FilterFieldInfo{Field::Time, Type::Time, "time", {}, false},
        FilterFieldInfo{Field::Server, Type::String, "server", {}, false},
        FilterFieldInfo{Field::Session, Type::Integer, "session", {}, false},
        FilterFieldInfo{Field::Stream, Type::Integer, "stream", {}, false},
        FilterFieldInfo{Field::Exchange, Type::Integer, "exchange", {}, false},
        FilterFieldInfo{Field::Level, Type::Rank, "level", kLevels, true},
        FilterFieldInfo{Field::Problem, Type::Name, "problem", problemNames(), false},
        FilterFieldInfo{Field::SentBy, Type::Name, "sentby", originNames(), false},
        FilterFieldInfo{Field::Finding, Type::Name, "finding", kYesNo, false},
        FilterFieldInfo{Field::FindingLevel, Type::Rank, "finding.level", kFindingLevels, false},
        FilterFieldInfo{Field::FindingRule, Type::String, "finding.rule", {}, false},
        FilterFieldInfo{Field::Marked, Type::Name, "marked", kYesNo, false},
        FilterFieldInfo{Field::Note, Type::String, "note", {}, false},
        FilterFieldInfo{Field::Text, Type::String, "text", {}, true},
        FilterFieldInfo{Field::Bytes, Type::Bytes, "bytes", {}, true},
    };
    return all;
}

} // namespace

std::span<const FilterFieldInfo> filterFields()
{
    return fields();
}

const FilterFieldInfo &infoOf(FilterField field)
{
    if (field == Field::Json)
        return kJson;
    return fields()[std::size_t(field)];
}

const FilterFieldInfo *findFilterField(QStringView name)
{
    const auto all = fields();
    const auto found = std::find_if(all.begin(), all.end(),
        [name](const FilterFieldInfo &each) { return name == QLatin1String(each.name); });
    return found == all.end() ? nullptr : &*found;
}

bool beginsLikePath(QStringView word)
{
    for (const QStringView root : {QStringView(u"params"), QStringView(u"result"),
             QStringView(u"error"), QStringView(u"$")}) {
        if (word.startsWith(root)
            && (word.size() == root.size() || word[root.size()] == u'.'
                || word[root.size()] == u'['))
            return true;
    }
    return false;
}

bool allows(FilterType type, FilterOp op)
{
    switch (op) {
    case FilterOp::Equal:
    case FilterOp::NotEqual:
    case FilterOp::In:
    case FilterOp::Exists:
        return true;
    case FilterOp::Contains:
        return type == Type::String || type == Type::Id || type == Type::Json
            || type == Type::Bytes;
    case FilterOp::Matches:
        return type == Type::String || type == Type::Id || type == Type::Json;
    case FilterOp::Less:
    case FilterOp::LessEqual:
    case FilterOp::Greater:
    case FilterOp::GreaterEqual:
        return type != Type::String && type != Type::Name && type != Type::Id
            && type != Type::Bytes;
    }
    return false;
}

QString opText(FilterOp op)
{
    static constexpr const char *kTexts[] = {
        "==", "!=", "<", "<=", ">", ">=", "contains", "matches", "in", "exists"};
    return QLatin1String(kTexts[std::size_t(op)]);
}

std::optional<FilterOp> wordOp(QStringView word)
{
    for (const auto op : {FilterOp::Contains, FilterOp::Matches, FilterOp::In, FilterOp::Exists}) {
        if (word.compare(opText(op), Qt::CaseInsensitive) == 0)
            return op;
    }
    return {};
}

int valueIndex(const FilterFieldInfo &info, QStringView name)
{
    for (std::size_t i = 0; i < info.values.size(); ++i) {
        const auto value = info.values[i];
        if (name == QLatin1String(value.data(), qsizetype(value.size())))
            return int(i);
    }
    return -1;
}

} // namespace sonde::trace
