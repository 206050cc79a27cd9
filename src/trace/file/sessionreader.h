// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "rpc/trafficsink.h"
#include "trace/record/notes.h"
#include "trace/record/piece.h"
#include "trace/record/record.h"

#include <QString>

#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

namespace sonde::trace {

// Progress and cancellation of opening a session file; updated by the thread that opens.
struct OpenWatch {
    std::stop_token stop;
    std::function<void(std::uint64_t done, std::uint64_t all)> progress;
    // Checks only the numbers of the first and last message; records() detects gaps later.
    bool countsLater = false;
};

// Reads a session file written by Sonde or another program. The file is hostile: it is opened read
// only with trusted_schema off, and its version, tables and sizes are checked before use. A file
// that is being written, or that was left by a crash, can be read as well. Thread-safe.
class SessionReader {
public:
    // Checks the number of every message, which is slow for a million of them; see
    // OpenWatch::countsLater.
    static Result<std::unique_ptr<SessionReader>> open(
        const QString &path, const OpenWatch &watch = {});
    // Opens the same file on another connection, for use by another thread.
    Result<std::unique_ptr<SessionReader>> openAgain() const;
    ~SessionReader();

    std::uint64_t messageCount() const;
    // Reads the current number of messages of a file that is being written. Not thread-safe.
    Result<void> refresh();
    // Returns the records [first, first + count); numbers start at 1.
    Result<std::vector<Record>> records(Number first, std::uint64_t count) const;
    Result<Bytes> read(rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const;
    Result<Bytes> read(const Record &record) const; // the message's text, see Recorder::read()
    rpc::StreamInfo stream(rpc::StreamId stream) const;
    std::vector<rpc::StreamId> streams() const;
    // The read or write calls that transferred the stream's bytes: at most `count`, beginning with
    // the one that contains `offset`, or else the next one. read(stream, offset, length) returns
    // their bytes.
    Result<std::vector<Piece>> chunks(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t count) const;
    // The number of bytes of the stream in the file.
    Result<std::uint64_t> streamLength(rpc::StreamId stream) const;
    QString string(std::uint32_t number) const;
    // The notes at the time of opening, by number.
    const std::vector<std::pair<Number, Note>> &notes() const;

private:
    SessionReader();
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace sonde::trace
