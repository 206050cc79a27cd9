// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program/programwindow.h"

#include "app/reviews/requestsdock.h"
#include "app/reviews/reviews.h"
#include "app/settings/settingscommands.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "app/workspace/workspace.h"
#include "language/language.h"
#include "look/theme/textsize.h"
#include "models/document/tracedocument.h"
#include "models/settings/settings.h"

#include <QAction>
#include <QActionGroup>
#include <QApplication>

namespace sonde::app {

ProgramWindow::ProgramWindow(Workspace &workspace, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
{
    makeWindow();
}

ProgramWindow::~ProgramWindow() = default;

void ProgramWindow::makeWindow()
{
    m_window = std::make_unique<MainWindow>(m_workspace);
    // Queued: the window cannot go while its own menu reports the choice.
    connect(
        m_window->actions().language, &QActionGroup::triggered, this,
        [this](const QAction *action) { chooseLanguage(action->data().toString()); },
        Qt::QueuedConnection);
    connect(
        m_window->actions().textSize, &QActionGroup::triggered, this,
        [this](const QAction *action) { chooseTextSize(action->data().toInt()); },
        Qt::QueuedConnection);
}

void ProgramWindow::chooseLanguage(const QString &language)
{
    models::Settings settings(&m_workspace.settings());
    if (settings.language() == language)
        return;
    settings.setLanguage(language);
    replaceWindow([language] { language::installLanguage(*qApp, language); });
}

void ProgramWindow::chooseTextSize(int percent)
{
    models::Settings(&m_workspace.settings()).setTextSize(percent);
    if (percent != look::textSize())
        replaceWindow([percent] { look::setTextSize(percent); });
}

void ProgramWindow::replaceWindow(const std::function<void()> &change)
{
    const int tab = m_window->tabs().currentIndex();
    const bool wasVisible = m_window->isVisible();
    const RequestsDock::Place requests = m_window->requestsDock().place();
    const std::vector<quint64> reviews = m_window->reviews().openReviews();
    const SettingsCommands::Place place = m_window->settings().place();
    const bool quits = QGuiApplication::quitOnLastWindowClosed();
    QGuiApplication::setQuitOnLastWindowClosed(false);
    if (!m_window->close()) { // which stores the layout; something in it is not saved
        QGuiApplication::setQuitOnLastWindowClosed(quits);
        return;
    }
    m_window.reset();
    change();
    m_workspace.trace().deriveAgain();
    makeWindow();
    for (const quint64 number : reviews)
        m_window->reviews().open(number);
    m_window->tabs().setCurrentIndex(tab);
    m_window->setVisible(wasVisible);
    m_window->requestsDock().restore(requests);
    m_window->settings().reopen(place);
    QGuiApplication::setQuitOnLastWindowClosed(quits);
    Q_EMIT replaced();
}

} // namespace sonde::app
