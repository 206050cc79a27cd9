// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/text/texttree.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace sonde::hosts {

bool isYamlBlank(char c);
bool isYamlLineEnd(char c); // also of the text
bool isYamlFlowSign(char c);

// A place in a text of YAML, and what block and flow collections are read with.
class YamlCursor {
public:
    struct Word {
        std::string text;
        TextRange range;
    };

    YamlCursor(std::string_view text, TextTree &tree)
        : m_text(text)
        , m_tree(tree)
    {
    }

    std::string_view text() const { return m_text; }
    TextTree &tree() { return m_tree; }
    std::size_t at() const { return m_at; }
    void moveTo(std::size_t at) { m_at = at; }
    void advance(std::size_t count = 1) { m_at += count; }
    bool isAtEnd() const { return m_at >= m_text.size(); }
    bool isEndOfLine() const;
    char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }
    void skipBlanks();
    void skipToLineEnd();

    bool fail(const QString &sentence); // keeps the first one; false
    const std::optional<TextError> &error() const { return m_error; }

    int addNode(int parent, Word name); // -1: failed
    // What stands before a value.
    bool readProperties(int node);
    bool readQuoted(int node);
    void readAlias(int node);
    // A plain text on one line, which ends before a comment, or a colon with a blank.
    bool startsPlain() const;
    Word plainWord(bool isInFlow) const;
    void setScalar(int node, const Word &word); // and moves behind it

private:
    std::string_view m_text;
    TextTree &m_tree;
    std::size_t m_at = 0;
    std::optional<TextError> m_error;
};

} // namespace sonde::hosts
