// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "doctor/program/machine.h"
#include "hosts/found/foundfiles.h"
#include "hosts/found/samename.h"

#include <QString>

#include <vector>

namespace sonde::doctor {

// A server in the configuration files of the hosts on this machine. Reads files; on any thread.
class ServerInHosts {
public:
    using Place = hosts::NamePlace;
    // A host that reads its servers somewhere else than the user wrote this one.
    struct Misplaced {
        const hosts::Host *host;
        QString path; // with the server
        QString read; // the file of the host; empty: it is that one, and the container is another
    };

    ServerInHosts(const config::Profile &profile, const Machine &machine);

    // The entries that start this very server, behind a tap too; the hosts in the order of the
    // table.
    const std::vector<Place> &places() const { return m_places; }
    // Such entries of hosts on Windows, whose files WSL shows here.
    const std::vector<Place> &placesOfWindows() const { return m_placesOfWindows; }
    // The entry that the host starts instead of that one; nullptr: none.
    const Place *hiding(const Place &place) const;
    // Files that their hosts cannot read, and that mention the server.
    std::vector<const hosts::FoundFile *> broken() const;
    // The file of a host that has its servers for all projects; nullptr: there is none.
    const hosts::FoundFile *userFile(const hosts::Host &host) const;
    const hosts::Surroundings &surroundings() const { return m_surroundings; }
    // Only of hosts that do not have the server.
    std::vector<Misplaced> misplaced() const;

private:
    bool isServer(const hosts::HostEntry &entry) const;
    bool isIn(const Bytes &text) const; // under whatever key
    bool isMentioned(const Bytes &text) const;
    bool hasServer(const hosts::Host &host) const;
    bool hasPlaceIn(const QString &path) const;

    const config::Profile m_profile;
    hosts::Surroundings m_surroundings;
    std::vector<hosts::FoundFile> m_files;
    std::vector<Place> m_all; // every entry that its host would start here
    std::vector<Place> m_places;
    std::vector<hosts::FoundFile> m_filesOfWindows;
    std::vector<Place> m_placesOfWindows;
};

} // namespace sonde::doctor
