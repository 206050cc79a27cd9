// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "content/base/content.h"
#include "session/call/request.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <functional>

class QAction;
class QTabWidget;
class QVBoxLayout;

namespace sonde::content {
class ContentList;
class JsonEditor;
class JsonTreeView;
} // namespace sonde::content

namespace sonde::look {
class InlineMessage;
}

namespace sonde::widgets {

class ResponseStrip;
template <typename Page>
class Later;
class SignLabel;

// How a request ended, and what it brought: its contents by their viewers, as a tree, and as it
// arrived.
class ResponsePane : public QWidget {
    Q_OBJECT
public:
    // The contents of the result of a message.
    using ContentsOf = std::function<std::vector<content::Content>(
        const std::shared_ptr<const json::Document> &document, const json::Value &result)>;

    // The bytes of a request as they were recorded; none if it is not in the recording.
    using SentOf = std::function<std::optional<Bytes>(const session::Request &request)>;

    ResponsePane(const QString &title, ContentsOf contentsOf, QWidget *parent = nullptr);

    // nullptr: none, and `nothing` is said in its place. `kept` is shown while it is pending.
    void setRequest(session::Request *request, const QString &nothing,
        const std::shared_ptr<const mcp::Response> &kept = nullptr);
    // Adds a page with the request as it was sent.
    void setSentOf(SentOf sentOf);
    void addButton(QAction *action); // beside the tabs
    // Does not depend on what is shown: a response that comes moves nothing beside the pane.
    QSize minimumSizeHint() const override;
    bool isPending() const { return m_request && m_request->isPending(); }
    // What the request waits for before its response can come, a sentence, and the button that
    // leads there; empty: nothing is known.
    void setWaiting(const QString &sentence, const QString &button = {});
    const look::InlineMessage &waiting() const { return *m_waiting; }
    // Whether there is something of it in the trace to be shown.
    virtual bool isTraceable() const { return m_shown != nullptr; }

    QTabWidget &tabs() const { return *m_tabs; }
    content::JsonEditor &sent() const; // the request
    content::ContentList &contents() const { return *m_contents; }
    const SignLabel &state() const;
    const look::InlineMessage &note() const { return *m_note; }
    // What the contents do not show, because a member of the response is there more than once.
    const look::InlineMessage &repeated() const { return *m_repeated; }
    const std::shared_ptr<const mcp::Response> &shown() const { return m_shown; } // or null

Q_SIGNALS:
    void answered(); // shown() is another one
    void requestChanged(); // another request, or another state of it
    void waitingClicked(); // the button of setWaiting()
    void traceRequested();
    void saved(const QString &path, qint64 bytes);
    void linkRequested(const QString &uri); // a resource or an address that a person chose

protected:
    ResponseStrip &strip() { return *m_strip; }
    void addNote(QWidget *note); // above the tabs
    void forgetShown() { m_shown.reset(); } // what is shown next is shown anew
    // In the place of the response that is shown: what it was the announcement of.
    void showResult(const std::shared_ptr<const json::Document> &document,
        std::vector<content::Content> contents);
    // What is said above the contents: what the server asks before it responds, or why there is no
    // result.
    virtual void showNote(look::InlineMessage &note);
    void refreshNote() { showNote(*m_note); }
    virtual QStringList numbers() const; // of a request that was sent

private:
    void makeTabs(const QString &title);
    void refresh();
    void refreshNumbers();
    void announceEnd(session::Request::State state);
    void showResponse(const std::shared_ptr<const mcp::Response> &response);
    void showRepeated();
    void showError(const Error &error);
    void showNothing(const QString &why);
    void showSent();
    void setReceived(const Bytes &message);
    void copyMessage();

    const ContentsOf m_contentsOf;
    bool m_wasPending = false;
    SentOf m_sentOf;
    QPointer<session::Request> m_request;
    std::shared_ptr<const mcp::Response> m_kept;
    std::shared_ptr<const mcp::Response> m_shown;
    QString m_nothing;
    QVBoxLayout *m_layout;
    ResponseStrip *m_strip;
    look::InlineMessage *m_note;
    look::InlineMessage *m_waiting;
    look::InlineMessage *m_repeated;
    QTabWidget *m_tabs;
    QWidget *m_buttons;
    content::ContentList *m_contents;
    content::JsonTreeView *m_tree;
    Bytes m_received;
    Later<content::JsonEditor> *m_raw;
    Later<content::JsonEditor> *m_sent; // a page of the tabs once there is a SentOf
    QTimer m_running; // the time of a request that is pending
};

} // namespace sonde::widgets
