// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/catalogmodel.h"

#include "base/formatting.h"
#include "models/catalog/shownname.h"
#include "models/catalog/toolfacts.h"
#include "models/signs/sign.h"

#include <QSet>

#include <algorithm>

namespace sonde::models {

namespace {

constexpr qsizetype kMaxToolTip = 1000; // characters of a description
constexpr qsizetype kMaxShown = 500; // characters of a name in a row
constexpr qsizetype kMaxMimeType = 100;
constexpr std::size_t kMaxIcon = std::size_t(64) << 10; // characters of a data: URI

} // namespace

std::string_view catalogKey(CatalogKind kind)
{
    switch (kind) {
    case CatalogKind::Resource:
        return "uri";
    case CatalogKind::Template:
        return "uriTemplate";
    case CatalogKind::Prompt:
    case CatalogKind::Tool:
        break;
    }
    return "name";
}

void CatalogModel::setParts(const std::vector<Part> &parts)
{
    beginResetModel();
    m_entries.clear();
    for (const Part &part : parts) {
        QSet<QString> keys;
        m_entries.reserve(m_entries.size() + part.listing.items.size());
        for (const mcp::ListItem &item : part.listing.items) {
            Entry entry = read(part.kind, item);
            entry.duplicate = !entry.key.isEmpty() && keys.contains(entry.key);
            keys.insert(entry.key);
            m_entries.push_back(std::move(entry));
        }
    }
    endResetModel();
}

CatalogModel::Entry CatalogModel::read(CatalogKind kind, const mcp::ListItem &item)
{
    const json::Value value = item.value();
    Entry entry;
    entry.kind = kind;
    entry.item = item;
    entry.key = value[catalogKey(kind)].toString();
    entry.name = value["name"].toString();
    entry.title = value["title"].toString();
    entry.description = value["description"].toString();
    entry.mimeType = value["mimeType"].toString().left(kMaxMimeType);
    entry.malformed = problemOf(kind, value);
    if (kind == CatalogKind::Tool) {
        entry.tool = toolFacts(value);
        entry.title = entry.tool.title;
    }
    return entry;
}

QString CatalogModel::problemOf(CatalogKind kind, const json::Value &value)
{
    if (kind == CatalogKind::Tool)
        return toolProblem(value);
    const std::string_view keyName = catalogKey(kind);
    const QString member = QString::fromLatin1(keyName.data(), qsizetype(keyName.size()));
    const json::Value key = value[keyName];
    if (!value.isObject())
        return tr("This item of the list is not an object.");
    if (!key.exists())
        return tr("It has no “%1”.").arg(member);
    if (!key.isString())
        return tr("Its “%1” is not a string.").arg(member);
    if (key.text().empty())
        return tr("Its “%1” is empty.").arg(member);
    if (!value["name"].isString())
        return tr("It has no “name” that is a string.");
    for (const char *text : {"title", "description", "mimeType"}) {
        if (!isTextOrMissing(value[text]))
            return tr("Its “%1” is not a string.").arg(QLatin1String(text));
    }
    const json::Value arguments = value["arguments"];
    if (kind != CatalogKind::Prompt || !arguments.exists())
        return {};
    if (!arguments.isArray())
        return tr("Its “arguments” are not an array.");
    for (const json::Value argument : arguments) {
        if (!argument["name"].isString())
            return tr("Its argument %1 has no name.").arg(argument.indexInParent() + 1);
    }
    return {};
}

// 2025-11-25 basic#icons: a URI of another scheme would have to be fetched.
QString CatalogModel::iconOf(const json::Value &value)
{
    for (const json::Value icon : value["icons"]) {
        const json::Value src = icon["src"];
        if (src.isString() && src.raw().size() <= kMaxIcon && src.raw().starts_with("\"data:"))
            return src.toString();
    }
    return {};
}

int CatalogModel::rowOf(CatalogKind kind, const QString &key) const
{
    const auto it = std::find_if(m_entries.begin(), m_entries.end(),
        [&](const Entry &entry) { return entry.kind == kind && entry.key == key; });
    return it == m_entries.end() ? -1 : int(it - m_entries.begin());
}

int CatalogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : int(m_entries.size());
}

// Prompts and tools are called by their names; a URI is what stands under the name.
QString CatalogModel::shown(const Entry &entry)
{
    const bool isNamed = entry.kind == CatalogKind::Prompt || entry.kind == CatalogKind::Tool;
    for (const QString &text : {isNamed ? entry.name : entry.title, entry.name, entry.key}) {
        if (!text.isEmpty())
            return shownName(text.left(kMaxShown));
    }
    return tr("(no name)");
}

QString CatalogModel::accessibleDescription(const Entry &entry)
{
    if (!entry.item.excluded.isEmpty())
        return tr("excluded: %1").arg(entry.item.excluded);
    if (entry.kind == CatalogKind::Tool)
        return listText(entry.tool.annotations + entry.tool.marks);
    return entry.malformed.isEmpty() ? entry.key : entry.malformed;
}

QVariant CatalogModel::toolData(const ToolFacts &tool, int role)
{
    switch (role) {
    case AnnotationsRole:
        return tool.annotations;
    case MarksRole:
        return QStringList(tool.annotations + tool.marks);
    case DestructiveRole:
        return tool.destructive;
    case ReadOnlyRole:
        return tool.readOnly;
    default:
        return {};
    }
}

QVariant CatalogModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Entry &entry = m_entries[std::size_t(index.row())];
    const bool malformed = !entry.malformed.isEmpty();
    switch (role) {
    case Qt::DisplayRole:
        return shown(entry);
    case Qt::ToolTipRole:
        return toolTip(entry);
    case Qt::AccessibleDescriptionRole:
        return accessibleDescription(entry);
    case KindRole:
        return int(entry.kind);
    case KeyRole:
        return entry.key;
    case NameRole:
        return entry.name;
    case TitleRole:
        return entry.title;
    case DescriptionRole:
        return entry.description;
    case MimeTypeRole:
        return entry.mimeType;
    case MalformedRole:
        return entry.malformed;
    case DuplicateRole:
        return entry.duplicate;
    case IconRole:
        return iconOf(entry.item.value());
    case ExcludedRole:
        return entry.item.excluded;
    case SignRole:
        return int(malformed ? Sign::ProtocolError : Sign::None);
    case TextColorRole:
        return int(malformed ? ColorRole::Error : ColorRole::Normal);
    default:
        return toolData(entry.tool, role);
    }
}

QString CatalogModel::toolTip(const Entry &entry)
{
    QStringList lines{entry.key};
    if (!entry.malformed.isEmpty())
        lines += entry.malformed;
    if (!entry.item.excluded.isEmpty())
        lines += entry.item.excluded;
    if (entry.duplicate)
        lines += tr("Another item of this list has the same name.");
    for (const QString &text : {entry.title, entry.mimeType, entry.description.left(kMaxToolTip)}) {
        if (!text.isEmpty())
            lines += text;
    }
    return lines.join(u'\n');
}

} // namespace sonde::models
