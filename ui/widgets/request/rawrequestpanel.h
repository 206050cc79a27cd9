// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/kit/frame/panel.h"

#include "base/bytes.h"
#include "mcp/client/client.h"

#include <QPointer>

class QComboBox;
class QPushButton;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class Splitter;
}

namespace sonde::session {
class ToolCall;
}

namespace sonde::widgets {

class DoingButton;
class RequestPreview;
class ResultPane;
class SignLabel;

// Any method with any params, sent as it stands in the preview: what no other panel can say. The
// preview can be edited as text as well, down to what is no message.
class RawRequestPanel : public Panel {
    Q_OBJECT
public:
    explicit RawRequestPanel(QWidget *parent = nullptr);

    Tab tab() const override;
    void setServer(const QString &name, mcp::Client *client) override;
    void focusFilter() override;
    bool hasCommands() const override { return true; }
    bool canRunCommand(Command command) const override;
    void runCommand(Command command) override;
    bool canSend() const;
    void send();
    void cancel();
    // Puts a request into the fields, to be sent or edited.
    void setRequest(const QString &method, const Bytes &params);

    QComboBox &method() { return *m_method; }
    content::JsonEditor &params() { return *m_params; }
    RequestPreview &preview() { return *m_preview; }
    const session::ToolCall &call() const { return *m_call; }

private:
    QWidget *makeRequest();
    void fillMethods();
    void refresh();
    void editRaw(bool on);
    Bytes composed() const; // the message of method and params
    wire::HttpHeaders headers() const;
    void sendNow();

    QPointer<mcp::Client> m_client;
    QPointer<mcp::Client> m_called; // the newest request was sent to it
    QString m_server;
    QString m_revision; // whose methods are offered
    look::Splitter *m_columns;
    QComboBox *m_method;
    content::JsonEditor *m_params;
    SignLabel *m_problem;
    RequestPreview *m_preview;
    QPushButton *m_send;
    QPushButton *m_cancel;
    DoingButton *m_doing;
    session::ToolCall *m_call;
    ResultPane *m_result;
};

} // namespace sonde::widgets
