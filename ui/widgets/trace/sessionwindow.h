// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/document/tracedocument.h"
#include "trace/file/sessionstore.h"
#include "widgets/kit/frame/secondarywindow.h"

#include <memory>

class QAction;
class QHBoxLayout;

namespace sonde::look {
class InlineMessage;
class Splitter;
} // namespace sonde::look

namespace sonde::widgets {

class MessageDetail;
class TracePanel;
class TraceWorkbench;

// A session file in a window of its own, beside what is recorded now. It can only be read.
class SessionWindow : public SecondaryWindow {
    Q_OBJECT
public:
    SessionWindow(std::unique_ptr<trace::SessionStore> store,
        const models::TraceDocument::Shared &shared, QWidget *parent = nullptr);
    ~SessionWindow() override;

    TraceWorkbench &workbench() const { return *m_workbench; }
    TracePanel &trace() const;
    MessageDetail &detail() const;
    const trace::SessionStore &store() const { return *m_store; }
    // Above the list.
    void addButton(QAction *action);
    void addPart(QWidget *part); // takes it

private:
    void connectParts(look::InlineMessage *message);
    void closeDetail();

    std::unique_ptr<trace::SessionStore> m_store;
    models::TraceDocument m_document;
    QHBoxLayout *m_buttons;
    look::Splitter *m_parts;
    TraceWorkbench *m_workbench;
};

} // namespace sonde::widgets
