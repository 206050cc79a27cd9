// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/theme/firstsize.h"

#include <QEvent>
#include <QScreen>
#include <QStyle>
#include <QWidget>

#include <algorithm>

namespace sonde::look {

namespace {

// A window manager tells its frame only once it has drawn one: what the usual ones draw at most.
constexpr int kWindowEdge = 4;

QSize frameOf(const QWidget &window)
{
    const int title = window.style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, &window);
    return {2 * kWindowEdge, title + 2 * kWindowEdge};
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
        const QSize size = window.size() + frameOf(window);
        QRect at(QPoint(), size);
        at.moveCenter(hasOver ? over->frameGeometry().center() : room.center());
        at.moveRight(std::min(at.right(), room.right()));
        at.moveBottom(std::min(at.bottom(), room.bottom()));
        at.moveLeft(std::max(at.left(), room.left()));
        at.moveTop(std::max(at.top(), room.top()));
        window.move(at.topLeft());
    }
};

} // namespace

void setFirstSize(QWidget *window, QSize wanted)
{
    window->resize(wanted.boundedTo(window->screen()->availableSize() - frameOf(*window)));
    new FirstPlace(window);
}

} // namespace sonde::look
