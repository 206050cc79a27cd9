// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "mock/responselist.h"

#include <QString>

#include <optional>

namespace sonde::session {

// A file of responses of a mock, and its bytes.
struct ResponseFile {
    mock::ResponseList list;
    Bytes text;
};

// For any thread; the errors say what is wrong with the file, or with the list.
Result<ResponseFile> readResponses(const QString &path);
Result<void> writeResponses(const mock::ResponseList &list, const QString &path);

// What became of a list that was to be saved.
struct SaveOutcome {
    enum class Kind { Saved, ChangedOnDisk, Failed };

    Kind kind = Kind::Saved;
    Bytes text{}; // of the file now, if it was saved
    QString problem{}; // why it failed, a sentence
    int wrong = -1; // the entry that is the cause; -1: something else is
};

// Writes the file, unless it has another text than `known`, which may be without a value for a file
// that may be replaced in any case. For any thread.
SaveOutcome saveResponses(
    const mock::ResponseList &list, const QString &path, const std::optional<Bytes> &known);

} // namespace sonde::session
