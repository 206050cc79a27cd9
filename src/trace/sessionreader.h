// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "rpc/tap.h"
#include "trace/record.h"

#include <QString>

#include <memory>
#include <vector>

namespace sonde::trace {

// Opens a session file that this or another program wrote. The file is hostile: it is opened read
// only with trusted_schema off, its version, tables and sizes are checked before anything is used.
// A file that is being written, or that a crash left behind, opens as well. Takes calls from any
// thread.
class SessionReader {
public:
    static Result<std::unique_ptr<SessionReader>> open(const QString &path);
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
    struct Chunk {
        std::uint64_t offset = 0;
        std::uint64_t length = 0;
        Stamp at;
    };
    Result<std::vector<Chunk>> chunks(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t count) const;
    // All the bytes of a stream that are in the file.
    Result<std::uint64_t> streamLength(rpc::StreamId stream) const;
    QString string(std::uint32_t number) const;

private:
    SessionReader();
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace sonde::trace
