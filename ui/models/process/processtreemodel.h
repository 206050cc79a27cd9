// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/process/processsample.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace sonde::models {

// The processes of a server as a tree. A new sample changes what is different: a process keeps its
// index, and with it the selection, as long as it runs.
class ProcessTreeModel : public QAbstractItemModel {
    Q_OBJECT
public:
    enum Columns {
        NameColumn,
        PidColumn,
        CpuColumn,
        MemoryColumn,
        ThreadsColumn,
        StateColumn,
        StartedColumn,
        CommandColumn,
        ColumnCount,
    };

    explicit ProcessTreeModel(QObject *parent = nullptr);
    ~ProcessTreeModel() override;

    void setSample(const ProcessSample &sample);
    // pid 0 for an invalid index.
    platform::ProcessId idAt(const QModelIndex &index) const;
    QModelIndex indexOf(platform::ProcessId id) const; // invalid: it is not there

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &child) const override;
    using QObject::parent;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    QVariant headerData(
        int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    struct Node {
        SampledProcess process;
        Node *parent = nullptr;
        std::vector<std::unique_ptr<Node>> children;
    };

    static int rowOf(const Node &node); // in its parent
    QModelIndex nodeIndex(const Node &node, int column = 0) const; // invalid for the root
    const Node &nodeAt(const QModelIndex &index) const; // the root for an invalid one
    Node *find(platform::ProcessId id) const;
    Node *parentFor(const SampledProcess &process, const ProcessSample &sample) const;
    void put(const SampledProcess &process, Node &parent);
    void removeMissing(Node &node, const ProcessSample &sample);
    QString text(const SampledProcess &process, int column) const;

    std::unique_ptr<Node> m_root;
    std::vector<Node *> m_nodes;
    std::int64_t m_bootWallNs = 0; // when the system was started; 0: not known
};

} // namespace sonde::models
