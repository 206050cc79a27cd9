// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/hostsimport.h"

#include "base/formatting.h"
#include "cli/hosts/hostlisting.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/terminaltext.h"
#include "cli/output/usageerror.h"
#include "cli/server/commandkeychain.h"
#include "config/pastedserver.h"
#include "hosts/servers/hostimport.h"

#include <QDir>

#include <utility>

namespace sonde::cli {

HostsImport::HostsImport(const HostsOptions &options, Output &out, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_out(out)
    , m_err(err)
    , m_keychain(makeCommandKeychain())
    , m_secrets(*m_keychain)
    , m_exitCode(kFine)
{
}

void HostsImport::start()
{
    Result<void> done = m_store.load();
    if (done)
        done = readEntries();
    if (done && !m_options.dryRun)
        done = m_store.save();
    if (!done) {
        m_err.complain(harmlessLine(done.error().sentence));
        return Q_EMIT finished(kUsage);
    }
    keepNextSecrets();
}

Result<void> HostsImport::readEntries()
{
    const hosts::Host &host = *hosts::findHost(m_options.host);
    QStringList problems;
    int count = 0;
    for (const hosts::FoundFile &file :
        hosts::findFiles(&host, hosts::Surroundings::ofThisProcess())) {
        if (file.error)
            problems += file.error->sentence;
        else if (!file.document.isValid() && !file.document.problems().empty())
            problems +=
                file.path + QStringLiteral(": ") + problemText(file.document.problems().front());
        for (const hosts::HostEntry &entry : file.document.entries()) {
            if (m_options.hasEntry && entry.name != m_options.entry)
                continue;
            ++count;
            if (!import(file, entry))
                m_exitCode = kUsage;
        }
    }
    if (count > 0)
        return {};
    if (problems.isEmpty())
        problems += !m_options.hasEntry
            ? Text::tr("%1 has no servers in its files.").arg(QString(host.name))
            : Text::tr("%1 has no server “%2” in its files.")
                  .arg(QString(host.name), m_options.entry);
    return usageError(joinSentences(problems));
}

bool HostsImport::import(const hosts::FoundFile &file, const hosts::HostEntry &entry)
{
    Result<hosts::ImportedServer> imported = hosts::importedServer(file.document, entry,
        hosts::variablesOf(
            file.host, entry.project.isEmpty() ? QDir::currentPath() : entry.project));
    if (!imported) {
        m_err.complain(joinSentences({Text::tr("“%1” was not imported.").arg(entry.name),
            harmlessLine(imported.error().sentence)}));
        return false;
    }
    config::Profile profile = std::move(imported.value().profile);
    profile.name = config::freeServerName(profile.name, m_store.namesExcept({}));
    const QString line = Text::tr("“%1” from %2", "a server and a file")
                             .arg(harmlessLine(profile.name), harmlessLine(file.path))
        + u'\n';
    m_out.write(QStringView(line));
    for (const QString &note : imported->notes) {
        const QString text = profile.name + QStringLiteral(": ") + note;
        m_err.note(harmlessLine(text));
    }
    m_store.add(profile);
    if (setup::ProfileSecrets::any(profile) && !m_options.dryRun)
        m_left.push_back(std::move(profile));
    return true;
}

void HostsImport::keepNextSecrets()
{
    if (m_left.empty())
        return Q_EMIT finished(m_exitCode);
    const config::Profile profile = std::move(m_left.back());
    m_left.pop_back();
    m_secrets.keep(nullptr, profile, this, [this, profile](const Result<void> &kept) {
        if (!kept) {
            const QStringList names = setup::ProfileSecrets::names(profile, true);
            m_err.complain(
                joinSentences({Text::tr("“%1” was imported without the value of %2.")
                                   .arg(harmlessLine(profile.name), harmlessLine(listText(names))),
                    harmlessLine(kept.error().sentence)}));
            m_exitCode = kUsage;
        }
        keepNextSecrets();
    });
}

void HostsImport::interrupt(int signal)
{
    Q_EMIT finished(kSignalBase + signal);
}

} // namespace sonde::cli
