// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "json/builder.h"

#include "json/scan.h"

#include <array>
#include <charconv>
#include <cmath>

namespace sonde::json {

namespace {

void appendEscaped(std::string &out, unsigned char c)
{
    constexpr std::string_view kHex = "0123456789abcdef";
    switch (c) {
    case '"':
        out += "\\\"";
        break;
    case '\\':
        out += "\\\\";
        break;
    case '\n':
        out += "\\n";
        break;
    case '\r':
        out += "\\r";
        break;
    case '\t':
        out += "\\t";
        break;
    default:
        out += "\\u00";
        out += kHex[c >> 4];
        out += kHex[c & 15];
    }
}

} // namespace

void appendQuoted(std::string &out, std::string_view utf8)
{
    out += '"';
    const char *at = utf8.data();
    const char *const end = at + utf8.size();
    while (at != end) {
        const char *stop = skipPlain(at, end);
        out.append(at, stop);
        at = stop;
        if (at == end)
            break;
        const auto c = static_cast<unsigned char>(*at);
        if (c < 0x80) {
            appendEscaped(out, c);
            ++at;
        } else if (const int length = utf8Length(at, end)) {
            out.append(at, static_cast<std::size_t>(length));
            at += length;
        } else {
            out += "\xef\xbf\xbd"; // U+FFFD, because the text sent must be UTF-8
            ++at;
        }
    }
    out += '"';
}

std::string quoted(std::string_view utf8)
{
    std::string out;
    appendQuoted(out, utf8);
    return out;
}

void Builder::separate()
{
    if (m_needComma)
        m_text += ',';
    m_needComma = true;
}

Builder &Builder::beginObject()
{
    separate();
    m_text += '{';
    m_needComma = false;
    return *this;
}

Builder &Builder::endObject()
{
    m_text += '}';
    m_needComma = true;
    return *this;
}

Builder &Builder::beginArray()
{
    separate();
    m_text += '[';
    m_needComma = false;
    return *this;
}

Builder &Builder::endArray()
{
    m_text += ']';
    m_needComma = true;
    return *this;
}

Builder &Builder::key(std::string_view utf8)
{
    separate();
    appendQuoted(m_text, utf8);
    m_text += ':';
    m_needComma = false;
    return *this;
}

Builder &Builder::string(std::string_view utf8)
{
    separate();
    appendQuoted(m_text, utf8);
    return *this;
}

Builder &Builder::string(QStringView text)
{
    const QByteArray utf8 = text.toUtf8();
    return string(std::string_view(utf8.constData(), static_cast<std::size_t>(utf8.size())));
}

Builder &Builder::number(std::int64_t value)
{
    separate();
    m_text += std::to_string(value);
    return *this;
}

Builder &Builder::number(double value)
{
    if (!std::isfinite(value))
        return null();
    separate();
    std::array<char, 32> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    m_text.append(digits.data(), end);
    return *this;
}

Builder &Builder::boolean(bool value)
{
    return raw(value ? "true" : "false");
}

Builder &Builder::null()
{
    return raw("null");
}

Builder &Builder::raw(std::string_view json)
{
    separate();
    m_text += json;
    return *this;
}

Bytes Builder::take()
{
    auto storage = std::make_shared<const std::string>(takeString());
    const char *data = storage->data();
    const auto size = storage->size();
    return {std::move(storage), data, size};
}

std::string Builder::takeString()
{
    m_needComma = false;
    return std::exchange(m_text, {});
}

} // namespace sonde::json
