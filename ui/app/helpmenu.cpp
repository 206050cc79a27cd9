// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/helpmenu.h"

#include "app/actions.h"
#include "help/helppages.h"
#include "look/clipboard.h"
#include "look/iconengine.h"
#include "widgets/kit/helpwindow.h"

#include <QAction>
#include <QGuiApplication>
#include <QMenu>
#include <QMessageBox>
#include <QStringBuilder>
#include <QSysInfo>

namespace sonde::app {

using widgets::HelpWindow;

namespace {

// One row of a Markdown table.
QString rowOf(const QAction &action)
{
    const QString keys = QKeySequence::listToString(action.shortcuts(), QKeySequence::NativeText);
    QString name = action.text().remove(u'&').remove(QStringLiteral("…"));
    return u"| " % name.replace(u'|', QStringLiteral("\\|")) % u" | " % keys % u" |\n";
}

} // namespace

HelpMenu::HelpMenu(const Actions &actions, QWidget *window)
    : QObject(window)
    , m_actions(actions)
    , m_window(window)
{
    QMenu *menu = actions.helpMenu;
    QAction *before = actions.about;
    const auto insert = [this, menu, before](const QString &text, auto slot) {
        auto *action = new QAction(text, this);
        menu->insertAction(before, action);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    for (const help::Topic &topic : help::topics()) {
        QAction *action = insert(QString(topic.title).replace(u'&', QStringLiteral("&&")),
            [this, topic] { HelpWindow::open(topic.name, topic.title, m_window); });
        if (topic.name == QLatin1String("start"))
            action->setShortcut(QKeySequence::HelpContents);
    }
    menu->insertSeparator(before);
    insert(tr("&Keyboard shortcuts"), [this] { showShortcuts(); });
    insert(tr("Copy details for a &problem report"), [this] { copyDetails(); });
    menu->insertSeparator(before);
    connect(actions.about, &QAction::triggered, this, [this] { showAbout(); });
}

void HelpMenu::showShortcuts()
{
    const QString title = tr("Keyboard shortcuts");
    QString text =
        u"# " % title % u"\n\n| " % tr("Action") % u" | " % tr("Shortcut") % u" |\n|---|---|\n";
    for (const QAction *action : m_actions.all()) {
        if (!action->shortcut().isEmpty())
            text += rowOf(*action);
    }
    HelpWindow::openText(QStringLiteral("shortcuts"), title, text, m_window);
}

void HelpMenu::copyDetails()
{
    look::copyToClipboard(QStringList{tr("Sonde %1").arg(QStringLiteral(SONDE_VERSION)),
        QStringLiteral("Qt %1").arg(QLatin1String(qVersion())),
        QSysInfo::prettyProductName() % u' ' % QSysInfo::currentCpuArchitecture(),
        QStringLiteral("%1 · %2").arg(QSysInfo::kernelType(), QSysInfo::kernelVersion()),
        QStringLiteral("%1 · %2 ×")
            .arg(QGuiApplication::platformName())
            .arg(m_window->devicePixelRatioF())}
                              .join(u'\n'));
    Q_EMIT said(tr("Details copied. Add what you did, what you expected and what happened; an "
                   "exported trace helps."));
}

void HelpMenu::showAbout()
{
    auto *box = new QMessageBox(m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Sonde"));
    box->setIconPixmap(look::applicationIcon().pixmap(48));
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("Sonde %1").arg(QStringLiteral(SONDE_VERSION)));
    box->setInformativeText(tr("Inspector and debugger for Model Context Protocol servers.\n"
                               "Free software under the GNU General Public License, version 3 or "
                               "later."));
    box->setWindowModality(Qt::NonModal);
    box->show();
}

} // namespace sonde::app
