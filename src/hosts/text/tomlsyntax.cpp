// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/tomlsyntax.h"

#include "hosts/text/tomlreader.h"
#include "hosts/text/treetext.h"
#include "hosts/text/writtentext.h"

#include <QRegularExpression>

namespace sonde::hosts {

namespace {

bool isHeader(const QString &line)
{
    static const QRegularExpression header(QStringLiteral(R"(\A\[\[?[^\[\]{},]+\]\]?\s*(#.*)?\z)"));
    return header.match(line).hasMatch();
}

std::string tomlName(std::string_view name)
{
    return bareOrQuoted(name) + " = ";
}

// TOML has no null.
std::string tomlScalar(const json::Value &value)
{
    if (value.isNull())
        return {};
    return value.isString() ? quotedValue(value.toString()) : std::string(value.raw());
}

} // namespace

QString TomlSyntax::name() const
{
    return QStringLiteral("TOML");
}

bool TomlSyntax::resembles(QStringView text) const
{
    static const QRegularExpression member(QStringLiteral(R"(\A[A-Za-z0-9_."'-]+\s*=)"));
    const QString line = firstLine(text);
    return isHeader(line) || member.match(line).hasMatch();
}

bool TomlSyntax::isEvident(QStringView text) const
{
    return isHeader(firstLine(text)); // name=value is also a variable before a command
}

ReadText TomlSyntax::read(const Bytes &bytes, std::size_t begin) const
{
    return readWith(&TomlReader::read, bytes, begin);
}

std::string TomlSyntax::writtenName(std::string_view name) const
{
    return tomlName(name);
}

std::string TomlSyntax::writtenValue(const json::Value &value) const
{
    return hosts::writtenValue(value, {&tomlName, &tomlScalar, " "});
}

bool TomlSyntax::isSpread(const ValuePlace &container) const
{
    return container.isBlock; // tables of headers
}

std::optional<Splice> TomlSyntax::spliceOf(const PlacedText &file, const NewEntry &entry) const
{
    const std::string table = entry.container.first().toStdString();
    const json::Value servers = file.root()[table];
    if (entry.container.size() > 1 || (servers.exists() && !file.place(servers).isBlock))
        return std::nullopt;
    const std::string_view text = file.bytes().view();
    const std::string newline(newlineAt(text, 0));
    std::string lines =
        entry.isListItem ? "[[" + table + "]]" : '[' + table + '.' + bareOrQuoted(entry.name) + ']';
    lines += newline;
    for (const json::Value member : entry.members)
        lines += writtenName(member.key()) + writtenValue(member) + newline;
    return spliceAtEnd(text, text.empty() ? lines : newline + lines);
}

} // namespace sonde::hosts
