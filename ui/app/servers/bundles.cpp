// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/bundles.h"

#include "app/workspace/places.h"
#include "app/workspace/workspace.h"

#include <QDateTime>
#include <QFileDialog>

namespace sonde::app {

Bundles::Bundles(Workspace &workspace, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_store(bundlesFolder(workspace.givenFolder()))
    , m_opening(this)
    , m_removing(this, BackgroundJob::Ending::Detach, BackgroundJob::Priority::Low)
{
}

void Bundles::open(const QString &path)
{
    m_opening.start<Result<bundle::Bundle>>(
        [store = m_store, path](const std::stop_token &stop) { return store.open(path, stop); },
        [this](const Result<bundle::Bundle> &bundle) {
            if (bundle)
                Q_EMIT opened(*bundle);
            else
                Q_EMIT failed(bundle.error().sentence);
        });
}

void Bundles::askOpen(QWidget *window)
{
    auto *dialog = new QFileDialog(window, tr("Open bundle"));
    dialog->setObjectName(QStringLiteral("openBundle"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    dialog->setNameFilters({tr("MCPB bundles (*.mcpb *.dxt)"), tr("All files (*)")});
    connect(dialog, &QFileDialog::fileSelected, this, &Bundles::open);
    dialog->show();
}

void Bundles::remove(const config::Profile &server)
{
    if (m_store.folderOf(server).isEmpty())
        return;
    m_removing.start<bool>(
        [store = m_store, server, others = m_workspace.profiles().profiles()](
            const std::stop_token &) {
            store.remove(server, others);
            return true;
        },
        [](bool) {});
}

void Bundles::removeUnused()
{
    m_removing.start<bool>(
        [store = m_store, servers = m_workspace.profiles().profiles()](const std::stop_token &) {
            store.removeUnused(servers, QDateTime::currentDateTime().addDays(-bundle::kUnusedDays));
            return true;
        },
        [](bool) {});
}

} // namespace sonde::app
