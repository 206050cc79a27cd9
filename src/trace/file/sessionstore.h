// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/file/sessionreader.h"
#include "trace/record/recordlist.h"
#include "trace/record/store.h"

#include <memory>
#include <optional>

class QIODevice;

namespace sonde::trace {

// A store for a session file whose recording has ended. Each of its readers gets all records: a
// thread reads them in batches, and pauses while they are not taken.
class SessionStore final : public Store {
public:
    static constexpr std::uint64_t kMaxMessages = 16'000'000; // 1 GiB of records in memory
    static constexpr std::size_t kMaxReady = 24 * 1024; // records waiting to be taken

    // Whether an open file begins as a session file does, whatever its name is. Reads nothing.
    static bool isSession(QIODevice &file);
    // Fails like SessionReader::open(), and for files with more than kMaxMessages.
    static Result<std::unique_ptr<SessionStore>> open(
        const QString &path, const OpenWatch &watch = {});
    ~SessionStore() override;

    const SessionReader &reader() const;
    QString path() const override;
    // See SessionReader::refresh(); must not be combined with makeReader().
    Result<void> refresh();
    // Reads all records on the calling thread.
    Result<RecordSnapshot> readRecords(const std::stop_token &stop = {}) const;
    // Why some records could not be read (the file is damaged), or why a note could not be written.
    std::optional<Error> failure() const;

    rpc::StreamInfo stream(rpc::StreamId stream) const override;
    QString string(std::uint32_t number) const override;
    std::uint64_t length(rpc::StreamId stream) const override;
    Result<Bytes> read(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const override;
    Result<Pieces> pieces(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const override;
    Result<Bytes> read(const Record &record) const override;
    std::uint64_t messageCount() const override;
    bool isRecording() const override { return false; }
    std::unique_ptr<Reader> makeReader(std::function<void()> wake = {}) override;

protected:
    void keepNote(Number number, const Note &note) override;

private:
    class FileReader;
    SessionStore();
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace sonde::trace
