// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/toolheaders.h"

#include "mcp/message/mcptext.h"
#include "wire/http/headervalue.h"

#include <QSet>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace sonde::mcp {

namespace {

constexpr std::string_view kAnnotation("x-mcp-header");
constexpr std::size_t kMaxSchemas = 100'000; // of one tool
constexpr std::size_t kMaxHeaders = 200;
constexpr int kMaxDepth = 200; // of nested schemas
constexpr qsizetype kMaxShown = 80; // characters of a name in a sentence
constexpr std::int64_t kMaxSafeInteger = (std::int64_t(1) << 53) - 1;

enum class Holds : std::uint8_t { Schema, Map };
struct Keyword {
    std::string_view name;
    Holds holds; // a schema or a list of them, or a schema for each name
};

// Where JSON Schema has schemas besides `properties`. An annotation there is not reachable.
constexpr std::array kElsewhere{
    Keyword{"items", Holds::Schema},
    Keyword{"prefixItems", Holds::Schema},
    Keyword{"additionalItems", Holds::Schema},
    Keyword{"unevaluatedItems", Holds::Schema},
    Keyword{"contains", Holds::Schema},
    Keyword{"additionalProperties", Holds::Schema},
    Keyword{"unevaluatedProperties", Holds::Schema},
    Keyword{"propertyNames", Holds::Schema},
    Keyword{"patternProperties", Holds::Map},
    Keyword{"dependentSchemas", Holds::Map},
    Keyword{"dependencies", Holds::Map},
    Keyword{"oneOf", Holds::Schema},
    Keyword{"anyOf", Holds::Schema},
    Keyword{"allOf", Holds::Schema},
    Keyword{"not", Holds::Schema},
    Keyword{"if", Holds::Schema},
    Keyword{"then", Holds::Schema},
    Keyword{"else", Holds::Schema},
    Keyword{"$defs", Holds::Map}, // what $ref leads to
    Keyword{"definitions", Holds::Map},
};

bool isToken(std::string_view text) // RFC 9110 section 5.6.2
{
    return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
            || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
    });
}

// What a server wrote, fit for a sentence.
QString shown(QString text)
{
    for (QChar &c : text) {
        if (!c.isPrint() && !c.isSurrogate())
            c = QChar::ReplacementCharacter;
    }
    return text.size() > kMaxShown ? text.left(kMaxShown) + u'…' : text;
}

// Walks all schemas of a tool without recursion.
class Walk {
public:
    Result<std::vector<ToolHeader>> run(const json::Value &root)
    {
        push(root, 0, true);
        while (!m_open.empty() && !m_problem) {
            const Place place = m_open.back();
            m_open.pop_back();
            if (place.schema[kAnnotation].exists())
                annotation(place, root);
            children(place);
        }
        if (m_problem)
            return Error{.domain = Domain::Protocol, .sentence = *m_problem};
        return std::move(m_headers);
    }

private:
    struct Place {
        json::Value schema;
        int depth = 0;
        bool reachable = true; // through `properties` only
    };

    void refuse(const QString &sentence)
    {
        if (!m_problem)
            m_problem = sentence;
    }

    void push(const json::Value &schema, int depth, bool reachable)
    {
        if (!schema.isObject())
            return;
        if (++m_seen > kMaxSchemas || depth > kMaxDepth)
            refuse(Text::tr(
                "The input schema is too large to be searched for header annotations: more "
                "than %1 schemas, or more than %2 inside each other.")
                       .arg(kMaxSchemas)
                       .arg(kMaxDepth));
        else
            m_open.push_back({schema, depth, reachable});
    }

    // The last one is looked at first, so that headers come in the order of the schema.
    void children(const Place &place)
    {
        const std::size_t begin = m_open.size();
        const json::Value properties = place.schema["properties"];
        if (properties.isObject()) {
            for (const json::Value property : properties)
                push(property, place.depth + 1, place.reachable);
        }
        for (const Keyword &keyword : kElsewhere) {
            const json::Value value = place.schema[keyword.name];
            if (keyword.holds == Holds::Schema && value.isObject()) {
                push(value, place.depth + 1, false);
            } else if (value.isContainer()) {
                for (const json::Value schema : value)
                    push(schema, place.depth + 1, false);
            }
        }
        std::reverse(m_open.begin() + static_cast<std::ptrdiff_t>(begin), m_open.end());
    }

    void annotation(const Place &place, const json::Value &root)
    {
        const json::Value annotated = place.schema[kAnnotation];
        const QString where = shown(place.schema.path());
        const QString name = shown(annotated.toString());
        const auto type = typeOf(place.schema["type"]);
        if (!place.reachable || place.schema.id() == root.id())
            refuse(Text::tr("x-mcp-header at “%1” is not on a property that can be reached through "
                            "“properties” alone.")
                       .arg(where));
        else if (!annotated.isString())
            refuse(Text::tr("x-mcp-header of “%1” is not a string.").arg(where));
        else if (annotated.text().empty())
            refuse(Text::tr("x-mcp-header of “%1” is empty; a header needs a name.").arg(where));
        else if (!isToken(annotated.text()))
            refuse(Text::tr("x-mcp-header of “%1” is “%2”, which contains a character that is not "
                            "allowed in a header name (RFC 9110 section 5.1).")
                       .arg(where, name));
        else if (!type)
            refuse(Text::tr("x-mcp-header is on “%1”, whose type is %2; only a string, an integer "
                            "or a boolean can be in a header.")
                       .arg(where, shown(typeText(place.schema["type"]))));
        else if (m_names.contains(QByteArray::fromStdString(annotated.text()).toLower()))
            refuse(Text::tr("x-mcp-header is “%1” on more than one property; header names "
                            "are case-insensitive.")
                       .arg(name));
        else if (m_headers.size() >= kMaxHeaders)
            refuse(Text::tr("More than %1 properties have an x-mcp-header.").arg(kMaxHeaders));
        else
            add(place.schema, root, *type);
    }

    void add(json::Value property, const json::Value &root, ToolHeader::Type type)
    {
        ToolHeader header;
        header.name = QByteArray::fromStdString(property[kAnnotation].text());
        header.type = type;
        // Each key belongs to a "properties", which belongs to the schema above.
        for (; property.id() != root.id(); property = property.parent().parent())
            header.path.push_back(property.key());
        std::reverse(header.path.begin(), header.path.end());
        m_names.insert(header.name.toLower());
        m_headers.push_back(std::move(header));
    }

    static std::optional<ToolHeader::Type> typeOf(const json::Value &type)
    {
        if (type.equals("string"))
            return ToolHeader::Type::String;
        if (type.equals("integer"))
            return ToolHeader::Type::Integer;
        if (type.equals("boolean"))
            return ToolHeader::Type::Boolean;
        return std::nullopt;
    }

    static QString typeText(const json::Value &type)
    {
        return type.exists() ? json::toQString(type.raw().substr(0, 4 * kMaxShown))
                             : Text::tr("not given");
    }

    std::vector<Place> m_open;
    std::size_t m_seen = 0;
    QSet<QByteArray> m_names; // in lower case
    std::vector<ToolHeader> m_headers;
    std::optional<QString> m_problem;
};

std::optional<QByteArray> textOf(const json::Value &value)
{
    if (value.isString())
        return wire::encodeHeaderValue(value.text());
    if (const auto boolean = value.toBool())
        return *boolean ? "true" : "false";
    if (!value.isNumber())
        return std::nullopt;
    if (const auto integer = value.toInt64()) {
        if (*integer < -kMaxSafeInteger || *integer > kMaxSafeInteger)
            return std::nullopt;
        return QByteArray::number(qint64(*integer));
    }
    // 1.0 and 1e3 are integers to JSON Schema.
    const double number = value.toDouble().value_or(0.5);
    if (std::trunc(number) != number || std::abs(number) > double(kMaxSafeInteger))
        return std::nullopt;
    return QByteArray::number(static_cast<qint64>(number));
}

} // namespace

Result<std::vector<ToolHeader>> readToolHeaders(const json::Value &inputSchema)
{
    // Nearly no schema has annotations: those are not walked. A name can be written with escapes.
    const std::string_view raw = inputSchema.raw();
    const bool mayHaveSome = raw.find(kAnnotation) != std::string_view::npos
        || raw.find("\\u") != std::string_view::npos;
    return mayHaveSome ? Walk().run(inputSchema) : std::vector<ToolHeader>();
}

std::vector<wire::HttpHeader> toolHeaderFields(
    const std::vector<ToolHeader> &headers, const json::Value &arguments)
{
    std::vector<wire::HttpHeader> fields;
    for (const ToolHeader &header : headers) {
        json::Value value = arguments;
        for (const std::string &key : header.path)
            value = value.isObject() ? value[key] : json::Value();
        if (const auto text = textOf(value))
            fields.push_back({"Mcp-Param-" + header.name, *text});
    }
    return fields;
}

} // namespace sonde::mcp
