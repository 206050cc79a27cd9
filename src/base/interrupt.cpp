// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/interrupt.h"

#include "platform/descriptors.h"

#include <QSocketNotifier>

#include <cerrno>
#include <csignal>

#include <unistd.h>

namespace sonde {

namespace {

constexpr int kSignals[]{SIGINT, SIGTERM, SIGHUP};

// A signal handler may do almost nothing: it writes the signal's number into a pipe that the event
// loop reads.
int pipeEnds[2]{-1, -1};

void forward(int signal)
{
    const int before = errno;
    const auto number = static_cast<unsigned char>(signal);
    [[maybe_unused]] const ssize_t written = ::write(pipeEnds[1], &number, 1);
    errno = before;
}

} // namespace

Interrupt::Interrupt(std::function<void(int signal)> handler, QObject *parent)
    : QObject(parent)
    , m_handler(std::move(handler))
{
    if (!platform::openPipe(pipeEnds))
        return; // without a pipe, a signal ends the program as usual
    for (const int end : pipeEnds)
        platform::makeNonBlocking(end);
    m_notifier = new QSocketNotifier(pipeEnds[0], QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &Interrupt::read);
    for (const int signal : kSignals) {
        struct sigaction action { };
        if (::sigaction(signal, nullptr, &action) != 0 || action.sa_handler == SIG_IGN)
            continue;
        action = {};
        action.sa_handler = forward;
        action.sa_flags = SA_RESTART;
        ::sigaction(signal, &action, nullptr);
    }
}

Interrupt::~Interrupt()
{
    release();
    delete m_notifier; // the notifier goes before its descriptor is closed
    for (int &end : pipeEnds) {
        if (end >= 0)
            ::close(end);
        end = -1;
    }
}

void Interrupt::release()
{
    for (const int signal : kSignals) {
        struct sigaction action { };
        if (::sigaction(signal, nullptr, &action) == 0 && action.sa_handler == forward)
            ::signal(signal, SIG_DFL);
    }
}

void Interrupt::read()
{
    unsigned char number = 0;
    if (::read(pipeEnds[0], &number, 1) == 1)
        m_handler(number);
}

} // namespace sonde
