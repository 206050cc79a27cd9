// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secretkind.h"

#include <string_view>
#include <vector>

namespace sonde {

// Finds the secrets in one word of a command line or of a text, without the words around it.
class WordScan {
public:
    enum class Context : std::uint8_t { CommandLine, Text };

    // The word outlives it.
    WordScan(std::string_view word, Context context)
        : m_word(word)
        , m_isText(context == Context::Text)
    {
    }

    void add(std::size_t begin, std::size_t end, SecretKind kind)
    {
        if (begin < end)
            m_places.push_back({begin, end, kind});
    }
    void addWhole(SecretKind kind) { add(0, m_word.size(), kind); }
    // Of name:value and name=value, the value is the name of a variable: --header-env
    // X=MY_VARIABLE.
    void namesVariable() { m_namesVariable = true; }

    void run();
    // In order, without what is inside others.
    std::vector<SecretPlace> take();

private:
    void lookAtPairs();
    std::size_t lookAtPair(std::size_t equals);
    void lookAtHeader();
    void lookAtSchemes();
    void lookAtScheme(std::string_view scheme);
    void lookAtUrls();
    std::size_t lookAtUserInfo(std::size_t begin, std::size_t end);
    void lookAtPath(std::size_t begin, std::size_t end);
    void lookAtFormats();
    std::size_t valueEnd(std::size_t name, std::size_t value) const;
    std::size_t behindScheme(std::size_t value) const;

    std::string_view m_word;
    bool m_isText;
    bool m_namesVariable = false;
    std::vector<SecretPlace> m_places;
};

// Whether a word that stands alone, or behind such a name, looks random and is not one of the
// things that are random and public: ids, digests, commits.
bool isLoneRandom(std::string_view name, std::string_view value);

bool isNameCharacter(char c); // of an option, a variable, a header
bool isDecimalDigit(char c);
bool equalsIgnoringCase(std::string_view a, std::string_view b);
bool isAuthorizationScheme(std::string_view word); // Bearer, Basic, token

} // namespace sonde
