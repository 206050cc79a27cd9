// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

namespace sonde::widgets {

// A page of resources/help in a window of its own. One window for a page: opened again, it comes
// to the front.
class HelpWindow : public QWidget {
    Q_OBJECT
public:
    // `page` is the file's name without its ending.
    static HelpWindow *open(const QString &page, const QString &title, QWidget *parent);

private:
    HelpWindow(const QString &page, const QString &title, QWidget *parent);
};

} // namespace sonde::widgets
