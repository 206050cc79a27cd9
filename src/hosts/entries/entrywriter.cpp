// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/entrywriter.h"

#include "base/domainerror.h"
#include "hosts/entries/entrymembers.h"
#include "hosts/table/hoststr.h"
#include "hosts/text/writtentext.h"
#include "json/builder.h"
#include "json/document.h"

#include <optional>
#include <string>
#include <utility>

namespace sonde::hosts {

namespace {

constexpr std::string_view kIndent = "  ";

// One entry as text, and its place in a file.
class EntryWriter {
public:
    EntryWriter(const Host &host, const HostDocument &document, std::string name,
        const json::Value &members)
        : m_dialect(host.dialect)
        , m_isList(host.layout == Layout::List)
        , m_document(document)
        , m_text(document.bytes().view())
        , m_newline(newlineAt(m_text, 0))
        , m_name(std::move(name))
        , m_members(members)
    {
    }

    // Nothing: the file is written in a way that has no such place.
    std::optional<Splice> run(const QStringList &path)
    {
        if (m_dialect == Dialect::Toml)
            return inToml(path);
        const json::Value root = m_document.root();
        if (m_dialect == Dialect::Yaml)
            return inYaml(root, path.first().toStdString());
        return root.exists() ? inJson(root, path) : Splice{0, m_text.size(), newJson(path)};
    }

private:
    std::string onOneLine() const
    {
        const std::string value = writtenValue(m_dialect, m_members);
        return m_isList ? value : writtenName(m_dialect, m_name) + value;
    }

    // Without the indentation of its first line.
    std::string onLines(const std::string &indent) const
    {
        const std::string inner = m_newline + indent + std::string(kIndent);
        std::string text;
        if (isJson(m_dialect)) {
            text = json::quoted(m_name) + ": {";
            for (const json::Value member : m_members)
                text += inner + writtenName(m_dialect, member.key())
                    + writtenValue(m_dialect, member) + (member.next().exists() ? "," : "");
            return text + m_newline + indent + '}';
        }
        text = m_isList ? "-" : writtenName(m_dialect, m_name);
        text = text.substr(0, text.find_last_not_of(' ') + 1); // nothing follows on this line
        for (const json::Value member : m_members) {
            const bool isFirstItem = m_isList && member.id() == m_members.first().id();
            text += (isFirstItem ? " " : inner) + writtenName(m_dialect, member.key())
                + writtenValue(m_dialect, member);
        }
        return text;
    }

    // The entry in the containers that the file does not have, from the first one.
    std::string nested(const QStringList &path, const std::string &indent) const
    {
        if (path.isEmpty())
            return onLines(indent);
        const std::string inner = indent + std::string(kIndent);
        return json::quoted(path.first().toStdString()) + ": {" + m_newline + inner
            + nested(path.mid(1), inner) + m_newline + indent + '}';
    }

    std::string newJson(const QStringList &path) const
    {
        return '{' + m_newline + std::string(kIndent) + nested(path, std::string(kIndent))
            + m_newline + '}' + m_newline;
    }

    // As the first member, because what follows the last one may be a comma or a comment.
    std::optional<Splice> inJson(json::Value object, QStringList path) const
    {
        while (!path.isEmpty() && object[path.first().toStdString()].isObject())
            object = object[path.takeFirst().toStdString()];
        const std::size_t begin = m_document.place(object).range.begin + 1;
        const json::Value first = object.first();
        if (!first.exists()) {
            const std::size_t line = lineBegin(m_text, begin);
            const std::size_t word = m_text.find_first_not_of(" \t", line);
            const std::string indent(m_text.substr(line, word - line));
            const std::string inner = indent + std::string(kIndent);
            return Splice{
                begin, begin, m_newline + inner + nested(path, inner) + m_newline + indent};
        }
        const std::size_t at = m_document.place(first).name.begin;
        const std::string indent = linePrefix(m_dialect, m_text, at);
        if (indent.find_first_not_of(" \t") == std::string::npos && at > begin)
            return Splice{at, at, nested(path, indent) + ',' + m_newline + indent};
        if (path.isEmpty())
            return Splice{at, at, onOneLine() + ", "};
        std::string text;
        for (const QString &name : path)
            text.append(writtenName(m_dialect, name.toStdString())).append("{");
        text.append(onOneLine()).append(std::size_t(path.size()), '}').append(", ");
        return Splice{at, at, std::move(text)};
    }

    std::optional<Splice> inYaml(const json::Value &root, const std::string &container) const
    {
        const bool isUsual = root.isObject() && m_document.place(root).isBlock;
        if (root.exists() && !isUsual)
            return std::nullopt;
        const json::Value servers = root[container];
        if (!servers.exists())
            return atEnd(writtenName(m_dialect, container).substr(0, container.size() + 1)
                + m_newline + std::string(kIndent) + onLines(std::string(kIndent)) + m_newline);
        const ValuePlace place = m_document.place(servers);
        if (servers.isNull()) {
            const std::size_t at = lineEnd(m_text, place.name.end);
            return Splice{at, at, m_newline + std::string(kIndent) + onLines(std::string(kIndent))};
        }
        const json::Value first = servers.first();
        if (!place.isBlock) {
            const std::size_t at = place.range.begin + 1;
            return Splice{at, at, onOneLine() + (first.exists() ? ", " : "")};
        }
        const std::size_t at = m_document.place(first).name.begin;
        const std::string indent(at - lineBegin(m_text, at), ' ');
        return Splice{at, at, onLines(indent) + m_newline + indent};
    }

    std::optional<Splice> inToml(const QStringList &path) const
    {
        const json::Value servers = m_document.root()[path.first().toStdString()];
        if (path.size() > 1 || (servers.exists() && !m_document.place(servers).isBlock))
            return std::nullopt;
        const std::string name = withoutSeparator(m_name);
        const std::string table = path.first().toStdString();
        std::string text = m_isList ? "[[" + table + "]]" : '[' + table + '.' + name + ']';
        text += m_newline;
        for (const json::Value member : m_members)
            text +=
                writtenName(m_dialect, member.key()) + writtenValue(m_dialect, member) + m_newline;
        return atEnd(m_text.empty() ? text : m_newline + text);
    }

    static std::string withoutSeparator(std::string_view name)
    {
        std::string written = writtenName(Dialect::Toml, name);
        written.resize(written.size() - std::string_view(" = ").size());
        return written;
    }

    std::optional<Splice> atEnd(std::string text) const
    {
        if (!m_text.empty() && !m_text.ends_with('\n'))
            text.insert(0, m_newline);
        return Splice{m_text.size(), m_text.size(), std::move(text)};
    }

    Dialect m_dialect;
    bool m_isList;
    const HostDocument &m_document;
    std::string_view m_text;
    std::string m_newline;
    std::string m_name;
    json::Value m_members;
};

// The container of the host that the file has, or the one that a new file gets.
QStringList containerPath(const Host &host, const HostDocument &document)
{
    QStringList fallback;
    for (const QLatin1String container : host.containers) {
        QStringList path = QString(container).split(u'/');
        if (path.contains(QStringLiteral("*")))
            continue;
        json::Value value = document.root();
        for (const QString &name : std::as_const(path))
            value = value[name.toStdString()];
        if (value.exists())
            return path;
        if (fallback.isEmpty() || path.size() < fallback.size())
            fallback = path;
    }
    return fallback;
}

Result<void> checkFree(const HostDocument &document, const QString &name, const QString &host)
{
    for (const HostEntry &entry : document.entries()) {
        if (entry.project.isEmpty() && entry.name == name)
            return configError(
                Text::tr("%1 already has a server “%2” in this file.").arg(host, name));
    }
    return {};
}

// The new file must have the new server, and all others as before.
bool isAdded(const HostDocument &before, const HostDocument &after, const config::Profile &server)
{
    if (!after.isValid() || after.entries().size() != before.entries().size() + 1)
        return false;
    for (const HostEntry &entry : before.entries()) {
        const HostEntry *const same = sameEntry(after, entry);
        if (!same || same->program != entry.program || same->arguments != entry.arguments
            || same->url != entry.url)
            return false;
    }
    HostEntry wanted;
    wanted.name = server.name;
    const HostEntry *const added = sameEntry(after, wanted);
    const QString url = server.http ? server.http->url : QString();
    return added && added->problems.empty() && added->url == url
        && (server.http || added->program == server.program)
        && (server.http || added->arguments == server.arguments);
}

} // namespace

Result<AddedEntry> planAddition(
    const Host &host, const HostDocument &document, const config::Profile &server)
{
    const bool isEmpty = document.bytes().isEmpty();
    if (!document.isValid() && !isEmpty)
        return configError(
            document.problems().empty() ? QString() : document.problems().front().sentence);
    if (const Result<void> isFree = checkFree(document, server.name, host.name); !isFree)
        return isFree.error();
    Result<EntryMembers> members = entryMembers(host, server);
    if (!members)
        return members.error();
    const json::Document value = json::Document::parse(std::string_view(members->json));
    EntryWriter writer(host, document, server.name.toStdString(), value.root());
    const std::optional<Splice> splice = writer.run(containerPath(host, document));
    if (splice) {
        SplicedFile file{splicedBytes(document.bytes(), {*splice}), {*splice}};
        const HostDocument after = HostDocument::parse(host, file.content);
        if (isAdded(document, after, server))
            return AddedEntry{std::move(file), std::move(members.value().notes)};
    }
    return configError(Text::tr("“%1” cannot be added safely to this file, which is written in "
                                "an unusual way. The file stays as it is.")
                           .arg(server.name));
}

} // namespace sonde::hosts
