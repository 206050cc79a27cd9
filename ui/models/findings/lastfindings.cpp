// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/findings/lastfindings.h"

#include "config/serverfile.h"
#include "findings/accepted/baseline.h"

#include <QFile>

#include <utility>

namespace sonde::models {

using findings::Baseline;
using findings::Identity;

LastFindings::LastFindings(const QString &folder)
    : m_folder(folder)
{
}

LastFindings::~LastFindings()
{
    save();
}

QString LastFindings::fileOf(const QString &server) const
{
    return config::serverFile(m_folder + QStringLiteral("/last-findings"), server);
}

// The format of a baseline, without reasons. A file that cannot be read is as good as none.
std::optional<LastFindings::Found> LastFindings::load(const QString &server) const
{
    if (m_folder.isEmpty())
        return {};
    const auto read = Baseline::read(fileOf(server));
    if (!read)
        return {};
    Found found;
    for (const Baseline::Entry &entry : read->entries())
        found.identities.insert(entry.identity);
    found.isCut = found.identities.size() >= kMaxKept;
    return found;
}

LastFindings::Known &LastFindings::of(const QString &server)
{
    const auto [place, isMade] = m_known.try_emplace(server);
    if (isMade)
        place->second.previous = load(server);
    return place->second;
}

// Of the connections without a revision, the findings are not kept.
bool LastFindings::begin(Known &known, int connection) const
{
    if (connection <= known.connection)
        return false;
    if (known.isConnected)
        known.previous = std::move(known.current);
    known.current = {};
    known.connection = connection;
    known.isConnected = false;
    return true;
}

bool LastFindings::connected(const QString &server, int connection)
{
    Known &known = of(server);
    const bool isFirst = begin(known, connection);
    if (connection == known.connection && !std::exchange(known.isConnected, true))
        known.isSaved = false;
    return isFirst;
}

bool LastFindings::found(const QString &server, int connection, const Identity &identity)
{
    Known &known = of(server);
    const bool isFirst = begin(known, connection);
    if (connection != known.connection || known.current.identities.contains(identity))
        return isFirst;
    if (known.current.identities.size() >= kMaxKept) {
        known.current.isCut = true;
        return isFirst;
    }
    known.current.identities.insert(identity);
    known.isSaved = false;
    return isFirst;
}

bool LastFindings::isNew(const QString &server, int connection, const Identity &identity) const
{
    const auto found = m_known.find(server);
    if (found == m_known.end())
        return false;
    const Known &known = found->second;
    return connection == known.connection && known.previous && !known.previous->isCut
        && !known.previous->identities.contains(identity);
}

// The connections under the new name are numbered from the start.
void LastFindings::rename(const QString &server, const QString &newName)
{
    Known &old = of(server);
    save();
    Known renamed;
    renamed.previous =
        old.isConnected ? std::optional(std::move(old.current)) : std::move(old.previous);
    m_known.erase(server);
    m_known.insert_or_assign(newName, std::move(renamed));
    if (m_folder.isEmpty())
        return;
    // What an earlier server of that name has left is of another server.
    QFile::remove(fileOf(newName));
    QFile::rename(fileOf(server), fileOf(newName));
}

// What cannot be written is not known in the next run, which then calls nothing new.
void LastFindings::save()
{
    if (m_folder.isEmpty())
        return;
    for (auto &[server, known] : m_known) {
        if (!known.isConnected || std::exchange(known.isSaved, true))
            continue;
        Baseline kept;
        bool isKept = true;
        for (const Identity &identity : known.current.identities)
            isKept = isKept && kept.accept({identity, {}, {}}).ok();
        if (isKept)
            isKept = kept.save(fileOf(server)).ok();
        known.isSaved = isKept;
    }
}

} // namespace sonde::models
