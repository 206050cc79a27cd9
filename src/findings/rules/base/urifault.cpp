// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/rules/base/urifault.h"

#include "findings/catalogue/findingstr.h"
#include "findings/context/report.h"
#include "schema/format.h"
#include "schema/uritemplate.h"

#include <QUrl>

#include <algorithm>

namespace sonde::findings {

namespace {

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isOfScheme(char c)
{
    return isLetter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
}

bool isHexDigit(char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

// RFC 6570: the braces of a template are meant as they are.
QString templateFault(std::string_view text)
{
    const auto parsed = schema::UriTemplate::parse(text);
    if (!parsed || parsed->variables().empty())
        return {};
    const auto begin = text.find('{');
    const auto variable = text.substr(begin, text.find('}', begin) - begin + 1);
    return Text::tr("It is a URI template with the variable “%1”; templates belong in the response "
                    "to `resources/templates/list`.")
        .arg(shown(variable));
}

// RFC 3986 section 3.1.
QString schemeFault(std::string_view text)
{
    const auto end = text.find_first_of(":/?#");
    if (end == std::string_view::npos || text[end] != ':' || end == 0)
        return Text::tr("It has no scheme, such as “file:”.");
    const std::string_view scheme = text.substr(0, end);
    if (!isLetter(scheme.front()))
        return Text::tr("Its scheme “%1” does not begin with a letter.").arg(shown(scheme));
    if (!std::all_of(scheme.begin(), scheme.end(), &isOfScheme))
        return Text::tr("Its scheme “%1” has characters other than letters, digits, “+”, “-” and "
                        "“.”.")
            .arg(shown(scheme));
    return {};
}

// The bytes of the character that begins there.
std::string_view characterAt(std::string_view text, std::size_t at)
{
    std::size_t end = at + 1;
    while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U)
        ++end;
    return text.substr(at, end - at);
}

// RFC 3986 section 2: everything else is percent-encoded.
QString characterFault(std::string_view text)
{
    constexpr std::string_view kAllowed = "-._~:/?#[]@!$&'()*+,;=";
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (c == '%'
            && (i + 2 >= text.size() || !isHexDigit(text[i + 1]) || !isHexDigit(text[i + 2])))
            return Text::tr("It has a “%” without two hexadecimal digits after it; write “%25”.");
        const bool isDigit = c >= '0' && c <= '9';
        if (c == '%' || isLetter(c) || isDigit || kAllowed.find(c) != std::string_view::npos)
            continue;
        const std::string_view character = characterAt(text, i);
        const auto bytes = QByteArray::fromRawData(character.data(), qsizetype(character.size()));
        return Text::tr("It has the character “%1”; write “%2”.")
            .arg(shown(character), QString::fromLatin1(bytes.toPercentEncoding()));
    }
    return {};
}

} // namespace

QString uriFault(std::string_view text)
{
    if (schema::isUri(text, false))
        return {};
    if (QString fault = templateFault(text); !fault.isEmpty())
        return fault;
    if (QString fault = schemeFault(text); !fault.isEmpty())
        return fault;
    if (QString fault = characterFault(text); !fault.isEmpty())
        return fault;
    return Text::tr("Its host, its port or a bracket in it is not valid.");
}

} // namespace sonde::findings
