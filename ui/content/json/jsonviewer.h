// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "content/base/viewer.h"
#include "content/json/jsontreemodel.h"
#include "content/text/texthits.h"

class QAction;
class QToolButton;

namespace sonde::look {
class ColorLabel;
class InlineMessage;
} // namespace sonde::look

namespace sonde::content {

class FindBar;
class JsonTreeView;

// A JSON value as a tree, with a line to search in it. A string that holds JSON itself can be
// opened as a tree of its own, in its place, and left again.
class JsonViewer final : public Viewer {
    Q_OBJECT
public:
    // A longer string is not tried as JSON.
    static constexpr std::size_t kMaxInside = std::size_t(16) << 20;

    JsonViewer(std::shared_ptr<const json::Document> document, json::NodeId root,
        QWidget *parent = nullptr);

    JsonTreeView &tree() { return *m_tree; }
    void setMarks(const std::vector<JsonMark> &marks);
    void goToMark(int by); // the next one, or the one before

    bool canOpenString() const; // the chosen value is a string that could be JSON
    void openString();
    void leaveString();
    int depth() const { return int(m_outer.size()); } // strings that are open

    bool canFind() const override { return true; }
    void openFind() override;
    int wantedHeight(int width, int most) const override;

private:
    struct Level {
        std::shared_ptr<const json::Document> document;
        json::NodeId root = json::kNoNode;
        json::NodeId chosen = json::kNoNode;
    };
    QAction *makeAction(const QString &text, const QKeySequence &key);
    void makeBars();
    void take(std::shared_ptr<const json::Document> document, json::NodeId root);
    void showBars();
    void find(const QString &text);
    void step(int by);
    void goTo(qint64 hit);

    JsonTreeView *m_tree;
    FindBar *m_find;
    QWidget *m_back;
    look::ColorLabel *m_where;
    look::InlineMessage *m_inside; // says that the string holds JSON
    QAction *m_open;
    json::NodeId m_root = json::kNoNode;
    std::vector<Level> m_outer;
    std::vector<JsonMark> m_marks; // of the outermost document
    qsizetype m_mark = -1;
    TextHits m_hits;
    qint64 m_hit = -1;
    BackgroundJob m_finding;
    BackgroundJob m_parsing;
};

} // namespace sonde::content
