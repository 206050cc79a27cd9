// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/eventloop.h"

#include "platform/linux/epolldispatcher.h"

#include <QCoreApplication>
#include <QThread>

namespace sonde::platform {

void installEventLoop(QThread &thread)
{
    thread.setEventDispatcher(new EpollDispatcher); // owned by the thread
}

void installEventLoop()
{
    QCoreApplication::setEventDispatcher(new EpollDispatcher); // owned by the application
}

} // namespace sonde::platform
