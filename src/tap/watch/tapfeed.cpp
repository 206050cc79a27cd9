// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/watch/tapfeed.h"

#include "tap/watch/tapcopy.h"
#include "trace/file/database.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace sonde::tap {

namespace {

// Between two looks for records that the tap has reported and not yet written.
constexpr std::chrono::milliseconds kRetry{30};
// Each of them waits trace::kMaxLockedMs. A tap locks its file for as long as a slow disk takes to
// write it.
constexpr int kMaxLocked = 24;

// Whether the tap, or another program, had locked the file.
bool wasLocked(const TapPart &part)
{
    return part.error && trace::isLocked(*part.error);
}

} // namespace

TapFeed::TapFeed(QString session, const TapTarget &target, QObject *parent)
    : QObject(parent)
    , m_copy(std::make_shared<TapCopy>(std::move(session), target))
    , m_connection(target.connection)
    , m_job(this, BackgroundJob::Ending::Join)
{
    m_again.setSingleShot(true);
    m_again.setInterval(kRetry);
    connect(&m_again, &QTimer::timeout, this, &TapFeed::step);
}

TapFeed::~TapFeed() = default;

void TapFeed::follow(std::uint64_t recorded, std::uint64_t exchanges)
{
    m_wanted = std::max(m_wanted, recorded);
    m_wantedExchanges = std::max(m_wantedExchanges, exchanges);
    if (isBehind())
        step();
}

void TapFeed::finish()
{
    m_ends = true;
    step();
}

void TapFeed::step()
{
    if (m_over || std::exchange(m_runs, true))
        return;
    m_again.stop();
    m_job.start<std::shared_ptr<TapPart>>(
        [copy = m_copy, ends = m_ends](const std::stop_token &stop) {
            auto part = std::make_shared<TapPart>(copy->next(stop));
            if (ends && !wasLocked(*part) && (part->error || part->taken >= part->present))
                copy->end();
            return part;
        },
        [this, ended = m_ends](const std::shared_ptr<TapPart> &part) {
            m_runs = false;
            take(*part, ended);
        });
}

// `ended`: the tap had ended before this part was read, so that nothing follows what it found.
void TapFeed::take(const TapPart &part, bool ended)
{
    m_taken = std::max(m_taken, part.taken);
    m_takenExchanges = std::max(m_takenExchanges, part.exchanges);
    m_connection = std::max(m_connection, part.connection);
    if (!part.messages.empty())
        Q_EMIT took(part.messages);
    m_locked = wasLocked(part) ? m_locked + 1 : 0;
    if (m_locked > 0 && m_locked < kMaxLocked) {
        m_again.start();
        return;
    }
    if (part.error) {
        m_over = true;
        Q_EMIT failed(*part.error);
    } else if (part.taken < part.present) {
        step();
        return;
    }
    if (ended) {
        m_over = true;
        Q_EMIT finished();
    } else if (m_ends) {
        step();
    } else if (isBehind() && !m_over) {
        m_again.start();
    }
}

} // namespace sonde::tap
