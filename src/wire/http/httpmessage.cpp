// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/http/httpmessage.h"

#include "base/secretname.h"
#include "wire/http/shownaddress.h"

#include <algorithm>
#include <array>

namespace sonde::wire {

namespace {

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool sameName(std::string_view a, std::string_view b)
{
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
        [](char x, char y) { return lower(x) == lower(y); });
}

bool isBlank(char c)
{
    return c == ' ' || c == '\t';
}

std::string_view trimmed(std::string_view text)
{
    while (!text.empty() && isBlank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && isBlank(text.back()))
        text.remove_suffix(1);
    return text;
}

QByteArray toByteArray(std::string_view text)
{
    return {text.data(), static_cast<qsizetype>(text.size())};
}

std::string_view viewOf(const QByteArray &array)
{
    return {array.constData(), static_cast<std::size_t>(array.size())};
}

struct Line {
    std::string_view text; // without the line end
    std::string_view whole; // with the line end
};

// Removes the first line from `rest`; it ends with CRLF, a bare LF, or the end of the text.
Line nextLine(std::string_view &rest)
{
    const std::size_t end = rest.find('\n');
    const std::size_t size = end == std::string_view::npos ? rest.size() : end + 1;
    Line line{rest.substr(0, size), rest.substr(0, size)};
    if (line.text.ends_with('\n'))
        line.text.remove_suffix(1);
    if (line.text.ends_with('\r'))
        line.text.remove_suffix(1);
    rest.remove_prefix(size);
    return line;
}

bool isFolded(std::string_view line)
{
    return !line.empty() && isBlank(line.front());
}

// "HTTP/1.1 200 OK", "HTTP/2 200"
bool readStatusLine(std::string_view line, HttpHead &head)
{
    const std::size_t blank = line.find(' ');
    if (!line.starts_with("HTTP/") || blank == std::string_view::npos || blank == 5)
        return false;
    const std::string_view rest = trimmed(line.substr(blank));
    const auto isDigit = [](char c) { return c >= '0' && c <= '9'; };
    if (rest.size() < 3 || !std::all_of(rest.begin(), rest.begin() + 3, isDigit)
        || (rest.size() > 3 && !isBlank(rest[3])))
        return false;
    head.version = toByteArray(line.substr(0, blank));
    head.status = (rest[0] - '0') * 100 + (rest[1] - '0') * 10 + (rest[2] - '0');
    head.reason = toByteArray(trimmed(rest.substr(3)));
    return head.status >= 100 && head.status <= 599;
}

bool isSecretName(std::string_view name, const std::vector<QByteArray> &secretNames)
{
    return isSecretField(name)
        || std::any_of(secretNames.begin(), secretNames.end(),
            [name](const QByteArray &other) { return sameName(name, viewOf(other)); });
}

} // namespace

bool isSecretField(std::string_view name)
{
    static constexpr std::array<std::string_view, 4> kAlways{
        "authorization", "proxy-authorization", "cookie", "set-cookie"};
    const auto isName = [name](std::string_view other) { return sameName(name, other); };
    return std::any_of(kAlways.begin(), kAlways.end(), isName) || isSecretMember(name);
}

void HttpHeaders::append(const HttpHeaders &others)
{
    m_fields.insert(m_fields.end(), others.m_fields.begin(), others.m_fields.end());
}

bool HttpHeaders::contains(std::string_view name) const
{
    return std::any_of(m_fields.begin(), m_fields.end(),
        [name](const HttpHeader &field) { return sameName(viewOf(field.name), name); });
}

std::optional<QByteArray> HttpHeaders::value(std::string_view name) const
{
    for (const HttpHeader &field : m_fields) {
        if (sameName(viewOf(field.name), name))
            return field.value;
    }
    return std::nullopt;
}

std::vector<QByteArray> HttpHeaders::values(std::string_view name) const
{
    std::vector<QByteArray> found;
    for (const HttpHeader &field : m_fields) {
        if (sameName(viewOf(field.name), name))
            found.push_back(field.value);
    }
    return found;
}

QByteArray HttpHeaders::mediaType() const
{
    const QByteArray value = this->value("Content-Type").value_or(QByteArray());
    const auto end = value.indexOf(';');
    return (end < 0 ? value : value.left(end)).trimmed().toLower();
}

bool HttpHead::isRedirect() const
{
    const bool redirects =
        status == 301 || status == 302 || status == 303 || status == 307 || status == 308;
    return redirects && headers.contains("Location");
}

std::optional<HttpHead> HttpHead::parse(std::string_view raw)
{
    HttpHead head;
    if (!readStatusLine(nextLine(raw).text, head))
        return std::nullopt;
    HttpHeader field;
    const auto finishField = [&] {
        if (!field.name.isEmpty())
            head.headers.add(std::exchange(field, {}));
    };
    while (!raw.empty()) {
        const std::string_view line = nextLine(raw).text;
        if (line.empty())
            break;
        if (isFolded(line)) {
            // RFC 9112 section 5.2: a fold is read as one space.
            if (!field.name.isEmpty())
                field.value += ' ' + toByteArray(trimmed(line));
            continue;
        }
        finishField();
        const std::size_t colon = line.find(':');
        if (colon == std::string_view::npos)
            continue;
        field.name = toByteArray(trimmed(line.substr(0, colon)));
        field.value = toByteArray(trimmed(line.substr(colon + 1)));
    }
    finishField();
    return head;
}

QByteArray redactedHead(std::string_view raw, const std::vector<QByteArray> &secretNames)
{
    QByteArray redacted;
    redacted.reserve(static_cast<qsizetype>(raw.size()));
    redacted += withoutQuerySecrets(nextLine(raw).whole); // the request or status line
    while (!raw.empty()) {
        const Line line = nextLine(raw);
        const std::size_t colon = line.text.find(':');
        if (colon == std::string_view::npos
            || !isSecretName(trimmed(line.text.substr(0, colon)), secretNames)) {
            redacted += toByteArray(line.whole);
            continue;
        }
        std::size_t hidden = trimmed(line.text.substr(colon + 1)).size();
        std::string_view end = line.whole.substr(line.text.size());
        while (isFolded(raw)) { // the folded lines are part of the secret
            const Line more = nextLine(raw);
            hidden += trimmed(more.text).size();
            end = more.whole.substr(more.text.size());
        }
        redacted += toByteArray(line.text.substr(0, colon + 1)) + " (hidden, "
            + QByteArray::number(hidden) + " characters)" + toByteArray(end);
    }
    return redacted;
}

} // namespace sonde::wire
