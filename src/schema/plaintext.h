// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/value.h"

#include <optional>
#include <string>
#include <string_view>

namespace sonde::schema {

// The text of a string, or a member's name: decoded only if it contains escapes, which few do.
class PlainText {
public:
    static PlainText ofString(const json::Value &string) // nothing but a string
    {
        return string.node().escaped ? PlainText(string.text()) : PlainText(string.raw(), Quoted());
    }
    static PlainText ofName(const json::Value &member)
    {
        return member.node().keyEscaped ? PlainText(member.key())
                                        : PlainText(member.rawKey(), Quoted());
    }
    // Whether the member has that name, which is decoded.
    static bool isNameOf(const json::Value &member, std::string_view name)
    {
        if (member.node().keyEscaped)
            return member.key() == name;
        const std::string_view quoted = member.rawKey();
        return quoted.size() == name.size() + 2 && quoted.substr(1, name.size()) == name;
    }
    PlainText(const PlainText &) = delete;
    PlainText &operator=(const PlainText &) = delete;

    std::string_view view() const { return m_view; }

private:
    struct Quoted { };
    PlainText(std::string_view quoted, Quoted)
        : m_view(quoted.substr(1, quoted.size() - 2))
    {
    }
    explicit PlainText(std::string decoded)
        : m_decoded(std::move(decoded))
        , m_view(*m_decoded)
    {
    }

    const std::optional<std::string> m_decoded;
    const std::string_view m_view;
};

} // namespace sonde::schema
