// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/message.h"

#include "base/utf8.h"
#include "rpc/rpctr.h"
#include "json/builder.h"
#include "json/decimal.h"

#include <QStringList>

#include <array>
#include <utility>

namespace sonde::rpc {

namespace {

// JSON-RPC 2.0 section 4: an id is a string, a number or null. MCP forbids null and fractions; both
// are kept here, because the trace must show what a server sent.
Id idOf(const json::Value &id)
{
    if (id.isString() || id.isNumber() || id.isNull())
        return Id(id.raw());
    return {};
}

void makeInvalid(Message &message, Problem problem, const QString &reason)
{
    message.kind = Kind::Invalid;
    message.problem = problem;
    message.reason = reason;
}

// The members of a message, collected in one pass over the object instead of a look-up for each.
struct Members {
    json::Value jsonrpc, id, method, result, error;
};

Members membersOf(const json::Value &root)
{
    Members members;
    const json::Document &document = *root.document();
    const std::string_view text = document.text();
    for (auto at = root.first().id(); at != json::kNoNode; at = document.node(at).next) {
        const json::Node &node = document.node(at);
        const auto name = text.substr(node.keyBegin, node.keyEnd - node.keyBegin);
        if (name == "\"jsonrpc\"")
            members.jsonrpc = {&document, at};
        else if (name == "\"id\"")
            members.id = {&document, at};
        else if (name == "\"method\"")
            members.method = {&document, at};
        else if (name == "\"result\"")
            members.result = {&document, at};
        else if (name == "\"error\"")
            members.error = {&document, at};
    }
    return members;
}

QString typeName(const json::Value &value)
{
    constexpr std::array<const char *, 6> kNames{
        "null", "boolean", "number", "string", "array", "object"};
    return QLatin1String(kNames[static_cast<std::size_t>(value.type())]);
}

// JSON-RPC 2.0 section 5.1: code MUST be an integer, message is a string.
QStringList flawsOfError(const json::Value &error)
{
    if (!error.isObject())
        return {Text::tr("\"error\" must be an object (found %1)").arg(typeName(error))};
    QStringList flaws;
    if (const json::Value code = error["code"]; !code)
        flaws += Text::tr("\"code\" is missing");
    else if (!code.isNumber())
        flaws += Text::tr("\"code\" must be an integer (found %1)").arg(typeName(code));
    else if (!json::Decimal(code.raw()).isInteger())
        flaws += Text::tr("\"code\" must be an integer");
    if (const json::Value text = error["message"]; !text)
        flaws += Text::tr("\"message\" is missing");
    else if (!text.isString())
        flaws += Text::tr("\"message\" must be a string (found %1)").arg(typeName(text));
    return flaws;
}

// Classifies a response with the member "error", even if its value is null.
void classifyError(Message &message, const Members &members)
{
    const bool isResult = members.result && members.error.isNull() && !message.id.empty();
    // 2025-11-25 schema: the id of an error may be absent when the request was unreadable.
    message.kind = isResult ? Kind::Response : Kind::ErrorResponse;
    QStringList flaws = isResult ? QStringList() : flawsOfError(members.error);
    if (isResult)
        flaws += Text::tr("\"error\" is null beside a \"result\"");
    else if (members.result)
        flaws += Text::tr("the message has a \"result\" as well");
    if (flaws.isEmpty())
        return;
    message.problem = Problem::MalformedError;
    message.reason = Text::tr("The error is malformed: %1 (JSON-RPC 2.0 section 5).")
                         .arg(flaws.join(QLatin1String("; ")));
}

void classify(Message &message)
{
    const json::Value root = message.root();
    if (!root.isObject())
        return makeInvalid(
            message, Problem::NotJsonRpc, Text::tr("The message is JSON, but not an object."));
    const Members members = membersOf(root);
    message.id = idOf(members.id);
    if (members.method.isString())
        message.method = members.method.text();
    if (!members.jsonrpc.equals("2.0"))
        return makeInvalid(message, Problem::NotJsonRpc, Text::tr("\"jsonrpc\" is not \"2.0\"."));
    if (members.id && message.id.empty())
        return makeInvalid(
            message, Problem::NotJsonRpc, Text::tr("\"id\" is neither a string nor a number."));
    if (members.method) {
        if (!members.method.isString())
            return makeInvalid(
                message, Problem::NotJsonRpc, Text::tr("\"method\" is not a string."));
        message.kind = members.id ? Kind::Request : Kind::Notification;
    } else if (members.error) {
        classifyError(message, members);
    } else if (members.result && !message.id.empty()) {
        message.kind = Kind::Response;
    } else {
        makeInvalid(message, Problem::NotJsonRpc,
            Text::tr("The object has no \"method\", and no \"result\" or \"error\" "
                     "with an \"id\"."));
    }
}

// A line that does not begin like a message is usually the output of a print statement.
// A line of a log may begin as JSON does: "[INFO] ready", "{ name: 'x' }".
bool looksLikeMessage(std::string_view text)
{
    constexpr std::string_view kBlanks = " \t\r";
    const auto first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos || (text[first] != '{' && text[first] != '['))
        return false;
    const auto second = text.find_first_not_of(kBlanks, first + 1);
    const std::string_view begins = text[first] == '{' ? "\"}" : "{]";
    return second == std::string_view::npos || begins.find(text[second]) != std::string_view::npos
        || text.find("jsonrpc") != std::string_view::npos;
}

void explainError(Message &message)
{
    const auto &error = *message.document.error();
    const QString where =
        Text::tr("Line %1, column %2: %3.").arg(error.line).arg(error.column).arg(error.reason);
    switch (error.kind) {
    case json::ParseError::Kind::InvalidUtf8:
        return makeInvalid(message, Problem::InvalidUtf8, where);
    case json::ParseError::Kind::TooLarge:
        return makeInvalid(message, Problem::TooLong, where);
    case json::ParseError::Kind::TooDeep:
    case json::ParseError::Kind::Syntax:
        break;
    }
    const std::string_view text = message.bytes().view();
    if (text.starts_with(kByteOrderMark) && looksLikeMessage(text.substr(kByteOrderMark.size())))
        makeInvalid(message, Problem::NotJson,
            Text::tr("The message begins with a byte order mark (BOM, EF BB BF), which JSON "
                     "must not have (RFC 8259 section 8.1)."));
    else if (looksLikeMessage(text))
        makeInvalid(message, Problem::NotJson, where);
    else
        makeInvalid(message, Problem::StrayOutput,
            Text::tr("The line is not a message: stdout must carry nothing else "
                     "(2025-11-25 basic/transports)."));
}

Message memberOfBatch(
    const Bytes &frame, const json::Value &member, bool batchesAllowed, const json::Limits &limits)
{
    Message message;
    message.inBatch = true;
    message.document = json::Document::parse(
        frame.slice(member.node().begin, member.node().end - member.node().begin), limits);
    classify(message);
    if (!batchesAllowed && message.problem == Problem::None) {
        message.problem = Problem::UnexpectedBatch;
        message.reason = Text::tr("Batches exist only in revision 2025-03-26 (basic#batching).");
    }
    return message;
}

// Joins the constant and spliced parts of a message with one allocation.
Bytes concatenate(std::initializer_list<std::string_view> parts)
{
    std::size_t size = 0;
    for (const auto part : parts)
        size += part.size();
    auto storage = std::make_shared_for_overwrite<char[]>(size);
    char *at = storage.get();
    for (const auto part : parts)
        at = std::copy(part.begin(), part.end(), at);
    const char *data = storage.get();
    return {std::move(storage), data, size};
}

} // namespace

std::string_view problemName(Problem problem)
{
    constexpr std::array<std::string_view, std::size_t(kLastProblem) + 1> kNames{"none",
        "stray-output", "invalid-utf-8", "not-json", "not-json-rpc", "too-long", "unfinished",
        "unexpected-batch", "unknown-id", "duplicate-id", "late-answer", "repeated-cursor",
        "unexpected-request", "malformed-error"};
    const auto index = static_cast<std::size_t>(problem);
    return index < kNames.size() ? kNames[index] : "unknown";
}

std::int64_t plainNumber(std::string_view id)
{
    constexpr std::size_t kMaxDigits = 18; // these always fit
    if (id.empty() || id.size() > kMaxDigits || id.front() == '0')
        return 0;
    std::int64_t number = 0;
    for (const char c : id) {
        if (c < '0' || c > '9')
            return 0;
        number = number * 10 + (c - '0');
    }
    return number;
}

std::optional<int> Message::integerOf(std::string_view number)
{
    const auto decimal = json::Decimal::read(number);
    const auto value = decimal ? decimal->toInt64() : std::nullopt;
    return value && std::in_range<int>(*value) ? std::optional(static_cast<int>(*value))
                                               : std::nullopt;
}

QString shownErrorCode(std::string_view codeText)
{
    constexpr std::size_t kMaxShown = 60;
    if (codeText.size() <= kMaxShown)
        return json::toQString(codeText);
    return Text::tr("%1… (%2 bytes)")
        .arg(json::toQString(codeText.substr(0, kMaxShown)))
        .arg(codeText.size());
}

Message plainRecord(Kind kind, Bytes bytes, Problem problem, const QString &reason)
{
    Message message;
    message.kind = kind;
    message.problem = problem;
    message.reason = reason;
    message.document = json::Document::unparsed(std::move(bytes));
    return message;
}

bool decodeOne(Bytes frame, Message &message, const json::Limits &limits, json::NodePool *pool)
{
    // Resets only what classify() and explainError() may leave unset; assigning a whole new message
    // is measurably slower under load.
    message.problem = Problem::None;
    message.inBatch = false;
    message.id.clear();
    if (!message.method.empty())
        message.method.clear();
    if (!message.reason.isEmpty())
        message.reason.clear();
    message.document = json::Document::parse(std::move(frame), limits, pool);
    if (message.document.error()) {
        explainError(message);
        return true;
    }
    const json::Value root = message.root();
    if (root.isArray() && root.count() > 0)
        return false;
    classify(message);
    return true;
}

std::vector<Message> decode(const Bytes &frame, bool batchesAllowed, const json::Limits &limits)
{
    std::vector<Message> messages(1);
    if (decodeOne(frame, messages.front(), limits))
        return messages;
    const json::Document batch = std::move(messages.front().document);
    messages.clear();
    for (const json::Value member : batch.root())
        messages.push_back(memberOfBatch(frame, member, batchesAllowed, limits));
    return messages;
}

Bytes request(std::string_view id, std::string_view method, std::string_view params)
{
    const auto name = json::quoted(method);
    if (params.empty())
        return concatenate({R"({"jsonrpc":"2.0","id":)", id, R"(,"method":)", name, "}"});
    return concatenate(
        {R"({"jsonrpc":"2.0","id":)", id, R"(,"method":)", name, R"(,"params":)", params, "}"});
}

Bytes notification(std::string_view method, std::string_view params)
{
    const auto name = json::quoted(method);
    if (params.empty())
        return concatenate({R"({"jsonrpc":"2.0","method":)", name, "}"});
    return concatenate({R"({"jsonrpc":"2.0","method":)", name, R"(,"params":)", params, "}"});
}

Bytes response(std::string_view id, std::string_view result)
{
    return concatenate({R"({"jsonrpc":"2.0","id":)", id, R"(,"result":)", result, "}"});
}

Bytes errorResponse(
    std::string_view id, int code, std::string_view messageUtf8, std::string_view data)
{
    return responseWithError(id, errorObject(code, messageUtf8, data));
}

std::string errorObject(int code, std::string_view messageUtf8, std::string_view data)
{
    std::string text = R"({"code":)" + std::to_string(code) + R"(,"message":)";
    text.append(json::quoted(messageUtf8));
    if (!data.empty())
        text.append(R"(,"data":)").append(data);
    text += '}';
    return text;
}

Bytes responseWithError(std::string_view id, std::string_view error)
{
    return concatenate(
        {R"({"jsonrpc":"2.0")", id.empty() ? "" : R"(,"id":)", id, R"(,"error":)", error, "}"});
}

std::string_view unreadId(std::string_view revision)
{
    constexpr std::string_view kFirstWithoutId = "2025-11-25";
    return revision >= kFirstWithoutId ? "" : "null";
}

} // namespace sonde::rpc
