// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/parser.h"

#include "base/utf8.h"
#include "json/jsontr.h"
#include "json/scan.h"

#include <algorithm>

namespace sonde::json {

namespace {

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

} // namespace

Parser::Parser(Document &document, const Limits &limits)
    : m_document(document)
    , m_nodes(document.m_nodes)
    , m_limits(limits)
    , m_begin(document.m_bytes.data())
    , m_end(m_begin + document.m_bytes.size())
    , m_at(m_begin)
{
}

// Messages seldom have white space between tokens.
inline void Parser::skipSpace()
{
    while (m_at != m_end && (*m_at == ' ' || *m_at == '\n' || *m_at == '\r' || *m_at == '\t'))
        ++m_at;
}

void Parser::run(NodePool *pool)
{
    constexpr std::size_t kOffsetLimit = 0xfffffff0; // node offsets are 32 bit
    const auto size = static_cast<std::size_t>(m_end - m_begin);
    if (size > std::min(m_limits.maxBytes, kOffsetLimit)) {
        fail(QT_TRANSLATE_NOOP("Json", "the text is larger than the limit of %1 bytes"),
            m_limits.maxBytes, ParseError::Kind::TooLarge);
        return;
    }
    // One value per sixteen bytes is usual. Memory that a text of long strings leaves untouched is
    // never provided by the system, and growing step by step would copy the table again and again.
    const std::size_t usual = size / 16 + 4;
    if (pool)
        m_nodes = pool->take(usual);
    else
        m_nodes.reserve(usual);
    const bool isJson = parse();
    if (pool)
        pool->give(m_nodes);
    if (isJson)
        return;
    for (NodeId id = m_open; id != kNoNode; id = m_nodes[id].parent) {
        m_nodes[id].end = static_cast<std::uint32_t>(m_document.m_error->offset);
        m_nodes[id].complete = false;
    }
}

bool Parser::parse()
{
    if (std::string_view(m_begin, static_cast<std::size_t>(m_end - m_begin))
            .starts_with(kByteOrderMark))
        return fail(QT_TRANSLATE_NOOP(
            "Json", "the text begins with a byte order mark, which JSON does not allow"));
    for (;;) {
        skipSpace();
        if (m_at == m_end)
            return fail(QT_TRANSLATE_NOOP("Json", "the text ends where a value is expected"));
        if (*m_at == '{' || *m_at == '[') {
            if (!open(*m_at))
                return false;
            skipSpace();
            if (m_at != m_end && *m_at == m_closer) {
                close();
            } else {
                if (m_closer == '}' && !key())
                    return false;
                continue;
            }
        } else if (!scalar(*m_at)) {
            return false;
        }
        // After a value comes the next child of its container, the container's end, or the end of
        // the text.
        for (;;) {
            skipSpace();
            if (m_open == kNoNode)
                return m_at == m_end
                    || failFound(QT_TRANSLATE_NOOP("Json", "%1 after the end of the value"));
            if (m_at != m_end && *m_at == ',') {
                ++m_at;
                if (m_closer == '}' && !key())
                    return false;
                break;
            }
            if (m_at == m_end || *m_at != m_closer)
                return failFound(m_closer == '}'
                        ? QT_TRANSLATE_NOOP("Json", "expected , or }, found %1")
                        : QT_TRANSLATE_NOOP("Json", "expected , or ], found %1"));
            close();
        }
    }
}

bool Parser::open(char bracket)
{
    if (m_depth == m_limits.maxDepth)
        return fail(QT_TRANSLATE_NOOP("Json", "nested deeper than the limit of %1"),
            m_limits.maxDepth, ParseError::Kind::TooDeep);
    ++m_depth;
    add(bracket == '{' ? Type::Object : Type::Array, m_at);
    m_open = m_last;
    m_last = kNoNode;
    m_closer = bracket == '{' ? '}' : ']';
    ++m_at;
    return true;
}

void Parser::close()
{
    ++m_at;
    --m_depth;
    m_nodes[m_open].end = offset(m_at);
    m_last = m_open;
    m_open = m_nodes[m_open].parent;
    if (m_open != kNoNode)
        m_closer = m_nodes[m_open].type == Type::Object ? '}' : ']';
}

bool Parser::key()
{
    skipSpace();
    const char *begin = m_at;
    if (m_at == m_end || *m_at != '"')
        return failFound(QT_TRANSLATE_NOOP("Json", "expected a name in double quotes, found %1"));
    m_keyEscaped = false;
    if (!string(m_keyEscaped))
        return false;
    const auto keyBegin = offset(begin);
    const auto keyEnd = offset(m_at);
    skipSpace();
    if (m_at == m_end || *m_at != ':')
        return failFound(QT_TRANSLATE_NOOP("Json", "expected : after a name, found %1"));
    ++m_at;
    m_keyBegin = keyBegin;
    m_keyEnd = keyEnd;
    return true;
}

bool Parser::scalar(char first)
{
    switch (first) {
    case '"': {
        const char *begin = m_at;
        bool escaped = false;
        if (!string(escaped))
            return false;
        add(Type::String, begin).escaped = escaped;
        return true;
    }
    case 't':
        return literal("true", Type::Bool);
    case 'f':
        return literal("false", Type::Bool);
    case 'n':
        return literal("null", Type::Null);
    default:
        if (first == '-' || isDigit(first))
            return number();
        return failFound(QT_TRANSLATE_NOOP("Json", "expected a value, found %1"));
    }
}

// m_at is at the opening quote before the call, and after the closing quote after it.
inline bool Parser::string(bool &escaped)
{
    const char *begin = m_at;
    m_at = skipPlain(begin + 1, m_end);
    if (m_at == m_end || *m_at != '"')
        return unusualString(begin, escaped);
    ++m_at;
    return true;
}

// Parses a string that has a character at m_at that skipPlain() stops at.
bool Parser::unusualString(const char *begin, bool &escaped)
{
    for (;; m_at = skipPlain(m_at, m_end)) {
        if (m_at == m_end)
            return failAt(
                begin, QT_TRANSLATE_NOOP("Json", "the string that begins here is not closed"));
        const auto c = static_cast<unsigned char>(*m_at);
        if (c == '"') {
            ++m_at;
            return true;
        }
        if (c == '\\') {
            escaped = true;
            if (!escape())
                return false;
        } else if (c >= 0x80) {
            if (!multibyte())
                return false;
        } else {
            return failByte(QT_TRANSLATE_NOOP(
                "Json", "a control character (%1) inside a string must be escaped"));
        }
    }
}

bool Parser::escape()
{
    const char *begin = m_at++;
    if (m_at == m_end)
        return failAt(begin, QT_TRANSLATE_NOOP("Json", "the text ends inside an escape"));
    const char c = *m_at++;
    if (c != 'u') {
        if (std::string_view("\"\\/bfnrt").find(c) == std::string_view::npos)
            return failAt(begin, QT_TRANSLATE_NOOP("Json", "JSON has no such escape sequence"));
        return true;
    }
    for (int i = 0; i < 4; ++i, ++m_at) {
        if (m_at == m_end || hexDigit(*m_at) < 0)
            return failAt(begin, QT_TRANSLATE_NOOP("Json", "\\u needs four hexadecimal digits"));
    }
    return true;
}

bool Parser::multibyte()
{
    const int length = utf8Length(m_at, m_end);
    if (length == 0)
        return failByte(QT_TRANSLATE_NOOP("Json", "byte %1 is not valid UTF-8 here"),
            ParseError::Kind::InvalidUtf8);
    m_at += length;
    return true;
}

bool Parser::number()
{
    const char *begin = m_at;
    if (*m_at == '-')
        ++m_at;
    if (m_at != m_end && *m_at == '0') {
        ++m_at;
        if (m_at != m_end && isDigit(*m_at))
            return failAt(begin, QT_TRANSLATE_NOOP("Json", "a number must not begin with 0"));
    } else if (!digits(QT_TRANSLATE_NOOP("Json", "a digit is missing after the sign"))) {
        return false;
    }
    if (m_at != m_end && *m_at == '.') {
        ++m_at;
        if (!digits(QT_TRANSLATE_NOOP("Json", "a digit is missing after the decimal point")))
            return false;
    }
    if (m_at != m_end && (*m_at == 'e' || *m_at == 'E')) {
        ++m_at;
        if (m_at != m_end && (*m_at == '+' || *m_at == '-'))
            ++m_at;
        if (!digits(QT_TRANSLATE_NOOP("Json", "a digit is missing in the exponent")))
            return false;
    }
    add(Type::Number, begin);
    return true;
}

bool Parser::digits(const char *reason)
{
    if (m_at == m_end || !isDigit(*m_at))
        return fail(reason);
    while (m_at != m_end && isDigit(*m_at))
        ++m_at;
    return true;
}

bool Parser::literal(std::string_view word, Type type)
{
    const std::string_view rest(m_at, static_cast<std::size_t>(m_end - m_at));
    if (!rest.starts_with(word))
        return fail(
            QT_TRANSLATE_NOOP("Json", "expected a value; true, false and null are the only words"));
    const char *begin = m_at;
    m_at += word.size();
    add(type, begin);
    return true;
}

Node &Parser::add(Type type, const char *begin)
{
    const auto id = static_cast<NodeId>(m_nodes.size());
    Node &node =
        m_nodes.append({offset(begin), offset(m_at), m_open, kNoNode, std::exchange(m_keyBegin, 0),
            std::exchange(m_keyEnd, 0), 0, type, false, std::exchange(m_keyEscaped, false)});
    if (m_last != kNoNode)
        m_nodes[m_last].next = id;
    if (m_open != kNoNode)
        ++m_nodes[m_open].count;
    m_last = id;
    return node;
}

// Failure paths are separate from the hot path: nearly all messages of a session are valid JSON.
// Reasons are marked for translation where they are named, and translated here.
bool Parser::fail(const char *reason)
{
    return failAt(m_at, reason);
}

bool Parser::fail(const char *reason, std::size_t limit, ParseError::Kind kind)
{
    return setError(m_at, Text::tr(reason).arg(limit), kind);
}

bool Parser::failAt(const char *where, const char *reason)
{
    return setError(where, Text::tr(reason), ParseError::Kind::Syntax);
}

bool Parser::failFound(const char *reason)
{
    return setError(m_at, Text::tr(reason).arg(found()), ParseError::Kind::Syntax);
}

bool Parser::failByte(const char *reason, ParseError::Kind kind)
{
    const auto byte = static_cast<unsigned char>(*m_at);
    return setError(m_at, Text::tr(reason).arg(byte, 2, 16, QLatin1Char('0')), kind);
}

bool Parser::setError(const char *where, const QString &reason, ParseError::Kind kind)
{
    ParseError error;
    error.kind = kind;
    error.offset = offset(where);
    error.line = 1 + static_cast<int>(std::count(m_begin, where, '\n'));
    const char *lineBegin = where;
    while (lineBegin != m_begin && lineBegin[-1] != '\n')
        --lineBegin;
    error.column = 1 + static_cast<int>(where - lineBegin);
    error.reason = reason;
    m_document.m_error = error;
    return false;
}

QString Parser::found() const
{
    if (m_at == m_end)
        return Text::tr("the end of the text");
    const auto c = static_cast<unsigned char>(*m_at);
    if (c > 0x20 && c < 0x7f)
        return QString(QLatin1Char(*m_at));
    return Text::tr("byte %1").arg(c, 2, 16, QLatin1Char('0'));
}

} // namespace sonde::json
