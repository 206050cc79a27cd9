// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/text/texttree.h"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace sonde::hosts {

// Reads TOML 1.0 (toml.io/en/v1.0.0) with the place of each value; line ends may be CRLF. Tables
// that are defined twice are two members of the same name.
class TomlReader {
public:
    static std::optional<TextError> read(std::string_view text, TextTree &tree);

private:
    struct Key { // a part of a dotted key
        std::string name;
        TextRange range;
    };

    TomlReader(std::string_view text, TextTree &tree)
        : m_text(text)
        , m_tree(tree)
    {
    }

    bool readLine();
    bool readHeader();
    bool readMember(int table);
    int readName(int table); // with its =; the node of the value, -1: failed
    bool readKeys(std::vector<Key> &keys);
    bool readKey(Key &key);
    int placeMember(int table, const std::vector<Key> &keys); // -1: failed
    int openTable(int table, const Key &key); // of a dotted name; -1: failed
    bool defineTable(int parent, const Key &key, TextRange header);
    bool appendTable(int parent, const Key &key, TextRange header);
    int addNode(int parent, const Key &key); // -1: failed
    bool readValue(int node);
    // After a value: enters the next one of the containers, or leaves `node` at -1 when all are
    // closed.
    bool readNext(std::vector<int> &open, int &node);
    bool readScalar(int node);
    bool readWord(int node);
    bool readString(int node);

    void skipBlanks();
    void skipLines(); // and comments
    bool endLine(); // nothing but a comment follows
    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    bool fail(const QString &sentence);

    std::string_view m_text;
    TextTree &m_tree;
    std::size_t m_at = 0;
    int m_table = TextTree::kRoot; // that lines belong to
    std::map<std::pair<int, std::string>, int> m_tables; // by parent and name
    std::map<int, bool> m_isDefined; // whether a table has a header of its own
    std::optional<TextError> m_error;
};

} // namespace sonde::hosts
