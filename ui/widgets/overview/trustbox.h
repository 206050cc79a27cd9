// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/failure.h"

#include <QWidget>

namespace sonde::look {
class InlineMessage;
}

class QPushButton;

namespace sonde::widgets {

class PropertyGrid;

// A server that is refused for its certificate: what it showed, and the way to trust its key all
// the same, which takes two steps because it overrides a check.
class TrustBox : public QWidget {
    Q_OBJECT
public:
    explicit TrustBox(QWidget *parent = nullptr);

    void setFailure(const session::Failure &failure); // hidden when it is about something else
    QPushButton *offerButton() const { return m_offer; }
    QPushButton *confirmButton() const { return m_confirm; }

Q_SIGNALS:
    void trustRequested(const QByteArray &key);

private:
    void ask(bool asking);

    QByteArray m_key;
    bool m_replaces = false;
    PropertyGrid *m_facts;
    QPushButton *m_offer;
    look::InlineMessage *m_question;
    QPushButton *m_confirm;
    QPushButton *m_leave;
};

} // namespace sonde::widgets
