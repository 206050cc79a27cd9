// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <functional>

class QHBoxLayout;
class QPushButton;
class QTabWidget;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class InlineMessage;
class ColorLabel;
} // namespace sonde::look

namespace sonde::session {
class CallMemory;
class ToolStore;
} // namespace sonde::session

namespace sonde::widgets {

class CallArguments;
class ProblemList;
class RequestPreview;
class RestoredNote;
class SchemaForm;
class SchemaPage;
class SignLabel;
class TagStrip;

// One tool: what it is, its arguments as a form and as text that is sent byte for byte, what does
// not fit, and the exact request.
class CallPane : public QWidget {
    Q_OBJECT
public:
    // The memory outlives the pane.
    explicit CallPane(session::CallMemory &memory, QWidget *parent = nullptr);
    ~CallPane() override;

    void setTool(session::ToolStore *store, const mcp::ListItem &item);
    const QString &tool() const { return m_name; }

    void setWantProgress(bool want);
    // With the text as it stands, whether it fits or not; what is no JSON only after it was asked.
    void call();
    void callAgain(); // with the bytes of the last call
    void cancel();
    // Asked before each call, with its bytes; what it does not let pass it may give to send().
    void setGate(std::function<bool(const Bytes &arguments)> lets) { m_lets = std::move(lets); }
    void send(const Bytes &arguments); // without being asked

    void showForm(bool form); // or the JSON text
    void switchView(); // form ⇄ JSON
    void goToProblem(int step); // 1: the next, -1: the one before
    void focusArguments();

    SchemaForm &form() { return *m_form; }
    SchemaPage &schema() { return *m_schema; }
    QTabWidget &tabs() { return *m_tabs; }
    const Bytes &arguments() const;
    content::JsonEditor &editor() { return *m_editor; }
    const content::JsonEditor &preview() const;
    RequestPreview &requestPreview() { return *m_preview; }
    QString problem() const; // of the text; empty when it can be sent
    bool isPending() const;
    // Puts a control of the owner beside Call.
    void addControl(QWidget *control);
    bool canCall() const; // now: connected, not under way, not left out

    // Where there is no room beside the pane, the result is a tab of it, and comes to the front
    // when a call is made. Without one again, the widget is the caller's to place.
    void adoptResult(QWidget *result);
    void returnResult();
    bool hasResult() const { return m_resultPage != nullptr; }

Q_SIGNALS:
    void stateChanged(); // what can be done now

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QLayout *makeHeading();
    QTabWidget *makeTabs();
    void showParts(); // of the pane, as the chosen tab needs them
    void makeArguments();
    QLayout *makeButtons();
    void textEdited();
    void showFit();
    void showTab();
    void refreshPreview();
    void callAnyway();
    bool showsForm() const;
    void refreshButtons();
    void pass(const Bytes &arguments);
    void editRaw(bool on); // the request, for one send
    void sendRaw();
    void sendTyped(); // as it stands in the preview, without being asked
    QByteArray firstText(const json::Value &tool);
    void remember();

    session::CallMemory &m_memory;
    std::function<bool(const Bytes &)> m_lets; // empty: everything passes
    QPointer<session::ToolStore> m_store;
    mcp::ListItem m_item;
    QString m_name;
    bool m_wantProgress = true;
    bool m_filling = false;
    bool m_rawWaits = false; // what was asked about is the edited request

    look::ColorLabel *m_title;
    look::ColorLabel *m_nameLabel;
    TagStrip *m_tags;
    look::ColorLabel *m_description;
    look::InlineMessage *m_excluded; // why it cannot be called
    RestoredNote *m_restored;
    look::ColorLabel *m_restoredWhen;
    QTabWidget *m_tabs;
    QWidget *m_resultPage = nullptr;
    SchemaForm *m_form;
    content::JsonEditor *m_editor;
    CallArguments *m_arguments;
    SchemaPage *m_schema;
    SignLabel *m_fits;
    ProblemList *m_problems;
    look::InlineMessage *m_refusal; // the text is no JSON: whether to send it all the same
    RequestPreview *m_preview;
    QPushButton *m_call;
    QPushButton *m_again;
    QPushButton *m_cancel;
    QHBoxLayout *m_controls;
    QTimer m_rememberLater;
};

} // namespace sonde::widgets
