// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "widgets/catalog/itempane.h"

#include <QPointer>
#include <QTimer>

#include <functional>

class QToolButton;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class InlineMessage;
} // namespace sonde::look

namespace sonde::session {
class CallMemory;
class ToolStore;
} // namespace sonde::session

namespace sonde::widgets {

class CallArguments;
class CallButtons;
class ItemHeading;
class ProblemList;
class RequestPreview;
class RestoredNote;
class SchemaForm;
class SchemaPage;
class SignLabel;

// One tool: what it is, its arguments as a form and as text that is sent byte for byte, what does
// not fit, and the exact request.
class CallPane : public ItemPane {
    Q_OBJECT
public:
    // The memory outlives the pane.
    explicit CallPane(session::CallMemory &memory, QWidget *parent = nullptr);
    ~CallPane() override;

    void setTool(session::ToolStore *store, const mcp::ListItem &item);
    const QString &tool() const { return m_name; }

    void setWantProgress(bool want);
    // Calls the tool with the text as written, also where it does not fit the schema. A text that
    // is not JSON is sent only after the person has confirmed it.
    void send() override;
    void sendAgain() override; // with the bytes of the last call
    void cancel() override;
    bool canSend() const override; // connected, not under way, not left out
    bool canSendAgain() const override;
    bool isPending() const override;
    void focusForm() override;
    void clear() override;
    // Every call passes the gate, which runs `send` now, later or never.
    using Gate = std::function<void(std::function<void()> send)>;
    void setGate(Gate gate) { m_gate = std::move(gate); }
    void sendConfirmed(const Bytes &arguments); // without the gate

    void showForm(bool form); // or the JSON text
    void switchView(); // form ⇄ JSON
    void goToProblem(int step); // 1: the next, -1: the one before

    SchemaForm &form() { return *m_form; }
    SchemaPage &schema() { return *m_schema; }
    const Bytes &arguments() const;
    content::JsonEditor &editor() { return *m_editor; }
    const content::JsonEditor &preview() const;
    RequestPreview &requestPreview() { return *m_preview; }
    QString problem() const; // of the text; empty when it can be sent
    QString misfit() const; // the first value that does not fit the schema; empty: none is known
    CallButtons &buttons() { return *m_buttons; }
    // Puts a control of the owner beside Call.
    void addControl(QToolButton *control);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void makeTabs();
    void showParts(); // of the pane, as the chosen tab needs them
    void makeArguments();
    void connectButtons();
    void textEdited();
    void showFit();
    void showTab();
    void refreshPreview();
    void sendAnyway();
    bool showsForm() const;
    void refreshButtons();
    void pass(const Bytes &arguments); // through the gate
    void pass(std::function<void()> send);
    void editRaw(bool on); // the request, for one send
    void sendRaw();
    void sendTyped(); // as it stands in the preview, without the gate
    QByteArray firstText(const json::Value &tool);
    void remember();
    void leaveTool();

    session::CallMemory &m_memory;
    Gate m_gate; // empty: everything passes
    QPointer<session::ToolStore> m_store;
    mcp::ListItem m_item;
    QString m_name;
    bool m_wantProgress = true;
    bool m_filling = false;

    ItemHeading *m_heading;
    RestoredNote *m_restored;
    SchemaForm *m_form;
    content::JsonEditor *m_editor;
    CallArguments *m_arguments;
    SchemaPage *m_schema;
    SignLabel *m_fits;
    ProblemList *m_problems;
    look::InlineMessage *m_refusal; // the text is no JSON: whether to send it all the same
    RequestPreview *m_preview;
    CallButtons *m_buttons;
    QTimer m_rememberLater;
};

} // namespace sonde::widgets
