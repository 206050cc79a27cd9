// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/regexsyntax.h"

#include "base/basetr.h"
#include "base/regexproperty.h"

#include <algorithm>
#include <set>
#include <string>

namespace sonde {

namespace {

constexpr std::size_t kMaxNesting = 200;
constexpr std::uint32_t kMaxCodePoint = 0x10ffff;
constexpr std::string_view kSyntaxCharacters = "^$\\.*+?()[]{}|/";

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isHex(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

bool isPartOfName(char c)
{
    return isLetter(c) || isDigit(c) || c == '_' || c == '$'
        || static_cast<unsigned char>(c) >= 0x80;
}

QString shown(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

// What a term was, for the quantifier behind it.
enum class Term : std::uint8_t { Atom, Assertion, LookAhead };

class Reader {
public:
    Reader(std::string_view pattern, RegexGrammar grammar)
        : m_text(pattern)
        , m_unicode(grammar == RegexGrammar::Unicode)
    {
        countGroups();
    }

    std::optional<RegexFault> read();

private:
    bool isAtEnd() const { return m_at >= m_text.size(); }
    char current() const { return isAtEnd() ? '\0' : m_text[m_at]; }
    bool startsWith(std::string_view text) const { return m_text.substr(m_at).starts_with(text); }
    bool take(std::string_view text);
    void fail(const QString &sentence, std::size_t at);

    void countGroups();
    void readTerm();
    void openGroup();
    void closeGroup();
    void readQuantifier(Term term, std::size_t start);
    bool takeBraces();
    void takeCharacter();
    void readEscape(bool inClass);
    void readNumber(std::size_t start, bool inClass);
    void readNamedReference(std::size_t start);
    bool takeHex(std::size_t digits, std::uint32_t &value);
    bool takeCodePoint();
    void takeLowSurrogate();
    void readClass();
    void readClassAtom(bool &isSet);

    const std::string_view m_text;
    const bool m_unicode;
    std::size_t m_at = 0;
    std::string m_open; // for each group: 'a' a look-ahead, 'b' a look-behind, '(' any other
    std::size_t m_groups = 0;
    std::set<std::string_view> m_names;
    std::set<std::string_view> m_opened; // names of groups before the current place
    bool m_hasAlternatives = false; // only then may two groups have one name
    std::uint32_t m_value = 0; // of the character that was read last
    std::optional<RegexFault> m_fault;
};

bool Reader::take(std::string_view text)
{
    if (!startsWith(text))
        return false;
    m_at += text.size();
    return true;
}

void Reader::fail(const QString &sentence, std::size_t at)
{
    if (!m_fault)
        m_fault = RegexFault{sentence, at};
}

// References may lead to groups that come later.
void Reader::countGroups()
{
    bool inClass = false;
    for (std::size_t i = 0; i < m_text.size(); ++i) {
        const std::string_view rest = m_text.substr(i);
        if (rest.front() == '\\') {
            ++i;
        } else if (rest.front() == '[') {
            inClass = true;
        } else if (rest.front() == ']') {
            inClass = false;
        } else if (!inClass && rest.starts_with("(?<") && !rest.starts_with("(?<=")
            && !rest.starts_with("(?<!")) {
            ++m_groups;
            m_names.insert(rest.substr(3, std::min(rest.find('>'), rest.size()) - 3));
        } else if (!inClass && rest.front() == '(' && !rest.starts_with("(?")) {
            ++m_groups;
        } else if (!inClass && rest.front() == '|') {
            m_hasAlternatives = true;
        }
    }
}

std::optional<RegexFault> Reader::read()
{
    while (!isAtEnd() && !m_fault)
        readTerm();
    if (!m_open.empty())
        fail(Text::tr("A group is not closed."), m_text.size());
    return std::move(m_fault);
}

void Reader::readTerm()
{
    const std::size_t start = m_at;
    switch (current()) {
    case '|':
        ++m_at;
        return;
    case '(':
        return openGroup();
    case ')':
        return closeGroup();
    case '^':
    case '$':
        ++m_at;
        return readQuantifier(Term::Assertion, start);
    case '[':
        readClass();
        return readQuantifier(Term::Atom, start);
    case '\\':
        ++m_at;
        if (take("b") || take("B"))
            return readQuantifier(Term::Assertion, start);
        readEscape(false);
        return readQuantifier(Term::Atom, start);
    case '*':
    case '+':
    case '?':
        return fail(
            Text::tr("There is nothing that “%1” could repeat.").arg(QLatin1Char(current())),
            start);
    case '{':
        if (takeBraces())
            return fail(Text::tr("There is nothing that “%1” could repeat.")
                            .arg(shown(m_text.substr(start, m_at - start))),
                start);
        [[fallthrough]];
    case '}':
    case ']':
        if (m_unicode)
            return fail(
                Text::tr("“%1” must be written as “\\%1”.").arg(QLatin1Char(current())), start);
        break;
    default:
        break;
    }
    takeCharacter();
    readQuantifier(Term::Atom, start);
}

void Reader::openGroup()
{
    const std::size_t start = m_at;
    char kind = '(';
    if (take("(?=") || take("(?!")) {
        kind = 'a';
    } else if (take("(?<=") || take("(?<!")) {
        kind = 'b';
    } else if (take("(?<")) {
        const auto name = m_text.substr(m_at, m_text.substr(m_at).find('>'));
        if (name.empty() || isDigit(name.front())
            || !std::all_of(name.begin(), name.end(), isPartOfName))
            return fail(Text::tr("“%1” is no name of a group.").arg(shown(name)), m_at);
        if (!m_opened.insert(name).second && !m_hasAlternatives)
            return fail(Text::tr("Two groups have the name “%1”.").arg(shown(name)), m_at);
        m_at += name.size();
        if (!take(">"))
            return fail(Text::tr("A group is not closed."), start);
    } else if (take("(?")) {
        // Modifiers, (?i-m:…), or none, (?:…).
        const auto colon = m_text.find_first_not_of("ims-", m_at);
        if (colon == std::string_view::npos || m_text[colon] != ':')
            return fail(
                Text::tr("“%1” begins no group of ECMA-262.").arg(shown(m_text.substr(start, 4))),
                start);
        m_at = colon + 1;
    } else {
        ++m_at;
    }
    if (m_open.size() >= kMaxNesting)
        return fail(
            Text::tr("Groups are nested more than %1 levels deep.").arg(kMaxNesting), start);
    m_open += kind;
}

void Reader::closeGroup()
{
    if (m_open.empty())
        return fail(Text::tr("“)” closes no group."), m_at);
    const char kind = m_open.back();
    m_open.pop_back();
    const std::size_t start = m_at++;
    readQuantifier(kind == 'a' ? Term::LookAhead
            : kind == 'b'      ? Term::Assertion
                               : Term::Atom,
        start);
}

// {n}, {n,} or {n,m}; anything else is no quantifier.
bool Reader::takeBraces()
{
    const auto digits = [this](std::size_t at) {
        while (at < m_text.size() && isDigit(m_text[at]))
            ++at;
        return at;
    };
    const std::size_t least = m_at + 1;
    std::size_t end = digits(least);
    if (current() != '{' || end == least || end == m_text.size())
        return false;
    const std::string_view from = m_text.substr(least, end - least);
    std::string_view to;
    if (m_text[end] == ',') {
        const std::size_t most = end + 1;
        end = digits(most);
        to = m_text.substr(most, end - most);
    }
    if (end >= m_text.size() || m_text[end] != '}')
        return false;
    const auto value = [](std::string_view number) {
        number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
        return std::pair(number.size(), number);
    };
    if (!to.empty() && value(to) < value(from))
        fail(Text::tr("“%1” is more than “%2”.").arg(shown(from), shown(to)), m_at);
    m_at = end + 1;
    return true;
}

void Reader::readQuantifier(Term term, std::size_t start)
{
    const std::size_t at = m_at;
    if (!(take("*") || take("+") || take("?") || takeBraces()))
        return;
    take("?");
    if (term == Term::Assertion || (term == Term::LookAhead && m_unicode))
        fail(Text::tr("“%1” cannot repeat “%2”, which matches a place.")
                 .arg(shown(m_text.substr(at, m_at - at)), shown(m_text.substr(start, at - start))),
            at);
}

void Reader::takeCharacter()
{
    const auto lead = static_cast<unsigned char>(m_text[m_at]);
    std::size_t size = 1;
    m_value = lead;
    if (lead >= 0xc0) {
        size = lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
        m_value = lead & (0xffU >> (size + 1));
        for (std::size_t i = 1; i < size && m_at + i < m_text.size(); ++i)
            m_value = (m_value << 6U) | (static_cast<unsigned char>(m_text[m_at + i]) & 0x3fU);
    }
    m_at = std::min(m_at + size, m_text.size()); // a character may be cut off
}

bool Reader::takeHex(std::size_t digits, std::uint32_t &value)
{
    const std::string_view text = m_text.substr(m_at, digits);
    if (text.size() < digits || !std::all_of(text.begin(), text.end(), isHex))
        return false;
    value = static_cast<std::uint32_t>(std::stoul(std::string(text), nullptr, 16));
    m_at += digits;
    return true;
}

// {10ffff}, behind \u
bool Reader::takeCodePoint()
{
    const auto close = m_text.find('}', m_at);
    if (current() != '{' || close == std::string_view::npos || close == m_at + 1
        || close > m_at + 9)
        return false;
    ++m_at;
    if (!takeHex(close - m_at, m_value) || m_value > kMaxCodePoint)
        return false;
    ++m_at;
    return true;
}

// \ud83d\ude00 is one character, with the flag u.
void Reader::takeLowSurrogate()
{
    const std::size_t start = m_at;
    std::uint32_t low = 0;
    if (!m_unicode || m_value < 0xd800 || m_value > 0xdbff || !take("\\u"))
        return;
    if (takeHex(4, low) && low >= 0xdc00 && low <= 0xdfff)
        m_value = 0x10000U + ((m_value - 0xd800U) << 10U) + (low - 0xdc00U);
    else
        m_at = start;
}

// Behind the backslash.
void Reader::readEscape(bool inClass)
{
    const std::size_t start = m_at - 1;
    if (isAtEnd())
        return fail(Text::tr("The last backslash has nothing behind it."), start);
    const char c = current();
    const auto refuse = [this, start] {
        fail(Text::tr("“%1” is no escape of ECMA-262.").arg(shown(m_text.substr(start, 2))), start);
    };
    if (isDigit(c))
        return readNumber(start, inClass);
    takeCharacter();
    switch (c) {
    case 'd':
    case 'D':
    case 's':
    case 'S':
    case 'w':
    case 'W':
    case 'f':
    case 'n':
    case 'r':
    case 't':
    case 'v':
        return;
    case 'b':
    case '-':
        if (!inClass && m_unicode)
            refuse();
        return;
    case 'c':
        if (isLetter(current()))
            ++m_at;
        else if (m_unicode)
            refuse();
        else
            --m_at; // the backslash stands for itself
        return;
    case 'x':
        if (!takeHex(2, m_value) && m_unicode)
            refuse();
        return;
    case 'u':
        if (takeHex(4, m_value))
            return takeLowSurrogate();
        if (m_unicode && !takeCodePoint())
            refuse();
        return;
    case 'k':
        if (!inClass)
            return readNamedReference(start);
        if (m_unicode || !m_names.empty())
            refuse();
        return;
    case 'p':
    case 'P': {
        const auto close = m_text.find('}', m_at);
        if (!m_unicode)
            return;
        if (current() != '{' || close == std::string_view::npos
            || !isRegexProperty(m_text.substr(m_at + 1, close - m_at - 1)))
            return refuse();
        m_at = close + 1;
        return;
    }
    default:
        if (m_unicode && kSyntaxCharacters.find(c) == std::string_view::npos)
            refuse();
        return;
    }
}

// \0, or the number of a group; without the flag u also the number of a character.
void Reader::readNumber(std::size_t start, bool inClass)
{
    const bool isZero = current() == '0';
    std::size_t number = 0;
    while (isDigit(current()) && number <= m_text.size())
        number = number * 10 + static_cast<std::size_t>(m_text[m_at++] - '0');
    m_value = 0;
    if (!m_unicode)
        return;
    const std::string_view written = m_text.substr(start, m_at - start);
    if (isZero ? written.size() > 2 : inClass || number > m_groups)
        fail(Text::tr("“%1” leads to no group.").arg(shown(written)), start);
}

void Reader::readNamedReference(std::size_t start)
{
    if (!m_unicode && m_names.empty())
        return;
    const auto close = m_text.find('>', m_at);
    const bool isReference = current() == '<' && close != std::string_view::npos;
    const std::string_view name =
        isReference ? m_text.substr(m_at + 1, close - m_at - 1) : std::string_view();
    if (!isReference || !m_names.contains(name))
        return fail(
            Text::tr("“%1” leads to no group.").arg(shown(m_text.substr(start, name.size() + 4))),
            start);
    m_at = close + 1;
}

// One character, or a set such as \d.
void Reader::readClassAtom(bool &isSet)
{
    isSet = false;
    if (current() != '\\')
        return takeCharacter();
    const std::size_t start = m_at++;
    static constexpr std::string_view kControls = "bfnrtv";
    static constexpr std::string_view kCodes = "\b\f\n\r\t\v";
    const char c = current();
    readEscape(true);
    isSet = std::string_view("dDsSwW").find(c) != std::string_view::npos
        || (m_unicode && (c == 'p' || c == 'P'));
    if (const auto control = kControls.find(c); control != std::string_view::npos)
        m_value = static_cast<unsigned char>(kCodes[control]);
    else if (c == 'c' && m_at == start + 3)
        m_value = static_cast<unsigned char>(m_text[m_at - 1]) % 32U;
}

void Reader::readClass()
{
    const std::size_t start = m_at++;
    take("^");
    while (!m_fault) {
        if (isAtEnd())
            return fail(Text::tr("A class of characters, “[…]”, is not closed."), start);
        if (take("]"))
            return;
        const std::size_t first = m_at;
        bool isSet = false;
        readClassAtom(isSet);
        if (current() != '-' || m_at + 1 >= m_text.size() || m_text[m_at + 1] == ']')
            continue;
        const std::uint32_t from = m_value;
        ++m_at;
        bool isSetToo = false;
        readClassAtom(isSetToo);
        const QString written = shown(m_text.substr(first, m_at - first));
        if ((isSet || isSetToo) && m_unicode)
            fail(Text::tr("“%1” is no range: a set of characters cannot be its end.").arg(written),
                first);
        else if (!isSet && !isSetToo && m_value < from)
            fail(Text::tr("The range “%1” ends before it begins.").arg(written), first);
    }
}

} // namespace

std::optional<RegexFault> regexFault(std::string_view pattern, RegexGrammar grammar)
{
    return Reader(pattern, grammar).read();
}

} // namespace sonde
