// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/json/jsontreemodel.h"
#include "json/document.h"

#include <QTimer>
#include <QTreeView>

#include <memory>

class QAction;

namespace sonde::content {

// A JSON document to look through, with the keyboard or the mouse, and to copy from.
class JsonTreeView final : public QTreeView {
    Q_OBJECT
public:
    // "Expand all" stops when so many rows are open: a hostile document has millions.
    static constexpr int kMaxExpandedRows = 5000;

    explicit JsonTreeView(QWidget *parent = nullptr);

    // Shows the value `root` and opens the first levels as far as they fit a panel.
    void setDocument(std::shared_ptr<const json::Document> document, json::NodeId root = 0);
    const std::shared_ptr<const json::Document> &document() const;
    void clear() { setDocument(nullptr); }

    // Places with what is wrong there; they are opened, as far as they are few.
    void setMarks(const std::vector<JsonMark> &marks);

    json::NodeId currentNode() const; // kNoNode when nothing is chosen
    // Opens what is above the node and chooses it; the signal is not sent for it.
    void selectNode(json::NodeId node);
    // The node whose bytes hold the offset; for a click into the bytes.
    void selectAt(std::size_t offset);

    // To put into menus of the window too.
    QAction *copyValueAction() const { return m_copyValue; }
    QAction *copyTextAction() const { return m_copyText; } // of a string, without its escapes
    QAction *copyPathAction() const { return m_copyPath; }
    QAction *copyPointerAction() const { return m_copyPointer; }
    QAction *expandAllAction() const { return m_expandAll; }
    QAction *collapseAllAction() const { return m_collapseAll; }

    void expandWithin(int rows);
    // Closes what is deeper, opens what is not, as far as kMaxExpandedRows go. The keys 1 to 9 too.
    void expandToLevel(int level);

Q_SIGNALS:
    void nodeSelected(sonde::json::NodeId node);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void currentChanged(const QModelIndex &current, const QModelIndex &previous) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QAction *makeAction(const QString &text, const QKeySequence &key);
    void copy(const QByteArray &utf8);
    void open(int rows, int levels);
    bool isOwn(const QAction *action) const;
    void listMore();

    JsonTreeModel *m_model;
    QAction *m_copyValue;
    QAction *m_copyText;
    QAction *m_copyPath;
    QAction *m_copyPointer;
    QAction *m_expandAll;
    QAction *m_collapseAll;
    QTimer m_listMore;
    bool m_quiet = false;
};

} // namespace sonde::content
