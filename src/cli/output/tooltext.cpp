// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/tooltext.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/table.h"
#include "cli/output/terminaltext.h"

#include <algorithm>

namespace sonde::cli {

namespace {

constexpr qsizetype kMaxValues = 50; // of an enumeration
constexpr qsizetype kMaxValue = 200; // characters of a value

QString shown(const json::Value &value)
{
    const std::string_view raw = value.raw();
    const QString text =
        value.isString() ? value.toString() : QString::fromUtf8(raw.data(), qsizetype(raw.size()));
    return harmlessLine(text.size() > kMaxValue ? QString(text.left(kMaxValue) + u'…') : text);
}

QString joined(const json::Value &list)
{
    QStringList values;
    for (const json::Value each : list) {
        if (values.size() == kMaxValues) {
            values << QStringLiteral("…");
            break;
        }
        values << shown(each);
    }
    return listText(values);
}

QString typeOf(const json::Value &schema)
{
    const json::Value type = schema["type"];
    if (type.isArray())
        return joined(type);
    if (!type.isString())
        return Text::tr("any");
    const json::Value items = schema["items"]["type"];
    return items.isString() ? Text::tr("%1 of %2", "array of string").arg(shown(type), shown(items))
                            : shown(type);
}

QString factsOf(const json::Value &property)
{
    QStringList facts;
    if (property["enum"].isArray())
        facts << Text::tr("One of: %1").arg(joined(property["enum"]));
    if (property["const"].exists())
        facts << Text::tr("Always: %1").arg(shown(property["const"]));
    if (property["default"].exists())
        facts << Text::tr("Default: %1").arg(shown(property["default"]));
    return facts.join(u'\n');
}

QString argumentsText(const QString &title, const json::Value &schema, int width)
{
    const json::Value properties = schema["properties"];
    if (!properties.isObject() || properties.count() == 0)
        return {};
    Table table({{Text::tr("NAME"), 0, true}, {Text::tr("TYPE"), 0}, {Text::tr("REQUIRED"), 0},
        {Text::tr("DESCRIPTION"), 0}});
    for (const json::Value property : properties) {
        const std::string name = property.key();
        const QString description = harmless(property["description"].toString()).trimmed();
        const QString facts = factsOf(property);
        const bool both = !description.isEmpty() && !facts.isEmpty();
        table.addRow({harmlessLine(QString::fromStdString(name)), typeOf(property),
            isRequired(schema, name) ? Text::tr("yes") : Text::tr("no"),
            description + (both ? QStringLiteral("\n") : QString()) + facts});
    }
    return u'\n' + title + u'\n' + table.text(width);
}

QString annotationsText(const json::Value &annotations)
{
    QString text;
    for (const json::Value each : annotations)
        text += QStringLiteral("  %1: %2\n")
                    .arg(harmlessLine(QString::fromStdString(each.key())), shown(each));
    return text.isEmpty() ? text : u'\n' + Text::tr("Annotations") + u'\n' + text;
}

} // namespace

bool isRequired(const json::Value &schema, std::string_view name)
{
    for (const json::Value required : schema["required"]) {
        if (required.equals(name))
            return true;
    }
    return false;
}

QString toolText(const json::Value &tool, int width)
{
    QString text = harmlessLine(tool["name"].toString());
    if (const QString title = harmlessLine(tool["title"].toString()); !title.isEmpty())
        text += QStringLiteral(" (") + title + u')';
    text += u'\n';
    const QString description = harmless(tool["description"].toString()).trimmed();
    if (!description.isEmpty())
        text +=
            u'\n' + wrapped(description, std::max(width, Table::kNarrowest)).join(u'\n') + u'\n';
    const QString arguments = argumentsText(Text::tr("Arguments"), tool["inputSchema"], width);
    text += arguments.isEmpty() ? u'\n' + Text::tr("The schema names no arguments.") + u'\n'
                                : arguments;
    text += argumentsText(Text::tr("Structured result"), tool["outputSchema"], width);
    return text + annotationsText(tool["annotations"]);
}

} // namespace sonde::cli
