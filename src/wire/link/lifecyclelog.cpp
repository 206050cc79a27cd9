// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/link/lifecyclelog.h"

namespace sonde::wire {

void LifecycleLog::open(rpc::TrafficSink *traffic, rpc::StreamId stream)
{
    m_traffic = traffic;
    m_stream = stream;
    m_open = true;
}

void LifecycleLog::record(
    const QString &what, const QString &detail, const std::optional<rpc::Place::About> &about)
{
    if (!m_traffic)
        return;
    const Bytes text = Bytes::fromByteArray((what % u'\t' % detail).toUtf8());
    const Stamp at = SystemClock::instance().now();
    rpc::Message message = rpc::plainRecord(rpc::Kind::Lifecycle, text);
    message.method = what.toStdString();
    m_traffic->bytes(m_stream, m_offset, at, text);
    rpc::Place place{m_stream, m_offset, text.size()};
    place.about = about;
    m_traffic->message(place, at, message);
    m_offset += text.size();
}

} // namespace sonde::wire
