// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <QString>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::hosts {

// The bytes [begin, end) of a file.
struct TextRange {
    std::size_t begin = 0;
    std::size_t end = 0;
};

// Why a value must not be changed, although it can be read.
enum class Obstacle : std::uint8_t { None, SeveralLines, Anchor, Alias, Tag };
QString obstacleText(Obstacle obstacle); // a sentence; empty for None

// Where a value is written in a text that is not JSON.
struct ValuePlace {
    TextRange range; // of a table of TOML: its header
    TextRange name; // of a member, with quotes
    bool isBlock = false; // its members or items are on lines of their own
    Obstacle obstacle = Obstacle::None;
};

// Where and why a text cannot be read.
struct TextError {
    std::size_t offset = 0;
    QString sentence;
};

// A text as JSON, with the place of each value in the order of the document's nodes.
struct TranslatedText {
    std::string json;
    std::vector<ValuePlace> places;
};

// The values of a text that is not JSON, with their places. Members of the same name are kept.
class TextTree {
public:
    static constexpr int kRoot = 0;
    static constexpr std::size_t kMaxNodes = 200'000;
    static constexpr int kMaxDepth = 150;

    struct Node {
        json::Type type = json::Type::Null;
        std::string name; // of a member
        std::string scalar; // the text of a string, or a number or boolean as JSON
        ValuePlace place;
        int depth = 0;
        std::vector<int> children;
    };

    TextTree(); // with an empty object

    // A child of `parent`, which is not invalidated by more of them; -1: there are too many, or
    // they are nested too deep.
    int add(int parent, std::string name = {});
    Node &operator[](int node) { return m_nodes[std::size_t(node)]; }
    const Node &operator[](int node) const { return m_nodes[std::size_t(node)]; }

    TranslatedText translated() const;

private:
    std::vector<Node> m_nodes;
};

// A parser of such a text. Reads each byte a bounded number of times, and does not recurse.
using TextReader = std::optional<TextError> (*)(std::string_view text, TextTree &tree);

} // namespace sonde::hosts
