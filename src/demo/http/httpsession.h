// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/catalog/catalog.h"
#include "demo/dialogue/dialogue.h"
#include "demo/http/postchannel.h"

#include <map>

namespace sonde::demo {

// A session of Streamable HTTP, 2025-03-26 to 2025-11-25: it lasts from initialize to DELETE and
// does not care which connections its messages use.
class HttpSession {
public:
    static constexpr std::size_t kMaxStreams = 64; // finished ones that can still be resumed

    HttpSession(Catalog &catalog, std::string id);

    const std::string &id() const { return m_id; }
    Dialogue &dialogue() { return m_dialogue; }
    std::string_view revision() const { return revisionName(features().revision); }
    const Features &features() const { return m_dialogue.sessionFeatures(); }

    bool isOpen() const { return m_dialogue.isOpen(); }
    bool allowsBatches() const { return isOpen() && features().batches; }

    void post(std::vector<rpc::Message> messages, const serve::ReplyPointer &reply);
    // A GET: the stream of what belongs to no request, or what is left of the one that broke.
    void listen(const serve::ServedRequest &request, const serve::ReplyPointer &reply);
    // Deletes streams that cannot be resumed any more.
    void sweep();
    void keepAlive();
    // True: the session has no call and no open stream.
    bool isIdle() const;
    Milliseconds lastUse() const { return m_lastUse; }
    void setLastUse(Milliseconds now) { m_lastUse = now; }
    void end(); // closes every stream

private:
    class StandingChannel final : public ReplyChannel {
    public:
        explicit StandingChannel(serve::EventStream &stream)
            : m_stream(stream)
        {
        }
        void send(std::string_view message) override { m_stream.push(message); }
        void respond(std::string_view response, ReplyKind) override { m_stream.push(response); }

    private:
        serve::EventStream &m_stream;
    };

    const std::string m_id;
    Milliseconds m_lastUse{0};
    serve::EventStream m_standing{0, false};
    StandingChannel m_standingChannel{m_standing};
    std::map<int, std::unique_ptr<PostChannel>> m_posts; // oldest first
    int m_lastNumber = 0;
    Dialogue m_dialogue; // last: its calls hold channels
};

} // namespace sonde::demo
