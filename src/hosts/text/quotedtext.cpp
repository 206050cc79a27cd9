// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/quotedtext.h"

#include "json/scan.h"

#include <cstdint>

namespace sonde::hosts {

namespace {

constexpr std::uint32_t kMaxCodePoint = 0x10ffff;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

// The digits after \x, \u and \U; `at` moves behind them.
bool readHexEscape(std::string_view text, std::size_t &at, int digits, std::string &out)
{
    std::uint32_t code = 0;
    for (int i = 0; i < digits; ++i, ++at) {
        const int digit = at < text.size() ? json::hexDigit(text[at]) : -1;
        if (digit < 0)
            return false;
        code = code << 4 | std::uint32_t(digit);
    }
    if (code > kMaxCodePoint || (code >= 0xd800 && code <= 0xdfff))
        return false;
    json::appendUtf8(out, char32_t(code));
    return true;
}

// The escapes of one character: pairs of its letter and its meaning.
bool readShortEscape(char letter, std::string_view pairs, std::string &out)
{
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
        if (pairs[i] == letter) {
            out += pairs[i + 1];
            return true;
        }
    }
    return false;
}

constexpr std::string_view kTomlEscapes("b\bt\tn\nf\fr\re\x1b\"\"\\\\", 16);
constexpr std::string_view kYamlEscapes("0\0a\ab\bt\tn\nv\vf\fr\re\x1b\"\"//\\\\  ", 26);

// Behind a backslash.
bool readEscape(
    std::string_view text, std::size_t &at, std::string_view shortOnes, std::string &out)
{
    if (at >= text.size())
        return false;
    const char letter = text[at++];
    switch (letter) {
    case 'x':
        return readHexEscape(text, at, 2, out);
    case 'u':
        return readHexEscape(text, at, 4, out);
    case 'U':
        return readHexEscape(text, at, 8, out);
    default:
        return readShortEscape(letter, shortOnes, out);
    }
}

// Up to the closing delimiter, of one or three quotes.
std::optional<QuotedText> readTomlLines(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    const std::string delimiter(3, quote);
    QuotedText read;
    read.hasLines = true;
    for (at += 3; at < text.size();) {
        const char c = text[at];
        if (text.substr(at).starts_with(delimiter)) {
            at += 3;
            // Up to two quotes may stand before the delimiter.
            for (int more = 0; more < 2 && at < text.size() && text[at] == quote; ++more)
                read.text += text[at++];
            read.end = at;
            return read;
        }
        read.text += c;
        at += c == '\\' && quote == '"' && at + 1 < text.size() ? 2 : 1;
    }
    return std::nullopt;
}

} // namespace

std::optional<QuotedText> readTomlString(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    if (text.substr(at).starts_with("\"\"\"") || text.substr(at).starts_with("'''"))
        return readTomlLines(text, at);
    QuotedText read;
    for (++at; at < text.size() && text[at] != '\n';) {
        const char c = text[at++];
        if (c == quote) {
            read.end = at;
            return read;
        }
        if (c == '\\' && quote == '"') {
            if (!readEscape(text, at, kTomlEscapes, read.text))
                return std::nullopt;
        } else {
            read.text += c;
        }
    }
    return std::nullopt;
}

std::optional<QuotedText> readYamlString(std::string_view text, std::size_t at)
{
    const char quote = text[at];
    QuotedText read;
    for (++at; at < text.size();) {
        const char c = text[at++];
        if (c == quote && quote == '\'' && at < text.size() && text[at] == quote) {
            read.text += text[at++];
            continue;
        }
        if (c == quote) {
            read.end = at;
            return read;
        }
        read.hasLines = read.hasLines || c == '\n';
        const bool isJoint =
            c == '\\' && at < text.size() && (text[at] == '\n' || text[at] == '\r');
        if (c != '\\' || quote != '"' || isJoint)
            read.text += c;
        else if (!readEscape(text, at, kYamlEscapes, read.text))
            return std::nullopt;
    }
    return std::nullopt;
}

bool isJsonNumber(std::string_view word)
{
    std::size_t at = 0;
    const auto digits = [&] {
        const std::size_t begin = at;
        while (at < word.size() && isDigit(word[at]))
            ++at;
        return at - begin;
    };
    if (word.starts_with('-'))
        ++at;
    const std::size_t first = at;
    const std::size_t whole = digits();
    if (whole == 0 || (whole > 1 && word[first] == '0'))
        return false;
    if (at < word.size() && word[at] == '.') {
        ++at;
        if (digits() == 0)
            return false;
    }
    if (at < word.size() && (word[at] == 'e' || word[at] == 'E')) {
        ++at;
        if (at < word.size() && (word[at] == '+' || word[at] == '-'))
            ++at;
        if (digits() == 0)
            return false;
    }
    return at == word.size();
}

} // namespace sonde::hosts
