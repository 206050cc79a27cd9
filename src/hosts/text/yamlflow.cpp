// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/yamlflow.h"

#include "hosts/table/hoststr.h"
#include "hosts/text/quotedtext.h"

#include <utility>

namespace sonde::hosts {

bool YamlFlow::read(int node)
{
    while (node >= 0) {
        if (!readValue(node) || !readNext(node))
            return false;
    }
    return true;
}

bool YamlFlow::readValue(int node)
{
    if (!m_in.readProperties(node))
        return false;
    const char c = m_in.peek();
    TextTree::Node &value = m_in.tree()[node];
    value.place.range = {m_in.at(), m_in.at()};
    if (c == '[' || c == '{') {
        value.type = c == '[' ? json::Type::Array : json::Type::Object;
        m_in.advance();
        m_open.push_back(node);
        return true;
    }
    if (c == '"' || c == '\'')
        return m_in.readQuoted(node);
    if (c == '*') {
        m_in.readAlias(node);
        return true;
    }
    if (c == ',' || c == ']' || c == '}')
        return true; // without a value
    if (!m_in.startsPlain())
        return m_in.fail(Text::tr("A text that begins with this character must be in quotes."));
    m_in.setScalar(node, m_in.plainWord(true));
    return true;
}

bool YamlFlow::readNext(int &node)
{
    while (!m_open.empty()) {
        const int collection = m_open.back();
        const bool isList = m_in.tree()[collection].type == json::Type::Array;
        bool isSeparated = m_in.tree()[collection].children.empty();
        skipLines();
        if (!isSeparated && m_in.peek() == ',') {
            m_in.advance();
            isSeparated = true;
            skipLines();
        }
        if (m_in.peek() == (isList ? ']' : '}')) {
            m_in.advance();
            m_in.tree()[collection].place.range.end = m_in.at();
            m_open.pop_back();
            continue;
        }
        if (!isSeparated || m_in.peek() == ',')
            return m_in.fail(isList ? Text::tr("A comma or ] was expected.")
                                    : Text::tr("A comma or } was expected."));
        if (!isList)
            return readMember(collection, node);
        node = m_in.addNode(collection, {{}, {}});
        return node >= 0;
    }
    node = -1;
    return true;
}

bool YamlFlow::readMember(int map, int &node)
{
    YamlCursor::Word name;
    if (m_in.peek() == '"' || m_in.peek() == '\'') {
        auto text = readYamlString(m_in.text(), m_in.at());
        if (!text || text->hasLines)
            return m_in.fail(Text::tr("The name in quotes is not complete."));
        name.text = std::move(text->text);
        name.range = {m_in.at(), text->end};
    } else if (m_in.startsPlain()) {
        name = m_in.plainWord(true);
    } else {
        return m_in.fail(Text::tr("A name was expected."));
    }
    m_in.moveTo(name.range.end);
    node = m_in.addNode(map, std::move(name));
    if (node < 0)
        return false;
    skipLines();
    if (m_in.peek() == ':')
        m_in.advance();
    else if (m_in.peek() != ',' && m_in.peek() != '}')
        return m_in.fail(Text::tr("A name must be followed by a colon and a value."));
    skipLines();
    return true;
}

void YamlFlow::skipLines()
{
    while (!m_in.isAtEnd()) {
        const char c = m_in.peek();
        const char before = m_in.at() > 0 ? m_in.text()[m_in.at() - 1] : '\n';
        if (c == '#' && (isYamlBlank(before) || before == '\n'))
            m_in.skipToLineEnd();
        else if (isYamlBlank(c) || c == '\n' || c == '\r')
            m_in.advance();
        else
            return;
    }
}

} // namespace sonde::hosts
