// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/uritemplate.h"

#include "schema/asciicharacter.h"
#include "schema/schematr.h"
#include "json/value.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace sonde::schema {

namespace {

// Appendix A: how each operator joins values, and which characters it keeps.
struct Style {
    std::string_view first; // before the first value
    std::string_view separator;
    std::string_view ifEmpty; // after the name of an empty value
    char op;
    bool named; // name=value
    bool reserved; // keeps reserved characters and %xx
};
constexpr Style kStyles[] = {
    {"", ",", "", '\0', false, false},
    {"", ",", "", '+', false, true},
    {"#", ",", "", '#', false, true},
    {".", ".", "", '.', false, false},
    {"/", "/", "", '/', false, false},
    {";", ";", "", ';', true, false},
    {"?", "&", "=", '?', true, false},
    {"&", "&", "=", '&', true, false},
};

const Style *styleOf(char op)
{
    const auto *const found = std::find_if(
        std::begin(kStyles), std::end(kStyles), [op](const Style &each) { return each.op == op; });
    return found == std::end(kStyles) ? nullptr : found;
}

bool isEncoded(std::string_view text, std::size_t at)
{
    return text[at] == '%' && at + 2 < text.size() && isHex(text[at + 1]) && isHex(text[at + 2]);
}

// Keeps unreserved characters of RFC 3986; with `reserved` also reserved ones and %xx.
void appendEncoded(std::string &out, std::string_view text, bool reserved)
{
    constexpr std::string_view kReserved = ":/?#[]@!$&'()*+,;=";
    constexpr char kHex[] = "0123456789ABCDEF";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool plain = isUnreserved(c)
            || (reserved && (kReserved.find(c) != std::string_view::npos || isEncoded(text, i)));
        if (plain) {
            out += c;
        } else {
            const auto byte = static_cast<unsigned char>(c);
            out += '%';
            out += kHex[byte >> 4];
            out += kHex[byte & 15];
        }
    }
}

// The first `count` characters. With `reserved`, a %xx counts as one character and is never cut.
std::string_view prefixOf(std::string_view text, int count, bool reserved)
{
    std::size_t at = 0;
    for (; count > 0 && at < text.size(); --count) {
        if (reserved && isEncoded(text, at)) {
            at += 3;
            continue;
        }
        do
            ++at;
        while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80);
    }
    return text.substr(0, at);
}

Error wrong(std::size_t at, const QString &what)
{
    Error error;
    error.domain = Domain::Usage;
    error.sentence =
        Text::tr("Not a valid URI template: %1 (at character %2).").arg(what).arg(at + 1);
    return error;
}

// Expands one variable of an expression (section 3.2.1).
class Expansion {
public:
    Expansion(const Style &style, std::string_view name, bool explode, int prefix)
        : m_style(style)
        , m_name(name)
        , m_explode(explode)
        , m_prefix(prefix)
    {
    }
    // Empty if the value is undefined.
    std::optional<std::string> operator()(const std::string &text) const
    {
        std::string out = m_style.named ? named(m_name, text.empty()) : std::string();
        add(out, m_prefix > 0 ? prefixOf(text, m_prefix, m_style.reserved) : text);
        return out;
    }
    std::optional<std::string> operator()(const UriTemplate::List &list) const
    {
        if (list.empty())
            return std::nullopt;
        std::string out = m_style.named && !m_explode ? named(m_name, false) : std::string();
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (i > 0)
                out += m_explode ? m_style.separator : ",";
            if (m_style.named && m_explode)
                out += named(m_name, list[i].empty());
            add(out, list[i]);
        }
        return out;
    }
    std::optional<std::string> operator()(const UriTemplate::Map &map) const
    {
        if (map.empty())
            return std::nullopt;
        std::string out = m_style.named && !m_explode ? named(m_name, false) : std::string();
        for (std::size_t i = 0; i < map.size(); ++i) {
            if (i > 0)
                out += m_explode ? m_style.separator : ",";
            add(out, map[i].first);
            out += m_explode ? '=' : ',';
            add(out, map[i].second);
        }
        return out;
    }

private:
    std::string named(std::string_view name, bool empty) const
    {
        return std::string(name) + (empty ? std::string(m_style.ifEmpty) : "=");
    }
    void add(std::string &out, std::string_view text) const
    {
        appendEncoded(out, text, m_style.reserved);
    }
    const Style &m_style;
    std::string_view m_name;
    bool m_explode;
    int m_prefix;
};

} // namespace

Result<UriTemplate> UriTemplate::parse(std::string_view text)
{
    if (text.size() > kMaxLength)
        return wrong(kMaxLength, Text::tr("it is too long"));
    UriTemplate result;
    for (std::size_t at = 0; at < text.size();) {
        const auto brace = std::min(text.find_first_of("{}", at), text.size());
        const std::string_view literal = text.substr(at, brace - at);
        constexpr std::string_view kForbidden = " \"<>\\^`|";
        for (std::size_t i = 0; i < literal.size(); ++i) {
            const auto c = static_cast<unsigned char>(literal[i]);
            if (c < 0x20 || c == 0x7f || kForbidden.find(literal[i]) != std::string_view::npos
                || (literal[i] == '%' && !isEncoded(literal, i)))
                return wrong(at + i,
                    Text::tr("“%1” is not allowed outside braces")
                        .arg(json::toQString(literal.substr(i, 1))));
        }
        if (!literal.empty()) {
            Part part;
            appendEncoded(part.literal, literal, true);
            result.m_parts.push_back(std::move(part));
        }
        at = brace;
        if (at == text.size())
            break;
        const auto close = text.find_first_of("{}", at + 1);
        if (text[at] == '}' || close == std::string_view::npos || text[close] == '{')
            return wrong(at, Text::tr("a brace is not matched"));
        auto part = parseExpression(text.substr(at + 1, close - at - 1), at + 1);
        if (!part)
            return part.error();
        result.m_parts.push_back(std::move(part).value());
        at = close + 1;
    }
    return result;
}

Result<UriTemplate::Part> UriTemplate::parseExpression(std::string_view inside, std::size_t at)
{
    Part part;
    if (!inside.empty() && std::string_view("=,!@|").find(inside.front()) != std::string_view::npos)
        return wrong(
            at, Text::tr("the operator “%1” is reserved").arg(QLatin1Char(inside.front())));
    if (!inside.empty() && styleOf(inside.front())) {
        part.op = inside.front();
        inside.remove_prefix(1);
        ++at;
    }
    for (bool last = false; !last;) {
        const auto comma = inside.find(',');
        last = comma == std::string_view::npos;
        auto variable = parseVariable(inside.substr(0, comma), at);
        if (!variable)
            return variable.error();
        part.variables.push_back(std::move(variable).value());
        if (!last) {
            inside.remove_prefix(comma + 1);
            at += comma + 1;
        }
    }
    return part;
}

Result<UriTemplate::Variable> UriTemplate::parseVariable(std::string_view text, std::size_t at)
{
    Variable variable;
    if (text.ends_with('*')) {
        variable.explode = true;
        text.remove_suffix(1);
    } else if (const auto colon = text.find(':'); colon != std::string_view::npos) {
        const std::string_view digits = text.substr(colon + 1);
        const auto *const end = digits.data() + digits.size();
        const bool good = !digits.empty() && digits.size() <= 4 && digits.front() != '0'
            && std::from_chars(digits.data(), end, variable.prefix).ptr == end
            && variable.prefix > 0;
        if (!good)
            return wrong(at + colon, Text::tr("a prefix length must be a number from 1 to 9999"));
        text = text.substr(0, colon);
    }
    bool good = !text.empty() && text.front() != '.' && text.back() != '.'
        && text.find("..") == std::string_view::npos;
    for (std::size_t i = 0; good && i < text.size(); ++i) {
        if (isEncoded(text, i))
            i += 2;
        else
            good = isAlnum(text[i]) || text[i] == '_' || text[i] == '.';
    }
    if (!good)
        return wrong(at, Text::tr("“%1” is not a valid variable name").arg(json::toQString(text)));
    variable.name = text;
    return variable;
}

std::vector<std::string> UriTemplate::variables() const
{
    std::vector<std::string> names;
    for (const Part &part : m_parts) {
        for (const Variable &variable : part.variables) {
            if (std::find(names.begin(), names.end(), variable.name) == names.end())
                names.push_back(variable.name);
        }
    }
    return names;
}

bool UriTemplate::isExploded(std::string_view name) const
{
    return std::any_of(m_parts.begin(), m_parts.end(), [name](const Part &part) {
        return std::any_of(part.variables.begin(), part.variables.end(),
            [name](const Variable &each) { return each.name == name && each.explode; });
    });
}

Result<std::string> UriTemplate::expand(const Values &values) const
{
    std::string out;
    for (const Part &part : m_parts) {
        out += part.literal;
        const Style &style = *styleOf(part.op);
        bool first = true;
        for (const Variable &variable : part.variables) {
            const auto given = values.find(variable.name);
            if (given == values.end())
                continue;
            if (variable.prefix > 0 && !std::holds_alternative<std::string>(given->second)) {
                Error error;
                error.domain = Domain::Usage;
                error.sentence = Text::tr(
                    "“%1” has several values, but the template takes a prefix of a single value.")
                                     .arg(json::toQString(variable.name));
                return error;
            }
            const auto text = std::visit(
                Expansion(style, variable.name, variable.explode, variable.prefix), given->second);
            if (!text)
                continue;
            out += std::exchange(first, false) ? style.first : style.separator;
            out += *text;
        }
    }
    return out;
}

} // namespace sonde::schema
