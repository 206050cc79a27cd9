// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/toolmodel.h"

#include "models/signs/sign.h"

#include <QFont>
#include <QSet>

#include <algorithm>

namespace sonde::models {

namespace {

constexpr qsizetype kMaxToolTip = 1000; // characters of a description

// A member that has to be a string when it is there.
bool isTextOrMissing(const json::Value &value)
{
    return !value.exists() || value.isString();
}

} // namespace

void ToolModel::setListing(mcp::Listing listing)
{
    beginResetModel();
    m_listing = std::move(listing);
    m_tools.clear();
    m_tools.reserve(m_listing.items.size());
    QSet<QString> names;
    for (const mcp::ListItem &item : m_listing.items) {
        Tool tool = read(item.value());
        tool.excluded = item.excluded;
        tool.duplicate = !tool.name.isEmpty() && names.contains(tool.name);
        names.insert(tool.name);
        m_tools.push_back(std::move(tool));
    }
    endResetModel();
}

ToolModel::Tool ToolModel::read(const json::Value &value)
{
    Tool tool;
    tool.name = value["name"].toString();
    tool.title = value["title"].toString();
    tool.description = value["description"].toString();
    readAnnotations(value["annotations"], tool);
    tool.marks = marksOf(value);
    if (!value.isObject())
        tool.malformed = tr("This item of the list is not an object.");
    else if (!value["name"].exists())
        tool.malformed = tr("The tool has no name, so it cannot be called.");
    else if (!value["name"].isString())
        tool.malformed = tr("The tool's name is not a string.");
    else if (tool.name.isEmpty())
        tool.malformed = tr("The tool's name is empty.");
    else if (!value["inputSchema"].isObject())
        tool.malformed = tr("The tool has no object “inputSchema”.");
    else if (!isTextOrMissing(value["title"]) || !isTextOrMissing(value["description"]))
        tool.malformed = tr("The tool's title or description is not a string.");
    return tool;
}

// 2025-11-25 schema#toolannotations. Only what the server says is shown: the defaults would put
// "destructive" on every tool that says nothing.
void ToolModel::readAnnotations(const json::Value &annotations, Tool &tool)
{
    if (tool.title.isEmpty())
        tool.title = annotations["title"].toString();
    const auto says = [&](const char *hint) { return annotations[hint].toBool(); };
    tool.readOnly = says("readOnlyHint").value_or(false);
    // "meaningful only when readOnlyHint == false"
    tool.destructive = !tool.readOnly && says("destructiveHint").value_or(false);
    if (tool.readOnly)
        tool.annotations += tr("read-only");
    else if (tool.destructive)
        tool.annotations += tr("destructive");
    if (says("idempotentHint").value_or(false))
        tool.annotations += tr("idempotent");
    if (const auto open = says("openWorldHint"))
        tool.annotations += *open ? tr("open world") : tr("closed world");
}

// 2025-11-25 schema#toolexecution; and the link to an app's page, SEP-1865 (its older flat key is
// still seen).
QStringList ToolModel::marksOf(const json::Value &tool)
{
    QStringList marks;
    const json::Value task = tool["execution"]["taskSupport"];
    if (task.equals("optional"))
        marks += tr("task");
    else if (task.equals("required"))
        marks += tr("always a task");
    const json::Value ui = tool["_meta"]["ui"];
    if (!ui["resourceUri"].isString() && !tool["_meta"]["ui/resourceUri"].isString())
        return marks;
    bool forModel = !ui["visibility"].isArray();
    for (const json::Value who : ui["visibility"])
        forModel = forModel || who.equals("model");
    marks += forModel ? tr("has an app") : tr("app only");
    return marks;
}

int ToolModel::rowOf(const QString &name) const
{
    const auto it = std::find_if(
        m_tools.begin(), m_tools.end(), [&](const Tool &tool) { return tool.name == name; });
    return it == m_tools.end() ? -1 : static_cast<int>(it - m_tools.begin());
}

int ToolModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_tools.size());
}

QVariant ToolModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Tool &tool = m_tools[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return tool.name.isEmpty() ? tr("(no name)") : tool.name;
    case Qt::ToolTipRole:
        return toolTip(tool);
    case Qt::AccessibleDescriptionRole:
        return tool.excluded.isEmpty() ? (tool.annotations + tool.marks).join(QStringLiteral(", "))
                                       : tr("excluded: %1").arg(tool.excluded);
    case NameRole:
        return tool.name;
    case TitleRole:
        return tool.title;
    case DescriptionRole:
        return tool.description;
    case AnnotationsRole:
        return tool.annotations;
    case MarksRole:
        return QStringList(tool.annotations + tool.marks);
    case DestructiveRole:
        return tool.destructive;
    case ReadOnlyRole:
        return tool.readOnly;
    case MalformedRole:
        return tool.malformed;
    case ExcludedRole:
        return tool.excluded;
    case DuplicateRole:
        return tool.duplicate;
    case SignRole:
        return static_cast<int>(tool.malformed.isEmpty() ? Sign::None : Sign::ProtocolError);
    case TextColorRole:
        return static_cast<int>(tool.malformed.isEmpty() ? ColorRole::Normal : ColorRole::Error);
    default:
        return {};
    }
}

QString ToolModel::toolTip(const Tool &tool) const
{
    QStringList lines{tool.name};
    if (!tool.malformed.isEmpty())
        lines += tool.malformed;
    if (!tool.excluded.isEmpty())
        lines += tool.excluded;
    if (tool.duplicate)
        lines += tr("Another tool of this server has the same name.");
    if (!tool.title.isEmpty())
        lines += tool.title;
    if (!tool.description.isEmpty())
        lines += tool.description.left(kMaxToolTip);
    return lines.join(u'\n');
}

void ToolFilterProxy::setText(const QString &text)
{
    m_text = text.simplified();
    invalidateFilter();
}

bool ToolFilterProxy::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    if (m_text.isEmpty())
        return true;
    const QModelIndex index = sourceModel()->index(row, 0, parent);
    return fuzzyMatches(m_text, index.data(ToolModel::NameRole).toString())
        || fuzzyMatches(m_text, index.data(ToolModel::TitleRole).toString())
        || index.data(ToolModel::DescriptionRole).toString().contains(m_text, Qt::CaseInsensitive);
}

bool fuzzyMatches(QStringView pattern, QStringView text)
{
    qsizetype at = 0;
    for (const QChar c : pattern) {
        if (c.isSpace())
            continue;
        at = text.indexOf(c, at, Qt::CaseInsensitive);
        if (at < 0)
            return false;
        ++at;
    }
    return true;
}

} // namespace sonde::models
