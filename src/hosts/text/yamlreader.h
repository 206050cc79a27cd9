// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/text/yamlcursor.h"

#include <optional>
#include <string_view>
#include <vector>

namespace sonde::hosts {

// Reads the part of YAML 1.2 that configuration files are made of, with the place of each value:
// block and flow collections, plain and quoted text, comments. Text over several lines, anchors,
// aliases and tags are obstacles of their values; what else is outside of this part (complex keys,
// several documents, directives) is an error, and nothing is guessed. The name range of an item of
// a block sequence is its dash.
class YamlReader {
public:
    static std::optional<TextError> read(std::string_view text, TextTree &tree);

private:
    using Word = YamlCursor::Word;
    struct Open { // a block collection
        int node;
        int column;
    };

    YamlReader(std::string_view text, TextTree &tree)
        : m_in(text, tree)
        , m_tree(tree)
    {
    }

    bool readLine();
    bool readMarker(); // "---" and the like
    void closeBlocks();
    bool readContent();
    bool readItem();
    bool readMember(Word name);
    std::optional<Word> nameAhead() const;
    bool enterBlock(json::Type type);
    bool readValue();
    bool readPlain(int node);
    bool readBlockText(int node);
    void skipTextLines(TextRange &range, bool hasComments);
    void extendBlocks(std::size_t end);
    bool endLine(); // nothing but a comment follows

    bool isDash() const;
    bool isMarker() const;
    int column() const { return int(m_in.at() - m_line); }
    int ownerColumn() const { return m_open.empty() ? -1 : m_open.back().column; }

    YamlCursor m_in;
    TextTree &m_tree;
    std::size_t m_line = 0; // its begin
    std::vector<Open> m_open;
    int m_pending = TextTree::kRoot; // waits for its value; -1: none
    bool m_isStarted = false;
};

} // namespace sonde::hosts
