// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/link/challenge.h"

#include <algorithm>

namespace sonde::wire {

namespace {

constexpr std::size_t kMaxChallenges = 100;
constexpr std::size_t kMaxParameters = 100; // per challenge

bool isAlphanumeric(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isTokenCharacter(char c) // RFC 9110 section 5.6.2
{
    return isAlphanumeric(c)
        || std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool isToken68Character(char c) // RFC 9110 section 11.2
{
    return isAlphanumeric(c) || std::string_view("-._~+/").find(c) != std::string_view::npos;
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n'; // CR and LF occur in folded fields
}

bool equalsWithoutCase(const QByteArray &a, std::string_view b)
{
    return static_cast<std::size_t>(a.size()) == b.size()
        && qstrnicmp(a.constData(), b.data(), b.size()) == 0;
}

QByteArray toByteArray(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

// Parses one field's value. Every step advances: invalid input takes linear time.
class Reader {
public:
    Reader(std::string_view text, std::vector<Challenge> &challenges, QByteArray *unread)
        : m_text(text)
        , m_challenges(challenges)
        , m_unread(unread)
    {
    }

    void read()
    {
        while (true) {
            const bool mayBeginChallenge = skipSeparators() || m_at == 0 || !m_current;
            if (m_at == m_text.size())
                return;
            const std::size_t begin = m_at;
            const std::string_view word = take(isTokenCharacter);
            if (!word.empty() && m_current && atEqualsSign()) {
                if (!parameter(word))
                    skip(begin);
            } else if (!word.empty() && mayBeginChallenge && !atEqualsSign()) {
                if (!challenge(word))
                    skip(begin);
            } else {
                skip(begin);
            }
        }
    }

private:
    bool atEnd() const { return m_at == m_text.size(); }
    bool at(char c) const { return !atEnd() && m_text[m_at] == c; }

    void skipBlanks() { take(isBlank); }

    std::string_view take(bool (*accepts)(char))
    {
        const std::size_t begin = m_at;
        while (!atEnd() && accepts(m_text[m_at]))
            ++m_at;
        return m_text.substr(begin, m_at - begin);
    }

    // Returns whether a comma was skipped. Lists may have empty elements (section 5.6.1).
    bool skipSeparators()
    {
        const std::string_view separators = take([](char c) { return isBlank(c) || c == ','; });
        return separators.find(',') != std::string_view::npos;
    }

    // Space before it is "bad" but allowed (section 11.2).
    bool atEqualsSign()
    {
        const std::size_t begin = m_at;
        skipBlanks();
        const bool found = at('=');
        if (!found)
            m_at = begin;
        return found;
    }

    bool challenge(std::string_view scheme)
    {
        if (m_challenges.size() >= kMaxChallenges) {
            m_current = false;
            return false;
        }
        m_challenges.push_back({toByteArray(scheme), {}, {}});
        m_current = true;
        token68();
        return true;
    }

    // "abc==", followed by a comma or the end; `name=value` begins alike.
    void token68()
    {
        const std::size_t begin = m_at;
        skipBlanks();
        const std::size_t first = m_at;
        take(isToken68Character);
        const bool some = m_at > first;
        take([](char c) { return c == '='; });
        const std::size_t last = m_at;
        skipBlanks();
        if (some && first > begin && (atEnd() || at(',')))
            m_challenges.back().token68 = toByteArray(m_text.substr(first, last - first));
        else
            m_at = begin;
    }

    bool parameter(std::string_view name)
    {
        auto &parameters = m_challenges.back().parameters;
        if (parameters.size() >= kMaxParameters)
            return false;
        ++m_at; // the equals sign
        skipBlanks();
        if (at('"')) {
            auto value = quoted();
            if (value)
                parameters.emplace_back(toByteArray(name), std::move(*value));
            return value.has_value();
        }
        if (auto value = singleQuoted()) {
            parameters.emplace_back(toByteArray(name), std::move(*value));
            return true;
        }
        // The standard requires a token here, but URLs are often written without quotes.
        const auto isValue = [](char c) { return !isBlank(c) && c != ',' && c != '"'; };
        parameters.emplace_back(toByteArray(name), toByteArray(take(isValue)));
        return true;
    }

    // 'x, y', followed by a blank, a comma or the end, with its quotes: they are no quotes for the
    // standard, so the reader decides. Empty: no such value is here, and nothing was taken.
    std::optional<QByteArray> singleQuoted()
    {
        const std::size_t close = at('\'') ? m_text.find('\'', m_at + 1) : std::string_view::npos;
        if (close == std::string_view::npos)
            return std::nullopt;
        const std::size_t after = close + 1;
        if (after < m_text.size() && !isBlank(m_text[after]) && m_text[after] != ',')
            return std::nullopt;
        const std::string_view value = m_text.substr(m_at, after - m_at);
        m_at = after;
        return toByteArray(value);
    }

    // Section 5.6.4. Empty if the quote is never closed.
    std::optional<QByteArray> quoted()
    {
        QByteArray value;
        for (++m_at; !atEnd(); ++m_at) {
            if (at('"')) {
                ++m_at;
                return value;
            }
            if (at('\\') && m_at + 1 < m_text.size())
                ++m_at;
            value += m_text[m_at];
        }
        return std::nullopt;
    }

    // Skips everything from `begin` to the next comma outside of quotes.
    void skip(std::size_t begin)
    {
        while (!atEnd() && !at(',')) {
            if (at('"'))
                quoted();
            else
                ++m_at;
        }
        if (!m_unread)
            return;
        if (!m_unread->isEmpty())
            *m_unread += ", ";
        *m_unread += toByteArray(m_text.substr(begin, m_at - begin));
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::vector<Challenge> &m_challenges;
    bool m_current = false; // the newest challenge is in this field and accepts parameters
    QByteArray *m_unread;
};

} // namespace

bool Challenge::isScheme(std::string_view name) const
{
    return equalsWithoutCase(scheme, name);
}

std::optional<QByteArray> Challenge::parameter(std::string_view name) const
{
    const auto it = std::find_if(parameters.begin(), parameters.end(),
        [name](const auto &parameter) { return equalsWithoutCase(parameter.first, name); });
    return it == parameters.end() ? std::nullopt : std::optional(it->second);
}

std::vector<Challenge> parseChallenges(const HttpHeaders &headers, QByteArray *unread)
{
    std::vector<Challenge> challenges;
    for (const HttpHeader &field : headers.fields()) {
        if (!equalsWithoutCase(field.name, "WWW-Authenticate"))
            continue;
        const auto size = static_cast<std::size_t>(field.value.size());
        Reader({field.value.constData(), size}, challenges, unread).read();
    }
    return challenges;
}

} // namespace sonde::wire
