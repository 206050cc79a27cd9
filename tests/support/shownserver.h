// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/commandline.h"
#include "config/profile.h"

// A server that was pasted as one line, for rows of tests.
namespace sonde::test {

// One line for a server: name | environment command | folder, or name | transport url | headers,
// with a ! behind a header that is hidden.
inline QString shown(const config::Profile &profile)
{
    QStringList parts{profile.name};
    if (profile.http()) {
        parts += config::httpTransportName(profile.http()->transport) + u' ' + profile.http()->url;
        for (const config::CustomHeader &header : profile.http()->headers)
            parts += header.name + u'=' + header.value.reveal()
                + (header.secret ? QStringLiteral("!") : QString());
    } else {
        QStringList words;
        for (const auto &[name, value] : profile.environment)
            words += name + u'=' + value.reveal();
        words += config::joinCommandLine(QStringList{profile.program} + profile.arguments);
        parts += words.join(u' ');
        if (!profile.workingDirectory.isEmpty())
            parts += profile.workingDirectory;
    }
    return parts.join(QStringLiteral(" | "));
}

} // namespace sonde::test
