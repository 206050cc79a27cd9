// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/httpscript.h"

namespace sonde::test {

// A model server that speaks OpenAI's chat completions, and does what a test says.
struct FakeModel {
    enum class Manner {
        Whole, // one JSON
        Stream, // events
        Broken, // a stream that ends in the middle
        Refuses, // 401
        Limits, // 429 with Retry-After
        Slow, // an event, and the rest when the gate "go" opens
        Mute, // takes the request and says nothing
        NoJson,
    };

    explicit FakeModel(Manner manner)
        : server([manner](HttpPeer &peer) { respond(peer, manner); })
    {
    }

    QString url() const { return server.url(QStringLiteral("/v1")).toString(); }

    HttpScript server;

private:
    static void respond(HttpPeer &peer, Manner manner)
    {
        for (;;) {
            peer.readRequest();
            switch (manner) {
            case Manner::Whole:
                peer.respond(200, "application/json",
                    "{\"model\":\"fake-1\",\"choices\":[{\"finish_reason\":\"stop\",\"message\":{"
                    "\"role\":\"assistant\",\"content\":\"Short.\"}}]}");
                break;
            case Manner::Refuses:
                peer.respond(401, "application/json", "{\"error\":{\"message\":\"no such key\"}}");
                break;
            case Manner::Limits:
                peer.respond(429, "application/json", "{\"error\":{\"message\":\"slow down\"}}",
                    {{"Retry-After", "7"}});
                break;
            case Manner::NoJson:
                peer.respond(200, "text/html", "<html>");
                break;
            case Manner::Mute:
                peer.stall();
                break;
            case Manner::Stream:
            case Manner::Broken:
            case Manner::Slow:
                stream(peer, manner);
                break;
            }
        }
    }

    static void stream(HttpPeer &peer, Manner manner)
    {
        peer.openStream();
        peer.event("{\"model\":\"fake-1\",\"choices\":[{\"delta\":{\"role\":\"assistant\","
                   "\"content\":\"Sh\"}}]}");
        if (manner == Manner::Broken)
            peer.close();
        if (manner == Manner::Slow)
            peer.waitFor("go");
        peer.event("{\"choices\":[{\"delta\":{\"content\":\"ort.\"}}]}");
        peer.event("{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\"}]}");
        peer.event("[DONE]");
        peer.endStream();
    }
};

} // namespace sonde::test
