// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/tomlreader.h"

#include "hosts/table/hoststr.h"
#include "hosts/text/quotedtext.h"

#include <algorithm>

namespace sonde::hosts {

namespace {

bool isBareKeyChar(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'
        || c == '-';
}

} // namespace

std::optional<TextError> TomlReader::read(std::string_view text, TextTree &tree)
{
    TomlReader reader(text, tree);
    tree[TextTree::kRoot].place.isBlock = true;
    while (reader.m_at < text.size()) {
        if (!reader.readLine())
            return reader.m_error;
    }
    return std::nullopt;
}

bool TomlReader::readLine()
{
    skipLines();
    if (m_at >= m_text.size())
        return true;
    const bool isHeader = peek() == '[';
    return (isHeader ? readHeader() : readMember(m_table)) && endLine();
}

bool TomlReader::readHeader()
{
    const std::size_t begin = m_at++;
    const bool isList = peek() == '[';
    m_at += isList ? 1 : 0;
    std::vector<Key> keys;
    if (!readKeys(keys))
        return false;
    if (peek() != ']' || (isList && !m_text.substr(m_at).starts_with("]]")))
        return fail(Text::tr("The name of the table must end with ]."));
    m_at += isList ? 2 : 1;
    int table = TextTree::kRoot;
    for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
        table = openTable(table, keys[i]);
        if (table < 0)
            return false;
    }
    const TextRange header{begin, m_at};
    return isList ? appendTable(table, keys.back(), header)
                  : defineTable(table, keys.back(), header);
}

bool TomlReader::readMember(int table)
{
    const int node = readName(table);
    return node >= 0 && readValue(node);
}

int TomlReader::readName(int table)
{
    std::vector<Key> keys;
    if (!readKeys(keys))
        return -1;
    if (peek() != '=') {
        fail(Text::tr("A name must be followed by = and a value."));
        return -1;
    }
    ++m_at;
    return placeMember(table, keys);
}

bool TomlReader::readKeys(std::vector<Key> &keys)
{
    for (;;) {
        skipBlanks();
        Key key;
        if (!readKey(key))
            return false;
        keys.push_back(std::move(key));
        skipBlanks();
        if (peek() != '.')
            return true;
        if (keys.size() >= std::size_t(TextTree::kMaxDepth))
            return fail(Text::tr("The tables are nested too deep."));
        ++m_at;
    }
}

bool TomlReader::readKey(Key &key)
{
    key.range.begin = m_at;
    if (peek() == '"' || peek() == '\'') {
        const auto text = readTomlString(m_text, m_at);
        if (!text || text->hasLines)
            return fail(Text::tr("The name in quotes is not complete."));
        key.name = text->text;
        m_at = text->end;
    } else {
        while (isBareKeyChar(peek()))
            key.name += m_text[m_at++];
        if (key.name.empty())
            return fail(Text::tr("A name was expected."));
    }
    key.range.end = m_at;
    return true;
}

int TomlReader::placeMember(int table, const std::vector<Key> &keys)
{
    for (std::size_t i = 0; i + 1 < keys.size(); ++i) {
        table = openTable(table, keys[i]);
        if (table < 0)
            return -1;
    }
    return addNode(table, keys.back());
}

int TomlReader::addNode(int parent, const Key &key)
{
    const int node = m_tree.add(parent, key.name);
    if (node < 0)
        fail(Text::tr("The file has too many values, or they are nested too deep."));
    else
        m_tree[node].place.name = key.range;
    return node;
}

int TomlReader::openTable(int table, const Key &key)
{
    const auto found = m_tables.find({table, key.name});
    int node = found == m_tables.end() ? -1 : found->second;
    if (node >= 0 && m_tree[node].type == json::Type::Array)
        return m_tree[node].children.back();
    if (node >= 0)
        return node;
    node = addNode(table, key);
    if (node < 0)
        return -1;
    m_tree[node].type = json::Type::Object;
    m_tree[node].place.range = key.range;
    m_tree[node].place.isBlock = m_tree[table].place.isBlock;
    m_tables[{table, key.name}] = node;
    return node;
}

bool TomlReader::defineTable(int parent, const Key &key, TextRange header)
{
    const auto found = m_tables.find({parent, key.name});
    int node = found == m_tables.end() ? -1 : found->second;
    if (node < 0 || m_isDefined[node] || m_tree[node].type == json::Type::Array) {
        node = addNode(parent, key);
        if (node < 0)
            return false;
        m_tables[{parent, key.name}] = node;
    }
    m_isDefined[node] = true;
    m_tree[node].type = json::Type::Object;
    m_tree[node].place.range = header;
    m_tree[node].place.isBlock = true;
    m_table = node;
    return true;
}

bool TomlReader::appendTable(int parent, const Key &key, TextRange header)
{
    const auto found = m_tables.find({parent, key.name});
    int list = found == m_tables.end() ? -1 : found->second;
    if (list < 0 || m_tree[list].type != json::Type::Array) {
        list = addNode(parent, key);
        if (list < 0)
            return false;
        m_tree[list].type = json::Type::Array;
        m_tree[list].place.range = header;
        m_tree[list].place.isBlock = true;
        m_tables[{parent, key.name}] = list;
    }
    const int node = addNode(list, {{}, {}});
    if (node < 0)
        return false;
    m_tree[node].type = json::Type::Object;
    m_tree[node].place.range = header;
    m_tree[node].place.isBlock = true;
    m_table = node;
    return true;
}

bool TomlReader::readValue(int node)
{
    std::vector<int> open; // arrays and inline tables
    while (node >= 0) {
        skipBlanks();
        const char c = peek();
        m_tree[node].place.range.begin = m_at;
        if (c == '[' || c == '{') {
            m_tree[node].type = c == '[' ? json::Type::Array : json::Type::Object;
            ++m_at;
            open.push_back(node);
        } else if (!readScalar(node)) {
            return false;
        }
        if (!readNext(open, node))
            return false;
    }
    return true;
}

bool TomlReader::readNext(std::vector<int> &open, int &node)
{
    while (!open.empty()) {
        const int container = open.back();
        const bool isArray = m_tree[container].type == json::Type::Array;
        const char close = isArray ? ']' : '}';
        bool isSeparated = m_tree[container].children.empty();
        skipLines();
        if (!isSeparated && peek() == ',') {
            ++m_at;
            isSeparated = true;
            skipLines();
        }
        if (peek() == close) {
            m_tree[container].place.range.end = ++m_at;
            open.pop_back();
            continue;
        }
        if (!isSeparated)
            return fail(isArray ? Text::tr("A comma or ] was expected.")
                                : Text::tr("A comma or } was expected."));
        if (isArray) {
            node = addNode(container, {{}, {}});
            return node >= 0;
        }
        node = readName(container);
        return node >= 0;
    }
    node = -1;
    return true;
}

bool TomlReader::readScalar(int node)
{
    return peek() == '"' || peek() == '\'' ? readString(node) : readWord(node);
}

bool TomlReader::readString(int node)
{
    auto text = readTomlString(m_text, m_at);
    if (!text)
        return fail(Text::tr("The text in quotes is not complete, or has an unknown escape."));
    TextTree::Node &value = m_tree[node];
    value.type = json::Type::String;
    value.scalar = std::move(text->text);
    m_at = text->end;
    value.place.range.end = m_at;
    if (text->hasLines)
        value.place.obstacle = Obstacle::SeveralLines;
    return true;
}

// A number, a boolean or a time: the latter is read as text.
bool TomlReader::readWord(int node)
{
    const std::size_t begin = m_at;
    while (m_at < m_text.size()
        && std::string_view(" \t\r\n,]}#").find(m_text[m_at]) == std::string_view::npos)
        ++m_at;
    // A time may have a blank between its date and its hour.
    if (m_at - begin == 10 && m_text[begin + 4] == '-' && peek() == ' ' && m_at + 1 < m_text.size()
        && m_text[m_at + 1] >= '0' && m_text[m_at + 1] <= '2') {
        ++m_at;
        while (m_at < m_text.size()
            && std::string_view(" \t\r\n,]}#").find(m_text[m_at]) == std::string_view::npos)
            ++m_at;
    }
    const std::string_view word = m_text.substr(begin, m_at - begin);
    const bool isBool = word == "true" || word == "false";
    const bool startsWell = !word.empty()
        && (isBool || word == "inf" || word == "nan" || word[0] == '+' || word[0] == '-'
            || (word[0] >= '0' && word[0] <= '9'));
    if (!startsWell) {
        m_at = begin;
        return fail(Text::tr("A value was expected. Text must be in quotes."));
    }
    TextTree::Node &value = m_tree[node];
    value.type = isBool      ? json::Type::Bool
        : isJsonNumber(word) ? json::Type::Number
                             : json::Type::String;
    value.scalar = word;
    value.place.range.end = m_at;
    return true;
}

void TomlReader::skipBlanks()
{
    while (peek() == ' ' || peek() == '\t')
        ++m_at;
}

void TomlReader::skipLines()
{
    while (m_at < m_text.size()) {
        const char c = m_text[m_at];
        if (c == '#')
            m_at = std::min(m_text.find('\n', m_at), m_text.size());
        else if (c == ' ' || c == '\t' || c == '\r' || c == '\n')
            ++m_at;
        else
            return;
    }
}

bool TomlReader::endLine()
{
    skipBlanks();
    if (peek() == '#')
        m_at = std::min(m_text.find('\n', m_at), m_text.size());
    if (m_at < m_text.size() && peek() == '\r')
        ++m_at;
    if (m_at < m_text.size() && peek() != '\n')
        return fail(Text::tr("Nothing but a comment may follow on this line."));
    return true;
}

bool TomlReader::fail(const QString &sentence)
{
    if (!m_error)
        m_error = TextError{m_at, sentence};
    return false;
}

} // namespace sonde::hosts
