// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/flow.h"

#include <QWidget>

class QPlainTextEdit;

namespace sonde::look {
class InlineMessage;
}

namespace sonde::widgets {

// The next request of an authorization, or the address of its page, as text to be changed before it
// is sent. Its secrets are in it: that is said above it.
class AuthRequestEdit : public QWidget {
    Q_OBJECT
public:
    explicit AuthRequestEdit(QWidget *parent = nullptr);

    void begin(const auth::FlowAction &held); // a Fetch or a Browse
    QPlainTextEdit &text() { return *m_text; }

Q_SIGNALS:
    void requestMade(const sonde::wire::HttpRequest &request);
    void pageMade(const QUrl &page);
    void left();

private:
    void send();

    wire::HttpRequest m_original;
    bool m_isPage = false;
    look::InlineMessage *m_message;
    QPlainTextEdit *m_text;
};

} // namespace sonde::widgets
