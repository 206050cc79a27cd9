// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/exampletext.h"

#include <algorithm>
#include <charconv>
#include <vector>

namespace sonde::schema {

namespace {

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kWordCharacters = "abcdefghijklmnopqrstuvwxyz0123456789_";

// Reads a regular expression of ECMA-262 front to back and writes a text that it matches. What
// looks around or back is not understood.
class PatternWriter {
public:
    PatternWriter(std::string_view pattern, SeededNumbers &numbers)
        : m_pattern(pattern)
        , m_numbers(numbers)
    {
    }

    std::optional<std::string> write()
    {
        std::string text = alternatives();
        if (m_isLost || m_at != m_pattern.size())
            return std::nullopt;
        return text;
    }

private:
    static constexpr int kMaxAtoms = 10'000; // written, repetitions included
    static constexpr int kMaxDepth = 50; // of groups
    static constexpr std::uint64_t kMaxRepeated = 1000;
    static constexpr std::uint64_t kMore = 2; // repetitions beyond the fewest

    bool isAtEnd() const { return m_isLost || m_at >= m_pattern.size(); }
    char peek() const { return m_at < m_pattern.size() ? m_pattern[m_at] : '\0'; }
    bool skip(std::string_view text)
    {
        if (!m_pattern.substr(std::min(m_at, m_pattern.size())).starts_with(text))
            return false;
        m_at += text.size();
        return true;
    }
    std::string lose()
    {
        m_isLost = true;
        return {};
    }
    std::string oneOf(std::string_view characters)
    {
        if (characters.empty())
            return lose();
        return std::string(1, characters[m_numbers.below(characters.size())]);
    }

    std::string alternatives();
    std::string sequence();
    std::string atom();
    std::string group();
    std::string escape();
    std::string characterClass();
    std::string classCharacters(); // of an escape in a class
    std::uint64_t repetitions(); // by the quantifier that may follow an atom
    void readBounds(std::uint64_t &least, std::uint64_t &most);

    std::string_view m_pattern;
    SeededNumbers &m_numbers;
    std::size_t m_at = 0;
    int m_atoms = 0;
    int m_depth = 0;
    bool m_isLost = false;
};

std::string PatternWriter::alternatives()
{
    std::vector<std::string> all{sequence()};
    while (!isAtEnd() && skip("|"))
        all.push_back(sequence());
    return all[m_numbers.below(all.size())];
}

std::string PatternWriter::sequence()
{
    std::string text;
    while (!isAtEnd() && peek() != '|' && peek() != ')') {
        const std::size_t begin = m_at;
        const std::string first = atom();
        const std::uint64_t count = repetitions();
        const std::size_t end = m_at;
        if (count > 0)
            text += first;
        for (std::uint64_t i = 1; i < count && !m_isLost; ++i) {
            m_at = begin;
            text += atom();
        }
        m_at = end;
    }
    return text;
}

std::string PatternWriter::atom()
{
    if (++m_atoms > kMaxAtoms)
        return lose();
    const char c = m_pattern[m_at++];
    switch (c) {
    case '(':
        return group();
    case '[':
        return characterClass();
    case '\\':
        return escape();
    case '.':
        return oneOf(kLetters);
    case '^':
    case '$':
        return {};
    case '*':
    case '+':
    case '?':
        return lose(); // there is nothing to repeat
    default:
        break;
    }
    std::string character(1, c);
    while (m_at < m_pattern.size() && (static_cast<unsigned char>(peek()) & 0xC0) == 0x80)
        character += m_pattern[m_at++];
    return character;
}

std::string PatternWriter::group()
{
    const std::string_view rest = m_pattern.substr(m_at);
    const bool isNamed =
        rest.starts_with("?<") && !rest.starts_with("?<=") && !rest.starts_with("?<!");
    if (isNamed) {
        const std::size_t end = m_pattern.find('>', m_at);
        if (end == std::string_view::npos)
            return lose();
        m_at = end + 1;
    } else if (!skip("?:") && peek() == '?') {
        return lose();
    }
    if (++m_depth > kMaxDepth)
        return lose();
    std::string text = alternatives();
    --m_depth;
    return skip(")") ? text : lose();
}

std::string PatternWriter::escape()
{
    if (isAtEnd())
        return lose();
    const char c = m_pattern[m_at++];
    switch (c) {
    case 'd':
        return oneOf(kDigits);
    case 'w':
        return oneOf(kWordCharacters);
    case 's':
        return " ";
    case 'D':
    case 'S':
        return oneOf(kLetters);
    case 'W':
        return "-";
    case 'n':
        return "\n";
    case 't':
        return "\t";
    default:
        break;
    }
    const bool isLetterOrDigit =
        (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return isLetterOrDigit ? lose() : std::string(1, c); // \b, \p{L}, \1, \u0041 …
}

std::string PatternWriter::classCharacters()
{
    const char c = peek();
    if (c == 'd' || c == 'w') {
        ++m_at;
        return std::string(c == 'd' ? kDigits : kWordCharacters);
    }
    return escape();
}

std::string PatternWriter::characterClass()
{
    const bool isNegated = skip("^");
    std::string characters;
    while (!isAtEnd() && peek() != ']') {
        const char first = m_pattern[m_at++];
        if (first == '\\') {
            characters += classCharacters();
            continue;
        }
        if (static_cast<unsigned char>(first) >= 0x80)
            return lose();
        const bool isRange = peek() == '-' && m_at + 1 < m_pattern.size()
            && m_pattern[m_at + 1] != ']' && m_pattern[m_at + 1] != '\\';
        const char last = isRange ? m_pattern[m_at + 1] : first;
        m_at += isRange ? 2 : 0;
        if (last < first || static_cast<unsigned char>(last) >= 0x80)
            return lose();
        for (char each = first; each < last; ++each)
            characters += each;
        characters += last;
    }
    if (!skip("]"))
        return lose();
    if (!isNegated)
        return oneOf(characters);
    std::string others(kWordCharacters);
    std::erase_if(others, [&](char c) { return characters.find(c) != std::string::npos; });
    return oneOf(others);
}

std::uint64_t PatternWriter::repetitions()
{
    std::uint64_t least = 1;
    std::uint64_t most = 1;
    if (skip("*")) {
        least = 0;
        most = kMore;
    } else if (skip("+")) {
        most = 1 + kMore;
    } else if (skip("?")) {
        least = 0;
    } else if (peek() == '{') {
        readBounds(least, most);
    } else {
        return 1;
    }
    skip("?"); // lazy
    return least + m_numbers.below(most - least + 1);
}

// {2} or {2,} or {2,5}
void PatternWriter::readBounds(std::uint64_t &least, std::uint64_t &most)
{
    const std::size_t end = std::min(m_pattern.find('}', m_at), m_pattern.size());
    const char *const stop = m_pattern.data() + end;
    const auto [after, problem] = std::from_chars(m_pattern.data() + m_at + 1, stop, least);
    m_isLost = m_isLost || problem != std::errc() || least > kMaxRepeated;
    most = least;
    if (m_isLost)
        return;
    if (after != stop) {
        const bool isLimited = std::from_chars(after + 1, stop, most).ec == std::errc();
        most = std::max(least, isLimited ? std::min(most, least + kMore) : least + kMore);
    }
    m_at = std::min(end + 1, m_pattern.size());
}

} // namespace

std::optional<std::string> exampleOfPattern(std::string_view pattern, SeededNumbers &numbers)
{
    return PatternWriter(pattern, numbers).write();
}

} // namespace sonde::schema
