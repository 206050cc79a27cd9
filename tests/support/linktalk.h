// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/places.h"
#include "support/recordingsink.h"
#include "wire/link/linemessagetransport.h"
#include "wire/link/link.h"
#include "wire/process/stdiotransport.h"

#include <QStringList>
#include <QThread>

#include <chrono>
#include <functional>
#include <memory>
#include <vector>

namespace sonde::test {

using namespace sonde::wire;

struct WireThread {
    WireThread() { thread.start(); }
    ~WireThread()
    {
        thread.quit();
        thread.wait();
    }
    QThread thread;
};

inline LinkWorker::MakeTransport overLines(
    std::function<std::unique_ptr<Transport>()> makeTransport)
{
    return [makeTransport = std::move(makeTransport)](const TransportContext &context) {
        return std::make_unique<LineMessageTransport>(makeTransport(), context);
    };
}

// The test server.
inline Launch launchOf(const QStringList &arguments)
{
    Launch launch;
    launch.program = sonde::test::programPath("mcptestserver");
    launch.arguments = arguments;
    launch.patience = std::chrono::milliseconds(100);
    return launch;
}

inline LinkWorker::MakeTransport server(const QStringList &arguments)
{
    return overLines(
        [launch = launchOf(arguments)] { return std::make_unique<StdioTransport>(launch); });
}

// A link and everything it told.
struct Connection {
    explicit Connection(const QStringList &arguments, bool threaded = false,
        const std::function<void(Link::Options &)> &adjust = {})
        : Connection(server(arguments), threaded, adjust)
    {
    }

    Connection(LinkWorker::MakeTransport makeTransport, bool threaded,
        const std::function<void(Link::Options &)> &adjust = {})
    {
        Link::Options options;
        options.thread = threaded ? &wire.thread : nullptr;
        options.traffic = &traffic;
        options.server = QStringLiteral("test");
        options.connection = 3;
        if (adjust)
            adjust(options);
        link = std::make_unique<Link>(std::move(makeTransport), options);
        link->setReceiver([this](std::span<Event> batch) {
            for (Event &event : batch)
                events.push_back(std::move(event));
        });
        link->start();
    }

    void send(const std::string &text) { link->send({Bytes::copyOf(text)}); }

    template <typename T>
    std::vector<const T *> all() const
    {
        std::vector<const T *> found;
        for (const Event &event : events) {
            if (const auto *wanted = std::get_if<T>(&event))
                found.push_back(wanted);
        }
        return found;
    }
    bool hasEnded() const { return !all<Ended>().empty(); }
    std::size_t received() const { return all<Received>().size(); }

    RecordingSink traffic;
    WireThread wire;
    std::unique_ptr<Link> link;
    std::vector<Event> events;
};

} // namespace sonde::test
