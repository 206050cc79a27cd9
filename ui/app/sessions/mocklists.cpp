// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/sessions/mocklists.h"

#include "app/workspace/places.h"
#include "widgets/mock/mocklistwindow.h"

#include <QEvent>
#include <QFileDialog>

namespace sonde::app {

MockLists::MockLists(Workspace &workspace, QWidget *window)
    : QObject(window)
    , m_workspace(workspace)
    , m_window(window)
{
    window->installEventFilter(this);
}

bool MockLists::eventFilter(QObject *watched, QEvent *event)
{
    if (watched != m_window || event->type() != QEvent::Close)
        return QObject::eventFilter(watched, event);
    for (auto *list : m_window->findChildren<widgets::MockListWindow *>()) {
        if (list->close())
            continue;
        list->raise();
        list->activateWindow();
        event->ignore();
        return true;
    }
    return false;
}

void MockLists::askOpen()
{
    auto *dialog = new QFileDialog(m_window, tr("Open the responses of a mock"));
    dialog->setObjectName(QStringLiteral("openMockResponses"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("Responses of a mock (*.json)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &MockLists::open);
    dialog->show();
}

void MockLists::open(const QString &path)
{
    auto *list = new widgets::MockListWindow(
        commandLineProgram(), sessionsFolder(m_workspace.givenFolder()), m_window);
    list->openList(path);
    list->show();
}

} // namespace sonde::app
