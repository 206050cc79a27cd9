// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/sessions/mocklists.h"

#include "app/workspace/places.h"
#include "widgets/mock/mocklistwindow.h"

#include <QEvent>
#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>

namespace sonde::app {

namespace {

// Without links: two paths of one file are equal.
QString realPath(const QString &path)
{
    const QFileInfo file(path);
    const QString real = file.canonicalFilePath();
    return real.isEmpty() ? file.absoluteFilePath() : real; // there is no such file
}

} // namespace

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

// Also one that is still reading it. One that was closed is hidden until it is deleted.
widgets::MockListWindow *MockLists::windowOf(const QString &path) const
{
    const auto windows = m_window->findChildren<widgets::MockListWindow *>();
    const auto found = std::find_if(windows.begin(), windows.end(), [&](const auto *list) {
        const session::MockResponses &responses = list->responses();
        const QString &file = responses.isOpening() ? responses.opening() : responses.file();
        return list->isVisible() && !file.isEmpty() && realPath(file) == realPath(path);
    });
    return found == windows.end() ? nullptr : *found;
}

void MockLists::open(const QString &path)
{
    if (auto *shown = windowOf(path)) {
        // Another program may have written it since.
        const session::MockResponses &responses = shown->responses();
        if (!responses.isChanged() && !responses.isOpening())
            shown->openList(responses.file());
        shown->setWindowState(shown->windowState() & ~Qt::WindowMinimized);
        shown->raise();
        shown->activateWindow();
        return;
    }
    auto *list = new widgets::MockListWindow(
        commandLineProgram(), sessionsFolder(m_workspace.givenFolder()), m_window);
    list->openList(path);
    list->show();
}

} // namespace sonde::app
