// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/theme/firstsize.h"

#include <QEvent>
#include <QMargins>
#include <QScreen>
#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace sonde::look {

namespace {

// A window manager tells its frame only once it has drawn one: what the usual ones draw at most.
constexpr int kWindowEdge = 4;

QMargins frameOf(const QWidget &window)
{
    const int title = window.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &window);
    return {kWindowEdge, title + kWindowEdge, kWindowEdge, kWindowEdge};
}

// Window managers put a new window anywhere, also partly off the screen.
class FirstPlace : public QObject {
public:
    explicit FirstPlace(QWidget *window)
        : QObject(window)
    {
        window->installEventFilter(this);
    }

    bool eventFilter(QObject *watched, QEvent *event) override
    {
        auto *window = static_cast<QWidget *>(watched);
        if (event->type() == QEvent::Show && !event->spontaneous()) {
            if (!window->testAttribute(Qt::WA_Moved))
                place(*window);
            window->removeEventFilter(this);
            deleteLater();
        }
        return false;
    }

private:
    static void place(QWidget &window)
    {
        const QWidget *over = window.parentWidget() ? window.parentWidget()->window() : nullptr;
        const bool hasOver = over && over->isVisible();
        const QRect room = (hasOver ? over : &window)->screen()->availableGeometry();
        const QMargins frame = frameOf(window);
        // It may have been made for another screen, or its parent was on another one then.
        const QSize size = window.size().boundedTo(room.size().shrunkBy(frame));
        QRect at(QPoint(), size.grownBy(frame));
        at.moveCenter(hasOver ? over->frameGeometry().center() : room.center());
        at.moveRight(std::min(at.right(), room.right()));
        at.moveBottom(std::min(at.bottom(), room.bottom()));
        at.moveLeft(std::max(at.left(), room.left()));
        at.moveTop(std::max(at.top(), room.top()));
        // QWidget::move() places the part inside the frame, too, as long as there is none.
        window.setGeometry(at.marginsRemoved(frame));
    }
};

} // namespace

void setFirstSize(QWidget *window, QSize wanted)
{
    window->resize(wanted.boundedTo(window->screen()->availableSize().shrunkBy(frameOf(*window))));
    new FirstPlace(window);
}

} // namespace sonde::look
