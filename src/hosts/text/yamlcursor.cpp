// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/yamlcursor.h"

#include "hosts/table/hoststr.h"
#include "hosts/text/quotedtext.h"

#include <algorithm>
#include <utility>

namespace sonde::hosts {

namespace {

std::size_t plainEnd(std::string_view text, std::size_t at, bool isInFlow)
{
    for (; at < text.size() && !isYamlLineEnd(text[at]); ++at) {
        const char next = at + 1 < text.size() ? text[at + 1] : '\0';
        const bool endsName =
            isYamlBlank(next) || isYamlLineEnd(next) || (isInFlow && isYamlFlowSign(next));
        if (text[at] == ':' && endsName)
            break;
        if (isYamlBlank(text[at]) && next == '#')
            break;
        if (isInFlow && isYamlFlowSign(text[at]))
            break;
    }
    return at;
}

} // namespace

bool isYamlBlank(char c)
{
    return c == ' ' || c == '\t';
}

bool isYamlLineEnd(char c)
{
    return c == '\n' || c == '\r' || c == '\0';
}

bool isYamlFlowSign(char c)
{
    return c == ',' || c == '[' || c == ']' || c == '{' || c == '}';
}

bool YamlCursor::isEndOfLine() const
{
    return isAtEnd() || peek() == '\n' || (peek() == '\r' && peek(1) == '\n');
}

void YamlCursor::skipBlanks()
{
    while (isYamlBlank(peek()))
        ++m_at;
}

void YamlCursor::skipToLineEnd()
{
    m_at = std::min(m_text.find('\n', m_at), m_text.size());
}

bool YamlCursor::fail(const QString &sentence)
{
    if (!m_error)
        m_error = TextError{m_at, sentence};
    return false;
}

int YamlCursor::addNode(int parent, Word name)
{
    const int node = m_tree.add(parent, std::move(name.text));
    if (node < 0)
        fail(Text::tr("The file has too many values, or they are nested too deep."));
    else
        m_tree[node].place.name = name.range;
    return node;
}

bool YamlCursor::readProperties(int node)
{
    while (peek() == '&' || peek() == '!') {
        m_tree[node].place.obstacle = peek() == '&' ? Obstacle::Anchor : Obstacle::Tag;
        while (!isYamlBlank(peek()) && !isYamlLineEnd(peek()) && !isYamlFlowSign(peek()))
            ++m_at;
        if (isYamlFlowSign(peek()))
            return fail(Text::tr("A blank must follow the anchor or tag."));
        skipBlanks();
    }
    return true;
}

bool YamlCursor::readQuoted(int node)
{
    auto text = readYamlString(m_text, m_at);
    if (!text)
        return fail(Text::tr("The text in quotes is not complete, or has an unknown escape."));
    TextTree::Node &value = m_tree[node];
    value.type = json::Type::String;
    value.scalar = std::move(text->text);
    if (text->hasLines)
        value.place.obstacle = Obstacle::SeveralLines;
    m_at = text->end;
    value.place.range.end = m_at;
    return true;
}

void YamlCursor::readAlias(int node)
{
    const std::size_t begin = m_at;
    while (!isYamlBlank(peek()) && !isYamlLineEnd(peek()) && !isYamlFlowSign(peek()))
        ++m_at;
    TextTree::Node &value = m_tree[node];
    value.type = json::Type::String;
    value.scalar = m_text.substr(begin, m_at - begin);
    value.place.obstacle = Obstacle::Alias;
    value.place.range.end = m_at;
}

// Other characters begin something else (YAML 1.2.2 §5.3).
bool YamlCursor::startsPlain() const
{
    const char first = peek();
    if (first == '-' || first == '?' || first == ':')
        return !isYamlBlank(peek(1)) && !isYamlLineEnd(peek(1));
    return std::string_view("[]{},#&*!|>'\"%@`").find(first) == std::string_view::npos;
}

YamlCursor::Word YamlCursor::plainWord(bool isInFlow) const
{
    std::string_view word = m_text.substr(m_at, plainEnd(m_text, m_at, isInFlow) - m_at);
    while (!word.empty() && isYamlBlank(word.back()))
        word.remove_suffix(1);
    return {std::string(word), {m_at, m_at + word.size()}};
}

void YamlCursor::setScalar(int node, const Word &word)
{
    const std::string &text = word.text;
    TextTree::Node &value = m_tree[node];
    const bool isTrue = text == "true" || text == "True" || text == "TRUE";
    const bool isFalse = text == "false" || text == "False" || text == "FALSE";
    value.scalar = isTrue ? "true" : isFalse ? "false" : text;
    if (text == "~" || text == "null" || text == "Null" || text == "NULL")
        value.type = json::Type::Null;
    else if (isTrue || isFalse)
        value.type = json::Type::Bool;
    else
        value.type = isJsonNumber(text) ? json::Type::Number : json::Type::String;
    m_at = word.range.end;
    value.place.range.end = m_at;
}

} // namespace sonde::hosts
