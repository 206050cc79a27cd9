// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/yamlreader.h"

#include "hosts/table/hoststr.h"
#include "hosts/text/quotedtext.h"
#include "hosts/text/yamlflow.h"

#include <algorithm>
#include <utility>

namespace sonde::hosts {

std::optional<TextError> YamlReader::read(std::string_view text, TextTree &tree)
{
    YamlReader reader(text, tree);
    tree[TextTree::kRoot].type = json::Type::Null;
    while (!reader.m_in.isAtEnd()) {
        if (!reader.readLine())
            return reader.m_in.error();
    }
    if (reader.m_pending == TextTree::kRoot) { // an empty file has no servers
        tree[TextTree::kRoot].type = json::Type::Object;
        tree[TextTree::kRoot].place.isBlock = true;
    }
    return std::nullopt;
}

bool YamlReader::readLine()
{
    m_line = m_in.at();
    while (m_in.peek() == ' ')
        m_in.advance();
    const bool hasTab = m_in.peek() == '\t';
    m_in.skipBlanks();
    if (m_in.isEndOfLine() || m_in.peek() == '#')
        return endLine();
    if (hasTab)
        return m_in.fail(Text::tr("The line is indented by a tab. YAML needs spaces."));
    if (isMarker())
        return readMarker();
    m_isStarted = true;
    closeBlocks();
    return readContent();
}

bool YamlReader::readMarker()
{
    if (m_in.peek() == '%')
        return m_in.fail(Text::tr("Sonde does not read directives (%) of YAML."));
    if (m_in.peek() != '-' || m_isStarted)
        return m_in.fail(Text::tr("Sonde reads one YAML document per file."));
    m_in.advance(3);
    m_isStarted = true;
    return endLine();
}

// Those that the line does not belong to.
void YamlReader::closeBlocks()
{
    const bool isItem = isDash();
    const bool isOwnersList = !m_open.empty() && column() == ownerColumn() && isItem
        && m_tree[m_open.back().node].type == json::Type::Object;
    if (column() <= ownerColumn() && !isOwnersList)
        m_pending = -1; // it stays empty
    while (!m_open.empty()) {
        const Open &top = m_open.back();
        const bool isList = m_tree[top.node].type == json::Type::Array;
        if (top.column < column() || (top.column == column() && (!isList || isItem)))
            break;
        m_open.pop_back();
    }
}

bool YamlReader::readContent()
{
    for (;;) {
        if (m_pending >= 0 && !m_in.readProperties(m_pending))
            return false;
        if (m_in.isEndOfLine() || m_in.peek() == '#')
            return endLine();
        if (isDash()) {
            if (!readItem())
                return false;
            continue;
        }
        if (m_in.peek() == '?' && (isYamlBlank(m_in.peek(1)) || isYamlLineEnd(m_in.peek(1))))
            return m_in.fail(Text::tr("Sonde does not read complex keys (?) of YAML."));
        if (auto name = nameAhead())
            return readMember(std::move(*name));
        return readValue();
    }
}

bool YamlReader::readItem()
{
    if (!enterBlock(json::Type::Array))
        return false;
    const int node = m_in.addNode(m_open.back().node, {{}, {m_in.at(), m_in.at() + 1}});
    if (node < 0)
        return false;
    m_in.advance();
    m_in.skipBlanks();
    m_tree[node].place.range = {m_in.at(), m_in.at()};
    m_pending = node;
    return true;
}

bool YamlReader::readMember(Word name)
{
    if (!enterBlock(json::Type::Object))
        return false;
    m_in.moveTo(name.range.end);
    const int node = m_in.addNode(m_open.back().node, std::move(name));
    if (node < 0)
        return false;
    m_in.skipBlanks();
    m_in.advance(); // the colon
    m_in.skipBlanks();
    m_tree[node].place.range = {m_in.at(), m_in.at()};
    m_pending = node;
    if (!m_in.readProperties(node))
        return false;
    if (m_in.isEndOfLine() || m_in.peek() == '#')
        return endLine();
    if (isDash())
        return m_in.fail(Text::tr("A list must begin on a line of its own."));
    return readValue();
}

// A name with its colon.
std::optional<YamlReader::Word> YamlReader::nameAhead() const
{
    Word name;
    if (m_in.peek() == '"' || m_in.peek() == '\'') {
        auto text = readYamlString(m_in.text(), m_in.at());
        if (!text || text->hasLines)
            return std::nullopt;
        name.text = std::move(text->text);
        name.range = {m_in.at(), text->end};
    } else {
        if (!m_in.startsPlain())
            return std::nullopt;
        name = m_in.plainWord(false);
    }
    YamlCursor behind = m_in;
    behind.moveTo(name.range.end);
    behind.skipBlanks();
    const bool isName =
        behind.peek() == ':' && (isYamlBlank(behind.peek(1)) || isYamlLineEnd(behind.peek(1)));
    return isName ? std::optional(std::move(name)) : std::nullopt;
}

// Continues the collection of this column, or begins it as the value that is waited for.
bool YamlReader::enterBlock(json::Type type)
{
    if (m_pending < 0) {
        const bool continues = !m_open.empty() && m_open.back().column == column()
            && m_tree[m_open.back().node].type == type;
        return continues || m_in.fail(Text::tr("The indentation does not fit the lines above."));
    }
    TextTree::Node &node = m_tree[m_pending];
    node.type = type;
    node.place.range = {m_in.at(), m_in.at()};
    node.place.isBlock = true;
    m_open.push_back({m_pending, column()});
    m_pending = -1;
    return true;
}

bool YamlReader::readValue()
{
    const int node = m_pending;
    if (node < 0)
        return m_in.fail(Text::tr("A name with a colon and a blank was expected."));
    m_pending = -1;
    m_tree[node].place.range = {m_in.at(), m_in.at()};
    switch (m_in.peek()) {
    case '"':
    case '\'':
        if (!m_in.readQuoted(node))
            return false;
        break;
    case '[':
    case '{':
        if (!YamlFlow(m_in).read(node))
            return false;
        break;
    case '*':
        m_in.readAlias(node);
        break;
    case '|':
    case '>':
        return readBlockText(node);
    default:
        return readPlain(node);
    }
    extendBlocks(m_in.at());
    return endLine();
}

bool YamlReader::readPlain(int node)
{
    if (!m_in.startsPlain())
        return m_in.fail(Text::tr("A text that begins with this character must be in quotes."));
    m_in.setScalar(node, m_in.plainWord(false));
    extendBlocks(m_in.at());
    m_in.skipBlanks();
    if (m_in.peek() == ':')
        return m_in.fail(Text::tr("A text with a colon and a blank must be in quotes."));
    const bool hasComment = m_in.peek() == '#';
    if (!endLine())
        return false;
    TextTree::Node &value = m_tree[node];
    TextRange &range = value.place.range;
    const std::size_t before = range.end;
    const std::size_t begin = m_in.at();
    if (!hasComment)
        skipTextLines(range, true);
    if (range.end == before)
        return true;
    const std::string_view text = m_in.text().substr(0, range.end);
    if (const std::size_t colon = text.find(": ", begin); colon != std::string_view::npos) {
        m_in.moveTo(colon);
        return m_in.fail(Text::tr("The indentation does not fit the lines above."));
    }
    value.type = json::Type::String;
    value.scalar = text.substr(range.begin);
    value.place.obstacle = Obstacle::SeveralLines;
    extendBlocks(range.end);
    return true;
}

bool YamlReader::readBlockText(int node)
{
    while (!isYamlBlank(m_in.peek()) && !m_in.isEndOfLine())
        m_in.advance();
    TextTree::Node &value = m_tree[node];
    value.type = json::Type::String;
    value.place.obstacle = Obstacle::SeveralLines;
    value.place.range.end = m_in.at();
    if (!endLine())
        return false;
    const std::size_t begin = m_in.at();
    skipTextLines(value.place.range, false);
    const std::size_t end = value.place.range.end;
    value.scalar = end > begin ? m_in.text().substr(begin, end - begin) : std::string_view();
    extendBlocks(end);
    return true;
}

// The lines that are indented deeper belong to a text, and blank ones between them.
void YamlReader::skipTextLines(TextRange &range, bool hasComments)
{
    const std::string_view text = m_in.text();
    std::size_t at = m_in.at();
    while (at < text.size()) {
        std::size_t first = at;
        while (first < text.size() && isYamlBlank(text[first]))
            ++first;
        const std::size_t next = std::min(text.find('\n', first), text.size() - 1) + 1;
        const bool isEmpty = first >= text.size() || isYamlLineEnd(text[first]);
        const bool isDeeper = int(first - at) > ownerColumn();
        if (!isEmpty && (!isDeeper || (hasComments && text[first] == '#')))
            return;
        if (!isEmpty) {
            range.end = next;
            while (range.end > first && isYamlLineEnd(text[range.end - 1]))
                --range.end;
            m_in.moveTo(next);
        }
        at = next;
    }
}

void YamlReader::extendBlocks(std::size_t end)
{
    for (const Open &block : m_open)
        m_tree[block.node].place.range.end = end;
}

bool YamlReader::endLine()
{
    const bool isAtBegin = column() == 0;
    const std::size_t begin = m_in.at();
    m_in.skipBlanks();
    const bool isBlankBefore =
        m_in.at() > begin || isAtBegin || isYamlBlank(m_in.text()[m_in.at() - 1]);
    if (m_in.peek() == '#' && isBlankBefore)
        m_in.skipToLineEnd();
    if (!m_in.isEndOfLine())
        return m_in.fail(Text::tr("Nothing but a comment may follow on this line."));
    m_in.skipToLineEnd();
    if (!m_in.isAtEnd())
        m_in.advance();
    return true;
}

bool YamlReader::isDash() const
{
    return m_in.peek() == '-' && (isYamlBlank(m_in.peek(1)) || isYamlLineEnd(m_in.peek(1)));
}

bool YamlReader::isMarker() const
{
    const std::string_view sign = m_in.text().substr(m_in.at(), 3);
    return column() == 0 && (sign.starts_with('%') || sign == "---" || sign == "...");
}

} // namespace sonde::hosts
