// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/store.h"

#include <QDeadlineTimer>
#include <QThread>

#include <atomic>
#include <chrono>

namespace sonde::tests {

// Passes everything to another store, and knows who is still in a call from the background. Such a
// call waits for release(), and takes a while after that: what a test ends meanwhile, it ends in
// the middle of a call.
class WatchedStore final : public trace::Store {
public:
    explicit WatchedStore(trace::Store &store)
        : m_store(store)
    {
    }

    int readers() const { return m_readers; } // in the background, now
    void release()
    {
        m_held = false;
        m_held.notify_all();
    }

    rpc::StreamInfo stream(rpc::StreamId stream) const override { return m_store.stream(stream); }
    QString string(std::uint32_t number) const override
    {
        const Visit visit(*this);
        return m_store.string(number);
    }
    std::uint64_t length(rpc::StreamId stream) const override { return m_store.length(stream); }
    Result<Bytes> read(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const override
    {
        const Visit visit(*this);
        return m_store.read(stream, offset, length);
    }
    Result<trace::Pieces> pieces(
        rpc::StreamId stream, std::uint64_t offset, std::uint64_t length) const override
    {
        const Visit visit(*this);
        return m_store.pieces(stream, offset, length);
    }
    Result<Bytes> read(const trace::Record &record) const override
    {
        const Visit visit(*this);
        return m_store.read(record);
    }
    std::uint64_t messageCount() const override { return m_store.messageCount(); }
    bool isRecording() const override { return m_store.isRecording(); }
    std::unique_ptr<Reader> makeReader(std::function<void()> wake) override
    {
        return m_store.makeReader(std::move(wake));
    }

private:
    class Visit {
    public:
        explicit Visit(const WatchedStore &store)
            : m_store(store)
        {
            if (QThread::currentThread() == m_store.m_thread)
                return;
            ++m_store.m_readers;
            m_store.m_held.wait(true);
            // Turns of the other threads; where other programs are busy, each one takes long.
            constexpr int kTurns = 50'000;
            const QDeadlineTimer enough(std::chrono::milliseconds(50));
            for (int i = 0; i < kTurns && !enough.hasExpired(); ++i)
                QThread::yieldCurrentThread();
        }
        ~Visit()
        {
            if (QThread::currentThread() != m_store.m_thread)
                --m_store.m_readers;
        }
        Q_DISABLE_COPY_MOVE(Visit)

    private:
        const WatchedStore &m_store;
    };

    void keepNote(trace::Number number, const trace::Note &note) override
    {
        [[maybe_unused]] const auto kept = m_store.setNote(number, note);
    }

    trace::Store &m_store;
    QThread *m_thread = QThread::currentThread();
    mutable std::atomic<int> m_readers = 0;
    std::atomic<bool> m_held = true;
};

} // namespace sonde::tests
