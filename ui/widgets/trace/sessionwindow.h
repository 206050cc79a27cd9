// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/document/tracedocument.h"
#include "trace/file/sessionstore.h"
#include "widgets/kit/secondarywindow.h"

#include <memory>

class QAction;
class QHBoxLayout;

namespace sonde::look {
class Splitter;
}

namespace sonde::widgets {

class MessageDetail;
class TracePanel;

// A session file in a window of its own, beside what is recorded now. It can only be read.
class SessionWindow : public SecondaryWindow {
    Q_OBJECT
public:
    SessionWindow(std::unique_ptr<trace::SessionStore> store,
        const models::TraceDocument::Shared &shared, QWidget *parent = nullptr);
    ~SessionWindow() override;

    TracePanel &trace() const { return *m_trace; }
    MessageDetail &detail() const { return *m_detail; }
    const trace::SessionStore &store() const { return *m_store; }
    // Above the list.
    void addButton(QAction *action);
    void addPart(QWidget *part); // takes it

private:
    void closeDetail();

    std::unique_ptr<trace::SessionStore> m_store;
    models::TraceDocument m_document;
    QHBoxLayout *m_buttons;
    look::Splitter *m_parts;
    TracePanel *m_trace;
    MessageDetail *m_detail;
};

} // namespace sonde::widgets
