// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

#include <functional>

class QSocketNotifier;

namespace sonde {

// Turns SIGINT, SIGTERM and SIGHUP into calls on the event loop for as long as the object lives.
// Only one instance may exist at a time. Signals that were ignored when the program started stay
// ignored (nohup).
class Interrupt : public QObject {
    Q_OBJECT
public:
    explicit Interrupt(std::function<void(int signal)> handler, QObject *parent = nullptr);
    ~Interrupt() override;

    // Restores the default: these signals end the program again.
    void release();

private:
    void read();

    std::function<void(int)> m_handler;
    QSocketNotifier *m_notifier = nullptr;
};

} // namespace sonde
