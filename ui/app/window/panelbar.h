// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTabBar>

namespace sonde::app {

// The tabs of the panels: with icons where there is room for them, else closer together and as
// words alone, so that all of them are in sight.
class PanelBar final : public QTabBar {
    Q_OBJECT
public:
    using QTabBar::QTabBar;

    // Chooses how the tabs are shown in that many pixels; whether all are in sight then.
    bool fit(int room);

Q_SIGNALS:
    void tabsChanged(); // one came or went, or has another size

protected:
    QSize tabSizeHint(int index) const override;
    void initStyleOption(QStyleOptionTab *option, int index) const override;
    void tabLayoutChange() override { Q_EMIT tabsChanged(); }

private:
    bool isClose() const;
    int sumOfTabs() const;
};

} // namespace sonde::app
