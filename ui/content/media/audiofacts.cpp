// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/media/audiofacts.h"

#include "content/base/contenttext.h"

#include <QLocale>

namespace sonde::content {

QString AudioFacts::text() const
{
    const QLocale locale;
    QStringList parts{format};
    if (hertz > 0)
        parts << Text::tr("%1 Hz").arg(locale.toString(hertz));
    if (bits > 0)
        parts << Text::tr("%1 bits").arg(bits);
    if (channels == 1)
        parts << Text::tr("mono");
    else if (channels == 2)
        parts << Text::tr("stereo");
    else if (channels > 2)
        parts << Text::tr("%1 channels").arg(channels);
    if (seconds) {
        const QString time = Text::tr("%1 s").arg(locale.toString(*seconds, 'f', 3));
        parts << (isGuess ? Text::tr("about %1").arg(time) : time);
    }
    return parts.join(QStringLiteral(" · "));
}

} // namespace sonde::content
