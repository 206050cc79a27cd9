// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTabBar>

namespace sonde::widgets {

// Tabs with icons where there is room for them, else closer together and as words alone, so that
// all of them are in sight. Outside of a tab widget, the bar takes its own width for the room.
class TightTabBar final : public QTabBar {
    Q_OBJECT
public:
    explicit TightTabBar(QWidget *parent = nullptr);

    // Chooses how the tabs are shown in that many pixels; whether all are in sight then.
    bool fit(int room);

Q_SIGNALS:
    void tabsChanged(); // one came or went, or has another size

protected:
    QSize tabSizeHint(int index) const override;
    void initStyleOption(QStyleOptionTab *option, int index) const override;
    void resizeEvent(QResizeEvent *event) override;
    void tabLayoutChange() override { Q_EMIT tabsChanged(); }

private:
    void fitSelf();
    bool isClose() const;
    int sumOfTabs() const;
};

} // namespace sonde::widgets
