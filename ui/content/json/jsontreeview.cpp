// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsontreeview.h"

#include "content/json/jsontreedelegate.h"
#include "content/json/jsontreemodel.h"
#include "look/controls/clipboard.h"

#include <QAction>
#include <QContextMenuEvent>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMenu>
#include <QScopedValueRollback>
#include <QScrollBar>

#include <deque>
#include <limits>

namespace sonde::content {

namespace {

constexpr int kFirstRows = 40; // opened when a document is shown
constexpr std::size_t kMaxOpenedMarks = 50;

} // namespace

JsonTreeView::JsonTreeView(QWidget *parent)
    : QTreeView(parent)
    , m_model(new JsonTreeModel(this))
    , m_copyValue(makeAction(tr("Copy value"), QKeySequence::Copy))
    , m_copyText(makeAction(tr("Copy string contents"), {}))
    , m_copyPath(makeAction(tr("Copy path"), {}))
    , m_copyPointer(makeAction(tr("Copy JSON pointer"), {}))
    , m_expandAll(makeAction(tr("Expand all"), {}))
    , m_collapseAll(makeAction(tr("Collapse all"), {}))
{
    setModel(m_model);
    setItemDelegate(new JsonTreeDelegate(this));
    setHeaderHidden(true);
    setUniformRowHeights(true);
    setAnimated(false);
    setSelectionMode(QAbstractItemView::SingleSelection);
    header()->setStretchLastSection(true);
    setAccessibleName(tr("JSON tree"));

    m_listMore.setSingleShot(true);
    m_listMore.setInterval(0);
    const auto later = [this] { m_listMore.start(); };
    connect(&m_listMore, &QTimer::timeout, this, &JsonTreeView::listMore);
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, later);
    connect(this, &QTreeView::expanded, this, later);
    connect(this, &QTreeView::collapsed, this, later);

    connect(m_copyValue, &QAction::triggered, this, [this] {
        const std::string_view raw = m_model->value(currentIndex()).raw();
        copy(QByteArray(raw.data(), qsizetype(raw.size())));
    });
    connect(m_copyText, &QAction::triggered, this,
        [this] { copy(QByteArray::fromStdString(m_model->value(currentIndex()).text())); });
    connect(m_copyPath, &QAction::triggered, this,
        [this] { copy(m_model->value(currentIndex()).path().toUtf8()); });
    connect(m_copyPointer, &QAction::triggered, this,
        [this] { copy(m_model->value(currentIndex()).pointer().toUtf8()); });
    connect(m_expandAll, &QAction::triggered, this, [this] { expandWithin(kMaxExpandedRows); });
    connect(m_collapseAll, &QAction::triggered, this, [this] {
        collapseAll();
        expand(m_model->index(0, 0));
    });
}

QAction *JsonTreeView::makeAction(const QString &text, const QKeySequence &key)
{
    auto *action = new QAction(text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    addAction(action);
    return action;
}

void JsonTreeView::setDocument(std::shared_ptr<const json::Document> document, json::NodeId root)
{
    m_model->setDocument(std::move(document), root);
    expandWithin(kFirstRows);
}

const std::shared_ptr<const json::Document> &JsonTreeView::document() const
{
    return m_model->document();
}

void JsonTreeView::setMarks(const std::vector<JsonMark> &marks)
{
    m_model->setMarks(marks);
    for (std::size_t i = 0; i < std::min(marks.size(), kMaxOpenedMarks); ++i) {
        for (QModelIndex at = m_model->indexOf(marks[i].node).parent(); at.isValid();
             at = at.parent())
            expand(at);
    }
}

json::NodeId JsonTreeView::currentNode() const
{
    return m_model->node(currentIndex());
}

void JsonTreeView::selectNode(json::NodeId node)
{
    const QModelIndex index = m_model->indexOf(node);
    if (!index.isValid())
        return;
    const QScopedValueRollback quiet(m_quiet, true);
    setCurrentIndex(index);
    scrollTo(index);
}

void JsonTreeView::selectAt(std::size_t offset)
{
    if (const auto &shown = document(); shown) {
        if (const json::Value value = shown->valueAt(offset))
            selectNode(value.id());
    }
}

// Breadth first, so that the deepest nodes stay collapsed.
void JsonTreeView::expandWithin(int rows)
{
    open(rows, std::numeric_limits<int>::max());
}

void JsonTreeView::expandToLevel(int level)
{
    collapseAll();
    open(kMaxExpandedRows, level);
}

void JsonTreeView::open(int rows, int levels)
{
    struct Step {
        QModelIndex at;
        int level;
    };
    std::deque<Step> waiting;
    const QModelIndex root = m_model->index(0, 0);
    if (m_model->hasChildren(root))
        waiting.push_back({root, 1});
    int open = 1;
    while (!waiting.empty()) {
        const auto [at, level] = waiting.front();
        waiting.pop_front();
        if (m_model->rowCount(at) == 0)
            m_model->fetchMore(at);
        const int count = m_model->rowCount(at);
        // The outermost value is opened in any case.
        if (at != root && open + count > rows)
            continue;
        expand(at);
        open += count;
        for (int row = 0; row < count && open < rows && level < levels; ++row) {
            const QModelIndex child = m_model->index(row, 0, at);
            if (m_model->hasChildren(child))
                waiting.push_back({child, level + 1});
        }
    }
}

// A container whose last listed row is in sight gets more of them.
void JsonTreeView::listMore()
{
    QVector<QPersistentModelIndex> ends;
    const int bottom = viewport()->height();
    for (QModelIndex at = indexAt(QPoint(0, 0)); at.isValid() && visualRect(at).top() < bottom;
         at = indexBelow(at)) {
        const QModelIndex parent = at.parent();
        if (at.row() == m_model->rowCount(parent) - 1 && m_model->hasMore(parent))
            ends.append(parent);
    }
    for (const QPersistentModelIndex &parent : ends)
        m_model->listMore(parent);
}

void JsonTreeView::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    m_listMore.start();
}

void JsonTreeView::keyPressEvent(QKeyEvent *event)
{
    // Qt's own handling expands all descendants, without a limit.
    if (event->key() == Qt::Key_Asterisk) {
        expandWithin(kMaxExpandedRows);
        return;
    }
    if (event->key() >= Qt::Key_1 && event->key() <= Qt::Key_9
        && (event->modifiers() & ~Qt::KeypadModifier) == Qt::NoModifier) {
        expandToLevel(event->key() - Qt::Key_0);
        return;
    }
    QTreeView::keyPressEvent(event);
}

bool JsonTreeView::isOwn(const QAction *action) const
{
    return action == m_copyValue || action == m_copyText || action == m_copyPath
        || action == m_copyPointer || action == m_expandAll || action == m_collapseAll;
}

void JsonTreeView::contextMenuEvent(QContextMenuEvent *event)
{
    QMenu menu(this);
    m_copyText->setEnabled(m_model->value(currentIndex()).isString());
    menu.addActions({m_copyValue, m_copyText, m_copyPath, m_copyPointer});
    menu.addSeparator();
    menu.addActions({m_expandAll, m_collapseAll});
    QMenu *levels = menu.addMenu(tr("Expand to level"));
    constexpr int kLevels = 5;
    for (int level = 1; level <= kLevels; ++level)
        levels->addAction(QString::number(level), this, [this, level] { expandToLevel(level); });
    menu.addSeparator();
    for (QAction *action : actions()) {
        if (!isOwn(action))
            menu.addAction(action); // actions of the widget around the tree
    }
    menu.exec(event->globalPos());
}

void JsonTreeView::currentChanged(const QModelIndex &current, const QModelIndex &previous)
{
    QTreeView::currentChanged(current, previous);
    const json::NodeId node = m_model->node(current);
    if (!m_quiet && node != json::kNoNode)
        Q_EMIT nodeSelected(node);
}

void JsonTreeView::copy(const QByteArray &utf8)
{
    if (!currentIndex().isValid())
        return;
    look::copyToClipboard(utf8);
}

} // namespace sonde::content
