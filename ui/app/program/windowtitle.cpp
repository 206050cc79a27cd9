// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program/windowtitle.h"

#include "app/workspace/taps.h"
#include "app/workspace/workspace.h"
#include "models/catalog/shownname.h"
#include "widgets/review/reviewpanel.h"

#include <QTabWidget>

namespace sonde::app {

WindowTitle::WindowTitle(Workspace &workspace, QTabWidget &tabs, QWidget *window)
    : QObject(window)
    , m_workspace(workspace)
    , m_tabs(tabs)
{
    const auto show = [this, window] { window->setWindowTitle(text()); };
    connect(&workspace, &Workspace::currentChanged, this, show);
    connect(&tabs, &QTabWidget::currentChanged, this, show);
    show();
}

QString WindowTitle::text() const
{
    if (const auto *review = qobject_cast<widgets::ReviewPanel *>(m_tabs.currentWidget()))
        return tr("%1 · %2").arg(review->title(), review->ask().server);
    const QString &name = m_workspace.current();
    if (name.isEmpty())
        return tr("Sonde");
    const QString shown = models::shownName(name);
    return m_workspace.taps().find(name) ? tr("Tap: %1").arg(shown) : shown;
}

} // namespace sonde::app
