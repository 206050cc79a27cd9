// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/quotedmembers.h"

#include "base/secretname.h"
#include "base/secretvalue.h"

#include <algorithm>
#include <string>

namespace sonde {

namespace {

using std::string_view;
constexpr auto kNone = string_view::npos;
constexpr std::size_t kMaxName = 64;
// 0: a quote of the text; 1: of JSON in a string; 3: of JSON in a string of that.
constexpr std::size_t kMaxBackslashes = 3;
constexpr string_view kEscapedQuote = "u0022";
constexpr char kFiller = '\x01'; // JSON has no control characters

class MemberScan {
public:
    explicit MemberScan(string_view text)
        : m_text(text)
    {
    }

    std::vector<SecretPlace> take()
    {
        std::vector<SecretPlace> places;
        for (std::size_t quote = m_text.find('"'); quote != kNone;
             quote = m_text.find('"', quote + 1)) {
            const std::size_t backslashes = backslashesBefore(quote);
            if (backslashes > kMaxBackslashes || backslashes == 2)
                continue;
            const std::size_t begin = valueBehind(quote + 1, backslashes);
            if (begin == kNone)
                continue;
            const std::size_t end = endOfString(begin, backslashes);
            if (end > begin && !isReference(m_text.substr(begin, end - begin)))
                places.push_back({begin, end, SecretKind::Member});
            quote = end;
        }
        return places;
    }

private:
    std::size_t backslashesBefore(std::size_t quote) const
    {
        std::size_t begin = quote;
        while (begin > 0 && quote - begin <= 2 * kMaxBackslashes + 1 && m_text[begin - 1] == '\\')
            --begin;
        return quote - begin;
    }

    bool skip(std::size_t &at, std::size_t backslashes, char last) const
    {
        const string_view rest = m_text.substr(at);
        const bool isThere = rest.size() > backslashes && rest[backslashes] == last
            && rest.substr(0, backslashes).find_first_not_of('\\') == kNone;
        at += isThere ? backslashes + 1 : 0;
        return isThere;
    }

    void skipBlanks(std::size_t &at) const
    {
        while (at < m_text.size() && (m_text[at] == ' ' || m_text[at] == kFiller))
            ++at;
    }

    void skipFiller(std::size_t &at) const
    {
        while (at < m_text.size() && m_text[at] == kFiller)
            ++at;
    }

    // Where the string of a member begins whose name begins at `at`, if that name is a secret's.
    std::size_t valueBehind(std::size_t at, std::size_t backslashes) const
    {
        skipFiller(at);
        const string_view name = m_text.substr(at, kMaxName);
        const std::size_t size = name.find_first_of("\"\\");
        if (size == kNone || size == 0)
            return kNone;
        at += size;
        if (!skip(at, backslashes, '"'))
            return kNone;
        skipBlanks(at);
        if (!skip(at, 0, ':'))
            return kNone;
        skipBlanks(at);
        if (!skip(at, backslashes, '"') || !isSecretMember(name.substr(0, size)))
            return kNone;
        skipFiller(at);
        return at;
    }

    // The quotes of a string have `backslashes` more than those that it is written with, and the
    // ones inside it have one more again, and twice as many. Text may be cut anywhere.
    std::size_t endOfString(std::size_t begin, std::size_t backslashes) const
    {
        const std::size_t period = 2 * (backslashes + 1);
        std::size_t run = 0;
        for (std::size_t at = begin; at < m_text.size(); ++at) {
            if (m_text[at] == '\\') {
                ++run;
                continue;
            }
            const bool isOuter = run % (backslashes + 1) != backslashes;
            if (m_text[at] == '"' && (isOuter || run % period == backslashes))
                return at - std::min(run, backslashes);
            run = 0;
        }
        return m_text.size();
    }

    string_view m_text;
};

// A string may be written with \u0022 for a quote. The same text with plain quotes, of the same
// length: what follows a quote is filled up.
std::string withPlainQuotes(string_view text)
{
    std::string plain(text);
    for (std::size_t at = plain.find(kEscapedQuote); at != kNone;
         at = plain.find(kEscapedQuote, at + kEscapedQuote.size())) {
        std::size_t begin = at;
        while (begin > 0 && at - begin <= kMaxBackslashes && plain[begin - 1] == '\\')
            --begin;
        const std::size_t backslashes = at - begin;
        if (backslashes == 0 || backslashes > kMaxBackslashes)
            continue;
        // \\u0022 is in a string of a string what \u0022 is in a string: a quote with three.
        const std::string quote = backslashes == 2 ? "\\\"" : "\"";
        plain.replace(at, kEscapedQuote.size(),
            quote + std::string(kEscapedQuote.size() - quote.size(), kFiller));
    }
    return plain;
}

} // namespace

std::vector<SecretPlace> secretsOfMembers(string_view text)
{
    if (text.find(kEscapedQuote) == kNone)
        return MemberScan(text).take();
    const std::string plain = withPlainQuotes(text);
    return MemberScan(plain).take();
}

} // namespace sonde
