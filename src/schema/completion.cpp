// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/completion.h"

#include "schema/formshape.h"
#include "schema/schematr.h"
#include "json/builder.h"

#include <QStringList>

#include <algorithm>
#include <optional>
#include <set>

namespace sonde::schema {

namespace {

struct Range {
    std::size_t begin = 0;
    std::size_t end = 0;
};

bool isWord(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-'
        || c == '+' || c == '.' || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

// The offset after the string that begins at `at`. An unterminated string ends with its line.
std::size_t skipString(std::string_view text, std::size_t at)
{
    for (++at; at < text.size() && text[at] != '\n'; ++at) {
        if (text[at] == '"')
            return at + 1;
        if (text[at] == '\\')
            ++at;
    }
    return std::min(at, text.size());
}

// The string or word that contains the caret or ends at it; empty right after a complete string.
Range tokenAt(std::string_view text, std::size_t caret)
{
    for (std::size_t at = 0; at <= caret && at < text.size();) {
        std::size_t end = at + 1;
        if (text[at] == '"') {
            end = skipString(text, at);
            // A quote directly followed by a word began a string before this quote was typed.
            const bool closed =
                end > at + 1 && text[end - 1] == '"' && (end == text.size() || !isWord(text[end]));
            if (caret < end || (caret == end && !closed)) {
                // The rest of the line was there before the quote was typed.
                return {at, closed ? end : caret};
            }
        } else if (isWord(text[at])) {
            while (end < text.size() && isWord(text[end]))
                ++end;
            if (caret <= end)
                return {at, end};
        }
        at = end;
    }
    return {caret, caret};
}

bool startsWithColon(std::string_view text)
{
    const std::size_t at = text.find_first_not_of(" \t\r\n");
    return at != std::string_view::npos && text[at] == ':';
}

// The text with a placeholder instead of the token at the caret, and the placeholder's value.
struct Filled {
    json::Document document;
    json::Value place;
};

json::Value placeholder(const json::Document &document, std::size_t at, bool name)
{
    for (auto id = static_cast<json::NodeId>(document.nodeCount()); id-- > 0;) {
        const json::Node &node = document.node(id);
        if (name ? node.keyEnd > 0 && node.keyBegin == at : node.begin == at)
            return document.value(id);
        if (node.begin < at)
            break;
    }
    return {};
}

// Tries the whole text first, so that the members after the caret count as well.
bool fill(Filled &out, std::string_view before, std::string_view after, bool name)
{
    const bool colon = name && startsWithColon(after);
    const std::string_view filler = !name ? "null" : colon ? R"("")" : R"("":null)";
    for (const std::string_view rest : {after, std::string_view()}) {
        std::string text(before);
        text.append(filler);
        if (colon && rest.empty())
            text.append(":null");
        text.append(rest);
        out.document = json::Document::parse(Bytes::copyOf(text));
        out.place = placeholder(out.document, before.size(), name);
        if (out.document.isValid())
            return true;
    }
    return out.place.exists();
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

// Whether the proposal begins with the typed text, which may lack the opening quote.
bool continues(std::string_view proposal, std::string_view typed)
{
    if (!typed.empty() && typed.front() != '"' && proposal.starts_with('"'))
        proposal.remove_prefix(1);
    return proposal.size() >= typed.size()
        && std::equal(typed.begin(), typed.end(), proposal.begin(),
            [](char a, char b) { return lower(a) == lower(b); });
}

QString typeWords(const json::Value &schema)
{
    const json::Value type = schema["type"];
    if (type.isString())
        return type.toString();
    QStringList words;
    for (const json::Value one : type)
        words << one.toString();
    if (words.isEmpty() && schema["enum"].isArray())
        words << QStringLiteral("enum");
    if (words.isEmpty() && schema["const"])
        words << QStringLiteral("const");
    return words.join(QLatin1String(" | "));
}

QString wordsOf(const Shape &shape, const char *name)
{
    const json::Value value = keyword(shape, name);
    return value.isString() ? value.toString() : QString();
}

} // namespace

Completion::Completion(const std::shared_ptr<const json::Document> &schema, const Remotes &remotes)
    : m_store(std::make_unique<SchemaStore>(remotes, SchemaDialect{}))
    , m_maker(std::make_unique<ShapeMaker>(*m_store))
{
    if (const auto top = m_store->addRoot(schema, {}))
        m_top = *top;
}

Completion::~Completion() = default;
Completion::Completion(Completion &&) noexcept = default;
Completion &Completion::operator=(Completion &&) noexcept = default;

Proposals Completion::at(std::string_view text, std::size_t caret) const
{
    Proposals out;
    if (!m_top.resource || text.size() > kMaxText || caret > text.size())
        return out;
    const Range token = tokenAt(text, caret);
    const std::string_view before = text.substr(0, token.begin);
    const std::string_view after = text.substr(token.end);
    const std::string_view typed = text.substr(token.begin, caret - token.begin);
    out.begin = token.begin;
    out.end = token.end;
    Filled filled;
    if (fill(filled, before, after, false)) {
        addValues(out, shapeOf(filled.place), typed);
    } else if (fill(filled, before, after, true)) {
        out.names = true;
        out.needsColon = !startsWithColon(after);
        const json::Value object = filled.place.parent();
        addNames(out, shapeOf(object), filled.place, typed);
    }
    // A complete text needs no proposal.
    if (out.list.size() == 1
        && out.list.front().text == text.substr(token.begin, out.end - out.begin))
        out.list.clear();
    return out;
}

// Collects the shapes from the root down to the value.
Shape Completion::shapeOf(const json::Value &value) const
{
    std::vector<json::Value> way;
    for (json::Value at = value; at.exists(); at = at.parent())
        way.push_back(at);
    std::vector<SchemaPlace> places{m_top};
    Shape shape;
    for (std::size_t i = way.size(); i-- > 0;) {
        // The value itself is still a placeholder.
        const bool isFiller = i == 0 && !way[i].isContainer();
        shape = m_maker->makeOpen(places, isFiller ? json::Value() : way[i], shape.scope);
        if (i == 0)
            break;
        places = way[i].isObject() ? m_maker->memberPlaces(shape, way[i - 1].key())
                                   : m_maker->itemPlaces(shape, way[i - 1].indexInParent());
    }
    return shape;
}

void Completion::addNames(
    Proposals &out, const Shape &shape, const json::Value &filler, std::string_view typed) const
{
    std::set<std::string> gone;
    for (const json::Value member : filler.parent()) {
        if (member.id() != filler.id())
            gone.insert(member.key());
    }
    std::set<std::string> required(shape.required.begin(), shape.required.end());
    for (const Part &part : shape.parts) {
        for (const json::Value name : part.onlyWords ? json::Value() : part.schema["required"])
            required.insert(name.text());
    }
    const auto add = [&](const std::string &name, const SchemaPlace &place) {
        const std::string quoted = json::quoted(name);
        if (out.list.size() == kMaxProposals || !continues(quoted, typed)
            || !gone.insert(name).second)
            return;
        const Shape own = m_maker->makeOpen({place}, json::Value(), shape.scope);
        Proposal proposal;
        proposal.text = quoted;
        for (const Part &part : own.parts) {
            if (proposal.detail.isEmpty() && !part.onlyWords)
                proposal.detail = typeWords(part.schema);
        }
        proposal.description = wordsOf(own, "description");
        if (proposal.description.isEmpty())
            proposal.description = wordsOf(own, "title");
        proposal.required = required.contains(name);
        proposal.deprecated = keyword(own, "deprecated").toBool().value_or(false);
        out.list.push_back(std::move(proposal));
    };
    for (const Part &part : shape.parts) {
        for (const json::Value property :
            part.onlyWords ? json::Value() : part.schema["properties"])
            add(property.key(), m_maker->place(property, part));
    }
    for (const std::string &name : required)
        add(name, {});
    std::stable_partition(out.list.begin(), out.list.end(),
        [](const Proposal &proposal) { return proposal.required; });
}

void Completion::addValues(Proposals &out, const Shape &shape, std::string_view typed) const
{
    std::set<std::string, std::less<>> seen;
    const auto add = [&](std::string_view raw, const QString &detail) {
        if (raw.empty() || raw.size() > kMaxValue || out.list.size() == kMaxProposals
            || !continues(raw, typed) || !seen.emplace(raw).second)
            return;
        Proposal proposal;
        proposal.text = raw;
        proposal.detail = detail;
        out.list.push_back(std::move(proposal));
    };
    bool listed = false;
    for (const Part &part : shape.parts) {
        if (part.onlyWords)
            continue;
        if (const json::Value value = part.schema["const"])
            add(value.raw(), part.schema["title"].toString());
        json::Value title = part.schema["enumNames"].first();
        for (const json::Value value : part.schema["enum"]) {
            add(value.raw(), title.toString());
            title = title.next();
        }
        listed = listed || part.schema["const"] || part.schema["enum"];
    }
    for (const Part &part : shape.parts) {
        if (const json::Value value = part.schema["default"])
            add(value.raw(), Text::tr("default"));
        for (const json::Value value : part.schema["examples"])
            add(value.raw(), Text::tr("example"));
    }
    std::uint8_t types = shape.nullBranch ? kNullBit : 0;
    for (const Part &part : shape.parts) {
        const json::Value type = part.onlyWords || listed ? json::Value() : part.schema["type"];
        types |= type ? typesOf(type) : 0;
    }
    static constexpr std::array<std::pair<std::uint8_t, const char *>, 5> kValues{
        {{kBoolBit, "true"}, {kBoolBit, "false"}, {kObjectBit, "{}"}, {kArrayBit, "[]"},
            {kNullBit, "null"}}};
    for (const auto &[bit, text] : kValues) {
        if (types & bit)
            add(text, {});
    }
}

} // namespace sonde::schema
