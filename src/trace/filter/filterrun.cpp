// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/filter/filterrun.h"

#include "base/regex.h"
#include "trace/filter/filtercompare.h"
#include "trace/record/errorcode.h"
#include "trace/record/summary.h"

#include <QDateTime>

#include <algorithm>

namespace sonde::trace {

namespace {

constexpr std::int64_t kDayNs = 86'400'000'000'000;
constexpr std::int64_t kQuarterNs = 900'000'000'000;
constexpr std::size_t kMaxShown = 64 * 1024; // bytes of a line searched for plain words

// Indices into the values of the field dir.
int directionOf(rpc::Channel channel)
{
    if (channel == rpc::Channel::Sent)
        return 0;
    return channel == rpc::Channel::Received ? 1 : 2;
}

} // namespace

struct FilterRun::Memo {
    TextMemo strings;
    TextMemo others; // targets that are not method names
    TextMemo streams;
    std::optional<Regex> regex;
};

struct FilterRun::Message {
    std::optional<Bytes> bytes;
    std::optional<json::Document> document;
};

std::uint32_t askedOf(const Record &record, const Record *pair)
{
    return pair && record.kind != rpc::Kind::Request ? pair->target : 0;
}

std::int64_t durationOf(const Record &record, const Record *pair, std::int64_t heldNs)
{
    if (record.kind == rpc::Kind::Exchange)
        return endOf(record) == 0 ? -1 : endOf(record) - record.steadyNs;
    if (record.kind != rpc::Kind::Request || record.state == State::Pending || !pair)
        return -1;
    return std::max<std::int64_t>(pair->steadyNs - record.steadyNs - heldNs, 0);
}

FilterRun::FilterRun(Filter filter, const Store &store)
    : m_filter(std::move(filter))
    , m_store(store)
    , m_window(store)
{
    for (const FilterNode &node : m_filter.nodes()) {
        m_memos.emplace_back();
        if (node.kind != FilterNode::Kind::Compare || node.op != FilterOp::Matches)
            continue;
        if (auto regex = Regex::compile(node.values.front().text))
            m_memos.back().regex.emplace(std::move(regex).value());
    }
}

FilterRun::~FilterRun() = default;

bool FilterRun::fits(const FilterRow &row)
{
    if (m_filter.isEmpty())
        return true;
    Message message;
    return fits(static_cast<std::uint32_t>(m_filter.nodes().size() - 1), row, message);
}

bool FilterRun::fits(std::uint32_t place, const FilterRow &row, Message &message)
{
    const FilterNode &node = m_filter.nodes()[place];
    switch (node.kind) {
    case FilterNode::Kind::And:
        return fits(node.first, row, message) && fits(node.second, row, message);
    case FilterNode::Kind::Or:
        return fits(node.first, row, message) || fits(node.second, row, message);
    case FilterNode::Kind::Not:
        return !fits(node.first, row, message);
    case FilterNode::Kind::Words:
        return hasWords(node, m_memos[place], row, message);
    case FilterNode::Kind::Compare:
        return compares(node, m_memos[place], row, message);
    }
    return false;
}

bool FilterRun::compares(const FilterNode &node, Memo &memo, const FilterRow &row, Message &message)
{
    const Record &record = row.record;
    const auto *regex = memo.regex ? &*memo.regex : nullptr;
    const auto number = [&node](std::int64_t value) { return compareInteger(node, value); };
    switch (node.field) {
    case FilterField::RowNumber:
        return number(row.number);
    case FilterField::Method:
        return record.method != 0 && memo.strings.ask(record.method, [&] {
            return compareText(node, regex, m_store.string(record.method).toStdString());
        });
    case FilterField::Kind:
        return comparesKind(node, record);
    case FilterField::Dir:
        return compareIndex(node, directionOf(record.channel));
    case FilterField::Id:
        return comparesId(node, memo, record);
    case FilterField::Tool:
        return comparesTarget(node, memo, row, methodOf(record) == Method::Tool);
    case FilterField::Prompt:
        return comparesTarget(node, memo, row, methodOf(record) == Method::Prompt);
    case FilterField::Uri:
        return comparesTarget(node, memo, row, methodOf(record) == Method::Resource);
    case FilterField::Target:
        return comparesTarget(node, memo, row, true);
    case FilterField::Status:
        return comparesStatus(node, row);
    case FilterField::ErrorCode:
        return comparesErrorCode(node, row);
    case FilterField::Duration:
        return row.durationNs >= 0 && number(row.durationNs);
    case FilterField::Size:
        return number(record.kind == rpc::Kind::Exchange ? receivedOf(record) : record.length);
    case FilterField::Time:
        return comparesTime(node, record);
    case FilterField::Server:
        return memo.streams.ask(record.stream, [&] {
            return compareText(node, regex, m_store.stream(record.stream).server.toStdString());
        });
    case FilterField::Session:
        return memo.streams.ask(
            record.stream, [&] { return number(m_store.stream(record.stream).connection); });
    case FilterField::Stream:
        return number(record.stream);
    case FilterField::Exchange: {
        const auto own = record.kind == rpc::Kind::Exchange ? row.number : record.parent;
        return own != 0 && number(own);
    }
    case FilterField::Level:
        return comparesLevel(node, row, message);
    case FilterField::Problem:
        return record.problem != rpc::Problem::None && compareIndex(node, int(record.problem));
    case FilterField::SentBy: {
        const bool isKnown = record.origin != rpc::Origin::None;
        return node.op == FilterOp::Exists ? isKnown : compareIndex(node, int(record.origin));
    }
    case FilterField::Finding:
    case FilterField::FindingLevel:
    case FilterField::FindingRule:
        return comparesFindings(node, regex, row);
    case FilterField::Marked: {
        const bool marked = m_store.notes().of(row.number).marked;
        return node.op == FilterOp::Exists ? marked : compareIndex(node, marked ? 1 : 0);
    }
    case FilterField::Note: {
        const Note note = m_store.notes().of(row.number);
        return !note.text.empty() && compareText(node, regex, note.text);
    }
    case FilterField::Text:
        return node.op == FilterOp::Exists ? record.length > 0
                                           : compareText(node, regex, textOf(record, message));
    case FilterField::Bytes:
        return node.op == FilterOp::Exists ? record.length > 0
                                           : compareBytes(node, textOf(record, message));
    case FilterField::Json:
        return node.path.mayLeadInto(textOf(record, message))
            && node.path.any(documentOf(record, message).root(),
                [&](const json::Value &value) { return compareJson(node, regex, value); });
    }
    return false;
}

bool FilterRun::comparesTarget(
    const FilterNode &node, Memo &memo, const FilterRow &row, bool isKind) const
{
    // The target of a response may describe its result; the request's target is the tool.
    const auto target =
        node.field != FilterField::Target && row.asked != 0 ? row.asked : row.record.target;
    if (!isKind || target == 0)
        return false;
    const auto *regex = memo.regex ? &*memo.regex : nullptr;
    return memo.strings.ask(
        target, [&] { return compareText(node, regex, m_store.string(target).toStdString()); });
}

bool FilterRun::comparesId(const FilterNode &node, const Memo &memo, const Record &record) const
{
    const auto cut = cutId(record);
    if (cut.empty())
        return false;
    const auto *regex = memo.regex ? &*memo.regex : nullptr;
    if (cut.size() < sizeof(record.idText))
        return compareId(node, regex, cut);
    return compareId(node, regex, m_store.idText(record).toStdString());
}

bool FilterRun::comparesKind(const FilterNode &node, const Record &record) const
{
    static_assert(int(rpc::Kind::ErrorResponse) == int(rpc::Kind::Response) + 1);
    const bool isEither =
        record.kind == rpc::Kind::Response || record.kind == rpc::Kind::ErrorResponse;
    if (!isEither || node.op == FilterOp::Exists)
        return compareIndex(node, int(record.kind));
    // An error response is a response too.
    const bool isNegative = node.op == FilterOp::NotEqual;
    const bool found = std::any_of(node.values.begin(), node.values.end(), [&](const auto &value) {
        return value.number == int(record.kind) || value.number == int(rpc::Kind::Response);
    });
    return found != isNegative;
}

// Compares by value: -32601.0 equals -32601. A code that is not a number is always unequal.
bool FilterRun::comparesErrorCode(const FilterNode &node, const FilterRow &row) const
{
    if (row.record.kind == rpc::Kind::Exchange)
        return false;
    if (row.record.errorCode != 0)
        return compareInteger(node, row.record.errorCode);
    const std::string code = errorCodeText(m_store, row.record, row.oddError);
    if (code.empty())
        return false;
    const auto number = json::Decimal::read(code);
    return compareAny(node, [&](const FilterValue &value) -> std::optional<int> {
        if (number)
            return order(*number, json::Decimal(std::to_string(value.number)));
        return node.op == FilterOp::NotEqual ? std::optional(1) : std::nullopt;
    });
}

// True if it is for one of the findings.
bool FilterRun::comparesFindings(const FilterNode &node, const Regex *regex, const FilterRow &row)
{
    if (node.field == FilterField::Finding) {
        const bool isFound = !row.findings.empty();
        return node.op == FilterOp::Exists ? isFound : compareIndex(node, isFound ? 1 : 0);
    }
    return std::any_of(row.findings.begin(), row.findings.end(), [&](const FoundRule &found) {
        return node.field == FilterField::FindingLevel ? compareInteger(node, found.level)
                                                       : compareText(node, regex, found.rule);
    });
}

// A message sent automatically has this status in addition to its outcome.
bool FilterRun::comparesStatus(const FilterNode &node, const FilterRow &row)
{
    const Record &record = row.record;
    const bool isExchange = record.kind == rpc::Kind::Exchange;
    const bool asksForAutomatic =
        std::any_of(node.values.begin(), node.values.end(), [](const FilterValue &value) {
            return !value.isNumber && value.number == std::int64_t(State::Automatic);
        });
    const bool isEqual = node.op == FilterOp::Equal || node.op == FilterOp::In;
    if (row.isAutomatic && asksForAutomatic && (isEqual || node.op == FilterOp::NotEqual))
        return isEqual;
    if (node.op == FilterOp::Exists)
        return record.state != State::None;
    return compareAny(node, [&](const FilterValue &value) -> std::optional<int> {
        if (!value.isNumber && record.state != State::None)
            return order(std::int64_t(record.state), value.number);
        if (value.isNumber && isExchange && record.errorCode != 0)
            return order(std::int64_t(record.errorCode), value.number);
        return {};
    });
}

bool FilterRun::comparesTime(const FilterNode &node, const Record &record)
{
    if (node.op == FilterOp::Exists)
        return true;
    const auto quarter = record.wallNs - record.wallNs % kQuarterNs;
    if (quarter != m_offsetFrom) {
        m_offsetFrom = quarter;
        m_offsetNs = QDateTime::fromMSecsSinceEpoch(quarter / 1'000'000).offsetFromUtc()
            * std::int64_t(1'000'000'000);
    }
    const auto local = record.wallNs / 1'000 * 1'000 + m_offsetNs;
    const auto ofDay = ((local % kDayNs) + kDayNs) % kDayNs;
    return compareAny(node, [&](const FilterValue &value) -> std::optional<int> {
        return order(value.timeOfDay ? ofDay : record.wallNs / 1'000 * 1'000, value.number);
    });
}

bool FilterRun::comparesLevel(const FilterNode &node, const FilterRow &row, Message &message)
{
    if (methodOf(row.record) != Method::Log)
        return false;
    const auto level = documentOf(row.record, message).root()["params"]["level"];
    if (!level.isString())
        return false;
    const int rank = valueIndex(infoOf(FilterField::Level), level.toString());
    return rank >= 0 && compareInteger(node, rank);
}

bool FilterRun::hasWords(const FilterNode &node, Memo &memo, const FilterRow &row, Message &message)
{
    const Record &record = row.record;
    const auto stringHas = [&](TextMemo &texts, std::uint32_t string) {
        return string != 0 && texts.ask(string, [&] {
            return containsText(m_store.string(string).toStdString(), node.words);
        });
    };
    if (stringHas(memo.strings, record.method) || stringHas(memo.others, record.target))
        return true;
    const auto cut = cutId(record);
    if (!cut.empty() && containsText(cut, node.words))
        return true;
    if (cut.size() == sizeof(record.idText)
        && containsText(m_store.idText(record).toStdString(), node.words))
        return true;
    return record.target == 0 && shownTextHas(node, record, message);
}

// A row without a target shows a part of its bytes in that column.
bool FilterRun::shownTextHas(const FilterNode &node, const Record &record, Message &message)
{
    switch (record.kind) {
    case rpc::Kind::Stderr:
    case rpc::Kind::Lifecycle:
    case rpc::Kind::Invalid:
    case rpc::Kind::Event:
        return containsText(textOf(record, message).substr(0, kMaxShown), node.words);
    case rpc::Kind::Notification: {
        if (record.length > kMaxShown)
            return false;
        textOf(record, message);
        rpc::Message decoded;
        return rpc::decodeOne(*message.bytes, decoded)
            && containsText(describeEvent(decoded).view(), node.words);
    }
    default:
        return false;
    }
}

std::string_view FilterRun::textOf(const Record &record, Message &message)
{
    if (!message.bytes) {
        auto bytes = m_window.read(record);
        message.bytes = bytes ? std::move(bytes).value() : Bytes();
    }
    return message.bytes->view();
}

const json::Document &FilterRun::documentOf(const Record &record, Message &message)
{
    if (!message.document) {
        textOf(record, message);
        message.document = json::Document::parse(*message.bytes);
    }
    return *message.document;
}

FilterRun::Method FilterRun::methodOf(const Record &record)
{
    if (m_methods.size() <= record.method)
        m_methods.resize(std::size_t(record.method) + 1, Method::Unknown);
    Method &known = m_methods[record.method];
    if (known != Method::Unknown)
        return known;
    const QString name = m_store.string(record.method);
    if (name == u"tools/call")
        known = Method::Tool;
    else if (name == u"prompts/get")
        known = Method::Prompt;
    else if (name == u"notifications/message")
        known = Method::Log;
    else if (name == u"notifications/resources/updated"
        || (name.startsWith(u"resources/") && !name.endsWith(u"/list")))
        known = Method::Resource;
    else
        known = Method::Other;
    return known;
}

} // namespace sonde::trace
