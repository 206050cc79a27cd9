// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "mcp/client/client.h"

#include <QPointer>
#include <QWidget>

#include <optional>

class QAction;
class QPlainTextEdit;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class InlineMessage;
}

namespace sonde::widgets {

// Under the exact preview of a message: lets it be edited as text for one send, with the headers
// that go with it over HTTP. What is no JSON is sent as well, once that was confirmed.
class RawEdit : public QWidget {
    Q_OBJECT
public:
    // The preview becomes writable while it is on.
    explicit RawEdit(content::JsonEditor *preview, QWidget *parent = nullptr);

    QAction *action() const { return m_action; } // switches it on and off
    bool isOn() const;
    void end() { setOn(false); }
    // What is to be edited; right after it was switched on.
    void begin(mcp::Client *client, const Bytes &line, const wire::HttpHeaders &headers);

    // What is sent: valid JSON on one line, anything else exactly as it was typed.
    Bytes bytes() const;
    std::optional<wire::HttpHeaders> headers() const; // as typed; none over stdio
    // Whether it may be sent now; otherwise it asks, and confirmed() follows.
    bool mayBeSent();
    QString said() const; // what it asks, or remarks

Q_SIGNALS:
    void toggled(bool on);
    void edited(); // the text, or the headers
    void confirmed();

private:
    void setOn(bool on);
    void remark();

    content::JsonEditor *m_preview;
    QAction *m_action;
    QPlainTextEdit *m_headers;
    look::InlineMessage *m_message;
    QPointer<mcp::Client> m_client;
    bool m_asking = false;
};

} // namespace sonde::widgets
