// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/store/tokenstore.h"
#include "cli/hosts/hostsoptions.h"
#include "cli/output/output.h"
#include "config/profilestore.h"
#include "hosts/found/foundfiles.h"
#include "setup/profilesecrets.h"

#include <QObject>

#include <memory>
#include <vector>

namespace sonde::cli {

// hosts import: servers of a host become servers of Sonde, without taps, with the values of the
// host's variables, and with secrets in the keychain.
class HostsImport : public QObject {
    Q_OBJECT
public:
    // All outlive it.
    HostsImport(const HostsOptions &options, Output &out, Output &err, QObject *parent = nullptr);

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode); // kFine, or kUsage when a server is not imported as a whole

private:
    Result<void> readEntries();
    bool import(const hosts::FoundFile &file, const hosts::HostEntry &entry);
    void keepNextSecrets();

    const HostsOptions &m_options;
    Output &m_out;
    Output &m_err;
    config::ProfileStore m_store;
    const std::unique_ptr<auth::TokenStore> m_keychain;
    setup::ProfileSecrets m_secrets;
    std::vector<config::Profile> m_left; // whose secrets are not in the keychain yet
    int m_exitCode = 0;
};

} // namespace sonde::cli
