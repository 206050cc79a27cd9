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

// Records everything that crosses into a session file, and answers what was recorded. Takes calls
// from any thread. A writer thread puts batches into the file by time (50 ms) or volume; what
// waits in memory is bounded, and a producer that is over the bound waits (that is back-pressure
// on the server, not a loss).
class Recorder final : public rpc::TrafficSink, public Store {
public:
    // What may wait for the file, records and places included; without a file, what is kept.
    static constexpr std::size_t kDefaultBound = std::size_t(256) << 20;

    explicit Recorder(std::size_t bound = kDefaultBound);
    ~Recorder() override; // writes what is left and closes

    // Creates the session file (mode 0600); refuses a name that exists, and a second time. Without
    // a file everything is kept in memory up to the bound, and older bytes are then gone: open()
    // before anything crosses.
    Result<void> open(const QString &path);
    QString path() const;

    rpc::StreamId openStream(const rpc::StreamInfo &info) override;
    void bytes(rpc::StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes) override;
    void message(const rpc::Place &place, Stamp at, const rpc::Message &message) override;
    void beginBatch() override;
    void endBatch() override;
    // An exchange is a row, and its id the row's number. Requests that it carried, and that it
    // leaves without a response, then have none. After its end it does not change any more.
    rpc::ExchangeId openExchange(const rpc::Exchange &exchange) override;
    void updateExchange(rpc::ExchangeId id, const rpc::Exchange &exchange) override;
    void problem(rpc::StreamId stream, std::uint64_t offset, rpc::Problem problem) override;

    rpc::StreamInfo stream(rpc::StreamId stream) const override;
    QString string(std::uint32_t number) const override;
    std::uint64_t length(rpc::StreamId stream) const override;
    // From memory or file. Fails when the file cannot be read, or without a file when the bytes
    // had to make room.
    Result<Bytes> read(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const override;
    Result<Pieces> pieces(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const override;
    Result<Bytes> read(const Record &record) const override;

    void setListener(std::function<void()> wake) override;
    void drainInto(Changes &into) override;
    // Nobody will take(): nothing is kept for it. Before anything is recorded.
    void keepNoChanges();

    // Waits until all that was recorded so far is in the file. For the end of a program.
    Result<void> flush();
    // The first failure of the writer (disk full, …); recording goes on in memory up to the bound.
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
