// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/link/sendlog.h"

#include "wire/http/wiretr.h"

#include <algorithm>
#include <cstring>

namespace sonde::wire {

namespace {

constexpr std::size_t kBlockSize = 64 * 1024;
// Copying a small message next to the others is cheaper than a separate piece in writev().
constexpr std::size_t kMaxCopied = 8 * 1024;
// The transport's queue is bounded; this bounds the memory for messages of a dropped queue.
constexpr std::uint64_t kMaxPending = std::uint64_t(1) << 30;

// Limit of recorded messages that may precede the pending ones before they are erased.
constexpr std::size_t kMaxTold = 4096;

const Bytes &lineEnd()
{
    static const Bytes end({}, "\n", 1);
    return end;
}

} // namespace

void SendLog::open(rpc::TrafficSink *traffic, rpc::StreamId stream)
{
    m_traffic = traffic;
    m_stream = stream;
    m_bare.kind = rpc::Kind::Request;
}

void SendLog::add(const Outgoing &outgoing)
{
    const Bytes &message = outgoing.message;
    if (m_added - m_taken > kMaxPending)
        return;
    Bytes text = message;
    if (message.size() < kMaxCopied) {
        if (!m_block || kBlockSize - m_runEnd < message.size() + 1) {
            closeRun();
            m_block = std::make_shared_for_overwrite<char[]>(kBlockSize);
            m_runBegin = m_runEnd = 0;
        }
        char *const into = m_block.get() + m_runEnd;
        std::memcpy(into, message.data(), message.size());
        into[message.size()] = '\n';
        m_runEnd += message.size() + 1;
        if (m_traffic)
            text = Bytes(m_block, into, message.size());
    } else {
        closeRun();
        m_ready.push_back(message);
        m_ready.push_back(lineEnd());
    }
    if (m_traffic) {
        Pending &pending = m_pending.emplace_back();
        pending.text = std::move(text);
        pending.id = outgoing.id;
        pending.bareMethod = outgoing.bareMethod;
        pending.offset = m_added;
        pending.number = outgoing.number;
        pending.origin = outgoing.origin;
        pending.isRecorded = outgoing.isRecorded;
    }
    m_added += message.size() + 1;
}

void SendLog::closeRun()
{
    if (m_runEnd > m_runBegin)
        m_ready.emplace_back(m_block, m_block.get() + m_runBegin, m_runEnd - m_runBegin);
    m_runBegin = m_runEnd;
}

void SendLog::flush(Transport &transport)
{
    closeRun();
    if (m_ready.empty())
        return;
    transport.cork();
    for (const Bytes &bytes : m_ready)
        transport.send(bytes);
    transport.uncork();
    m_ready.clear();
}

void SendLog::recordSent(const Bytes &bytes, Stamp at)
{
    const std::uint64_t begin = m_taken;
    m_taken += bytes.size();
    if (!m_traffic)
        return;
    m_traffic->beginBatch();
    m_traffic->bytes(m_stream, begin, at, bytes);
    for (; m_firstPending < m_pending.size(); ++m_firstPending) {
        Pending &pending = m_pending[m_firstPending];
        if (pending.offset >= begin && pending.offset < m_taken)
            pending.firstTaken = at;
        if (pending.offset >= m_taken || pending.offset + pending.text.size() > m_taken)
            break;
        record(pending);
    }
    m_traffic->endBatch();
    if (m_firstPending == m_pending.size()) {
        m_pending.clear();
        m_firstPending = 0;
    } else if (m_firstPending > kMaxTold) {
        m_pending.erase(
            m_pending.begin(), m_pending.begin() + static_cast<std::ptrdiff_t>(m_firstPending));
        m_firstPending = 0;
    }
}

// Of a part of the message.
rpc::Place SendLog::placeOf(const Pending &pending, std::uint64_t inside, std::uint64_t size) const
{
    return {m_stream, pending.offset + inside, size, 0, false, pending.origin};
}

void SendLog::record(Pending &pending)
{
    m_sentUpTo = std::max(m_sentUpTo, pending.number);
    if (pending.isRecorded)
        return;
    if (!pending.bareMethod.empty()) {
        m_bare.id.swap(pending.id);
        m_bare.method = pending.bareMethod;
        const std::size_t size = pending.text.size();
        m_bare.document = json::Document::unparsed(std::move(pending.text));
        m_traffic->message(placeOf(pending, 0, size), pending.firstTaken, m_bare);
        return;
    }
    m_traffic->endBatch(); // the recorder is not locked while a message is decoded
    const auto messages = rpc::decode(pending.text, true);
    m_traffic->beginBatch();
    for (const rpc::Message &member : messages) {
        const auto inside = static_cast<std::uint64_t>(member.bytes().data() - pending.text.data());
        m_traffic->message(
            placeOf(pending, inside, member.bytes().size()), pending.firstTaken, member);
    }
}

void SendLog::finish()
{
    if (m_firstPending < m_pending.size()) {
        const Pending &pending = m_pending[m_firstPending];
        if (pending.offset < m_taken && !pending.isRecorded) {
            const auto size = static_cast<std::size_t>(m_taken - pending.offset);
            m_traffic->message(placeOf(pending, 0, size), pending.firstTaken,
                rpc::plainRecord(rpc::Kind::Invalid, pending.text.slice(0, size),
                    rpc::Problem::Unfinished,
                    Text::tr("The server accepted only %1 of %2 bytes.")
                        .arg(size)
                        .arg(pending.text.size())));
        }
    }
    m_pending.clear();
    m_firstPending = 0;
}

} // namespace sonde::wire
