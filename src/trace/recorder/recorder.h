// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "rpc/trafficsink.h"
#include "trace/record/store.h"

#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace sonde::trace {

// Records all traffic into a session file, and gives access to the recording. Thread-safe. A writer
// thread writes batches to the file by time (50 ms) or volume; the data waiting in memory is
// bounded, and a producer above the bound waits (this is back-pressure on the server; nothing is
// lost).
class Recorder final : public rpc::TrafficSink, public Store {
public:
    // Limit of the data waiting for the file, with records and overhead; without a file, of the
    // data kept.
    static constexpr std::size_t kDefaultBound = std::size_t(256) << 20;

    explicit Recorder(std::size_t bound = kDefaultBound);
    ~Recorder() override; // writes waiting data and closes the file

    // Creates the session file (mode 0600); fails if the file exists, or on a second call. Without
    // a file, data is kept in memory up to the bound, and older bytes are dropped: call open()
    // before any traffic.
    Result<void> open(const QString &path);
    QString path() const override;

    rpc::StreamId openStream(const rpc::StreamInfo &info) override;
    void bytes(rpc::StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes) override;
    std::int64_t message(const rpc::Place &place, Stamp at, const rpc::Message &message) override;
    void beginBatch() override;
    void endBatch() override;
    // An exchange is a row, and its id is the row's number. Requests it carried and left without a
    // response get the state NoResponse. After its end an exchange does not change.
    rpc::ExchangeId openExchange(const rpc::Exchange &exchange) override;
    void updateExchange(rpc::ExchangeId id, const rpc::Exchange &exchange) override;
    void problem(rpc::StreamId stream, std::uint64_t offset, rpc::Problem problem) override;

    rpc::StreamInfo stream(rpc::StreamId stream) const override;
    QString string(std::uint32_t number) const override;
    std::uint64_t length(rpc::StreamId stream) const override;
    // Reads from memory or the file. Fails if the file cannot be read, or without a file if the
    // bytes were dropped.
    Result<Bytes> read(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const override;
    Result<Pieces> pieces(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const override;
    Result<Bytes> read(const Record &record) const override;

    std::unique_ptr<Reader> makeReader(std::function<void()> wake = {}) override;
    // What is new, from the recorder's own reader.
    Changes take();
    // Disables take() and keeps nothing for it. Call it before recording begins.
    void keepNoChanges();

    // Waits until everything recorded so far is in the file. Used at the end of a program.
    Result<void> flush();
    // The first failure of the writer (disk full, …); recording continues in memory up to the
    // bound.
    std::optional<Error> failure() const;

    std::uint64_t messageCount() const override;
    std::uint64_t byteCount() const;

protected:
    void keepNote(Number number, const Note &note) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace sonde::trace
