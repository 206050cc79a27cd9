// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/kit/secondarywindow.h"

namespace sonde::widgets {

// A page of resources/help in a window of its own. Each page has one window: opening the page again
// brings that window to the front.
class HelpWindow : public SecondaryWindow {
    Q_OBJECT
public:
    // `page` is the file name without its extension.
    static HelpWindow *open(const QString &page, const QString &title, QWidget *parent);
    // A text that is no file, under a name of its own.
    static HelpWindow *openText(
        const QString &name, const QString &title, const QString &markdown, QWidget *parent);

private:
    HelpWindow(const QString &name, const QString &title, const QString &markdown, QWidget *parent);
};

} // namespace sonde::widgets
