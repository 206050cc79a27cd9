// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/base64text.h"

#include "base/formatting.h"
#include "content/base/contenttext.h"
#include <QByteArray>

#include <algorithm>

namespace sonde::content {
namespace {

constexpr int kGroup = 4; // digits that make three bytes

bool isDigit(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+'
        || c == '/' || c == '=';
}

bool isSpace(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

// As a strict reader wants it, and what had to be done for that.
QByteArray mended(std::string_view text, QStringList &oddities)
{
    QByteArray plain;
    plain.reserve(qsizetype(text.size()));
    bool spaces = false;
    bool urls = false;
    for (const char c : text) {
        if (isSpace(c)) {
            spaces = true;
            continue;
        }
        urls = urls || c == '-' || c == '_';
        plain += c == '-' ? '+' : c == '_' ? '/' : c;
    }
    if (spaces)
        oddities << Text::tr("spaces or line breaks");
    if (urls)
        oddities << Text::tr("the URL-safe alphabet");
    if (plain.size() % kGroup > 1) {
        oddities << Text::tr("no padding");
        plain.append(kGroup - plain.size() % kGroup, '=');
    }
    return plain;
}

} // namespace

Base64Text readBase64(const Bytes &text)
{
    Base64Text read;
    constexpr auto kStrict = QByteArray::AbortOnBase64DecodingErrors;
    const auto view = QByteArray::fromRawData(text.data(), qsizetype(text.size()));
    if (auto strict = QByteArray::fromBase64Encoding(view, kStrict);
        strict && text.size() % kGroup == 0) {
        read.bytes = Bytes::fromByteArray(*strict);
        return read;
    }
    QStringList oddities;
    const QByteArray plain = mended(text.view(), oddities);
    auto decoded = QByteArray::fromBase64Encoding(plain, kStrict);
    if (decoded && plain.size() % kGroup == 0) {
        read.bytes = Bytes::fromByteArray(*decoded);
        if (oddities.isEmpty())
            oddities << Text::tr("a wrong length");
        read.note =
            Text::tr("The base64 has %1; strict decoders reject it.").arg(listText(oddities));
        return read;
    }
    const std::string_view all = text.view();
    const auto wrong = std::find_if(all.begin(), all.end(), [](char c) { return !isDigit(c); });
    read.problem = wrong == all.end()
        ? Text::tr("Invalid base64: the end is missing.")
        : Text::tr("Invalid base64: the character at %1 is not in the alphabet.")
              .arg(countText(wrong - all.begin()));
    return read;
}

} // namespace sonde::content
