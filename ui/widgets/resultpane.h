// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/toolcall.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QTabWidget;
class QToolButton;

namespace sonde::content {
class JsonEditor;
class JsonTreeView;
class ToneLabel;
} // namespace sonde::content

namespace sonde::widgets {

class ContentBlocks;
class SignLabel;

// How the newest call of a tool ended, and what came: as a tree, as content, and as it arrived.
class ResultPane : public QWidget {
    Q_OBJECT
public:
    explicit ResultPane(QWidget *parent = nullptr);

    void setCall(ToolCall *call); // nullptr: none

    QTabWidget &tabs() { return *m_tabs; }
    const SignLabel &state() const { return *m_state; }

Q_SIGNALS:
    void showInTraceWanted();
    void copied(qint64 bytes);

private:
    void refresh();
    void refreshNumbers();
    void showAnswer(const std::shared_ptr<const mcp::Answer> &answer);
    void showError(const Error &error);
    void showNothing(const QString &why);

    QPointer<ToolCall> m_call;
    std::shared_ptr<const mcp::Answer> m_shown;
    SignLabel *m_state;
    content::ToneLabel *m_numbers;
    QToolButton *m_inTrace;
    QTabWidget *m_tabs;
    content::JsonTreeView *m_tree;
    ContentBlocks *m_blocks;
    content::JsonEditor *m_raw;
    QTimer m_running; // the time of a call that is pending
};

} // namespace sonde::widgets
