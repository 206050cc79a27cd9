// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/program/demoserver.h"

namespace sonde::demo {

DemoServer::DemoServer(const ServerOptions &options, QByteArray secret)
    : m_catalog(options, std::move(secret))
    , m_pulse(m_catalog, [this](std::string_view uri) { return m_dialogue.watches(uri); })
{
    m_catalog.changes = {[this](const std::string &uri) { m_dialogue.resourceUpdated(uri); },
        [this](List list) { m_dialogue.listChanged(list); }};
}

void DemoServer::receive(const Bytes &chunk, Milliseconds now)
{
    m_catalog.surroundings.timers.setNow(now);
    m_framer.feed(chunk, [this](const rpc::Frame &frame) { receiveFrame(frame); });
}

void DemoServer::endInput(Milliseconds now)
{
    m_catalog.surroundings.timers.setNow(now);
    if (const auto rest = m_framer.finish())
        receiveFrame(*rest);
    m_dialogue.endSubscriptions();
    m_dialogue.sweep();
}

void DemoServer::tick(Milliseconds now)
{
    m_catalog.surroundings.timers.setNow(now);
    m_catalog.surroundings.timers.run();
    m_dialogue.sweep();
}

void DemoServer::receiveFrame(const rpc::Frame &frame)
{
    if (frame.tooLong) {
        return m_dialogue.refuse(
            {}, rpc::kInvalidRequest, "A message may have at most 16 MiB.", m_outbox);
    }
    if (frame.text.view().find_first_not_of(" \t\r") == std::string_view::npos)
        return; // an empty line is harmless
    m_dialogue.receive(frame.text, m_outbox);
    m_pulse.beatWhileWatched();
}

} // namespace sonde::demo
