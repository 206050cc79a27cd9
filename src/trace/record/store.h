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
#include <utility>
#include <vector>

namespace sonde::trace {

// What happened since somebody last asked: messages in the order of their numbers, and changes of
// their state or a problem. When nobody took for more than kMaxUntaken messages, those are left
// out and firstNew is past them; the file has them.
struct Changes {
    static constexpr std::size_t kMaxUntaken = std::size_t(1) << 20;
    Number firstNew = 0; // number of fresh.front()
    std::vector<Record> fresh;
    std::vector<std::pair<Number, Record>> changed;

    void clear(); // keeps the places of a usual batch
};

// What was recorded: a recording that goes on, or a session file of an earlier one. Takes calls
// from any thread, except take() and drainInto(), which are for one at a time.
class Store {
public:
    virtual ~Store() = default;

    virtual rpc::StreamInfo stream(rpc::StreamId stream) const = 0;
    // The strings that records name by number.
    virtual QString string(std::uint32_t number) const = 0;
    virtual std::uint64_t length(rpc::StreamId stream) const = 0; // bytes of it so far
    // The exact bytes.
    virtual Result<Bytes> read(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const = 0;
    // The calls that moved those bytes, as far as they are known; at most Pieces::kMax.
    virtual Result<Pieces> pieces(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const = 0;
    // The text of a message; the newest facts of an exchange.
    virtual Result<Bytes> read(const Record &record) const = 0;
    // The whole text of an id, also where Record::idText had to cut it.
    QString idText(const Record &record) const;

    // What a person has said of messages; in the session file as well, as soon as it can be
    // written. Fails when there is no such message, or there are too many notes.
    const Notes &notes() const { return m_notes; }
    Result<void> setNote(Number number, const Note &note);

    virtual std::uint64_t messageCount() const = 0;
    // Whether there can be anything new. Else what is open stays so, and nobody knows its end.
    virtual bool isRecording() const { return true; }
    // `wake` runs on any thread, once, when there is something new after a take(). It must not
    // call setListener(); after setListener() has returned the older one does not run any more.
    virtual void setListener(std::function<void()> wake) = 0;
    // What `into` held is left out; its places are filled the next time, so whoever takes again and
    // again keeps it.
    virtual void drainInto(Changes &into) = 0;
    Changes take()
    {
        Changes changes;
        drainInto(changes);
        return changes;
    }

protected:
    virtual void keepNote(Number number, const Note &note) = 0; // in the file
    Notes m_notes;
};

} // namespace sonde::trace
