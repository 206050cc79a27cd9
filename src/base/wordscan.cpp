// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/wordscan.h"

#include "base/secretname.h"
#include "base/secretvalue.h"

#include <algorithm>
#include <array>

namespace sonde {

namespace {

using std::string_view;

constexpr auto kNone = string_view::npos;
constexpr std::size_t kHexToken = 32; // digits; 40 and 64 are the digests of Git and of images
constexpr std::size_t kMaxUrl = 1024; // bytes; secrets behind that are found as parameters only
constexpr std::size_t kMinUserToken = 12; // characters; shorter users are names

bool isHexDigit(char c)
{
    return isDecimalDigit(c) || (c >= 'a' && c <= 'f');
}

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

bool isVariableName(string_view word)
{
    return std::all_of(word.begin(), word.end(),
        [](char c) { return (c >= 'A' && c <= 'Z') || isDecimalDigit(c) || c == '_'; });
}

bool isQuote(char c)
{
    return c == '"' || c == '\'';
}

} // namespace

bool isNameCharacter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || isDecimalDigit(c) || c == '_'
        || c == '-' || c == '.';
}

bool isDecimalDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool equalsIgnoringCase(string_view a, string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
        [](char x, char y) { return lower(x) == lower(y); });
}

bool isAuthorizationScheme(string_view word)
{
    return equalsIgnoringCase(word, "bearer") || equalsIgnoringCase(word, "basic")
        || equalsIgnoringCase(word, "token");
}

bool isLoneRandom(string_view name, string_view value)
{
    static constexpr auto kPublic = std::to_array<string_view>({"checksum", "commit", "digest",
        "file", "hash", "id", "ids", "integrity", "path", "public", "sha", "uri", "url"});
    if (!isRandomWord(value) || isFilePath(value))
        return false;
    const std::vector<std::string> words = wordsOfName(name);
    return std::none_of(words.begin(), words.end(), [](const std::string &word) {
        return std::find(kPublic.begin(), kPublic.end(), word) != kPublic.end();
    });
}

void WordScan::run()
{
    lookAtPairs();
    lookAtHeader();
    lookAtUrls();
    lookAtFormats();
}

std::vector<SecretPlace> WordScan::take()
{
    std::stable_sort(m_places.begin(), m_places.end(), [](const auto &a, const auto &b) {
        return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
    });
    std::vector<SecretPlace> places;
    for (SecretPlace place : m_places) {
        if (!places.empty())
            place.begin = std::max(place.begin, places.back().end);
        if (place.begin < place.end)
            places.push_back(place);
    }
    m_places.clear();
    return places;
}

// NAME=value, --name=value, ?name=value, and each of Server=x;Password=value.
void WordScan::lookAtPairs()
{
    for (auto at = m_word.find('='); at != kNone; at = m_word.find('=', at))
        at = lookAtPair(at);
}

// Returns where the next pair may begin.
std::size_t WordScan::lookAtPair(std::size_t equals)
{
    std::size_t begin = equals;
    while (begin > 0 && isNameCharacter(m_word[begin - 1]))
        --begin;
    const std::string_view name = m_word.substr(begin, equals - begin);
    const SecretName secret = secretName(name);
    if (secret == SecretName::No && begin > 0)
        return equals + 1;
    std::size_t value = behindScheme(equals + 1);
    const std::size_t end = valueEnd(begin, equals + 1);
    if (value < end && isQuote(m_word[value]))
        ++value;
    if (value >= end)
        return equals + 1;
    const string_view text = m_word.substr(value, end - value);
    const char before = begin > 0 ? m_word[begin - 1] : ' ';
    const bool isParameter = before == '?' || before == '&';
    if (isSecretValue(secret, text) && !(m_namesVariable && isVariableName(text)))
        add(value, end,
            isParameter               ? SecretKind::UrlParameter
                : name.front() == '-' ? SecretKind::Option
                                      : SecretKind::Variable);
    else if (begin == 0 && isLoneRandom(name, text))
        add(value, end, SecretKind::Random);
    else
        return equals + 1;
    return end;
}

// Where a value ends depends on what stands before its name.
std::size_t WordScan::valueEnd(std::size_t name, std::size_t value) const
{
    const char before = name > 0 ? m_word[name - 1] : ' ';
    if (value < m_word.size() && isQuote(m_word[value]))
        return std::min(m_word.find(m_word[value], value + 1), m_word.size());
    if (before == '?' || before == '&')
        return std::min(m_word.find_first_of("&#;\"'<> \t\r\n\\", value), m_word.size());
    if (m_isText || (name > 0 && before != ':' && before != '/'))
        return std::min(m_word.find_first_of(";&|,\"' \t\r\n\\", value), m_word.size());
    // A whole word, unless another pair follows as in a connection string.
    for (auto i = m_word.find(';', value); i != kNone; i = m_word.find(';', i + 1)) {
        const std::size_t equals = m_word.find('=', i);
        if (equals != kNone && equals > i + 1)
            return i;
    }
    return m_word.size();
}

// The names of the schemes are shown: "Bearer X".
std::size_t WordScan::behindScheme(std::size_t value) const
{
    const std::size_t space = m_word.find_first_of(" \t", value);
    return space != kNone && isAuthorizationScheme(m_word.substr(value, space - value))
        ? std::min(m_word.find_first_not_of(" \t", space), m_word.size())
        : value;
}

// Authorization: Bearer X.
void WordScan::lookAtHeader()
{
    const std::size_t colon = m_word.find(':');
    if (colon == kNone || colon == 0 || m_word.substr(colon).starts_with("://"))
        return lookAtSchemes();
    const string_view name = m_word.substr(0, colon);
    if (!std::all_of(name.begin(), name.end(), isNameCharacter) || !isSecretMember(name))
        return lookAtSchemes();
    const std::size_t begin = std::min(m_word.find_first_not_of(" \t", colon + 1), m_word.size());
    const string_view value = m_word.substr(behindScheme(begin));
    const bool isShown = (m_isText && !standsOut(value)) || value.find("${") != kNone
        || isAuthorizationScheme(value) || (m_namesVariable && isVariableName(value));
    if (!isShown && isSecretValue(SecretName::Yes, value))
        add(m_word.size() - value.size(), m_word.size(), SecretKind::Header);
}

// Bearer X in a value whose name says nothing.
void WordScan::lookAtSchemes()
{
    lookAtScheme("bearer");
    lookAtScheme("basic");
}

void WordScan::lookAtScheme(string_view scheme)
{
    for (std::size_t at = 0; at + scheme.size() + 1 < m_word.size(); ++at) {
        const bool isBegin = at == 0 || !isNameCharacter(m_word[at - 1]);
        if (!isBegin || !equalsIgnoringCase(m_word.substr(at, scheme.size()), scheme))
            continue;
        const std::size_t after = at + scheme.size();
        const std::size_t begin = m_word.find_first_not_of(" \t", after);
        if (begin == kNone || begin == after)
            continue;
        const std::size_t end =
            std::min(m_word.find_first_of(" \t\r\n\"'\\,<>", begin), m_word.size());
        const string_view value = m_word.substr(begin, end - begin);
        if (standsOut(value) && !isReference(value))
            add(begin, end, SecretKind::Header);
    }
}

void WordScan::lookAtUrls()
{
    for (auto at = m_word.find("://"); at != kNone; at = m_word.find("://", at + 3)) {
        std::size_t scheme = at;
        while (scheme > 0 && isNameCharacter(m_word[scheme - 1]))
            --scheme;
        const std::size_t begin = at + 3;
        const string_view rest = m_word.substr(begin, kMaxUrl);
        const std::size_t end = begin + std::min(rest.find_first_of(" \t\r\n\"'<>\\"), rest.size());
        const std::size_t path = lookAtUserInfo(begin, end);
        const string_view name = m_word.substr(scheme, at - scheme);
        if (name.starts_with("http") || name.starts_with("ws"))
            lookAtPath(path, end);
    }
}

// Returns where the path begins.
std::size_t WordScan::lookAtUserInfo(std::size_t begin, std::size_t end)
{
    const string_view url = m_word.substr(0, end);
    const std::size_t authority = std::min(url.find_first_of("/?#", begin), end);
    const std::size_t colon = url.find(':', begin);
    std::size_t at = url.substr(begin, authority - begin).rfind('@');
    at = at == kNone ? kNone : begin + at;
    if (at == kNone && colon < authority && url[begin] != '[') {
        // A password with a slash, which should have been written as %2F, or a port.
        const bool isPort = std::all_of(url.begin() + std::ptrdiff_t(colon) + 1,
            url.begin() + std::ptrdiff_t(authority), isDecimalDigit);
        at = isPort ? kNone : url.rfind('@');
    }
    if (at == kNone || at < begin)
        return authority;
    const std::size_t userEnd = std::min(colon, at);
    const string_view user = url.substr(begin, userEnd - begin);
    // A token is often given as the user, with no password or with a fixed one.
    const bool isToken = user.size() >= kMinUserToken && user.find('@') == kNone
        && (standsOut(user) || knownSecretAt(user) > 0);
    if (isToken && !isReference(user))
        add(begin, userEnd, SecretKind::UrlPassword);
    if (userEnd < at && !isReference(url.substr(userEnd + 1, at - userEnd - 1)))
        add(userEnd + 1, at, SecretKind::UrlPassword);
    return std::min(url.find_first_of("/?#", at), end);
}

// With a URL like https://mcp.example/s/RANDOM/mcp, anybody may use the server.
void WordScan::lookAtPath(std::size_t begin, std::size_t end)
{
    const std::size_t pathEnd = std::min(m_word.substr(0, end).find_first_of("?#", begin), end);
    for (std::size_t at = begin; at < pathEnd;) {
        const std::size_t next = std::min(m_word.substr(0, pathEnd).find('/', at), pathEnd);
        const string_view part = m_word.substr(at, next - at);
        const bool isHex =
            part.size() == kHexToken && std::all_of(part.begin(), part.end(), isHexDigit);
        if (isHex || isRandomWord(part))
            add(at, next, SecretKind::Random);
        at = next + 1;
    }
}

void WordScan::lookAtFormats()
{
    for (std::size_t at = 0; at < m_word.size(); ++at) {
        if (at > 0 && isNameCharacter(m_word[at - 1]))
            continue;
        if (const std::size_t size = knownSecretAt(m_word.substr(at)); size > 0) {
            add(at, at + size, SecretKind::KnownFormat);
            at += size;
        }
    }
}

} // namespace sonde
