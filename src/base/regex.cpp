// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/regex.h"

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

} // namespace

Result<std::string> translated(std::string_view pattern, bool strict)
{
    std::string out;
    bool inClass = false;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        if (strict && !inClass && c == '(' && !isEcmaGroup(pattern.substr(i)))
            return unknownSyntax(pattern, i);
        if (c == '[' && inClass) {
            out += "\\["; // a literal in ECMA-262; PCRE2 would look for [:alpha:]
        } else if (c == '[') {
            inClass = true;
            out += c;
            // An empty class matches no character, a negated empty class every character.
            if (pattern.substr(i + 1).starts_with("^]")) {
                out = out.substr(0, out.size() - 1) + "[\\s\\S]";
                inClass = false;
                i += 2;
            } else if (pattern.substr(i + 1).starts_with(']')) {
                out = out.substr(0, out.size() - 1) + "(?!)";
                inClass = false;
                i += 1;
            }
        } else if (c == ']') {
            inClass = false;
            out += c;
        } else if (c == '.' && !inClass) {
            out += "[^\\n\\r\\u2028\\u2029]";
        } else if (c != '\\' || i + 1 == pattern.size()) {
            out += c;
        } else {
            const char escape = pattern[++i];
            const auto close = pattern.find('}', i);
            if (escape == 's' && inClass) {
                out += kSpaces;
            } else if (escape == 's') {
                out.append("[").append(kSpaces).append("]");
            } else if (escape == 'S' && !inClass) {
                out += "[^" + std::string(kSpaces) + ']';
            } else if ((escape == 'p' || escape == 'P') && i + 1 < pattern.size()
                && pattern[i + 1] == '{' && close != std::string_view::npos) {
                std::string text = property(pattern.substr(i + 1, close - i));
                if (escape == 'P')
                    text = text.starts_with('[') ? "[^" + text.substr(1) : "\\P" + text.substr(2);
                out += text;
                i = close;
            } else if (escape == '/' || (escape == '-' && inClass)) {
                out += '\\';
                out += escape;
            } else {
                const bool isLetter =
                    (escape >= 'a' && escape <= 'z') || (escape >= 'A' && escape <= 'Z');
                if (strict && isLetter && !isOneOf(escape, "dDwWsSbBtnvfrcxuk"))
                    return unknownSyntax(pattern, i - 1);
                out += '\\';
                // \v is one character in ECMA-262 and a class in PCRE2.
                if (escape == 'v')
                    out += "x0B";
                else
                    out += escape;
            }
        }
    }
    return out;
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

Regex::Match Regex::find(std::string_view utf8) const
{
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
    const int found = pcre2_match(d->code, reinterpret_cast<PCRE2_SPTR>(utf8.data()), utf8.size(),
        from, 0, d->data, d->context);
    if (found < 0)
        return {};
    const PCRE2_SIZE *places = pcre2_get_ovector_pointer(d->data);
    // With a lookbehind, the match may end before it begins.
    return Range{places[0], std::max(places[0], places[1])};
}

} // namespace sonde
