// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/process/processtreemodel.h"

#include "base/formatting.h"
#include "models/process/processtext.h"
#include "models/signs/sign.h"

#include <algorithm>

namespace sonde::models {

using platform::ProcessId;

namespace {

constexpr qsizetype kStartedChars = 8; // of a time without its fraction

bool isNumberColumn(int column)
{
    return column == ProcessTreeModel::PidColumn || column == ProcessTreeModel::CpuColumn
        || column == ProcessTreeModel::MemoryColumn || column == ProcessTreeModel::ThreadsColumn
        || column == ProcessTreeModel::StartedColumn;
}

} // namespace

ProcessTreeModel::ProcessTreeModel(QObject *parent)
    : QAbstractItemModel(parent)
    , m_root(std::make_unique<Node>())
{
}

ProcessTreeModel::~ProcessTreeModel() = default;

ProcessTreeModel::Node *ProcessTreeModel::find(ProcessId id) const
{
    const auto found = std::find_if(m_nodes.begin(), m_nodes.end(),
        [&id](const Node *node) { return node->process.info.id == id; });
    return found == m_nodes.end() ? nullptr : *found;
}

// Parents come first, so that of the sample is here already; the root without one.
ProcessTreeModel::Node *ProcessTreeModel::parentFor(
    const SampledProcess &process, const ProcessSample &sample) const
{
    for (const SampledProcess &each : sample.processes) {
        if (&each == &process)
            break;
        if (each.info.id.pid == process.info.parent)
            return find(each.info.id);
    }
    return m_root.get();
}

void ProcessTreeModel::setSample(const ProcessSample &sample)
{
    m_bootWallNs = sample.upNs > 0 ? sample.at.wall - sample.upNs : 0;
    for (const SampledProcess &process : sample.processes)
        put(process, *parentFor(process, sample));
    removeMissing(*m_root, sample);
}

void ProcessTreeModel::put(const SampledProcess &process, Node &parent)
{
    Node *node = find(process.info.id);
    if (!node) {
        const auto row = int(parent.children.size());
        beginInsertRows(nodeIndex(parent), row, row);
        node = parent.children.emplace_back(std::make_unique<Node>()).get();
        node->process = process;
        node->parent = &parent;
        m_nodes.push_back(node);
        endInsertRows();
        return;
    }
    if (node->parent != &parent) {
        Node &before = *node->parent;
        const int row = rowOf(*node);
        beginMoveRows(nodeIndex(before), row, row, nodeIndex(parent), int(parent.children.size()));
        const auto at = before.children.begin() + row;
        parent.children.push_back(std::move(*at));
        before.children.erase(at);
        node->parent = &parent;
        endMoveRows();
    }
    node->process = process;
    Q_EMIT dataChanged(nodeIndex(*node), nodeIndex(*node, ColumnCount - 1));
}

// Those below a process that has ended were moved away, or have ended with it. The depth is that of
// the tree, which has at most platform::kMaxTreeProcesses.
void ProcessTreeModel::removeMissing(Node &node, const ProcessSample &sample)
{
    std::vector<Node *> open{&node};
    while (!open.empty()) {
        Node &next = *open.back();
        open.pop_back();
        for (auto row = int(next.children.size()) - 1; row >= 0; --row) {
            Node *child = next.children[std::size_t(row)].get();
            if (findProcess(sample, child->process.info.id)) {
                open.push_back(child);
                continue;
            }
            beginRemoveRows(nodeIndex(next), row, row);
            const auto isGone = [child](const Node *each) {
                for (; each; each = each->parent) {
                    if (each == child)
                        return true;
                }
                return false;
            };
            m_nodes.erase(std::remove_if(m_nodes.begin(), m_nodes.end(), isGone), m_nodes.end());
            next.children.erase(next.children.begin() + row);
            endRemoveRows();
        }
    }
}

int ProcessTreeModel::rowOf(const Node &node)
{
    const auto &siblings = node.parent->children;
    return int(std::find_if(siblings.begin(), siblings.end(), [&node](const auto &each) {
        return each.get() == &node;
    }) - siblings.begin());
}

QModelIndex ProcessTreeModel::nodeIndex(const Node &node, int column) const
{
    return &node == m_root.get() ? QModelIndex() : createIndex(rowOf(node), column, &node);
}

const ProcessTreeModel::Node &ProcessTreeModel::nodeAt(const QModelIndex &index) const
{
    return index.isValid() ? *static_cast<const Node *>(index.constInternalPointer()) : *m_root;
}

ProcessId ProcessTreeModel::idAt(const QModelIndex &index) const
{
    return index.isValid() ? nodeAt(index).process.info.id : ProcessId();
}

QModelIndex ProcessTreeModel::indexOf(ProcessId id) const
{
    const Node *node = find(id);
    return node ? nodeIndex(*node) : QModelIndex();
}

QModelIndex ProcessTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    return hasIndex(row, column, parent)
        ? createIndex(row, column, nodeAt(parent).children[std::size_t(row)].get())
        : QModelIndex();
}

QModelIndex ProcessTreeModel::parent(const QModelIndex &child) const
{
    return child.isValid() ? nodeIndex(*nodeAt(child).parent) : QModelIndex();
}

int ProcessTreeModel::rowCount(const QModelIndex &parent) const
{
    return parent.column() > 0 ? 0 : int(nodeAt(parent).children.size());
}

int ProcessTreeModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

QString ProcessTreeModel::text(const SampledProcess &process, int column) const
{
    switch (column) {
    case NameColumn:
        return process.name;
    case PidColumn:
        return QString::number(process.info.id.pid);
    case CpuColumn:
        return ProcessText::percent(process.cpu);
    case MemoryColumn:
        return sizeText(process.info.residentBytes);
    case ThreadsColumn:
        return countText(process.info.threads);
    case StateColumn:
        return ProcessText::state(process);
    case StartedColumn:
        return m_bootWallNs == 0
            ? QString()
            : timeText(m_bootWallNs + std::int64_t(process.info.startedNs)).left(kStartedChars);
    case CommandColumn:
        return ProcessText::command(process);
    default:
        return {};
    }
}

QVariant ProcessTreeModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const SampledProcess &process = nodeAt(index).process;
    switch (role) {
    case Qt::DisplayRole:
        return text(process, index.column());
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (isNumberColumn(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case TextColorRole:
        return static_cast<int>(process.info.state == 'Z' ? ColorRole::Muted : ColorRole::Normal);
    default:
        return {};
    }
}

QVariant ProcessTreeModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (isNumberColumn(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    static constexpr std::array kTitles{QT_TR_NOOP("Process"), QT_TR_NOOP("PID"),
        QT_TR_NOOP("CPU, %"), QT_TR_NOOP("Memory"), QT_TR_NOOP("Threads"), QT_TR_NOOP("State"),
        QT_TR_NOOP("Started"), QT_TR_NOOP("Command line")};
    return tr(kTitles[std::size_t(section)]);
}

} // namespace sonde::models
