// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "content/base/content.h"
#include "session/toolcall.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QTabWidget;
class QToolButton;

namespace sonde::content {
class ContentList;
class JsonEditor;
class JsonTreeView;
} // namespace sonde::content

namespace sonde::look {
class InlineMessage;
class ColorLabel;
} // namespace sonde::look

namespace sonde::widgets {

class OutputCheck;
class SignLabel;

// How the newest call of a tool ended, and what came: the content blocks in their order with the
// structured content after them, the whole as a tree, and as it arrived.
class ResultPane : public QWidget {
    Q_OBJECT
public:
    explicit ResultPane(QWidget *parent = nullptr);

    // nullptr: none. The text of the tool's outputSchema, empty when it has none.
    void setCall(session::ToolCall *call, const Bytes &outputSchema = {});

    QTabWidget &tabs() { return *m_tabs; }
    const SignLabel &state() const { return *m_state; }
    content::ContentList &contents() { return *m_contents; }
    const look::InlineMessage &problem() const { return *m_problem; }
    const look::InlineMessage &mismatch() const { return *m_mismatch; }
    const OutputCheck &check() const { return *m_check; }

Q_SIGNALS:
    void showInTraceRequested();
    void lateAnswerRequested(qint64 steadyNs); // the message, which was received then
    void logRequested(); // what the server said while the call ran
    void saved(const QString &path, qint64 bytes);
    void linkRequested(const QString &uri); // a resource or an address that a person chose

private:
    void makeTabs();
    QLayout *makeHead();
    QToolButton *makeLink(const QString &text);
    void refresh();
    void refreshNumbers();
    void showAnswer(const std::shared_ptr<const mcp::Answer> &answer);
    void showContents(const std::shared_ptr<const mcp::Answer> &answer);
    void showError(const Error &error);
    void showNothing(const QString &sentence);
    void showProblem(session::ToolCall::State state);
    void showVerdict();
    void goToMismatch();

    QPointer<session::ToolCall> m_call;
    Bytes m_outputSchema;
    std::shared_ptr<const mcp::Answer> m_shown;
    SignLabel *m_state;
    look::ColorLabel *m_numbers;
    QToolButton *m_log;
    QToolButton *m_inTrace;
    look::InlineMessage *m_problem; // the tool's error, or the protocol's
    look::InlineMessage *m_mismatch; // with the output schema
    SignLabel *m_fits; // to the output schema
    QTabWidget *m_tabs;
    content::ContentList *m_contents;
    content::JsonTreeView *m_tree;
    content::JsonEditor *m_raw;
    OutputCheck *m_check;
    std::size_t m_structured = 0; // which of the contents it is
    QTimer m_running; // the time of a call that is pending
};

} // namespace sonde::widgets
