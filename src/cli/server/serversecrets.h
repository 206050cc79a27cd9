// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/store/tokenstore.h"
#include "config/profile.h"
#include "setup/profilesecrets.h"

#include <QObject>

#include <memory>

namespace sonde::cli {

class Output;

// Reads from the keychain the secret values that a server of the window needs and the command line
// did not give.
class ServerSecrets : public QObject {
    Q_OBJECT
public:
    // Both outlive it.
    ServerSecrets(config::Profile &server, Output &err, QObject *parent = nullptr);

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode); // kFine: every value is in the profile

private:
    config::Profile &m_server;
    Output &m_err;
    const std::unique_ptr<auth::TokenStore> m_keychain;
    setup::ProfileSecrets m_secrets;
};

} // namespace sonde::cli
