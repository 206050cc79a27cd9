// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "models/tap/breakpointtext.h"
#include "rpc/trafficsink.h"
#include "tap/announce/tapline.h"

#include <QDialog>
#include <QPointer>

class QComboBox;
class QPushButton;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class ColorLabel;
class PanelTitle;
} // namespace sonde::look

namespace sonde::session {
class TapComposer;
}

namespace sonde::widgets {

// A request or notification of one's own, sent through a tap. It stays open, so that several can be
// sent: each request gets a new id, and the response to the newest one is shown. It deletes itself
// when it is closed.
class ComposeDialog : public QDialog {
    Q_OBJECT
public:
    ComposeDialog(session::TapComposer &composer, models::TapClient client, const QString &title,
        QWidget *parent);

    content::JsonEditor &text() { return *m_text; }
    content::JsonEditor &response() { return *m_response; } // hidden until a request was sent
    QString status() const; // what became of the last message, or why it cannot be sent
    bool isFor(const session::TapComposer &composer) const;

private:
    QWidget *makeFields();
    QWidget *makeTexts();
    QWidget *makeButtons();
    void connectTo(session::TapComposer &composer);
    void insertTemplate();
    void refresh();
    QString problem(); // in a sentence; empty: it can be sent
    void send();
    void insertNewId();
    void wasSent();
    void awaitResponse(bool awaited);
    void showResponse(const Bytes &response);
    void say(const QString &sentence, bool isProblem);
    rpc::Channel channel() const;

    QPointer<session::TapComposer> m_composer;
    const models::TapClient m_client;
    QComboBox *m_direction;
    QComboBox *m_kind;
    look::PanelTitle *m_title;
    content::JsonEditor *m_text;
    look::PanelTitle *m_responseTitle;
    content::JsonEditor *m_response;
    QWidget *m_responsePart = nullptr;
    look::ColorLabel *m_problem;
    look::ColorLabel *m_done;
    QPushButton *m_newId;
    QPushButton *m_send;
    Bytes m_inserted; // an edited text is not replaced
    Bytes m_sent; // the newest message
    quint64 m_number = 0; // of the newest message
};

} // namespace sonde::widgets
