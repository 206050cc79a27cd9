// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/reviews/requestsdock.h"

#include "app/reviews/reviews.h"
#include "look/controls/paneltitle.h"
#include "widgets/review/requestspanel.h"

#include <QAction>
#include <QDockWidget>
#include <QMainWindow>

namespace sonde::app {

namespace {

// A narrower window leaves the list hidden behind its count.
constexpr int kWindowWidth = 1400;

} // namespace

RequestsDock::RequestsDock(QDockWidget &dock, Reviews &reviews, QMainWindow *window)
    : QObject(window)
    , m_dock(dock)
    , m_reviews(reviews)
    , m_window(window)
{
    m_dock.hide();
    connect(m_dock.toggleViewAction(), &QAction::triggered, this,
        [this](bool shown) { m_hiddenByUser = !shown; });
    connect(&reviews, &Reviews::waitingChanged, this, &RequestsDock::showWaiting);
}

void RequestsDock::show()
{
    m_hiddenByUser = false;
    // Reviews open in the central widget; without it the list would take its room.
    m_window->centralWidget()->show();
    m_dock.show();
    m_dock.raise();
    m_reviews.panel()->setFocus(Qt::ShortcutFocusReason);
}

RequestsDock::Place RequestsDock::place() const
{
    return {!m_dock.isHidden(), m_hiddenByUser};
}

void RequestsDock::restore(const Place &place)
{
    m_hiddenByUser = place.isHiddenByUser;
    m_dock.setVisible(place.isShown);
}

// A new request never takes the focus: it is counted and listed.
void RequestsDock::showWaiting(int count)
{
    static_cast<look::PanelTitle *>(m_dock.titleBarWidget())->setCount(count, true);
    const bool hidden = m_dock.isHidden() && !m_window->centralWidget()->isHidden();
    if (count > 0 && hidden && !m_hiddenByUser && m_window->width() >= kWindowWidth)
        m_dock.show();
}

} // namespace sonde::app
