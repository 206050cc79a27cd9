// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "rpc/message.h"

#include <QDialog>

class QComboBox;
class QPushButton;

namespace sonde::content {
class JsonEditor;
}

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// A response of one's own to a held request. It deletes itself when it is closed.
class RespondDialog : public QDialog {
    Q_OBJECT
public:
    RespondDialog(const rpc::Message &request, const QString &title, QWidget *parent);

    content::JsonEditor &text() { return *m_text; }
    // Why it cannot be sent, or what is odd about it; empty: nothing.
    QString problem() const;
    // The request is not held any more: its text can still be copied.
    void setGone();

Q_SIGNALS:
    void sent(const sonde::Bytes &response);

private:
    void insertTemplate();
    void refresh();
    void send();

    const std::string m_id; // of the request, as written
    const std::string m_result; // to begin with
    QComboBox *m_kind;
    content::JsonEditor *m_text;
    look::ColorLabel *m_problem;
    QPushButton *m_send;
    Bytes m_inserted; // an edited text is not replaced
    bool m_gone = false;
};

} // namespace sonde::widgets
