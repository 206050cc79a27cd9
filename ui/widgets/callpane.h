// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QHBoxLayout;
class QPushButton;
class QTabWidget;

namespace sonde::content {
class InlineMessage;
class PanelTitle;
class JsonEditor;
class JsonTreeView;
class ToneLabel;
} // namespace sonde::content

namespace sonde::widgets {

class CallMemory;
class RestoredNote;
class SignLabel;
class TagStrip;
class ToolBook;

// One tool: what it is, its arguments as text that is sent byte for byte, and the exact request.
class CallPane : public QWidget {
    Q_OBJECT
public:
    // The memory outlives the pane.
    explicit CallPane(CallMemory &memory, QWidget *parent = nullptr);
    ~CallPane() override;

    void setTool(ToolBook *book, const mcp::ListItem &item);
    const QString &tool() const { return m_name; }

    void setWantProgress(bool want);
    void call(); // with the text as it stands; what is no JSON is not sent, and said
    void callAgain(); // with the bytes of the last call
    void cancel();

    content::JsonEditor &editor() { return *m_arguments; }
    const content::JsonEditor &preview() const { return *m_preview; }
    QString problem() const; // of the text; empty when it can be sent
    bool isPending() const;
    // Puts a control of the owner beside Call.
    void addControl(QWidget *control);
    bool canCall() const; // now: connected, not under way, not left out

    // Where there is no room beside the pane, the result is a tab of it, and comes to the front
    // when a call is made. Without one again, the widget is the caller's to place.
    void takeResult(QWidget *result);
    void giveResultBack();
    bool hasResult() const { return m_resultPage != nullptr; }

Q_SIGNALS:
    void stateChanged(); // what can be done now
    void copied(qint64 bytes);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QLayout *makeHeading();
    QTabWidget *makeTabs();
    void showParts(); // of the pane, as the chosen tab needs them
    QWidget *makePreview();
    QLayout *makeButtons();
    void textEdited();
    void refreshPreview();
    void refreshButtons();
    void showHeaders(const Bytes &arguments);
    void send(const Bytes &arguments);
    QByteArray firstText(const json::Value &tool);
    void remember();

    CallMemory &m_memory;
    QPointer<ToolBook> m_book;
    mcp::ListItem m_item;
    QString m_name;
    bool m_wantProgress = true;
    bool m_filling = false;

    content::ToneLabel *m_title;
    content::ToneLabel *m_nameLabel;
    TagStrip *m_tags;
    content::ToneLabel *m_description;
    content::InlineMessage *m_excluded; // why it cannot be called
    RestoredNote *m_restored;
    content::ToneLabel *m_restoredWhen;
    QTabWidget *m_tabs;
    QWidget *m_resultPage = nullptr;
    content::JsonEditor *m_arguments;
    content::JsonTreeView *m_schema;
    SignLabel *m_fits;
    SignLabel *m_problem;
    QWidget *m_previewPanel;
    content::PanelTitle *m_previewTitle;
    content::ToneLabel *m_headers; // of HTTP that go with the body
    content::JsonEditor *m_preview;
    QPushButton *m_call;
    QPushButton *m_again;
    QPushButton *m_cancel;
    QHBoxLayout *m_controls;
    QTimer m_rememberLater;
};

} // namespace sonde::widgets
