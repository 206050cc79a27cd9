// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"
#include "json/document.h"

#include <QAbstractItemModel>
#include <QString>
#include <QStringList>

#include <memory>
#include <unordered_map>
#include <vector>

namespace sonde::content {

// What is wrong at a place of a document.
struct JsonMark {
    json::NodeId node = json::kNoNode;
    QString sentence;
    models::Sign sign = models::Sign::ProtocolError; // of its level
};

// A JSON document as a tree of one column: name, colon, value; the outermost value is the one top
// row, and a text that is not JSON has a second one that says why. Nothing is converted: an index
// holds the node's number, and the children of a container are listed when they are asked for.
class JsonTreeModel final : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Columns { TextColumn, ColumnCount };
    enum Roles {
        RunsRole = Qt::UserRole + 1, // JsonRuns: the text in pieces, each with its ink
        NodeRole, // the json::NodeId; invalid for the row of the error
        MarkRole, // what is wrong with the value, behind a count if it is more than one thing
        MarkSignRole, // models::Sign, of the worst that is wrong with it
    };

    // How many children are listed at a time. QTreeView fetches as long as there is more, which
    // lists a million rows in the end: only the first step is fetched, listMore() is for the rest.
    static constexpr int kStep = 1000;

    explicit JsonTreeModel(QObject *parent = nullptr);
    ~JsonTreeModel() override;

    // Shows the value `root` of the document; kNoNode shows nothing.
    void setDocument(std::shared_ptr<const json::Document> document, json::NodeId root = 0);
    const std::shared_ptr<const json::Document> &document() const { return m_document; }

    // Of the document that is shown; setDocument() forgets them.
    void setMarks(const std::vector<JsonMark> &marks);

    json::NodeId node(const QModelIndex &index) const;
    json::Value value(const QModelIndex &index) const;
    bool hasMore(const QModelIndex &parent) const;
    void listMore(const QModelIndex &parent);
    // The row of a node, listing what stands before it when that has not been yet.
    QModelIndex indexOf(json::NodeId node);

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    bool hasChildren(const QModelIndex &parent = {}) const override;
    bool canFetchMore(const QModelIndex &parent) const override;
    void fetchMore(const QModelIndex &parent) override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    QModelIndex listedIndex(json::NodeId node) const;
    QModelIndex indexOfListed(json::NodeId node) const;
    json::NodeId idOf(const QModelIndex &index) const;
    QString errorText() const;
    QVariant toolTip(const QModelIndex &index) const;

    std::shared_ptr<const json::Document> m_document;
    json::NodeId m_root = json::kNoNode;
    std::unordered_map<json::NodeId, std::vector<json::NodeId>> m_children; // listed so far
    std::unordered_map<json::NodeId, int> m_rows; // of listed containers
    struct Marks {
        QStringList sentences; // in the order in which they were given
        models::Sign sign = models::Sign::None; // of the worst
    };
    std::unordered_map<json::NodeId, Marks> m_marks;
};

} // namespace sonde::content
