// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <sys/types.h>

namespace sonde::tap {

// What decides where taps and windows find each other.
struct TapMachine {
    QString given; // SONDE_TAPS: a folder that a person chose for both
    QString runRoot; // of the run-time folders of all users, one folder per user id
    uid_t user = 0;
    QString home; // of the user, from the list of users

    static TapMachine present();
};

// The folder in which taps announce themselves: below the run-time folder of the user where the
// system has one, else below the home folder. Neither is taken from the environment, because hosts
// pass only a few variables to their servers: XDG_RUNTIME_DIR is rarely among them, and HOME may be
// another one in a sandbox.
QString tapsFolder(const TapMachine &machine = TapMachine::present());

// Creates the folder, for its owner only, if it is missing. Returns false if it cannot be created,
// or if it is a link, belongs to another user, or may be used by others: those could put sockets of
// theirs there.
bool makeTapsFolder(const QString &folder);

} // namespace sonde::tap
