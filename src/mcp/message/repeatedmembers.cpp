// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/repeatedmembers.h"

#include "base/visiblecharacter.h"
#include "mcp/message/mcptext.h"

#include <algorithm>
#include <array>
#include <deque>
#include <iterator>
#include <string>

namespace sonde::mcp {

namespace {

constexpr std::size_t kMaxNotes = 3;
constexpr qsizetype kMaxShown = 120; // characters of a name or a place

// The members of the official schemas of all revisions, and those of JSON-RPC 2.0. Sorted.
constexpr std::string_view kMembers[] = {"_meta", "action", "additionalProperties", "annotations",
    "anyOf", "argument", "arguments", "audience", "blob", "cacheScope", "call", "cancel",
    "capabilities", "clientInfo", "code", "completion", "completions", "const", "content",
    "contents", "context", "costPriority", "create", "createMessage", "createdAt", "cursor", "data",
    "default", "description", "destructiveHint", "elicitation", "elicitationId", "elicitations",
    "enum", "enumNames", "error", "execution", "experimental", "extensions", "form", "format",
    "hasMore", "hints", "icons", "id", "idempotentHint", "includeContext", "input", "inputRequests",
    "inputResponses", "inputSchema", "instructions", "intelligencePriority", "isError", "items",
    "jsonrpc", "lastModified", "lastUpdatedAt", "level", "list", "listChanged", "logger", "logging",
    "maxItems", "maxLength", "maxTokens", "maximum", "message", "messages", "metadata", "method",
    "mimeType", "minItems", "minLength", "minimum", "mode", "model", "modelPreferences", "name",
    "nextCursor", "notifications", "oneOf", "openWorldHint", "outputSchema", "params",
    "pollInterval", "priority", "progress", "progressToken", "prompts", "promptsListChanged",
    "properties", "protocolVersion", "readOnlyHint", "reason", "ref", "requestId", "requestState",
    "requested", "requestedSchema", "requests", "required", "requiredCapabilities", "resource",
    "resourceSubscriptions", "resourceTemplates", "resources", "resourcesListChanged", "result",
    "resultType", "role", "roots", "sampling", "serverInfo", "size", "sizes", "speedPriority",
    "src", "status", "statusMessage", "stopReason", "stopSequences", "structuredContent",
    "subscribe", "supported", "supportedVersions", "systemPrompt", "task", "taskId", "taskSupport",
    "tasks", "temperature", "text", "theme", "title", "toolChoice", "toolUseId", "tools",
    "toolsListChanged", "total", "ttl", "ttlMs", "type", "uri", "uriTemplate", "url", "value",
    "values", "version", "websiteUrl"};

// Objects with members of any name. Sorted.
constexpr std::string_view kFreeObjects[] = {"_meta", "arguments", "data", "experimental",
    "extensions", "input", "inputRequests", "inputResponses", "inputSchema", "metadata",
    "outputSchema", "requestedSchema", "structuredContent"};

// What MCP's methods begin with; the params and results of others are free.
constexpr std::string_view kMethodAreas[] = {"completion", "elicitation", "initialize", "logging",
    "notifications", "ping", "prompts", "resources", "roots", "sampling", "server", "subscriptions",
    "tasks", "tools"};

struct Name {
    std::string_view text;
    json::NodeId node = json::kNoNode;
};

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool isSameInAnyCase(std::string_view a, std::string_view b)
{
    return a.size() == b.size() && std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) {
        return lower(x) == lower(y);
    });
}

// Names that differ only in case are neighbours, and equal ones in the order of the text.
bool isBefore(const Name &a, const Name &b)
{
    if (a.text.size() != b.text.size())
        return a.text.size() < b.text.size();
    const auto [x, y] = std::mismatch(a.text.begin(), a.text.end(), b.text.begin(),
        [](char left, char right) { return lower(left) == lower(right); });
    if (x != a.text.end())
        return lower(*x) < lower(*y);
    const int exact = a.text.compare(b.text);
    return exact != 0 ? exact < 0 : a.node < b.node;
}

QString shown(const QString &text)
{
    QString made = text.left(kMaxShown);
    for (QChar &c : made)
        c = visibleCharacter(c);
    return made.size() < text.size() ? made + u'…' : made;
}

bool isOfMcp(std::string_view method)
{
    return method.empty()
        || std::binary_search(
            std::begin(kMethodAreas), std::end(kMethodAreas), method.substr(0, method.find('/')));
}

// Whether some object may have a member twice, in any case: most have a few members whose names
// have different lengths.
bool mayRepeat(const json::Document &message)
{
    constexpr std::uint32_t kFew = 16;
    const std::string_view text = message.text();
    const auto nameOf = [text](const json::Node &node) {
        return text.substr(node.keyBegin, node.keyEnd - node.keyBegin);
    };
    const auto isTwin = [&](const json::Node &node, json::NodeId first, json::NodeId own) {
        for (json::NodeId id = first; id != own; id = message.node(id).next) {
            if (isSameInAnyCase(nameOf(message.node(id)), nameOf(node)))
                return true;
        }
        return node.keyEscaped;
    };
    for (json::NodeId id = 0; id < message.nodeCount(); ++id) {
        const json::Node &object = message.node(id);
        if (object.type != json::Type::Object || object.count < 2)
            continue;
        if (object.count > kFew)
            return true;
        for (json::NodeId at = id + 1; at != json::kNoNode; at = message.node(at).next) {
            if (isTwin(message.node(at), id + 1, at))
                return true;
        }
    }
    return false;
}

// Walks through the objects of a message once: an object of n members takes n log n steps, whatever
// their names are.
class Search {
public:
    Search(const json::Document &message, std::string_view method)
        : m_message(message)
        , m_isOfMcp(isOfMcp(method.empty() ? message.root()["method"].text() : std::string(method)))
    {
    }

    std::vector<RepeatedMember> run()
    {
        for (json::NodeId id = 0; id < m_message.nodeCount() && !isFull(); ++id) {
            const json::Node &node = m_message.node(id);
            if (node.type != json::Type::Object && node.type != json::Type::Array)
                continue;
            if (node.begin >= m_freeUntil && isFree(m_message.value(id)))
                m_freeUntil = node.end;
            if (node.type == json::Type::Object && node.count > 1)
                readObject(m_message.value(id), node.begin < m_freeUntil);
        }
        return std::move(m_found);
    }

private:
    bool isFull() const { return m_found.size() >= kMaxRepeated; }

    bool isFree(const json::Value &value) const
    {
        const std::string_view quoted = value.rawKey();
        if (quoted.size() < 2)
            return false;
        const std::string_view key = quoted.substr(1, quoted.size() - 2);
        if (!m_isOfMcp && (key == "params" || key == "result"))
            return true;
        if (!value.isObject())
            return key == "data"; // any JSON
        // The content of a response to an elicitation, where other contents are blocks.
        if (key == "content")
            return value.parent()["action"].exists();
        return std::binary_search(std::begin(kFreeObjects), std::end(kFreeObjects), key);
    }

    void readObject(const json::Value &object, bool isFree)
    {
        m_names.clear();
        m_decoded.clear();
        for (const json::Value member : object) {
            std::string_view text = member.rawKey();
            if (member.node().keyEscaped)
                text = m_decoded.emplace_back(member.key());
            else if (text.size() >= 2)
                text = text.substr(1, text.size() - 2);
            m_names.push_back({text, member.id()});
        }
        std::sort(m_names.begin(), m_names.end(), isBefore);
        for (auto first = m_names.begin(); first != m_names.end() && !isFull();) {
            const auto end = std::find_if_not(first + 1, m_names.end(),
                [&](const Name &name) { return isSameInAnyCase(name.text, first->text); });
            if (end - first > 1)
                readGroup(first, end, isFree);
            first = end;
        }
    }

    // Names that are the same in any case.
    using At = std::vector<Name>::const_iterator;
    void readGroup(At begin, At end, bool isFree)
    {
        const auto known =
            std::find_if(begin, end, [](const Name &name) { return isKnownMember(name.text); });
        for (auto first = begin; first != end && !isFull();) {
            const auto next = std::find_if_not(
                first + 1, end, [&](const Name &name) { return name.text == first->text; });
            const json::Value last = m_message.value((next - 1)->node);
            if (next - first > 1)
                m_found.push_back({last, m_message.value(first->node), false});
            if (!isFree && known != end && known->text != first->text && !isFull())
                m_found.push_back({last, m_message.value(known->node), true});
            first = next;
        }
    }

    const json::Document &m_message;
    const bool m_isOfMcp;
    std::uint32_t m_freeUntil = 0; // the end of the newest object with free members
    std::vector<Name> m_names; // of one object
    std::deque<std::string> m_decoded; // those of them that have escapes
    std::vector<RepeatedMember> m_found;
};

} // namespace

bool isKnownMember(std::string_view name)
{
    return std::binary_search(std::begin(kMembers), std::end(kMembers), name);
}

QString RepeatedMember::sentence() const
{
    const json::Value object = value.parent();
    const QString name = shown(json::toQString(value.key()));
    const QString place = shown(object.path());
    if (!isOtherCase)
        return place.isEmpty()
            ? Text::tr("The member `%1` appears more than once in the message. "
                       "Parsers differ in which one they read; Sonde reads the "
                       "last one.")
                  .arg(name)
            : Text::tr("The member `%1` appears more than once in `%2`. Parsers "
                       "differ in which one they read; Sonde reads the last one.")
                  .arg(name, place);
    const QString known = shown(json::toQString(other.key()));
    return place.isEmpty()
        ? Text::tr("The members `%1` and `%2` of the message differ only in case. "
                   "Some parsers read them as one member; Sonde reads only `%1`.")
              .arg(known, name)
        : Text::tr("The members `%1` and `%2` of `%3` differ only in case. Some "
                   "parsers read them as one member; Sonde reads only `%1`.")
              .arg(known, name, place);
}

std::vector<RepeatedMember> repeatedMembers(const json::Document &message, std::string_view method)
{
    return mayRepeat(message) ? Search(message, method).run() : std::vector<RepeatedMember>();
}

QStringList repeatedMemberNotes(const json::Document &message, std::string_view method)
{
    QStringList notes;
    const std::vector<RepeatedMember> found = repeatedMembers(message, method);
    for (std::size_t i = 0; i < std::min(found.size(), kMaxNotes); ++i)
        notes += found[i].sentence();
    if (found.size() > kMaxNotes)
        notes += Text::tr("More members of this message are repeated.");
    return notes;
}

} // namespace sonde::mcp
