// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/value.h"

#include "base/utf8.h"
#include "json/builder.h"
#include "json/document.h"
#include "json/scan.h"

#include <algorithm>
#include <charconv>

namespace sonde::json {

namespace {

constexpr char32_t kReplacement = 0xfffd;

// Reads four hexadecimal digits at `at`. The parser has checked that they exist; other callers may
// not have.
char32_t codeUnit(std::string_view inside, std::size_t at)
{
    char32_t unit = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const int digit = at + i < inside.size() ? hexDigit(inside[at + i]) : -1;
        if (digit < 0)
            return kReplacement;
        unit = unit << 4 | static_cast<char32_t>(digit);
    }
    return unit;
}

// `at` is after "\u"; returns the character and moves behind it, including a second surrogate if
// there is one.
char32_t parseUnicodeEscape(std::string_view inside, std::size_t &at)
{
    const char32_t first = codeUnit(inside, at);
    at = std::min(at + 4, inside.size());
    if (first < 0xd800 || first > 0xdfff)
        return first;
    if (first < 0xdc00 && inside.substr(at).starts_with("\\u")) {
        const char32_t second = codeUnit(inside, at + 2);
        if (second >= 0xdc00 && second <= 0xdfff) {
            at += 6;
            return 0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00);
        }
    }
    return kReplacement;
}

char simpleEscape(char c)
{
    switch (c) {
    case 'b':
        return '\b';
    case 'f':
        return '\f';
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    default:
        return c;
    }
}

bool isPathName(const std::string &name)
{
    return !name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
        return static_cast<unsigned char>(c) >= 0x80 || c == '_' || c == '-' || c == '$'
            || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    });
}

} // namespace

QString toQString(std::string_view utf8)
{
    QString text = QString::fromUtf8(utf8.data(), qsizetype(utf8.size()));
    if (utf8.starts_with(kByteOrderMark))
        text.prepend(QChar(QChar::ByteOrderMark));
    return text;
}

std::string decodeString(std::string_view inside)
{
    std::string out;
    out.reserve(inside.size());
    const char *const end = inside.data() + inside.size();
    for (std::size_t i = 0; i < inside.size();) {
        const char *at = inside.data() + i;
        if (*at == '\\' && i + 1 < inside.size()) {
            i += 2;
            if (at[1] == 'u')
                appendUtf8(out, parseUnicodeEscape(inside, i));
            else
                out.push_back(simpleEscape(at[1]));
        } else if (static_cast<unsigned char>(*at) >= 0x80) {
            const int length = utf8Length(at, end);
            if (length == 0)
                appendUtf8(out, kReplacement);
            else
                out.append(at, static_cast<std::size_t>(length));
            i += static_cast<std::size_t>(std::max(length, 1));
        } else {
            const char *stop = std::max(skipPlain(at, end), at + 1);
            out.append(at, stop);
            i += static_cast<std::size_t>(stop - at);
        }
    }
    return out;
}

const Document *Value::document() const
{
    return static_cast<const Document *>(m_text); // nothing else is a ParsedText
}

std::string Value::key() const
{
    const auto raw = rawKey();
    if (raw.size() < 2)
        return {};
    const auto inside = raw.substr(1, raw.size() - 2);
    return node().keyEscaped ? decodeString(inside) : std::string(inside);
}

std::string Value::text() const
{
    if (!isString())
        return {};
    const auto quotedText = raw();
    const auto inside = quotedText.substr(1, quotedText.size() - 2);
    return node().escaped ? decodeString(inside) : std::string(inside);
}

bool Value::equals(std::string_view utf8) const
{
    if (!isString())
        return false;
    if (node().escaped)
        return text() == utf8;
    const auto quotedText = raw();
    return quotedText.substr(1, quotedText.size() - 2) == utf8;
}

std::optional<bool> Value::toBool() const
{
    return isBool() ? std::optional(raw() == "true") : std::nullopt;
}

std::optional<std::int64_t> Value::toInt64() const
{
    if (!isNumber())
        return {};
    const auto digits = raw();
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), number);
    if (error != std::errc() || end != digits.end())
        return {};
    return number;
}

std::optional<double> Value::toDouble() const
{
    if (!isNumber())
        return {};
    const auto digits = raw();
    double number = 0;
    const auto [end, error] = std::from_chars(digits.begin(), digits.end(), number);
    if (error != std::errc())
        return {};
    return number;
}

Value Value::member(std::string_view name) const
{
    if (count() == 0 || !isObject())
        return {};
    // In quotation marks, as the text has it. Most keys differ in length already.
    const std::size_t length = name.size() + 2;
    const char *const text = m_text->text().data();
    const Node *const nodes = &m_text->node(0);
    NodeId found = kNoNode;
    for (NodeId id = m_id + 1; id != kNoNode; id = nodes[id].next) {
        const Node &child = nodes[id];
        const bool isSame = child.keyEscaped ? Value(m_text, id).key() == name
                                             : child.keyEnd - child.keyBegin == length
                && std::equal(name.begin(), name.end(), text + child.keyBegin + 1);
        if (isSame)
            found = id;
    }
    return found == kNoNode ? Value() : Value(m_text, found);
}

Value Value::at(std::uint32_t index) const
{
    if (!isContainer() || index >= count())
        return {};
    Value child = first();
    while (index-- > 0)
        child = child.next();
    return child;
}

std::uint32_t Value::indexInParent() const
{
    std::uint32_t index = 0;
    for (Value child = parent().first(); child && child.id() != m_id; child = child.next())
        ++index;
    return index;
}

QString Value::pointer() const
{
    QString out;
    for (Value at = *this; at && at.parent(); at = at.parent()) {
        QString token = at.parent().isArray()
            ? QString::number(at.indexInParent())
            : toQString(at.key())
                  .replace(QLatin1String("~"), QLatin1String("~0"))
                  .replace(QLatin1String("/"), QLatin1String("~1"));
        out.prepend(u'/' + token);
    }
    return out;
}

QString Value::path() const
{
    QString out;
    for (Value at = *this; at && at.parent(); at = at.parent()) {
        if (at.parent().isArray()) {
            out.prepend(u'[' + QString::number(at.indexInParent()) + u']');
            continue;
        }
        const std::string name = at.key();
        if (!isPathName(name))
            out.prepend(u'[' + toQString(json::quoted(name)) + u']');
        else if (at.parent().parent())
            out.prepend(u'.' + toQString(name));
        else
            out.prepend(toQString(name));
    }
    return out;
}

} // namespace sonde::json
