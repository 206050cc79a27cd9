// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/regex.h"

#include "base/basetr.h"
#include "base/regexsyntax.h"

#include <algorithm>
#include <array>
#include <charconv>

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
// All others, for a class that has \S among its members.
constexpr std::string_view kOthers =
    "\\x00-\\x08\\x0e-\\x1f\\x21-\\x9f\\u00a1-\\u167f\\u1681-\\u1fff\\u200b-\\u2027"
    "\\u202a-\\u202e\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\ufefe\\uff00-\\u{10ffff}";

struct LongName {
    std::string_view ecma;
    std::string_view pcre;
};
// UnicodeMatchProperty: PCRE2 knows general categories by their short names only.
constexpr std::array kCategories{LongName{"Cased_Letter", "L&"}, LongName{"LC", "L&"},
    LongName{"Letter", "L"}, LongName{"Uppercase_Letter", "Lu"}, LongName{"Lowercase_Letter", "Ll"},
    LongName{"Titlecase_Letter", "Lt"}, LongName{"Modifier_Letter", "Lm"},
    LongName{"Other_Letter", "Lo"}, LongName{"Mark", "M"}, LongName{"Combining_Mark", "M"},
    LongName{"Nonspacing_Mark", "Mn"}, LongName{"Spacing_Mark", "Mc"},
    LongName{"Enclosing_Mark", "Me"}, LongName{"Number", "N"}, LongName{"Decimal_Number", "Nd"},
    LongName{"digit", "Nd"}, LongName{"Letter_Number", "Nl"}, LongName{"Other_Number", "No"},
    LongName{"Punctuation", "P"}, LongName{"punct", "P"}, LongName{"Connector_Punctuation", "Pc"},
    LongName{"Dash_Punctuation", "Pd"}, LongName{"Open_Punctuation", "Ps"},
    LongName{"Close_Punctuation", "Pe"}, LongName{"Initial_Punctuation", "Pi"},
    LongName{"Final_Punctuation", "Pf"}, LongName{"Other_Punctuation", "Po"},
    LongName{"Symbol", "S"}, LongName{"Math_Symbol", "Sm"}, LongName{"Currency_Symbol", "Sc"},
    LongName{"Modifier_Symbol", "Sk"}, LongName{"Other_Symbol", "So"}, LongName{"Separator", "Z"},
    LongName{"Space_Separator", "Zs"}, LongName{"Line_Separator", "Zl"},
    LongName{"Paragraph_Separator", "Zp"}, LongName{"Other", "C"}, LongName{"Control", "Cc"},
    LongName{"cntrl", "Cc"}, LongName{"Format", "Cf"}, LongName{"Surrogate", "Cs"},
    LongName{"Private_Use", "Co"}, LongName{"Unassigned", "Cn"}};

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
    for (const std::string_view prefix : {"Script=", "sc="}) {
        if (name.starts_with(prefix))
            return "\\p{sc:" + std::string(name.substr(prefix.size())) + '}';
    }
    for (const std::string_view prefix :
        {"General_Category=", "gc=", "Script_Extensions=", "scx="}) {
        if (name.starts_with(prefix)) {
            name.remove_prefix(prefix.size());
            break;
        }
    }
    if (name == "Assigned")
        return "\\P{Cn}";
    const auto found = std::find_if(kCategories.begin(), kCategories.end(),
        [name](const LongName &each) { return each.ecma == name; });
    return "\\p{" + std::string(found == kCategories.end() ? name : found->pcre) + '}';
}

// \d and its like
bool isSet(std::string_view text)
{
    return text.size() > 1 && text[0] == '\\' && isOneOf(text[1], "dDwWsSpP");
}

constexpr std::size_t kPairSize = 12; // of \ud83d\ude00

// Two escapes that are one character, in PCRE2's syntax.
std::optional<std::string> surrogates(std::string_view text)
{
    const auto unit = [text](std::size_t at, std::string_view begins) -> std::uint32_t {
        const std::string_view digits = text.substr(std::min(at + 2, text.size()), 4);
        std::uint32_t value = 0;
        const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), value, 16);
        const bool isUnit = text.substr(std::min(at, text.size())).starts_with("\\u")
            && digits.size() == 4 && read.ptr == digits.data() + digits.size()
            && begins.find(digits[1]) != std::string_view::npos && (value >> 11U) == 0x1bU;
        return isUnit ? value : 0;
    };
    const std::uint32_t high = unit(0, "89abAB");
    const std::uint32_t low = unit(kPairSize / 2, "cdefCDEF");
    if (high == 0 || low == 0)
        return {};
    const std::uint32_t character = 0x10000U + ((high - 0xd800U) << 10U) + (low - 0xdc00U);
    return "\\u{" + QString::number(character, 16).toStdString() + '}';
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
    explicit Translation(std::string_view pattern)
        : m_pattern(pattern)
    {
    }

    std::string make()
    {
        while (m_at < m_pattern.size()) {
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
        return std::move(m_out);
    }

private:
    std::string_view rest() const { return m_pattern.substr(m_at); }

    void add(char c)
    {
        if (c == '.') {
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
        } else if (escape == 'S') {
            m_out += m_inClass ? std::string(kOthers) : "[^" + std::string(kSpaces) + ']';
        } else if ((escape == 'p' || escape == 'P') && hasBraces) {
            addProperty(escaped.substr(2, close - 1), escape == 'P');
            m_at += close - 1;
        } else if (escape == 'u' && hasBraces) {
            m_out += escaped.substr(0, close + 1);
            m_at += close - 1;
        } else if (escape == 'v') {
            m_out += "\\x0B"; // one character in ECMA-262, a class in PCRE2
        } else if (const auto pair = surrogates(escaped)) {
            m_out += *pair;
            m_at += kPairSize - 2;
        } else {
            m_out.append("\\").append(1, escape);
        }
    }

    void addProperty(std::string_view braces, bool isNegated)
    {
        if (braces == "{ASCII}") {
            const std::string range = isNegated ? "\\u{80}-\\u{10ffff}" : "\\x00-\\x7f";
            m_out += m_inClass ? range : '[' + range + ']';
            return;
        }
        std::string text = property(braces);
        if (isNegated)
            text[1] = text[1] == 'p' ? 'P' : 'p';
        m_out += text;
    }

    const std::string_view m_pattern;
    std::size_t m_at = 0;
    bool m_inClass = false;
    bool m_isBehindSet = false;
    std::string m_out;
};

} // namespace

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

namespace {

Error tooLong()
{
    Error error;
    error.domain = Domain::Json;
    error.sentence = Text::tr("The regular expression is longer than %1 bytes.").arg(kMaxPattern);
    return error;
}

Error notValid(std::string_view pattern, const QString &reason, std::size_t at, int code)
{
    Error error;
    error.domain = Domain::Json;
    error.code = code;
    error.sentence = Text::tr("“%1” is not a valid regular expression: %2 (at %3).")
                         .arg(shown(pattern.substr(0, 200)), reason)
                         .arg(at);
    return error;
}

} // namespace

Result<Regex> Regex::compile(std::string_view pattern)
{
    if (pattern.size() > kMaxPattern)
        return tooLong();
    const std::string text = Translation(pattern).make();
    auto *const context = pcre2_compile_context_create(nullptr);
    pcre2_set_compile_extra_options(context, PCRE2_EXTRA_ALT_BSUX);
    pcre2_set_parens_nest_limit(context, kMaxNesting);
    int code = 0;
    PCRE2_SIZE offset = 0;
    auto p = std::make_unique<Private>();
    p->code = pcre2_compile(reinterpret_cast<PCRE2_SPTR>(text.data()), text.size(),
        PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF | PCRE2_NEVER_BACKSLASH_C
            | PCRE2_ALT_BSUX,
        &code, &offset, context);
    pcre2_compile_context_free(context);
    if (!p->code) {
        std::array<PCRE2_UCHAR, 200> message{};
        pcre2_get_error_message(code, message.data(), message.size());
        return notValid(pattern, QString::fromUtf8(reinterpret_cast<const char *>(message.data())),
            offset, code);
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
    if (pattern.size() > kMaxPattern)
        return made;
    if (const auto fault = regexFault(pattern, RegexGrammar::Unicode)) {
        const bool isOfOthers = made || !regexFault(pattern, RegexGrammar::Legacy);
        QString reason = fault->sentence;
        reason.chop(reason.endsWith(u'.') ? 1 : 0);
        return notValid(pattern, reason, fault->at, isOfOthers ? kOtherDialect : 0);
    }
    return made ? std::move(made) : Result<Regex>(Regex(std::make_unique<Private>()));
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
