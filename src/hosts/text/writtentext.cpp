// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/writtentext.h"

#include "json/builder.h"

#include <algorithm>
#include <array>

namespace sonde::hosts {

namespace {

bool isLetter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

// Words that YAML takes for something else than text.
bool isYamlWord(std::string_view name)
{
    static constexpr std::array<std::string_view, 7> kWords{
        "true", "false", "null", "yes", "no", "on", "off"};
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
        [](char c) { return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c; });
    return std::find(kWords.begin(), kWords.end(), lower) != kWords.end();
}

// Whether a name means the same without quotes.
bool isBareName(std::string_view name)
{
    return !name.empty() && isLetter(name.front()) && !isYamlWord(name)
        && std::all_of(name.begin(), name.end(),
            [](char c) { return isLetter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-'; });
}

bool writeOnLine(Dialect dialect, const json::Value &value, int depth, std::string &out)
{
    const bool isToml = dialect == Dialect::Toml;
    if (depth > kMaxWrittenDepth || (isToml && value.isNull())) // which it does not have
        return false;
    if (!value.isContainer()) {
        out +=
            isToml && value.isString() ? quotedValue(value.toString()) : std::string(value.raw());
        return true;
    }
    const bool isPadded = isToml && value.isObject() && value.count() > 0;
    out += value.isArray() ? "[" : isPadded ? "{ " : "{";
    bool isFirst = true;
    for (const json::Value child : value) {
        if (!isFirst)
            out += ", ";
        isFirst = false;
        if (value.isObject())
            out += isToml ? writtenName(dialect, child.key()) : json::quoted(child.key()) + ": ";
        if (!writeOnLine(dialect, child, depth + 1, out))
            return false;
    }
    out += value.isArray() ? "]" : isPadded ? " }" : "}";
    return true;
}

} // namespace

std::string quotedValue(const QString &text)
{
    return json::Builder().string(QStringView(text)).takeString();
}

std::string writtenName(Dialect dialect, std::string_view name)
{
    if (isJson(dialect))
        return json::quoted(name) + ": ";
    const std::string written = isBareName(name) ? std::string(name) : json::quoted(name);
    return written + (dialect == Dialect::Toml ? " = " : ": ");
}

std::string_view newlineAt(std::string_view text, std::size_t at)
{
    const std::size_t end = text.find('\n', at);
    // The last line may have no end; the one before it tells.
    const std::size_t found = end == std::string_view::npos ? text.rfind('\n') : end;
    const bool isLong = found != std::string_view::npos && found > 0 && text[found - 1] == '\r';
    return isLong ? "\r\n" : "\n";
}

std::size_t lineBegin(std::string_view text, std::size_t at)
{
    const std::size_t before = at == 0 ? std::string_view::npos : text.rfind('\n', at - 1);
    return before == std::string_view::npos ? 0 : before + 1;
}

std::size_t lineEnd(std::string_view text, std::size_t at)
{
    const std::size_t end = std::min(text.find('\n', at), text.size());
    return end > at && end < text.size() && text[end - 1] == '\r' ? end - 1 : end;
}

std::string linePrefix(Dialect dialect, std::string_view text, std::size_t name)
{
    const std::size_t begin = lineBegin(text, name);
    std::string prefix(text.substr(begin, name - begin));
    if (dialect == Dialect::Yaml) // the dashes of a list count as indentation
        std::replace(prefix.begin(), prefix.end(), '-', ' ');
    return prefix;
}

std::string writtenValue(Dialect dialect, const json::Value &value)
{
    std::string text; // of YAML, a flow value, which is one of JSON
    return writeOnLine(dialect, value, 0, text) ? text : std::string();
}

} // namespace sonde::hosts
