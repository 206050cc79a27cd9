// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <QObject>

class QAction;

namespace sonde::models {
class TraceModel;
}

namespace sonde::widgets {

class TraceView;

// What can be sent again from a row of the trace: requests and notifications of the client. The
// server's are its own.
class ResendActions : public QObject {
    Q_OBJECT
public:
    // Model and view outlive it.
    ResendActions(const models::TraceModel &model, const TraceView &view, QWidget *panel);

    QAction *resend() const { return m_resend; }
    QAction *edit() const { return m_edit; }
    // Not for a session file, which has no client.
    void setVisible(bool visible);
    void update(); // another row is chosen

Q_SIGNALS:
    void requested(sonde::trace::Number number, bool edit);

private:
    QAction *make(const char *icon, const QString &text, const QString &tip, bool edit);

    const models::TraceModel &m_model;
    const TraceView &m_view;
    QAction *m_resend;
    QAction *m_edit;
};

} // namespace sonde::widgets
