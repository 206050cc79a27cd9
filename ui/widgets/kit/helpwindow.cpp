// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/kit/helpwindow.h"

#include "help/helppages.h"
#include "look/firstsize.h"

#include <QTextBrowser>
#include <QTextDocument>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

constexpr QSize kSize(820, 680);

} // namespace

HelpWindow *HelpWindow::open(const QString &page, const QString &title, QWidget *parent)
{
    return openText(page, title, help::page(page).value_or(QString()), parent);
}

HelpWindow *HelpWindow::openText(
    const QString &name, const QString &title, const QString &markdown, QWidget *parent)
{
    HelpWindow *window = parent->window()->findChild<HelpWindow *>(name);
    if (!window)
        window = new HelpWindow(name, title, markdown, parent->window());
    window->show();
    window->raise();
    window->activateWindow();
    return window;
}

HelpWindow::HelpWindow(
    const QString &name, const QString &title, const QString &markdown, QWidget *parent)
    : SecondaryWindow(parent)
{
    setObjectName(name);
    setAttribute(Qt::WA_DeleteOnClose);
    setWindowTitle(title);
    look::setFirstSize(this, kSize);
    auto *text = new QTextBrowser(this);
    text->setOpenLinks(false);
    text->setAccessibleName(title);
    text->document()->setMarkdown(markdown,
        QTextDocument::MarkdownFeatures(QTextDocument::MarkdownNoHTML)
            | QTextDocument::MarkdownDialectGitHub);
    text->moveCursor(QTextCursor::Start); // it stands at the end, and the view would go there
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(text);
    text->setFocus();
}

} // namespace sonde::widgets
