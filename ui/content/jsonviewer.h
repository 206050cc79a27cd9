// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/jsontreemodel.h"
#include "content/viewer.h"

namespace sonde::content {

class JsonTreeView;

// A JSON value as a tree.
class JsonViewer final : public Viewer {
    Q_OBJECT
public:
    JsonViewer(std::shared_ptr<const json::Document> document, json::NodeId root,
        QWidget *parent = nullptr);

    JsonTreeView &tree() { return *m_tree; }
    void setMarks(const std::vector<JsonMark> &marks);
    int wantedHeight(int width, int most) const override;

private:
    JsonTreeView *m_tree;
};

} // namespace sonde::content
