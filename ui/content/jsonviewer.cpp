// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/jsonviewer.h"

#include "content/jsontreeview.h"
#include "content/metrics.h"

#include <QVBoxLayout>

namespace sonde::content {

JsonViewer::JsonViewer(
    std::shared_ptr<const json::Document> document, json::NodeId root, QWidget *parent)
    : Viewer(parent)
    , m_tree(new JsonTreeView(this))
{
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_tree);
    setFocusProxy(m_tree);
    m_tree->setDocument(std::move(document), root);
    connect(m_tree, &JsonTreeView::copied, this, &Viewer::copied);
    connect(m_tree, &QTreeView::expanded, this, &Viewer::changed);
    connect(m_tree, &QTreeView::collapsed, this, &Viewer::changed);
}

void JsonViewer::setMarks(const std::vector<JsonMark> &marks)
{
    m_tree->setMarks(marks);
}

int JsonViewer::wantedHeight(int, int most) const
{
    const int row = metrics().treeRow;
    int height = 2 * m_tree->frameWidth() + row / 2;
    for (QModelIndex at = m_tree->model()->index(0, 0); at.isValid() && height < most;
         at = m_tree->indexBelow(at))
        height += row;
    return qMin(height, most);
}

} // namespace sonde::content
