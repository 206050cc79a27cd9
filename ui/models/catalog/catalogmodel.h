// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/listing.h"
#include "models/catalog/toolfacts.h"

#include <QAbstractListModel>
#include <QString>

#include <cstdint>
#include <vector>

namespace sonde::models {

enum class CatalogKind : std::uint8_t { Resource, Template, Prompt, Tool };

// The member that names an item of that kind in its list: "uri", "uriTemplate", "name".
std::string_view catalogKey(CatalogKind kind);

// What a server offers, as it listed it: in its order, two of one name stay two, and what breaks
// the rules of its kind is there with the reason (2025-11-25 server/resources#resource,
// #resource-templates, server/prompts#prompt, server/tools#tool).
class CatalogModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Roles {
        KindRole = Qt::UserRole + 1, // int of CatalogKind
        KeyRole, // the URI, the template or the name of the prompt or tool
        NameRole,
        TitleRole, // of a tool also that of its annotations; empty when it has none
        DescriptionRole,
        MimeTypeRole,
        MalformedRole, // why it is none of its kind; empty when it is one
        DuplicateRole, // bool: an earlier item of its kind has the same key
        IconRole, // a data: URI, or empty: nothing is fetched
        ExcludedRole, // why it must not be used the way the server is reached; empty: it may
        AnnotationsRole, // of a tool, QStringList of words: "read-only", "destructive", …
        MarksRole, // of a tool, QStringList: those, and "task", "always a task", "has an app", …
        DestructiveRole, // of a tool, bool: the server says so
        ReadOnlyRole, // of a tool, bool: the server says so
    };
    struct Part {
        CatalogKind kind = CatalogKind::Resource;
        mcp::Listing listing;
    };
    using QAbstractListModel::QAbstractListModel;

    // Rows are the items of the parts, one part after the other.
    void setParts(const std::vector<Part> &parts);

    CatalogKind kind(int row) const { return m_entries[std::size_t(row)].kind; }
    const QString &key(int row) const { return m_entries[std::size_t(row)].key; }
    const mcp::ListItem &item(int row) const { return m_entries[std::size_t(row)].item; }
    bool isMalformed(int row) const { return !m_entries[std::size_t(row)].malformed.isEmpty(); }
    int rowOf(CatalogKind kind, const QString &key) const; // the first of that key, or -1

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    struct Entry {
        CatalogKind kind = CatalogKind::Resource;
        mcp::ListItem item;
        QString key;
        QString name;
        QString title;
        QString description;
        QString mimeType;
        QString malformed;
        ToolFacts tool;
        bool duplicate = false;
    };
    static Entry read(CatalogKind kind, const mcp::ListItem &item);
    static QString problemOf(CatalogKind kind, const json::Value &value);
    static QString iconOf(const json::Value &value);
    static QString shown(const Entry &entry);
    static QString accessibleDescription(const Entry &entry);
    static QVariant toolData(const ToolFacts &tool, int role);
    static QString toolTip(const Entry &entry);

    std::vector<Entry> m_entries;
};

} // namespace sonde::models
