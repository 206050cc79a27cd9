// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/serversecrets.h"

#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"
#include "cli/server/commandkeychain.h"
#include "setup/clientconfig.h"

namespace sonde::cli {

ServerSecrets::ServerSecrets(config::Profile &server, Output &err, QObject *parent)
    : QObject(parent)
    , m_server(server)
    , m_err(err)
    , m_keychain(makeCommandKeychain())
    , m_secrets(*m_keychain)
{
}

void ServerSecrets::start()
{
    m_secrets.fill(m_server, this, [this](const Result<config::Profile> &filled) {
        if (!filled) {
            const QString option = setup::endpointOf(m_server).hasProcess()
                ? QStringLiteral("--env")
                : QStringLiteral("--header");
            m_err.complain(joinSentences({harmlessLine(filled.error().sentence),
                Text::tr("Or give it to this command with %1.").arg(option)}));
            return Q_EMIT finished(kUsage);
        }
        m_server = filled.value();
        Q_EMIT finished(kFine);
    });
}

void ServerSecrets::interrupt(int signal)
{
    Q_EMIT finished(kSignalBase + signal);
}

} // namespace sonde::cli
