// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/browser.h"

namespace sonde::app {

// Opens pages in the default browser of the desktop.
class DesktopBrowser final : public auth::Browser {
public:
    Result<void> open(const QUrl &url) override;
};

} // namespace sonde::app
