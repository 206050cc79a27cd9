// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QScrollArea>

namespace sonde::widgets {

// A page that scrolls when it gets less room than it needs, without a frame or a ground of its own.
class PageScroll : public QScrollArea {
    Q_OBJECT
public:
    enum class Height {
        // The page fills the room there is, down to its minimum. A resizable QScrollArea would keep
        // a page with wrapped text at the height of its size hint.
        Available,
        // As Available, but the area asks for the room that the page asks for. So the page scrolls
        // only in a window that is smaller than what it holds.
        Asked,
        // As Asked, but a page that would take more than half of the window is content with a
        // fifth.
        // So what is beside it keeps its place in a low window.
        Shared,
        // The area is as high as the page wants to be, and no higher. It hides with its page.
        Wanted,
    };
    PageScroll(QWidget *page, Height height);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    bool fillsRoom() const { return m_height != Height::Wanted; }
    void fillRoom();
    QSize leastPage(int width) const; // that shows all of its texts

    Height m_height;
};

} // namespace sonde::widgets
