// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/listtext.h"

#include "cli/output/clitr.h"
#include "cli/output/table.h"
#include "cli/output/terminaltext.h"
#include "cli/output/tooltext.h"
#include "json/document.h"

#include <QRegularExpression>

namespace sonde::cli {

namespace {

constexpr int kArgumentLines = 4;
constexpr int kDescriptionLines = 3;

QString argumentsCell(const json::Value &schema)
{
    QStringList names;
    for (const json::Value &property : schema["properties"]) {
        const std::string key = property.key();
        const QString name = harmlessLine(QString::fromStdString(key));
        names += isRequired(schema, key) ? name : u'[' + name + u']';
    }
    return names.join(u' ');
}

// Those of a prompt, which lists them itself.
QString promptArgumentsCell(const json::Value &arguments)
{
    QStringList names;
    for (const json::Value argument : arguments) {
        const QString name = harmlessLine(argument["name"].toString());
        const bool required = argument["required"].toBool().value_or(false);
        names += required ? name : u'[' + name + u']';
    }
    return names.join(u' ');
}

QString descriptionCell(const json::Value &item)
{
    QString description = harmlessLine(item["description"].toString());
    if (!description.isEmpty())
        return description;
    // Display order of 2025-06-18: title, then annotations.title.
    const QString title = harmlessLine(item["title"].toString());
    return title.isEmpty() ? harmlessLine(item["annotations"]["title"].toString()) : title;
}

// A row, or what came in place of an item with a name.
void addRow(Table &table, const json::Value &item, const char *key, QStringList others)
{
    const QString name = harmlessLine(item[key].toString());
    if (!name.isEmpty())
        return table.addRow(QStringList{name} + others);
    const std::string_view raw = item.raw();
    others.fill(QString());
    others.last() = harmlessLine(QString::fromUtf8(raw.data(), static_cast<qsizetype>(raw.size())));
    table.addRow(QStringList{Text::tr("(no name)")} + others);
}

QString sizeCell(const json::Value &size)
{
    return size.toInt64() ? QString::number(*size.toInt64()) : QString();
}

Table uriTable(const mcp::Listing &listing, const char *key, const QString &title)
{
    Table table(
        {{title, 0, true}, {QStringLiteral("NAME"), kDescriptionLines}, {QStringLiteral("TYPE")},
            {QStringLiteral("SIZE")}, {QStringLiteral("DESCRIPTION"), kDescriptionLines}});
    for (const mcp::ListItem &listed : listing.items) {
        const json::Value item = listed.value();
        addRow(table, item, key,
            {harmlessLine(item["name"].toString()), harmlessLine(item["mimeType"].toString()),
                sizeCell(item["size"]), descriptionCell(item)});
    }
    return table;
}

} // namespace

Table toolTable(const mcp::Listing &listing)
{
    Table table({{QStringLiteral("TOOL"), 0, true}, {QStringLiteral("ARGUMENTS"), kArgumentLines},
        {QStringLiteral("DESCRIPTION"), kDescriptionLines}});
    for (const mcp::ListItem &item : listing.items) {
        const json::Value tool = item.value();
        if (item.excluded.isEmpty())
            addRow(
                table, tool, "name", {argumentsCell(tool["inputSchema"]), descriptionCell(tool)});
    }
    return table;
}

Table resourceTable(const mcp::Listing &listing)
{
    return uriTable(listing, "uri", QStringLiteral("URI"));
}

Table templateTable(const mcp::Listing &listing)
{
    return uriTable(listing, "uriTemplate", QStringLiteral("TEMPLATE"));
}

Table promptTable(const mcp::Listing &listing)
{
    Table table({{QStringLiteral("PROMPT"), 0, true}, {QStringLiteral("ARGUMENTS"), kArgumentLines},
        {QStringLiteral("DESCRIPTION"), kDescriptionLines}});
    for (const mcp::ListItem &listed : listing.items) {
        const json::Value prompt = listed.value();
        addRow(table, prompt, "name",
            {promptArgumentsCell(prompt["arguments"]), descriptionCell(prompt)});
    }
    return table;
}

QString cursorWord(const std::string &cursorJson)
{
    const json::Document document = json::Document::parse(std::string_view(cursorJson));
    QString text = document.root().toString();
    if (!document.root().isString() || harmlessLine(text) != text)
        return {};
    static const QRegularExpression kPlain(QStringLiteral("^[A-Za-z0-9_./:+=@%-]+$"));
    if (kPlain.match(text).hasMatch())
        return text;
    QString quoted = text;
    quoted.replace(u'\'', QStringLiteral("'\\''"));
    return u'\'' + quoted + u'\'';
}

} // namespace sonde::cli
