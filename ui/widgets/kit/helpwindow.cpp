// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/helpwindow.h"

#include "help/helppages.h"

#include <QAction>
#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

constexpr QSize kSize(820, 680);

} // namespace

HelpWindow *HelpWindow::open(const QString &page, const QString &title, QWidget *parent)
{
    HelpWindow *window = parent->window()->findChild<HelpWindow *>(page);
    if (!window)
        window = new HelpWindow(page, title, parent->window());
    window->show();
    window->raise();
    window->activateWindow();
    return window;
}

HelpWindow::HelpWindow(const QString &page, const QString &title, QWidget *parent)
    : QWidget(parent, Qt::Window)
{
    setObjectName(page);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    resize(kSize);
    auto *text = new QTextBrowser(this);
    text->setOpenLinks(false);
    text->setAccessibleName(title);
    text->document()->setMarkdown(help::page(page).value_or(QString()),
        QTextDocument::MarkdownFeatures(QTextDocument::MarkdownNoHTML)
            | QTextDocument::MarkdownDialectGitHub);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(text);
    auto *close = new QAction(this);
    close->setShortcut(Qt::Key_Escape);
    connect(close, &QAction::triggered, this, &QWidget::close);
    addAction(close);
}

} // namespace sonde::widgets
