// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/regex.h"

#include "base/regexsyntax.h"
#include "base/text.h"

#include <algorithm>
#include <array>

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

namespace sonde {

namespace {

constexpr std::uint32_t kMatchLimit = 500'000;
constexpr std::uint32_t kHeapLimitKib = 16 * 1024;
constexpr std::size_t kMaxPattern = 64 * 1024;
constexpr std::uint32_t kMaxNesting = 200;

// ECMA-262 WhiteSpace and LineTerminator, and the complement of both.
constexpr std::string_view kSpaces = "\\t\\n\\x0B\\f\\r\\uFEFF\\u2028\\u2029\\p{Zs}";

struct LongName {
    std::string_view ecma;
    std::string_view pcre;
};
// UnicodeMatchProperty: PCRE2 knows general categories by their short names only.
constexpr std::array kCategories{LongName{"Letter", "L"}, LongName{"Uppercase_Letter", "Lu"},
    LongName{"Lowercase_Letter", "Ll"}, LongName{"Titlecase_Letter", "Lt"},
    LongName{"Modifier_Letter", "Lm"}, LongName{"Other_Letter", "Lo"}, LongName{"Mark", "M"},
    LongName{"Number", "N"}, LongName{"Decimal_Number", "Nd"}, LongName{"digit", "Nd"},
    LongName{"Letter_Number", "Nl"}, LongName{"Other_Number", "No"}, LongName{"Punctuation", "P"},
    LongName{"punct", "P"}, LongName{"Symbol", "S"}, LongName{"Math_Symbol", "Sm"},
    LongName{"Currency_Symbol", "Sc"}, LongName{"Separator", "Z"},
    LongName{"Space_Separator", "Zs"}, LongName{"Other", "C"}, LongName{"Control", "Cc"},
    LongName{"ASCII", "Basic_Latin"}};

QString shown(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

bool isOneOf(char c, std::string_view set)
{
    return set.find(c) != std::string_view::npos;
}

// Parses \p{Letter}, \p{gc=Lu} or \p{Script=Greek}, starting after the p.
std::string property(std::string_view braces)
{
    std::string_view name = braces.substr(1, braces.size() - 2);
    for (const std::string_view prefix :
        {"General_Category=", "gc=", "Script=", "sc=", "Script_Extensions=", "scx="}) {
        if (name.starts_with(prefix)) {
            name.remove_prefix(prefix.size());
            break;
        }
    }
    if (name == "ASCII")
        return "[\\x00-\\x7F]";
    const auto found = std::find_if(kCategories.begin(), kCategories.end(),
        [name](const LongName &each) { return each.ecma == name; });
    return "\\p{" + std::string(found == kCategories.end() ? name : found->pcre) + '}';
}

Error unknownSyntax(std::string_view pattern, std::size_t at)
{
    Error error;
    error.domain = Domain::Json;
    error.sentence = Text::tr("“%1” is not valid in a regular expression of ECMA-262 (at %2).")
                         .arg(shown(pattern.substr(at, 3)))
                         .arg(at);
    return error;
}

// The groups with a question mark in ECMA-262: (?:…), lookaround, (?<name>…) and modifiers, (?i:…).
bool isEcmaGroup(std::string_view text)
{
    if (!text.starts_with("(?"))
        return true;
    text.remove_prefix(2);
    const auto flags = std::min(text.find_first_not_of("ims-"), text.size());
    if (text.substr(flags).starts_with(':'))
        return true;
    return text.starts_with('=') || text.starts_with('!') || text.starts_with('<');
}

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// \d and its like
bool isSet(std::string_view text)
{
    return text.size() > 1 && text[0] == '\\' && isOneOf(text[1], "dDwWsSpP");
}

// {n}, {n,} or {n,m}
bool isQuantifier(std::string_view text)
{
    const auto least = text.find_first_not_of("0123456789", 1);
    if (least == 1 || least == std::string_view::npos)
        return false;
    const auto most = text[least] == ',' ? text.find_first_not_of("0123456789", least + 1) : least;
    return most != std::string_view::npos && text[most] == '}';
}

// Writes an expression in PCRE2's syntax, one part after the other.
class Translation {
public:
    Translation(std::string_view pattern, bool strict)
        : m_pattern(pattern)
        , m_strict(strict)
    {
    }

    Result<std::string> make()
    {
        while (m_at < m_pattern.size() && m_error.sentence.isEmpty()) {
            const bool isBehindSet = m_isBehindSet;
            m_isBehindSet = false;
            const char c = m_pattern[m_at];
            if (c == '\\' && m_at + 1 < m_pattern.size())
                addEscape();
            else if (m_inClass)
                addOfClass(c, isBehindSet);
            else
                add(c);
            ++m_at;
        }
        if (!m_error.sentence.isEmpty())
            return m_error;
        return std::move(m_out);
    }

private:
    std::string_view rest() const { return m_pattern.substr(m_at); }

    void add(char c)
    {
        if (m_strict && !isEcmaGroup(rest())) {
            m_error = unknownSyntax(m_pattern, m_at);
        } else if (c == '.') {
            m_out += "[^\\n\\r\\u2028\\u2029]";
        } else if (c == '{' && !isQuantifier(rest())) {
            m_out += "\\{"; // some releases of PCRE2 know more quantifiers
        } else if (rest().starts_with("[^]")) {
            m_out += "[\\s\\S]";
            m_at += 2;
        } else if (rest().starts_with("[]")) {
            m_out += "(?!)";
            m_at += 1;
        } else {
            m_inClass = c == '[';
            m_out += c;
        }
    }

    void addOfClass(char c, bool isBehindSet)
    {
        // A literal in ECMA-262; PCRE2 would look for [:alpha:].
        if (c == '[')
            m_out += '\\';
        // No range; [\w-.] has three members.
        if (c == '-' && (isBehindSet || isSet(rest().substr(1))))
            m_out += '\\';
        m_inClass = c != ']';
        m_out += c;
    }

    // m_at is on the backslash, and then on the last character of the escape.
    void addEscape()
    {
        const std::string_view escaped = rest();
        const char escape = escaped[1];
        const auto close = escaped.find('}');
        const bool hasBraces =
            escaped.substr(2).starts_with('{') && close != std::string_view::npos;
        m_isBehindSet = m_inClass && isSet(escaped);
        ++m_at;
        if (escape == 's') {
            m_out += m_inClass ? std::string(kSpaces) : '[' + std::string(kSpaces) + ']';
        } else if (escape == 'S' && !m_inClass) {
            m_out += "[^" + std::string(kSpaces) + ']';
        } else if ((escape == 'p' || escape == 'P') && hasBraces) {
            std::string text = property(escaped.substr(2, close - 1));
            if (escape == 'P')
                text = text.starts_with('[') ? "[^" + text.substr(1) : "\\P" + text.substr(2);
            m_out += text;
            m_at += close - 1;
        } else if (escape == 'u' && hasBraces) {
            m_out += escaped.substr(0, close + 1);
            m_at += close - 1;
        } else if (escape == 'v') {
            m_out += "\\x0B"; // one character in ECMA-262, a class in PCRE2
        } else if (m_strict && isLetter(escape) && !isOneOf(escape, "dDwWsSbBtnfrcxuk")) {
            m_error = unknownSyntax(m_pattern, m_at - 1);
        } else {
            m_out.append("\\").append(1, escape);
        }
    }

    const std::string_view m_pattern;
    const bool m_strict;
    std::size_t m_at = 0;
    bool m_inClass = false;
    bool m_isBehindSet = false;
    std::string m_out;
    Error m_error;
};

} // namespace

Result<std::string> translated(std::string_view pattern, bool strict)
{
    return Translation(pattern, strict).make();
}

struct Regex::Private {
    ~Private()
    {
        pcre2_code_free(code);
        pcre2_match_data_free(data);
        pcre2_match_context_free(context);
    }
    pcre2_code *code = nullptr;
    pcre2_match_data *data = nullptr;
    pcre2_match_context *context = nullptr;
};

Regex::Regex(std::unique_ptr<Private> p)
    : d(std::move(p))
{
}

Regex::Regex(Regex &&) noexcept = default;
Regex &Regex::operator=(Regex &&) noexcept = default;
Regex::~Regex() = default;

Result<Regex> Regex::compile(std::string_view pattern, bool strict)
{
    Error error;
    error.domain = Domain::Json;
    if (pattern.size() > kMaxPattern) {
        error.sentence =
            Text::tr("The regular expression is longer than %1 bytes.").arg(kMaxPattern);
        return error;
    }
    const auto text = translated(pattern, strict);
    if (!text)
        return text.error();
    auto *const context = pcre2_compile_context_create(nullptr);
    pcre2_set_compile_extra_options(context, PCRE2_EXTRA_ALT_BSUX);
    pcre2_set_parens_nest_limit(context, kMaxNesting);
    int code = 0;
    PCRE2_SIZE offset = 0;
    auto p = std::make_unique<Private>();
    p->code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text->data()), text->size(),
        PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C
            | PCRE2_ALT_BSUX,
        &code, &offset, context);
    pcre2_compile_context_free(context);
    if (!p->code) {
        std::array<PCRE2_UCHAR, 200> message{};
        pcre2_get_error_message(code, message.data(), message.size());
        error.code = code;
        error.sentence = Text::tr("“%1” is not a valid regular expression: %2 (at %3).")
                             .arg(shown(pattern.substr(0, 200)),
                                 QString::fromUtf8(reinterpret_cast<const char *>(message.data())))
                             .arg(offset);
        return error;
    }
    p->data = pcre2_match_data_create(1, nullptr);
    p->context = pcre2_match_context_create(nullptr);
    pcre2_set_match_limit(p->context, kMatchLimit);
    pcre2_set_heap_limit(p->context, kHeapLimitKib);
    return Regex(std::move(p));
}

Result<Regex> Regex::compileForeign(std::string_view pattern)
{
    auto made = compile(pattern);
    if (made || made.error().code == PCRE2_ERROR_UNKNOWN_UNICODE_PROPERTY
        || pattern.size() > kMaxPattern || regexFault(pattern, RegexGrammar::Legacy))
        return made;
    return Regex(std::make_unique<Private>());
}

Regex::Match Regex::find(std::string_view utf8) const
{
    if (!d->code)
        return Match::Unknown;
    const int found = pcre2_match(
        d->code, reinterpret_cast<PCRE2_SPTR>(utf8.data()), utf8.size(), 0, 0, d->data, d->context);
    if (found >= 0)
        return Match::Yes;
    // Text that is not UTF-8 matches nothing.
    return found == PCRE2_ERROR_NOMATCH
            || (found <= PCRE2_ERROR_UTF8_ERR1 && found >= PCRE2_ERROR_UTF8_ERR21)
        ? Match::No
        : Match::TooComplex;
}

std::optional<Regex::Range> Regex::findFrom(std::string_view utf8, std::size_t from) const
{
    if (!d->code)
        return {};
    const int found = pcre2_match(d->code, reinterpret_cast<PCRE2_SPTR>(utf8.data()), utf8.size(),
        from, 0, d->data, d->context);
    if (found < 0)
        return {};
    const PCRE2_SIZE *places = pcre2_get_ovector_pointer(d->data);
    // With a lookbehind, the match may end before it begins.
    return Range{places[0], std::max(places[0], places[1])};
}

} // namespace sonde
