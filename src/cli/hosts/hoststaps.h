// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/hosts/hostsoptions.h"
#include "cli/output/output.h"
#include "hosts/files/hostfile.h"
#include "hosts/found/foundfiles.h"
#include "hosts/found/samename.h"

#include <QString>

#include <vector>

namespace sonde::cli {

// hosts tap and hosts untap: changes configuration files, after showing how.
class HostsTaps {
public:
    HostsTaps(const HostsOptions &options, Output &out, Output &err);

    int tap();
    int untap();

private:
    using Target = hosts::NamePlace; // an entry to tap

    std::vector<hosts::FoundFile> files() const;
    // The host that reads a file; nullptr: it is not known. With --file, the host on the command
    // line may only say how the file is written.
    const hosts::Host *readerOf(const hosts::FoundFile &file) const;
    Result<Target> target(const std::vector<hosts::FoundFile> &files) const;
    QString severalSentence(const std::vector<Target> &found) const;
    void noteSameNames(const hosts::FoundFile &file, const hosts::HostEntry &entry);
    Result<void> tapEntry(const hosts::FoundFile &file, const hosts::HostEntry &entry);
    Result<bool> untapFile(const hosts::FoundFile &file); // whether there was a tap
    void noteTapped(
        const hosts::FoundFile &file, const hosts::HostEntry &entry, const QString &sessions);
    void noteUntapped(const hosts::FoundFile &file, const QStringList &names);
    void writeChange(const hosts::FoundFile &file, const hosts::HostDocument &document,
        const hosts::HostEntry &before, const hosts::HostDocument &after);
    void noteConsequences(const hosts::FoundFile &file, const hosts::HostEntry &entry);
    void noteOtherReaders(const hosts::FoundFile &file);

    const HostsOptions &m_options;
    Output &m_out;
    Output &m_err;
    hosts::Backups m_backups;
};

} // namespace sonde::cli
