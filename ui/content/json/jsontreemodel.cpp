// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsontreemodel.h"

#include "base/formatting.h"
#include "content/json/jsonruns.h"
#include "look/controls/plaintooltip.h"

#include <algorithm>

namespace sonde::content {

namespace {

// The row that says why a text is not JSON. No document has so many nodes.
constexpr json::NodeId kErrorId = json::kNoNode - 1;

models::Sign worse(models::Sign a, models::Sign b)
{
    using models::Sign;
    for (const Sign sign : {Sign::ProtocolError, Sign::FindingError, Sign::Finding}) {
        if (a == sign || b == sign)
            return sign;
    }
    return a;
}

} // namespace

JsonTreeModel::JsonTreeModel(QObject *parent)
    : QAbstractItemModel(parent)
{
}

JsonTreeModel::~JsonTreeModel() = default;

void JsonTreeModel::setDocument(std::shared_ptr<const json::Document> document, json::NodeId root)
{
    beginResetModel();
    m_children.clear();
    m_rows.clear();
    m_marks.clear();
    m_document = std::move(document);
    const bool there = m_document && root < m_document->nodeCount();
    m_root = there ? root : json::kNoNode;
    endResetModel();
}

void JsonTreeModel::setMarks(const std::vector<JsonMark> &marks)
{
    std::vector<json::NodeId> changed;
    for (const auto &[node, mark] : m_marks)
        changed.push_back(node);
    m_marks.clear();
    for (const JsonMark &mark : marks) {
        Marks &known = m_marks[mark.node];
        known.sign = known.sentences.isEmpty() ? mark.sign : worse(known.sign, mark.sign);
        known.sentences << mark.sentence;
        changed.push_back(mark.node);
    }
    for (const json::NodeId node : changed) {
        if (const QModelIndex at = listedIndex(node); at.isValid())
            Q_EMIT dataChanged(at, at);
    }
}

// Invalid when the row is not fetched yet; the view requests its data after the fetch.
QModelIndex JsonTreeModel::listedIndex(json::NodeId node) const
{
    if (!m_document || node >= m_document->nodeCount())
        return {};
    if (node == m_root)
        return index(0, TextColumn);
    const auto siblings = m_children.find(m_document->node(node).parent);
    if (siblings == m_children.end())
        return {};
    const auto &listed = siblings->second;
    const auto found = std::lower_bound(listed.begin(), listed.end(), node);
    if (found == listed.end() || *found != node)
        return {};
    return createIndex(int(found - listed.begin()), TextColumn, quintptr(node));
}

json::NodeId JsonTreeModel::idOf(const QModelIndex &index) const
{
    return json::NodeId(index.internalId());
}

json::NodeId JsonTreeModel::node(const QModelIndex &index) const
{
    if (!index.isValid() || idOf(index) == kErrorId)
        return json::kNoNode;
    return idOf(index);
}

json::Value JsonTreeModel::value(const QModelIndex &index) const
{
    const json::NodeId id = node(index);
    return m_document && id != json::kNoNode ? m_document->value(id) : json::Value();
}

QModelIndex JsonTreeModel::index(int row, int column, const QModelIndex &parent) const
{
    if (row < 0 || column != TextColumn || row >= rowCount(parent))
        return {};
    if (!parent.isValid())
        return createIndex(
            row, column, quintptr(row == 0 && m_root != json::kNoNode ? m_root : kErrorId));
    return createIndex(row, column, quintptr(m_children.at(idOf(parent))[std::size_t(row)]));
}

QModelIndex JsonTreeModel::parent(const QModelIndex &child) const
{
    const json::NodeId id = node(child);
    if (id == json::kNoNode || id == m_root)
        return {};
    return indexOfListed(m_document->node(id).parent);
}

QModelIndex JsonTreeModel::indexOfListed(json::NodeId container) const
{
    const auto row = m_rows.find(container);
    return createIndex(row == m_rows.end() ? 0 : row->second, TextColumn, quintptr(container));
}

int JsonTreeModel::rowCount(const QModelIndex &parent) const
{
    if (!m_document || parent.column() > TextColumn)
        return 0;
    if (!parent.isValid())
        return (m_root != json::kNoNode) + m_document->error().has_value();
    const auto listed = m_children.find(idOf(parent));
    return listed == m_children.end() ? 0 : int(listed->second.size());
}

int JsonTreeModel::columnCount(const QModelIndex &) const
{
    return ColumnCount;
}

bool JsonTreeModel::hasChildren(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return rowCount() > 0;
    return value(parent).count() > 0;
}

bool JsonTreeModel::canFetchMore(const QModelIndex &parent) const
{
    return rowCount(parent) == 0 && hasMore(parent);
}

void JsonTreeModel::fetchMore(const QModelIndex &parent)
{
    if (canFetchMore(parent))
        listMore(parent);
}

bool JsonTreeModel::hasMore(const QModelIndex &parent) const
{
    return parent.isValid() && std::uint32_t(rowCount(parent)) < value(parent).count();
}

void JsonTreeModel::listMore(const QModelIndex &parent)
{
    if (!hasMore(parent))
        return;
    const json::NodeId id = node(parent);
    const int before = rowCount(parent);
    std::vector<json::NodeId> fresh;
    json::Value child = before == 0 ? m_document->value(id).first()
                                    : m_document->value(m_children[id].back()).next();
    for (; child && fresh.size() < std::size_t(kStep); child = child.next())
        fresh.push_back(child.id());
    if (fresh.empty())
        return;
    beginInsertRows(parent, before, before + int(fresh.size()) - 1);
    for (std::size_t i = 0; i < fresh.size(); ++i) {
        if (m_document->node(fresh[i]).count > 0)
            m_rows[fresh[i]] = before + int(i);
    }
    auto &listed = m_children[id];
    listed.insert(listed.end(), fresh.begin(), fresh.end());
    endInsertRows();
}

QModelIndex JsonTreeModel::indexOf(json::NodeId target)
{
    if (!m_document || target >= m_document->nodeCount() || m_root == json::kNoNode)
        return {};
    std::vector<json::NodeId> way; // from the target up to the root
    for (json::NodeId id = target; id != m_root; id = m_document->node(id).parent) {
        if (id == json::kNoNode)
            return {}; // outside of the shown node
        way.push_back(id);
    }
    QModelIndex at = index(0, TextColumn);
    for (auto step = way.rbegin(); step != way.rend(); ++step) {
        // Nodes are numbered in the order of the text, so the list is sorted.
        while (hasMore(at) && (rowCount(at) == 0 || m_children.at(node(at)).back() < *step))
            listMore(at);
        const auto &listed = m_children.at(node(at));
        const auto found = std::lower_bound(listed.begin(), listed.end(), *step);
        if (found == listed.end() || *found != *step)
            return {};
        at = index(int(found - listed.begin()), TextColumn, at);
    }
    return at;
}

QString JsonTreeModel::errorText() const
{
    const auto &error = m_document->error();
    if (!error)
        return {};
    return tr("not JSON: line %1, column %2: %3")
        .arg(error->line)
        .arg(error->column)
        .arg(error->reason);
}

// More of a value than fits its row; what fits is shown by the delegate when the view cuts it.
QVariant JsonTreeModel::toolTip(const QModelIndex &index) const
{
    const json::Value shown = value(index);
    if (const auto mark = m_marks.find(node(index)); mark != m_marks.end())
        return mark->second.sentences.join(u'\n');
    if (!shown || shown.isContainer() || shown.raw().size() <= kShownBytes)
        return {};
    JsonRuns runs;
    appendRaw(runs, shown.raw(), JsonInk::String, std::size_t(look::kMaxToolTip));
    return plainText(runs);
}

QVariant JsonTreeModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || !m_document)
        return {};
    const json::NodeId id = node(index);
    if (role == NodeRole)
        return id == json::kNoNode ? QVariant() : QVariant(id);
    if (role == MarkRole) {
        const auto mark = m_marks.find(id);
        if (mark == m_marks.end())
            return {};
        const QStringList &sentences = mark->second.sentences;
        return sentences.size() == 1 ? sentences.front()
                                     : tr("%1 · %2", "how many findings, and their sentences")
                                           .arg(countText(sentences.size()), sentences.join(u' '));
    }
    if (role == MarkSignRole) {
        const auto mark = m_marks.find(id);
        return mark == m_marks.end() ? QVariant() : QVariant(int(mark->second.sign));
    }
    if (role == Qt::ToolTipRole)
        return toolTip(index);
    if (role != RunsRole && role != Qt::DisplayRole && role != Qt::AccessibleTextRole)
        return {};
    JsonRuns runs;
    if (id == json::kNoNode) {
        runs = {{errorText(), JsonInk::Invalid}};
    } else {
        const json::Value shown = m_document->value(id);
        runs = rowRuns(shown, id == m_root);
        if (id != m_root && shown.parent().isArray())
            runs.prepend(
                {QString::number(index.row()) % QStringLiteral(": "), JsonInk::Punctuation});
    }
    return role == RunsRole ? QVariant::fromValue(runs) : QVariant(plainText(runs));
}

} // namespace sonde::content
