// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"

#include <QAbstractListModel>
#include <QSortFilterProxyModel>
#include <QStringList>

#include <vector>

namespace sonde::models {

// The tools of a server as it listed them: in its order, two of one name stay two, and what is no
// tool is there with the reason (2025-11-25 server/tools#tool).
class ToolModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Roles {
        NameRole = Qt::UserRole + 1,
        TitleRole, // title, else annotations.title, else empty
        DescriptionRole,
        AnnotationsRole, // QStringList of words: "read-only", "destructive", …
        MarksRole, // QStringList: those, and "task", "always a task", "has an app", "app only"
        DestructiveRole, // bool: the server says so
        ReadOnlyRole, // bool: the server says so
        MalformedRole, // why it is no tool; empty when it is one
        ExcludedRole, // why it must not be called the way the server is reached; empty: it may
        DuplicateRole, // bool: an earlier tool has the same name
    };
    using QAbstractListModel::QAbstractListModel;

    void setListing(mcp::Listing listing);
    void clear() { setListing({}); }
    // The item as the server sent it. Its document lives as long as the listing is shown.
    json::Value value(int row) const { return m_listing.items[std::size_t(row)].value(); }
    QString name(int row) const { return m_tools[std::size_t(row)].name; }
    int rowOf(const QString &name) const; // the first of that name, or -1

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    struct Tool {
        QString name;
        QString title;
        QString description;
        QStringList annotations;
        QStringList marks; // besides the annotations
        QString malformed;
        QString excluded;
        bool destructive = false;
        bool readOnly = false;
        bool duplicate = false;
    };
    static Tool read(const json::Value &value);
    static void readAnnotations(const json::Value &annotations, Tool &tool);
    static QStringList marksOf(const json::Value &tool);
    QString toolTip(const Tool &tool) const;

    mcp::Listing m_listing;
    std::vector<Tool> m_tools;
};

// Lets a tool through when the letters typed stand in its name or title in that order ("gwt" finds
// get_weather), or the words in its description.
class ToolFilterProxy : public QSortFilterProxyModel {
    Q_OBJECT
public:
    using QSortFilterProxyModel::QSortFilterProxyModel;
    void setText(const QString &text);

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    QString m_text;
};

// Whether the letters of `pattern` stand in `text` in their order, whatever the case. Blanks in
// the pattern do not count.
bool fuzzyMatches(QStringView pattern, QStringView text);

} // namespace sonde::models
