// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTimer>
#include <QToolButton>

#include <chrono>

namespace sonde::mcp {
class Client;
}

namespace sonde::widgets {

// Asks what the server does while a request is pending, beside the buttons that send and cancel it:
// an icon that comes after some seconds and goes with the response. It does not come for a server
// whose process cannot be looked at.
class DoingButton final : public QToolButton {
    Q_OBJECT
public:
    static constexpr std::chrono::seconds kAfter{3}; // that a request is pending

    // `next` gets the focus from it when it goes.
    DoingButton(QWidget &next, QWidget *parent);

    // Whether a request of the client is pending; nullptr: there is none.
    void setPending(bool isPending, const mcp::Client *client);
    void restart(); // another request is shown: its time begins anew
    bool isOffered() const { return m_later.isActive() || !isHidden(); } // it is there, or comes

private:
    void setOffered(bool offered);

    QWidget &m_next;
    QTimer m_later;
};

} // namespace sonde::widgets
