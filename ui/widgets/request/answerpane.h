// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/base/content.h"
#include "session/request.h"

#include <QPointer>
#include <QWidget>

#include <functional>

class QAction;
class QTabWidget;
class QToolButton;

namespace sonde::content {
class ContentList;
class JsonEditor;
class JsonTreeView;
} // namespace sonde::content

namespace sonde::look {
class InlineMessage;
}

namespace sonde::widgets {

class AnswerStrip;

// What a request brought: its contents by their viewers, as a tree, and as it arrived.
class AnswerPane : public QWidget {
    Q_OBJECT
public:
    // The contents of the result of a message.
    using ContentsOf = std::function<std::vector<content::Content>(
        const std::shared_ptr<const json::Document> &document, const json::Value &result)>;

    AnswerPane(const QString &title, ContentsOf contentsOf, QWidget *parent = nullptr);

    // nullptr: none, and `nothing` is said in its place. `kept` is shown while it is pending.
    void setRequest(session::Request *request, const QString &nothing,
        const std::shared_ptr<const mcp::Answer> &kept = nullptr);
    void addButton(QAction *action); // beside the tabs

    QTabWidget &tabs() { return *m_tabs; }
    const content::ContentList &contents() const { return *m_contents; }
    const AnswerStrip &strip() const { return *m_strip; }
    const std::shared_ptr<const mcp::Answer> &shown() const { return m_shown; } // or null

Q_SIGNALS:
    void answered(); // shown() is another one
    void messageRequested(qint64 steadyNs, sonde::rpc::Channel channel);
    void saved(const QString &path, qint64 bytes);
    void linkRequested(const QString &uri);

private:
    void refresh();
    void showAnswer(const std::shared_ptr<const mcp::Answer> &answer);
    void showError(const Error &error);
    void showNothing(const QString &why);

    const ContentsOf m_contentsOf;
    QPointer<session::Request> m_request;
    std::shared_ptr<const mcp::Answer> m_kept;
    std::shared_ptr<const mcp::Answer> m_shown;
    QString m_nothing;
    AnswerStrip *m_strip;
    look::InlineMessage *m_note;
    QTabWidget *m_tabs;
    QWidget *m_buttons;
    content::ContentList *m_contents;
    content::JsonTreeView *m_tree;
    content::JsonEditor *m_raw;
};

} // namespace sonde::widgets
