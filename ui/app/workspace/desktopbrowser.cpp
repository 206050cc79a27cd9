// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/desktopbrowser.h"

#include "app/workspace/apptext.h"

#include <QDesktopServices>

namespace sonde::app {

Result<void> DesktopBrowser::open(const QUrl &url)
{
    if (QDesktopServices::openUrl(url))
        return {};
    return Error{.domain = Domain::Authorization,
        .sentence = Text::tr("The desktop did not open a browser for the page.")};
}

} // namespace sonde::app
