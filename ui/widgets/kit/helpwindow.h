// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

namespace sonde::widgets {

// A page of resources/help in a window of its own. Each page has one window: opening the page again
// brings that window to the front.
class HelpWindow : public QWidget {
    Q_OBJECT
public:
    // `page` is the file name without its extension.
    static HelpWindow *open(const QString &page, const QString &title, QWidget *parent);

private:
    HelpWindow(const QString &page, const QString &title, QWidget *parent);
};

} // namespace sonde::widgets
