// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "hosts/entries/tapsplice.h"
#include "hosts/files/entrychange.h"
#include "models/hosts/checkedfile.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace sonde::models {

// What a tap needs to know of this installation; absolute paths.
struct TapPlaces {
    QString program; // sonde-cli
    QString recordings; // a folder
    QString backups; // a folder
};

// How a file changes when a tap is put before a server, or removed. Nothing is written.
struct TapPlan {
    const hosts::Host *host = nullptr; // null: nothing is planned
    QString path; // of the file
    QString entry; // its name
    QString project; // of the entry, if the file has servers by project
    bool removes = false; // the tap that the entry has
    QString refusal; // why it cannot be done, and what to do; empty: it can
    Bytes before;
    Bytes after;
    Bytes shownBefore; // the same with secrets replaced by dots
    Bytes shownAfter;
    std::vector<hosts::Splice> splices; // in the order of the file
    struct ShownPlace { // of a splice, with secrets replaced by dots
        QString before;
        QString after;
    };
    std::vector<ShownPlace> shownPlaces; // for each splice
    QString backup; // path of the copy from before the first tap
    QString approval; // what the host does when the entry changes; empty: nothing is known
    QString approve; // the command that approves it again; empty: there is none
    QStringList notes; // further sentences

    bool isPossible() const { return host && refusal.isEmpty(); }
    // "2 places, 4 bytes replaced, +56 bytes"
    QString summary() const;
};

// What the plan does to the file, also to one that its host has written since.
hosts::EntryChange changeOf(const TapPlan &plan, const TapPlaces &places);

// Notes the other hosts that read the file of a tap that is added, and will start the tap too.
void noteOtherReaders(TapPlan &plan, const hosts::Surroundings &surroundings);

// Adds a tap to the entry, or removes the one that it has. Parses the file again.
TapPlan planTapChange(
    const hosts::FoundFile &file, const hosts::HostEntry &entry, const TapPlaces &places);

} // namespace sonde::models
