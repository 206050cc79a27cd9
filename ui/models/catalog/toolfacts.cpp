// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/toolfacts.h"

#include "models/signs/modeltext.h"

namespace sonde::models {

namespace {

// 2025-11-25 schema#toolannotations. Only what the server says is shown: the defaults would put
// "destructive" on every tool that says nothing.
void readAnnotations(const json::Value &annotations, ToolFacts &facts)
{
    if (facts.title.isEmpty())
        facts.title = annotations["title"].toString();
    const auto says = [&](const char *hint) { return annotations[hint].toBool(); };
    facts.readOnly = says("readOnlyHint").value_or(false);
    // "meaningful only when readOnlyHint == false"
    facts.destructive = !facts.readOnly && says("destructiveHint").value_or(false);
    if (facts.readOnly)
        facts.annotations += Text::tr("read-only");
    else if (facts.destructive)
        facts.annotations += Text::tr("destructive");
    if (says("idempotentHint").value_or(false))
        facts.annotations += Text::tr("idempotent");
    if (const auto open = says("openWorldHint"))
        facts.annotations += *open ? Text::tr("open world") : Text::tr("closed world");
}

// 2025-11-25 schema#toolexecution; and the link to an app's page, SEP-1865 (its older flat key is
// still seen).
QStringList marksOf(const json::Value &tool)
{
    QStringList marks;
    const json::Value task = tool["execution"]["taskSupport"];
    if (task.equals("optional"))
        marks += Text::tr("task");
    else if (task.equals("required"))
        marks += Text::tr("always a task");
    const json::Value ui = tool["_meta"]["ui"];
    if (!ui["resourceUri"].isString() && !tool["_meta"]["ui/resourceUri"].isString())
        return marks;
    bool forModel = !ui["visibility"].isArray();
    for (const json::Value who : ui["visibility"])
        forModel = forModel || who.equals("model");
    marks += forModel ? Text::tr("has an app") : Text::tr("app only");
    return marks;
}

} // namespace

bool isTextOrMissing(const json::Value &value)
{
    return !value.exists() || value.isString();
}

ToolFacts toolFacts(const json::Value &tool)
{
    ToolFacts facts;
    facts.title = tool["title"].toString();
    readAnnotations(tool["annotations"], facts);
    facts.marks = marksOf(tool);
    return facts;
}

QString toolProblem(const json::Value &tool)
{
    const json::Value name = tool["name"];
    if (!tool.isObject())
        return Text::tr("This item of the list is not an object.");
    if (!name.exists())
        return Text::tr("The tool has no name, so it cannot be called.");
    if (!name.isString())
        return Text::tr("The tool's name is not a string.");
    if (name.toString().isEmpty())
        return Text::tr("The tool's name is empty.");
    if (!tool["inputSchema"].isObject())
        return Text::tr("The tool has no object “inputSchema”.");
    if (!isTextOrMissing(tool["title"]) || !isTextOrMissing(tool["description"]))
        return Text::tr("The tool's title or description is not a string.");
    return {};
}

} // namespace sonde::models
