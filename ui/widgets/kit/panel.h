// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"

#include <QWidget>

namespace sonde::mcp {
class Client;
}

namespace sonde::widgets {

// A tab of the window. It shows one matter of the current server, and leaves what concerns the
// whole window to it, by signals.
class Panel : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    // `name` is empty when there is no server; `client` is nullptr before the first connection, and
    // may be the same as before.
    virtual void setServer(const QString &name, mcp::Client *client) = 0;
    virtual int count() const { return 0; } // for the badge of its tab; 0 is not shown
    virtual void focusFilter() { setFocus(Qt::ShortcutFocusReason); }
    virtual void setNarrow(bool) { } // the window has no room for three columns

Q_SIGNALS:
    void countChanged();
    void actionsChanged(); // what its actions can do now
    void connectRequested();
    void succeeded(const QString &sentence); // said in passing
    void failed(const QString &sentence); // stays until it is closed
    // The message of the trace with that time stamp.
    void messageRequested(qint64 steadyNs, sonde::rpc::Channel channel);
};

} // namespace sonde::widgets
