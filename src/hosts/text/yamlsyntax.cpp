// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/yamlsyntax.h"

#include "hosts/text/treetext.h"
#include "hosts/text/writtentext.h"
#include "hosts/text/yamlreader.h"

#include <QRegularExpression>

#include <algorithm>

namespace sonde::hosts {

namespace {

std::string yamlName(std::string_view name)
{
    return bareOrQuoted(name) + ": ";
}

// The text of a new server, and its place in a file.
class YamlEntry {
public:
    YamlEntry(const PlacedText &file, const NewEntry &entry)
        : m_file(file)
        , m_text(file.bytes().view())
        , m_newline(newlineAt(m_text, 0))
        , m_entry(entry)
    {
    }

    std::optional<Splice> splice() const
    {
        const json::Value root = m_file.root();
        const std::string container = m_entry.container.first().toStdString();
        const bool isUsual = root.isObject() && m_file.place(root).isBlock;
        if (root.exists() && !isUsual)
            return std::nullopt;
        const json::Value servers = root[container];
        if (!servers.exists())
            return spliceAtEnd(
                m_text, yamlName(container).substr(0, container.size() + 1) + inside() + m_newline);
        const ValuePlace place = m_file.place(servers);
        if (servers.isNull()) {
            const std::size_t at = lineEnd(m_text, place.name.end);
            return Splice{at, at, inside()};
        }
        const json::Value first = servers.first();
        if (!place.isBlock) {
            const std::size_t at = place.range.begin + 1;
            return Splice{at, at, onOneLine() + (first.exists() ? ", " : "")};
        }
        const std::size_t at = m_file.place(first).name.begin;
        const std::string indent(at - lineBegin(m_text, at), ' ');
        return Splice{at, at, onLines(indent) + m_newline + indent};
    }

private:
    std::string onOneLine() const
    {
        const std::string value = writtenJson(m_entry.members);
        return m_entry.isListItem ? value : yamlName(m_entry.name) + value;
    }

    // Below the name of its container.
    std::string inside() const
    {
        return m_newline + std::string(kIndent) + onLines(std::string(kIndent));
    }

    // Without the indentation of its first line.
    std::string onLines(const std::string &indent) const
    {
        const std::string inner = m_newline + indent + std::string(kIndent);
        std::string text = m_entry.isListItem ? "-" : yamlName(m_entry.name);
        text = text.substr(0, text.find_last_not_of(' ') + 1); // nothing follows on this line
        for (const json::Value member : m_entry.members) {
            const bool isFirstItem =
                m_entry.isListItem && member.id() == m_entry.members.first().id();
            text += (isFirstItem ? " " : inner) + yamlName(member.key()) + writtenJson(member);
        }
        return text;
    }

    const PlacedText &m_file;
    std::string_view m_text;
    std::string m_newline;
    const NewEntry &m_entry;
};

} // namespace

QString YamlSyntax::name() const
{
    return QStringLiteral("YAML");
}

bool YamlSyntax::resembles(QStringView) const
{
    return true;
}

bool YamlSyntax::isEvident(QStringView text) const
{
    static const QRegularExpression member(
        QStringLiteral(R"(\A(---|- )?\s*[A-Za-z_][A-Za-z0-9_-]*:(\s.*)?\z)"));
    return member.match(firstLine(text)).hasMatch();
}

ReadText YamlSyntax::read(const Bytes &bytes, std::size_t begin) const
{
    return readWith(&YamlReader::read, bytes, begin);
}

std::string YamlSyntax::writtenName(std::string_view name) const
{
    return yamlName(name);
}

std::string YamlSyntax::writtenValue(const json::Value &value) const
{
    return writtenJson(value); // a flow value of YAML
}

std::string YamlSyntax::linePrefix(std::string_view text, std::size_t name) const
{
    std::string prefix = FileSyntax::linePrefix(text, name);
    std::replace(prefix.begin(), prefix.end(), '-', ' '); // dashes of a list count as indentation
    return prefix;
}

std::optional<Splice> YamlSyntax::spliceOf(const PlacedText &file, const NewEntry &entry) const
{
    return YamlEntry(file, entry).splice();
}

} // namespace sonde::hosts
