// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/systemtext.h"

#include <cstring>

namespace sonde::platform {

QString errorText(int code)
{
    return QString::fromLocal8Bit(strerrordesc_np(code));
}

QString signalName(int signal)
{
    const char *const name = sigabbrev_np(signal);
    return name ? QStringLiteral("SIG") + QString::fromLatin1(name) : QString();
}

} // namespace sonde::platform
