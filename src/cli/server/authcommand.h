// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/options.h"
#include "cli/output/exitcode.h"
#include "cli/server/serveraccess.h"
#include "mcp/client/client.h"

#include <QObject>

#include <memory>
#include <optional>

namespace sonde::cli {

class Output;

// The commands auth login, status, logout and token.
class AuthCommand : public QObject {
    Q_OBJECT
public:
    AuthCommand(const Options &options, rpc::TrafficSink *traffic, Output &out, Output &err,
        QObject *parent = nullptr);

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void logIn();
    void clientChanged();
    void showSteps();
    void showLogin();
    void showStatus();
    void logOut();
    void loggedOut(const QString &sentence);
    void printToken();
    void printKnown(const auth::Tokens &tokens);
    void complainOfKeychain();
    void end(int exitCode);
    void endWhenWritten();

    const Options m_options;
    Output &m_out;
    Output &m_err;
    ServerAccess m_access;
    mcp::Client m_client;
    std::vector<auth::Registration> m_clients; // in the keychain beside the tokens, at a logout
    std::vector<auth::GivenCredentials>
        m_given; // that the user entered for this server, at a logout
    std::size_t m_shownSteps = 0;
    bool m_asked = false; // the server demanded authorization
    std::optional<int> m_exitCode;
};

} // namespace sonde::cli
