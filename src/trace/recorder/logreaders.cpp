// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/recorder/logreaders.h"

#include <atomic>
#include <utility>

namespace sonde::trace {

class LogReaders::LogReader final : public Store::Reader {
public:
    LogReader(LogReaders &readers, std::function<void()> wake)
        : m_all(readers)
        , m_wake(std::move(wake))
    {
        const std::scoped_lock lock(m_all.m_recording, m_all.m_waking);
        m_place = m_all.m_log.add();
        m_all.m_readers.push_back(this);
    }
    ~LogReader() override
    {
        const std::scoped_lock lock(m_all.m_recording, m_all.m_waking);
        m_all.m_log.remove(m_place);
        std::erase(m_all.m_readers, this);
    }
    LogReader(const LogReader &) = delete;
    LogReader &operator=(const LogReader &) = delete;

    // What came until now; while it reads, more may come.
    void drainInto(Changes &into) override
    {
        into.clear();
        Number end = 0;
        for (bool hasMore = true; hasMore;) {
            const std::lock_guard lock(m_all.m_recording);
            if (end == 0)
                end = m_all.m_log.end();
            m_isTold = false;
            hasMore = m_all.m_log.readInto(into, *m_place, kMostAtOnce)
                && into.firstNew + into.fresh.size() < end;
        }
    }

    bool tell()
    {
        const bool isNews = !std::exchange(m_isTold, true);
        if (isNews)
            m_toWake = true;
        return isNews;
    }
    void wake()
    {
        if (m_toWake.exchange(false) && m_wake)
            m_wake();
    }

private:
    // Records per lock: bounds the time that the recording threads wait for it.
    static constexpr std::size_t kMostAtOnce = 4096;

    LogReaders &m_all;
    const std::function<void()> m_wake;
    ChangeLog::Place *m_place = nullptr;
    bool m_isTold = false; // that there is news, since it drained
    std::atomic<bool> m_toWake = false;
};

LogReaders::LogReaders(std::mutex &recording)
    : m_recording(recording)
{
}

std::unique_ptr<Store::Reader> LogReaders::add(std::function<void()> wake)
{
    return std::make_unique<LogReader>(*this, std::move(wake));
}

bool LogReaders::tell()
{
    bool isNews = false;
    for (LogReader *reader : m_readers)
        isNews = reader->tell() || isNews;
    return isNews;
}

void LogReaders::wake()
{
    const std::lock_guard lock(m_waking);
    for (LogReader *reader : m_readers)
        reader->wake();
}

} // namespace sonde::trace
