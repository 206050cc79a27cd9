// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "mock/responselist.h"

#include <QString>

namespace sonde::session {

// A file of responses of a mock. Both are for any thread; the error says what is wrong with the
// file, or with the list.
Result<mock::ResponseList> readResponses(const QString &path);
Result<void> writeResponses(const mock::ResponseList &list, const QString &path);

// What became of a list that was to be saved.
struct SaveOutcome {
    QString problem{}; // why it was not, a sentence; empty: it was
    int wrong = -1; // the entry that is the cause; -1: something else is
};
SaveOutcome saveResponses(const mock::ResponseList &list, const QString &path); // for any thread

} // namespace sonde::session
