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

// Of an opening: how far it is, told by the thread that opens, and whether it is still wanted.
struct OpenWatch {
    std::stop_token stop;
    std::function<void(std::uint64_t done, std::uint64_t all)> progress;
    // Only the first and the last message's number are looked at. records() finds a gap as well.
    bool countsLater = false;
};

// Opens a session file that this or another program wrote. The file is hostile: it is opened read
// only with trusted_schema off, its version, tables and sizes are checked before anything is used.
// A file that is being written, or that a crash left behind, opens as well. Takes calls from any
// thread.
class SessionReader {
public:
    // Looks at the number of every message, which takes a moment for a million of them; see
    // OpenWatch::countsLater.
    static Result<std::unique_ptr<SessionReader>> open(
        const QString &path, const OpenWatch &watch = {});
    // The same file over a connection of its own, for another thread.
    Result<std::unique_ptr<SessionReader>> openAgain() const;
    ~SessionReader();

    std::uint64_t messageCount() const;
    // Looks what was recorded meanwhile, in a file that is still written. Not while another
    // thread uses the reader.
    Result<void> refresh();
    // Records [first, first + count), numbers from 1.
    Result<std::vector<Record>> records(Number first, std::uint64_t count) const;
    Result<Bytes> read(rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const;
    Result<Bytes> read(const Record &record) const; // the message's text, as Recorder::read()
    rpc::StreamInfo stream(rpc::StreamId stream) const;
    std::vector<rpc::StreamId> streams() const;
    // The calls that moved the stream's bytes, at most `count` from the one that holds `offset`,
    // or else the next one. Their bytes are read(stream, offset, length).
    Result<std::vector<Piece>> chunks(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t count) const;
    // All the bytes of a stream that are in the file.
    Result<std::uint64_t> streamLength(rpc::StreamId stream) const;
    QString string(std::uint32_t number) const;
    // As they were when it was opened, by number.
    const std::vector<std::pair<Number, Note>> &notes() const;

private:
    SessionReader();
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace sonde::trace
