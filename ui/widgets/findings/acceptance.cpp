// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/acceptance.h"

#include "base/formatting.h"
#include "base/pluralnumber.h"
#include "look/painting/iconengine.h"
#include "models/findings/acceptedfindings.h"
#include "models/findings/findinglist.h"
#include "models/findings/findingtext.h"
#include "widgets/findings/acceptrow.h"

#include <QAction>
#include <QDate>
#include <QFileDialog>
#include <QMenu>
#include <QToolButton>

namespace sonde::widgets {

Acceptance::Acceptance(models::FindingList &list, AcceptRow &row, QWidget &owner)
    : QObject(&owner)
    , m_list(list)
    , m_row(row)
    , m_owner(owner)
    , m_accept(new QAction(tr("Accept with a reason…"), this))
    , m_undo(new QAction(tr("Undo the last acceptance"), this))
    , m_import(new QAction(look::icon("import"), tr("Import a baseline…"), this))
    , m_export(new QAction(look::icon("export"), tr("Export as a baseline…"), this))
{
    m_accept->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_Delete));
    m_undo->setShortcut(QKeySequence::Undo);
    for (QAction *action : {m_accept, m_undo}) {
        action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        owner.addAction(action);
    }
    connect(m_accept, &QAction::triggered, this, &Acceptance::toggle);
    connect(m_undo, &QAction::triggered, this, &Acceptance::undo);
    connect(m_import, &QAction::triggered, this, [this] { askFile(true); });
    connect(m_export, &QAction::triggered, this, [this] { askFile(false); });
    connect(&row, &AcceptRow::accepted, this, &Acceptance::accept);
    updateActions();
}

QToolButton *Acceptance::makeButton(QWidget *parent)
{
    auto *menu = new QMenu(parent);
    menu->addActions({m_undo, m_import, m_export});
    connect(menu, &QMenu::aboutToShow, this, &Acceptance::updateActions);
    auto *button = new QToolButton(parent);
    button->setObjectName(QStringLiteral("baseline"));
    button->setText(tr("Baseline"));
    button->setToolTip(tr("Exchange accepted findings with “sonde-cli check --baseline”"));
    button->setAccessibleName(tr("Baseline"));
    button->setPopupMode(QToolButton::InstantPopup);
    button->setFocusPolicy(Qt::TabFocus);
    button->setMenu(menu);
    return button;
}

void Acceptance::setFinding(const std::optional<findings::Finding> &finding)
{
    const bool isOther = m_finding.has_value() != finding.has_value()
        || (finding && !(m_list.identityOf(*m_finding) == m_list.identityOf(*finding)));
    m_finding = finding;
    if (isOther)
        m_row.hide();
    updateActions();
}

void Acceptance::setServer(const QString &server)
{
    m_server = server;
    updateActions();
}

void Acceptance::updateActions()
{
    const models::AcceptedFindings *store = m_list.accepted();
    m_accept->setEnabled(store && m_finding);
    m_undo->setEnabled(store && store->canUndo());
    for (QAction *action : {m_import, m_export})
        action->setEnabled(store && !m_server.isEmpty());
}

void Acceptance::toggle()
{
    if (!m_finding || !m_list.accepted())
        return;
    const QString &server = m_list.serverOf(*m_finding);
    const findings::Identity identity = m_list.identityOf(*m_finding);
    if (!m_list.acceptance(*m_finding)) {
        m_row.open(tr("Accepts every finding of %1 on the server %2, now and later.")
                       .arg(models::identityText(identity), server));
        return;
    }
    if (const auto done = m_list.accepted()->withdraw(server, identity); !done)
        Q_EMIT failed(done.error().sentence);
}

void Acceptance::accept(const QString &reason)
{
    if (!m_finding || !m_list.accepted())
        return;
    const QString today = QDate::currentDate().toString(Qt::ISODate);
    const auto done = m_list.accepted()->accept(
        m_list.serverOf(*m_finding), {m_list.identityOf(*m_finding), reason, today});
    if (!done)
        Q_EMIT failed(done.error().sentence);
    updateActions();
}

void Acceptance::undo()
{
    if (const auto done = m_list.accepted()->undo(); !done)
        Q_EMIT failed(done.error().sentence);
    updateActions();
}

void Acceptance::askFile(bool isImport)
{
    auto *dialog =
        new QFileDialog(&m_owner, isImport ? tr("Import a baseline") : tr("Export as a baseline"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(isImport ? QFileDialog::AcceptOpen : QFileDialog::AcceptSave);
    dialog->setFileMode(isImport ? QFileDialog::ExistingFile : QFileDialog::AnyFile);
    dialog->setDefaultSuffix(QStringLiteral("json"));
    connect(dialog, &QFileDialog::fileSelected, this,
        [this, isImport](const QString &file) { isImport ? importFrom(file) : exportTo(file); });
    dialog->open();
}

void Acceptance::importFrom(const QString &file)
{
    const auto imported = m_list.accepted()->importFrom(m_server, file);
    if (!imported)
        Q_EMIT failed(imported.error().sentence);
    else
        Q_EMIT succeeded(*imported == 1
                ? tr("1 entry of the baseline is accepted for %1").arg(m_server)
                : tr("%1 entries of the baseline are accepted for %2", nullptr,
                    pluralNumber(*imported))
                      .arg(countText(*imported), m_server));
    updateActions();
}

void Acceptance::exportTo(const QString &file)
{
    if (const auto done = m_list.accepted()->exportTo(m_server, file); !done)
        Q_EMIT failed(done.error().sentence);
    else
        Q_EMIT succeeded(tr("Exported to %1").arg(file));
}

} // namespace sonde::widgets
