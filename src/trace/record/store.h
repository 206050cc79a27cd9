// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "trace/record/notes.h"
#include "trace/record/piece.h"
#include "trace/record/record.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace sonde::trace {

// New and changed records since a reader's last take(): messages in the order of their numbers, and
// changes of their state or problem. If more than kMaxUntaken messages were not taken, they are
// skipped and firstNew is after them; the file has them.
struct Changes {
    static constexpr std::size_t kMaxUntaken = std::size_t(1) << 20;
    Number firstNew = 0; // number of fresh.front()
    std::vector<Record> fresh;
    std::vector<std::pair<Number, Record>> changed;

    void clear(); // keeps the capacity for a usual batch
};

// The traffic of a session: a running recording, or a session file. Thread-safe.
class Store {
public:
    virtual ~Store() = default;

    virtual rpc::StreamInfo stream(rpc::StreamId stream) const = 0;
    // The string with that number, as used in records.
    virtual QString string(std::uint32_t number) const = 0;
    virtual std::uint64_t length(rpc::StreamId stream) const = 0; // recorded bytes of the stream
    // The exact bytes of a range.
    virtual Result<Bytes> read(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const = 0;
    // The read or write calls that transferred the range, as far as known; at most Pieces::kMax.
    virtual Result<Pieces> pieces(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const = 0;
    // The text of a message, or the newest properties of an exchange.
    virtual Result<Bytes> read(const Record &record) const = 0;
    // The complete id, even if Record::idText is truncated.
    QString idText(const Record &record) const;

    // The user's notes; they are written to the session file as soon as possible. setNote() fails
    // if there is no such message, or there are too many notes.
    const Notes &notes() const { return m_notes; }
    Result<void> setNote(Number number, const Note &note);

    virtual QString path() const { return {}; } // of the session file; empty: there is none
    virtual std::uint64_t messageCount() const = 0;
    // Whether new records can arrive. Otherwise an open request or exchange will never be
    // completed.
    virtual bool isRecording() const { return true; }

    // Tells what is new since it was asked the last time. Used by one thread at a time.
    class Reader {
    public:
        virtual ~Reader() = default;
        // Replaces the content of `into` and reuses its capacity, so that a caller can pass the
        // same object again and again.
        virtual void drainInto(Changes &into) = 0;
        Changes take();
    };
    // Any number of readers follow a store, each at its own pace: none waits for another, and the
    // store for none. A reader begins with the oldest record that another one has not read yet, the
    // first reader with the first record. `wake` is called on any thread, once, when there is news
    // after a drainInto(). It must neither make a reader nor destroy one; once the reader is
    // destroyed, it is not called any more. The store outlives its readers.
    virtual std::unique_ptr<Reader> makeReader(std::function<void()> wake = {});

protected:
    virtual void keepNote(Number number, const Note &note) = 0; // writes the note to the file
    Notes m_notes;
};

} // namespace sonde::trace
