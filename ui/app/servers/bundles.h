// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/backgroundjob.h"
#include "bundle/bundlestore.h"

#include <QObject>

namespace sonde::app {

class Workspace;

// Opens MCPB bundles outside the window's thread, and removes those that no server uses.
class Bundles : public QObject {
    Q_OBJECT
public:
    // The workspace outlives it.
    Bundles(Workspace &workspace, QObject *parent);

    // Unpacks it; one after another, the last one wins. opened() or failed() follows.
    void open(const QString &path);
    // Asks for the file.
    void askOpen(QWidget *window);
    // Of a server that was removed and does not come back.
    void remove(const config::Profile &server);
    // What was opened and never added, and what a crash has left.
    void removeUnused();

Q_SIGNALS:
    void opened(const sonde::bundle::Bundle &bundle);
    void failed(const QString &sentence);

private:
    Workspace &m_workspace;
    bundle::BundleStore m_store;
    BackgroundJob m_opening;
    BackgroundJob m_removing;
};

} // namespace sonde::app
