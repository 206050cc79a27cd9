// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/browser/browsermessage.h"
#include "wire/link/pipewritequeue.h"
#include "wire/process/readchannel.h"

#include <QObject>

namespace sonde::browser {

// The line to Sonde: orders come from stdin, events go to stdout. Takes both away from everybody
// else in this process, and from the processes that it starts.
class OrderPipe final : public QObject {
    Q_OBJECT
public:
    explicit OrderPipe(QObject *parent = nullptr);

    // Whether a program is at the other end: not a person at a terminal.
    static bool isConnected();

    void say(const auth::BrowserEvent &event);

Q_SIGNALS:
    void ordered(const sonde::auth::BrowserOrder &order);
    void broken(const QString &reason); // empty: the other end has closed

private:
    void take(const Bytes &bytes);

    rpc::LineFramer m_framer{auth::kMaxBrowserLine};
    wire::PipeWriteQueue m_output;
    std::unique_ptr<wire::ReadChannel> m_input;
};

} // namespace sonde::browser
