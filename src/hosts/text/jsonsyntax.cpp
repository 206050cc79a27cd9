// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/text/jsonsyntax.h"

#include "config/filetext.h"
#include "hosts/table/hoststr.h"
#include "hosts/text/writtentext.h"
#include "json/builder.h"
#include "json/extras.h"

#include <QRegularExpression>

#include <utility>

namespace sonde::hosts {

namespace {

constexpr qsizetype kMaxBegin = 80; // characters of a file that tell what it is

bool looksLikeJson(const QString &text)
{
    // Or a member without the braces around it, copied from the middle of a file.
    static const QRegularExpression member(QStringLiteral("\\A\"[^\"\\n]*\"\\s*:"));
    static const QRegularExpression list(QStringLiteral("\\A\\[\\s*([{\\]/]|\\z)"));
    return text.startsWith(u'{') || list.match(text).hasMatch()
        || text.startsWith(QLatin1String("//")) || text.startsWith(QLatin1String("/*"))
        || member.match(text).hasMatch();
}

// The text of a new server, and its place in a file.
class JsonEntry {
public:
    JsonEntry(const PlacedText &file, const NewEntry &entry)
        : m_file(file)
        , m_text(file.bytes().view())
        , m_newline(newlineAt(m_text, 0))
        , m_entry(entry)
    {
    }

    Splice splice() const
    {
        const json::Value root = m_file.root();
        return root.exists() ? inObject(root, m_entry.container)
                             : Splice{0, m_text.size(), newFile()};
    }

private:
    std::string onOneLine() const
    {
        const std::string value = writtenJson(m_entry.members);
        return m_entry.isListItem ? value : jsonMemberName(m_entry.name) + value;
    }

    // Without the indentation of its first line.
    std::string onLines(const std::string &indent) const
    {
        const std::string inner = m_newline + indent + std::string(kIndent);
        std::string text = jsonMemberName(m_entry.name) + '{';
        for (const json::Value member : m_entry.members)
            text += inner + jsonMemberName(member.key()) + writtenJson(member)
                + (member.next().exists() ? "," : "");
        return text + m_newline + indent + '}';
    }

    // The entry in the containers that the file does not have, from the first one.
    std::string nested(const QStringList &path, const std::string &indent) const
    {
        if (path.isEmpty())
            return onLines(indent);
        const std::string inner = indent + std::string(kIndent);
        return jsonMemberName(path.first().toStdString()) + '{' + m_newline + inner
            + nested(path.mid(1), inner) + m_newline + indent + '}';
    }

    std::string newFile() const
    {
        return '{' + m_newline + std::string(kIndent)
            + nested(m_entry.container, std::string(kIndent)) + m_newline + '}' + m_newline;
    }

    // As the first member, because what follows the last one may be a comma or a comment.
    Splice inObject(json::Value object, QStringList path) const
    {
        while (!path.isEmpty() && object[path.first().toStdString()].isObject())
            object = object[path.takeFirst().toStdString()];
        const std::size_t begin = m_file.place(object).range.begin + 1;
        const json::Value first = object.first();
        if (!first.exists()) {
            const std::size_t line = lineBegin(m_text, begin);
            const std::size_t word = m_text.find_first_not_of(" \t", line);
            const std::string indent(m_text.substr(line, word - line));
            const std::string inner = indent + std::string(kIndent);
            return {begin, begin, m_newline + inner + nested(path, inner) + m_newline + indent};
        }
        const std::size_t at = m_file.place(first).name.begin;
        const std::size_t line = lineBegin(m_text, at);
        const std::string indent(m_text.substr(line, at - line));
        if (indent.find_first_not_of(" \t") == std::string::npos && at > begin)
            return {at, at, nested(path, indent) + ',' + m_newline + indent};
        std::string text;
        for (const QString &name : std::as_const(path))
            text.append(jsonMemberName(name.toStdString())).append("{");
        text.append(onOneLine()).append(std::size_t(path.size()), '}').append(", ");
        return {at, at, std::move(text)};
    }

    const PlacedText &m_file;
    std::string_view m_text;
    std::string m_newline;
    const NewEntry &m_entry;
};

} // namespace

QString JsonSyntax::name() const
{
    return m_comments == Comments::None ? QStringLiteral("JSON") : Text::tr("JSON with comments");
}

bool JsonSyntax::resembles(QStringView text) const
{
    return looksLikeJson(text.trimmed().left(kMaxBegin).toString());
}

bool JsonSyntax::isEvident(QStringView text) const
{
    return looksLikeJson(text.toString());
}

ReadText JsonSyntax::read(const Bytes &bytes, std::size_t begin) const
{
    std::string parsed(bytes.view());
    parsed.replace(0, begin, begin, ' ');
    if (m_comments == Comments::Skipped)
        json::blankOutExtras(parsed);
    json::Document document = json::Document::parse(parsed, kFileLimits);
    std::optional<TextError> error;
    if (document.error())
        error = TextError{
            document.error()->offset, config::syntaxReason(bytes.view(), *document.error())};
    return {PlacedText(bytes, std::move(document)), error};
}

std::string JsonSyntax::writtenName(std::string_view name) const
{
    return jsonMemberName(name);
}

std::string JsonSyntax::writtenValue(const json::Value &value) const
{
    return writtenJson(value);
}

std::optional<Splice> JsonSyntax::spliceOf(const PlacedText &file, const NewEntry &entry) const
{
    return JsonEntry(file, entry).splice();
}

} // namespace sonde::hosts
