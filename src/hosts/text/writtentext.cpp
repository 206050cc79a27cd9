// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/writtentext.h"

#include "json/builder.h"

#include <QRegularExpression>

#include <algorithm>
#include <array>
#include <utility>

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

bool writeOnLine(const json::Value &value, const ValueStyle &style, int depth, std::string &out)
{
    if (depth > kMaxWrittenDepth)
        return false;
    if (!value.isContainer()) {
        const std::string scalar = style.scalar(value);
        out += scalar;
        return !scalar.empty();
    }
    const std::string padding(value.isObject() && value.count() > 0 ? style.padding : "");
    out += (value.isArray() ? '[' : '{') + padding;
    bool isFirst = true;
    for (const json::Value child : value) {
        if (!isFirst)
            out += ", ";
        isFirst = false;
        if (value.isObject())
            out += style.name(child.key());
        if (!writeOnLine(child, style, depth + 1, out))
            return false;
    }
    out += padding + (value.isArray() ? ']' : '}');
    return true;
}

} // namespace

std::string quotedValue(const QString &text)
{
    return json::Builder().string(QStringView(text)).takeString();
}

std::string bareOrQuoted(std::string_view name)
{
    return isBareName(name) ? std::string(name) : json::quoted(name);
}

std::string writtenValue(const json::Value &value, const ValueStyle &style)
{
    std::string text;
    return writeOnLine(value, style, 0, text) ? text : std::string();
}

std::string jsonMemberName(std::string_view name)
{
    return json::quoted(name) + ": ";
}

std::string writtenJson(const json::Value &value)
{
    static constexpr ValueStyle kStyle{
        &jsonMemberName, [](const json::Value &scalar) { return std::string(scalar.raw()); }, {}};
    return writtenValue(value, kStyle);
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

QString firstLine(QStringView text)
{
    static const QRegularExpression line(
        QStringLiteral(R"(^[ \t]*([^\s#][^\r\n]*))"), QRegularExpression::MultilineOption);
    return line.match(text).captured(1);
}

Splice spliceAtEnd(std::string_view text, std::string lines)
{
    if (!text.empty() && !text.ends_with('\n'))
        lines.insert(0, newlineAt(text, 0));
    return {text.size(), text.size(), std::move(lines)};
}

} // namespace sonde::hosts
